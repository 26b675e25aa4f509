"""Settings of the Django project; what an operator may change comes from the environment."""

from __future__ import annotations

from pathlib import Path

import django_stubs_ext
from django.utils.translation import gettext_lazy as _

from spieltisch import environment, logs

# Lets generic classes of Django (ModelAdmin[User]) be written as the type checker wants them.
django_stubs_ext.monkeypatch()

ROOT = Path(__file__).resolve().parents[2]
DATA_DIR = Path(environment.text("DATA_DIR", str(ROOT / "var"))).resolve()

SECRET_KEY = environment.secret_key(DATA_DIR)
DEBUG = environment.flag("DEBUG", False)
ALLOWED_HOSTS = environment.words("ALLOWED_HOSTS", "*" if DEBUG else "localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = environment.words("CSRF_TRUSTED_ORIGINS")
#: Addresses and networks of the proxies in front: only their X-Forwarded-For is believed.
TRUSTED_PROXIES = environment.words("TRUSTED_PROXIES")

BIND = environment.text("BIND", "127.0.0.1")
PORT_WEB = int(environment.number("PORT_WEB", 8000))
REDIS_URL = environment.text("REDIS_URL")
#: When set, /metrics on the web port answers its bearer alone.
METRICS_TOKEN = environment.text("METRICS_TOKEN")
DEMO = environment.flag("DEMO", True)
#: Seconds a bot takes for a move, so that people can follow; 0 for tournaments and tests.
BOT_DELAY = environment.number("BOT_DELAY", 0.8)
#: Days for which the messages of a program's connection are kept for its author; 0: as long as the database.
WIRE_LOG_DAYS = environment.number("WIRE_LOG_DAYS", 30)
#: Room for all of them, past which the oldest go; 0: as much as there is.
WIRE_LOG_MEGABYTES = environment.number("WIRE_LOG_MEGABYTES", 2048)

INSTALLED_APPS = [
    "daphne",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "channels",
    "spieltisch.accounts",
    "spieltisch.tables",
    "spieltisch.lobby",
    "spieltisch.replays",
    "spieltisch.api",
    "spieltisch.inspector",
    "spieltisch.console",
    "spieltisch.tournaments",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "spieltisch.security.content_security_policy",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # Adds random bytes, so that the length of a page tells nothing about the secrets in it (BREACH).
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "spieltisch.nul.refuse_nul",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "spieltisch.console.gate.keep_out",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
ROOT_URLCONF = "spieltisch.urls"
ASGI_APPLICATION = "spieltisch.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ROOT / "templates", *sorted((ROOT / "games").glob("*/templates"))],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "spieltisch.lobby.context.site",
            ]
        },
    }
]

DATABASES = {"default": environment.database(DATA_DIR)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
CHANNEL_LAYERS = {
    "default": {"BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer", "CONFIG": {"hosts": [REDIS_URL]}}
    if REDIS_URL
    else {"BACKEND": "channels.layers.InMemoryChannelLayer"}
}
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "OPTIONS": {"serializer": "spieltisch.caching.JsonSerializer"},
    }
    if REDIS_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
}

AUTH_USER_MODEL = "accounts.User"
SESSION_ENGINE = "spieltisch.accounts.sessions"
PASSWORD_HASHERS = [
    "spieltisch.accounts.hashing.Argon2",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "accounts:sign_in"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("de", _("German"))]
LOCALE_PATHS = [ROOT / "locale"]
TIME_ZONE = "UTC"
USE_TZ = True

STATIC_URL = "static/"
#: Where files for browsers are collected at the start, see spieltisch/assets.py.
STATIC_ROOT = Path(environment.text("STATIC_DIR", str(DATA_DIR / "static"))).resolve()
if DATA_DIR in STATIC_ROOT.parents:
    environment.own_folder(DATA_DIR)
# WhiteNoise warns when it is missing.
STATIC_ROOT.mkdir(parents=True, exist_ok=True)
STATICFILES_DIRS = [ROOT / "static", *sorted((ROOT / "games").glob("*/static"))]
#: While developing, files are served straight from the source folders under their plain names.
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = DEBUG
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "spieltisch.assets.HashedFiles"},
}

#: Set when a reverse proxy in front speaks TLS.
BEHIND_TLS = environment.flag("BEHIND_TLS", False)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = BEHIND_TLS
SESSION_COOKIE_HTTPONLY = True
SECURE_SSL_REDIRECT = BEHIND_TLS
#: Monitors and health checks ask past the proxy.
SECURE_REDIRECT_EXEMPT = [r"^healthz(/\w+)?$", r"^metrics$"]
SECURE_HSTS_SECONDS = 31_536_000 if BEHIND_TLS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = BEHIND_TLS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_TLS else None
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
DATA_UPLOAD_MAX_MEMORY_SIZE = 4 * 1024 * 1024

LOGGING = logs.configured(environment.text("LOG_LEVEL"), environment.text("LOG_FORMAT", "line"))
