"""The process's log: a line for people or a JSON object for programs, with the ids of what it is about.

`bind(table=…, connection=…)` names what the running task works on; everything that is logged by it, or by tasks it
starts, carries these ids. A record that begins with `table %s` names its table by itself.
"""

from __future__ import annotations

import logging
import os
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

from gamekit import jsontext
from spieltisch import metrics
from spieltisch.redaction import redacted

#: In this order behind a line.
IDS = ("game", "table", "match", "connection", "kind", "address")

ERRORS = metrics.counter("spieltisch_log_errors_total", "Errors logged.", ("logger",))

_bound: ContextVar[dict[str, str] | None] = ContextVar("log_ids", default=None)


def bind(**ids: object) -> None:
    """Add ids to all that is logged from here on in this task; an empty one takes it away."""
    merged = {**(_bound.get() or {}), **{name: str(value) for name, value in ids.items()}}
    _bound.set({name: value for name, value in merged.items() if value})


def ids_of(record: logging.LogRecord) -> dict[str, str]:
    """Return the ids that belong to a record."""
    ids = dict(_bound.get() or {})
    if isinstance(record.msg, str) and record.msg.startswith("table %s") and isinstance(record.args, tuple):
        ids["table"] = str(record.args[0])
    return {name: ids[name] for name in IDS if name in ids}


class LineFormatter(logging.Formatter):
    """Time, level, logger, message, then the ids."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s %(message)s%(ids)s")

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, without secrets."""
        ids = ids_of(record)
        record.ids = " [" + " ".join(f"{name}={value}" for name, value in ids.items()) + "]" if ids else ""
        return redacted(super().format(record))


class JsonFormatter(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, without secrets."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": redacted(record.getMessage()),
            "process": os.getpid(),
            **ids_of(record),
        }
        if record.exc_info:
            line["exception"] = redacted(self.formatException(record.exc_info))
        return _plain(line)


def _plain(line: dict[str, Any]) -> str:
    # A message may hold what is no text (half a surrogate pair from a client): the log must not fail on it.
    made = {
        name: value.encode(errors="replace").decode() if isinstance(value, str) else value
        for name, value in line.items()
    }
    return jsontext.dumps(made).decode()


class CountErrors(logging.Filter):
    """Counts errors for the metrics, and lets everything pass."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Count."""
        if record.levelno >= logging.ERROR:
            ERRORS.inc(logger=record.name)
        return True


def configured(level: str, format_name: str) -> dict[str, Any]:
    """Return Django's LOGGING; a wrong format stops the start with its name."""
    formatters = {"line": LineFormatter, "json": JsonFormatter}
    if format_name not in formatters:
        raise SystemExit(f"LOG_FORMAT must be line or json, not {format_name!r}")
    chatty = {"level": "INFO"} if level == "DEBUG" else {}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"ours": {"()": formatters[format_name]}},
        "filters": {"count": {"()": CountErrors}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "ours", "filters": ["count"]}},
        "root": {"handlers": ["stderr"], "level": level or "WARNING"},
        "loggers": {
            "spieltisch": {"level": level or "INFO"},
            "bridge": {"level": level or "INFO"},
            # These write whole messages and headers at DEBUG, passwords of a game's login among them.
            "websockets": chatty,
            "autobahn": chatty,
            # Anybody can send a wrong host name: answered with 400, and no traceback for each.
            "django.security.DisallowedHost": {"level": "CRITICAL"},
        },
    }
