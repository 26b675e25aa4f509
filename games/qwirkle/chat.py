"""Chat between table pages and clients (307)."""

from __future__ import annotations

from gamekit.rules import Json
from gamekit.views import Message
from games.qwirkle import messages


def write_chat(name: str, seat: int | None, number: int, text: str) -> Message:
    """Return what clients are told of a line said on a table page."""
    author = messages.client(number, name, "SPECTATOR" if seat is None else "PLAYER")
    return "MessageSignal", {"message": text, "client": author}


def read_chat(payload_type: str, payload: Json) -> tuple[str, str] | None:
    """Return speaker and text of a line that a client said; None when it is another message."""
    if payload_type != "MessageSignal":
        return None
    return str(payload["client"]["clientName"]), str(payload["message"])
