"""The process's log: a line for people or a JSON object for programs, with the ids of what it is about.

`bind(table=…, connection=…)` names what the running task works on; everything that is logged by it, or by tasks it
starts, carries these ids. A record that begins with `table %s` names its table by itself, and `extra` may name any id:
then it is about that, whatever the task was doing.
"""

from __future__ import annotations

import logging
import os
import sys
import threading
from contextvars import ContextVar
from datetime import UTC, datetime
from types import TracebackType
from typing import Any

from gamekit import jsontext
from spieltisch import metrics
from spieltisch.redaction import redacted

logger = logging.getLogger(__name__)

#: Characters that are written of one message, and of one line of a traceback with its number of lines: strangers choose
#: how long what they send is.
LONGEST = 4000
LONGEST_LINE = 1000
MOST_LINES = 200

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
    ids = {**(_bound.get() or {}), **{name: str(getattr(record, name)) for name in IDS if hasattr(record, name)}}
    if isinstance(record.msg, str) and record.msg.startswith("table %s") and isinstance(record.args, tuple):
        ids["table"] = str(record.args[0])
    return {name: ids[name] for name in IDS if ids.get(name)}


class BoundedFormatter(logging.Formatter):
    """Formats no more of a record than people read; cut at ends, so that no secret loses its name."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - named by logging
        """Return the line with the beginning of the message."""
        # Secrets first: what stands between a name and its value is known by what it was.
        record.message = in_one_line(redacted(bounded(record.message)))
        return super().formatMessage(record)

    def formatException(self, ei: Any) -> str:  # noqa: N802 - named by logging
        """Return the traceback, each line bounded; of very long ones the first and the last lines."""
        lines = [bounded(line, LONGEST_LINE) for line in super().formatException(ei).split("\n")]
        half = MOST_LINES // 2
        return "\n".join(lines if len(lines) <= MOST_LINES else [*lines[:half], "  …", *lines[-half:]])


def bounded(text: str, most: int = LONGEST) -> str:
    """Return the beginning of a text that is too long, and how much is left out."""
    return text if len(text) <= most else f"{text[:most]}… ({len(text) - most} more characters)"


def in_one_line(text: str) -> str:
    """Return the text with what is no sign written out: strangers choose words that are logged, and could begin a line
    of their own with them, or tell a terminal what to do."""
    return text if text.isprintable() else "".join(one if one.isprintable() else repr(one)[1:-1] for one in text)


class LineFormatter(BoundedFormatter):
    """Time, level, logger, message, then the ids."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s %(message)s%(ids)s")

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, without secrets."""
        ids = ids_of(record)
        record.ids = " [" + " ".join(f"{name}={value}" for name, value in ids.items()) + "]" if ids else ""
        return redacted(super().format(record))


class JsonFormatter(BoundedFormatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, without secrets."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": redacted(bounded(record.getMessage())),
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


class Refusals(logging.Filter):
    """Makes short warnings of what is told of requests that were answered as bad ones: anybody can send them."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Take the level and the traceback of a fault away; everything passes."""
        if getattr(record, "status_code", None) == 400:
            record.levelno, record.levelname = logging.WARNING, "WARNING"
            record.exc_info = record.exc_text = None
        return True


class CountErrors(logging.Filter):
    """Counts errors for the metrics, and lets everything pass."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Count; a page that says "not now" is an answer, and no error of ours."""
        if record.levelno >= logging.ERROR and getattr(record, "status_code", None) != 503:
            ERRORS.inc(logger=record.name)
        return True


def log_what_nobody_caught() -> None:
    """Let warnings, and errors that end the process or a thread, be lines of the log, which programs read."""

    def ended(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, Exception):
            logger.critical("the process ends because of an error", exc_info=(kind, error, trace))
        else:
            sys.__excepthook__(kind, error, trace)

    def thread_ended(found: threading.ExceptHookArgs) -> None:
        if found.exc_value is not None and issubclass(found.exc_type, Exception):
            told = (found.exc_type, found.exc_value, found.exc_traceback)
            logger.critical("a thread ends because of an error", exc_info=told)

    sys.excepthook = ended
    threading.excepthook = thread_ended
    logging.captureWarnings(True)


def configured(level: str, format_name: str) -> dict[str, Any]:
    """Return Django's LOGGING; a wrong format stops the start with its name."""
    formatters = {"line": LineFormatter, "json": JsonFormatter}
    if format_name not in formatters:
        raise SystemExit(f"LOG_FORMAT must be line or json, not {format_name!r}")
    if format_name == "json":
        log_what_nobody_caught()
    chatty = {"level": "INFO"} if level == "DEBUG" else {}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"ours": {"()": formatters[format_name]}},
        "filters": {"refusals": {"()": Refusals}, "count": {"()": CountErrors}},
        # In this order: what is no fault is not counted as one.
        "handlers": {
            "stderr": {"class": "logging.StreamHandler", "formatter": "ours", "filters": ["refusals", "count"]}
        },
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
