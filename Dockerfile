# One image for every process of docker-compose.yml; the command tells them apart.
FROM python:3.11-slim AS build
WORKDIR /app
COPY pyproject.toml requirements.lock README.md ./
COPY platform platform
COPY games games
COPY bridge bridge
RUN python -m venv /venv && /venv/bin/pip install --no-cache-dir --constraint requirements.lock --editable .

FROM python:3.11-slim
RUN useradd --system --uid 10001 --home-dir /data --create-home spieltisch && chmod 700 /data
WORKDIR /app
COPY --from=build /venv /venv
COPY --from=build /app /app
COPY manage.py ./
COPY templates templates
COPY static static
COPY locale locale
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 BIND=0.0.0.0 DATA_DIR=/data
VOLUME /data
USER spieltisch
STOPSIGNAL SIGTERM
CMD ["python", "manage.py", "serve"]
