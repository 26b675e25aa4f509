# One command each. Everything works in a fresh clone: what is missing is installed first.
.DEFAULT_GOAL := help
.PHONY: help install run test lint format bench faults soak hostile pictures

PYTHON := .venv/bin/python
# The mark of a finished installation; pyproject.toml or the lock being newer makes it stale.
SERVING := .venv/.serving
DEVELOPING := .venv/.developing
FUZZING := .venv/.fuzzing
COMPARING := .venv/.comparing
CODE := manage.py platform/gamekit platform/spieltisch games bridge clients tests tools benchmarks faults

help:  ## Show this list.
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

install: $(SERVING)  ## Make .venv with all that serving needs.

run: $(SERVING)  ## Migrate the database and serve everything from one process.
	$(PYTHON) manage.py migrate --verbosity 0
	exec $(PYTHON) manage.py serve

test: $(DEVELOPING) lint  ## Lint, then run every test with a Redis and a PostgreSQL of its own.
	$(PYTHON) -m tools.services $(PYTHON) -m pytest -n 4 --dist loadfile --no-loadscope-reorder

lint: $(DEVELOPING)  ## Check format, style, types, import contracts, settings, migrations, known holes.
	$(PYTHON) -m ruff format --check .
	$(PYTHON) -m ruff check .
	$(PYTHON) -m mypy $(CODE)
	.venv/bin/lint-imports --no-logo
	$(PYTHON) manage.py check --fail-level WARNING
	$(PYTHON) manage.py makemigrations --check --dry-run
	SECRET_KEY=$$($(PYTHON) -c 'import secrets; print(secrets.token_urlsafe(50))') BEHIND_TLS=1 ALLOWED_HOSTS=play.example \
		$(PYTHON) manage.py check --deploy --fail-level WARNING
	$(PYTHON) -m bandit --quiet --configfile pyproject.toml --recursive manage.py platform games bridge
	$(PYTHON) -m tools.audit

format: $(DEVELOPING)  ## Rewrite the code in the house's format.
	$(PYTHON) -m ruff check --fix-only .
	$(PYTHON) -m ruff format .

bench: $(COMPARING)  ## Measure what the figures in the README come from.
	$(PYTHON) -m tools.services $(PYTHON) -m benchmarks

faults: $(DEVELOPING)  ## Break a running Spieltisch in every way, at forty tables, and print what became of it.
	$(PYTHON) -m faults

soak: $(DEVELOPING) faults hostile  ## Run the long versions of tests: every fault at forty tables, a million hostile inputs.

hostile: $(FUZZING)  ## Give every reader of foreign bytes its share of a million inputs, guided by coverage.
	$(PYTHON) -m tests.hostile

pictures: $(DEVELOPING)  ## Make docs/pictures/ from the real pages.
	$(PYTHON) -m tools.screenshots

$(SERVING): pyproject.toml requirements.lock
	tools/install
	@touch $@

$(DEVELOPING): pyproject.toml requirements.lock
	tools/install dev
	@touch $@ $(SERVING)

$(FUZZING): pyproject.toml requirements.lock
	tools/install dev,fuzz
	@touch $@ $(DEVELOPING) $(SERVING)

$(COMPARING): pyproject.toml requirements.lock
	tools/install dev,compare
	@touch $@ $(DEVELOPING) $(SERVING)
