"""Reads settings from environment variables; every one of them is described in the README."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlparse


def text(name: str, default: str = "") -> str:
    """Return the variable, or the default when it is missing or empty."""
    return os.environ.get(name) or default


def number(name: str, default: float) -> float:
    """Return the variable as a number; a wrong one stops the start with its name."""
    value = text(name)
    try:
        return float(value) if value else default
    except ValueError:
        raise SystemExit(f"{name} must be a number, not {value!r}") from None


def flag(name: str, default: bool) -> bool:
    """Return True for 1, true, yes and on."""
    value = text(name).lower()
    return value in ("1", "true", "yes", "on") if value else default


def words(name: str, default: str = "") -> list[str]:
    """Return the comma-separated parts."""
    return [part.strip() for part in text(name, default).split(",") if part.strip()]


def own_folder(path: Path) -> Path:
    """Return a folder of which only its owner sees anything; one that is there already stays as its owner made it."""
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def keep_files_private() -> None:
    """Let nobody else on the machine read what this process writes: running hands, sessions."""
    os.umask(0o077)


def secret_key(data_dir: Path) -> str:
    """Return SECRET_KEY, or the one generated into the data directory on first use."""
    given = text("SECRET_KEY")
    if given:
        return given
    path = own_folder(data_dir) / "secret-key"
    try:
        # Exclusive creation: of two processes that start at once, one writes and the other reads.
        with open(path, "x", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
            file.write(secrets.token_urlsafe(50))
    except FileExistsError:
        pass
    return path.read_text()


def database(data_dir: Path) -> dict[str, Any]:
    """Return Django's database settings from DATABASE_URL; SQLite in the data directory without one."""
    url = text("DATABASE_URL")
    if not url:
        return sqlite(str(own_folder(data_dir) / "spieltisch.sqlite3"))
    parts = urlparse(url)
    if parts.scheme == "sqlite":
        return sqlite(parts.path)
    if parts.scheme not in ("postgres", "postgresql"):
        raise SystemExit(f"DATABASE_URL must begin with postgresql:// or sqlite://, not {parts.scheme}://")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": parts.hostname or "",
        "PORT": str(parts.port or ""),
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
        # A server that has vanished from the network is noticed within seconds, not after the system's two hours.
        "OPTIONS": {
            "connect_timeout": 5,
            "keepalives_idle": 2,
            "keepalives_interval": 1,
            "keepalives_count": 3,
            "tcp_user_timeout": 5000,
        },
    }


def sqlite(path: str) -> dict[str, Any]:
    """Return settings for SQLite as a server's database: write-ahead log, and writers that wait for each other."""
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        "OPTIONS": {
            "timeout": 20,
            # BEGIN IMMEDIATE: a transaction that reads first and writes later cannot fail half-way with "locked".
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
        },
    }
