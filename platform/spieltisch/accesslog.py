"""Daphne's access log, written as everything else is.

`daphne spieltisch.asgi:application` prints a line of its own for each request: whole addresses with the invitations in
them, and between lines of JSON. It gives no way to have it otherwise but to leave it off with each command.
"""

from __future__ import annotations

import logging
from typing import Any

logger = logging.getLogger(__name__)


def write_access_log() -> None:
    """Let what Daphne writes down of requests from here on go through our log, which hides secrets."""
    from daphne.access import AccessLogGenerator

    kind: Any = AccessLogGenerator
    kind.write_entry = _write


def _write(_: Any, host: str | None, date: object, request: str, status: object = None, length: object = None) -> None:
    address = (host or "").rpartition(":")[0]
    logger.debug("%s %s %s", request, status or "-", length or "-", extra={"address": address})
