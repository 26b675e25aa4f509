"""Chat between table pages and clients. Inside, a line carries its speaker's name; on the wire his number does."""

from __future__ import annotations

from gamekit.rules import Json
from gamekit.views import Message


def write_chat(name: str, seat: int | None, number: int, text: str) -> Message:
    """Return what clients are told of a line; only those at a seat have a number."""
    sender = {} if seat is None else {"Absender": number}
    return "Chatnachricht", {**sender, "Nachricht": text, "Name": name}


def read_chat(payload_type: str, payload: Json) -> tuple[str, str] | None:
    """Return speaker and text of a line that a client said."""
    if payload_type != "Chatnachricht":
        return None
    return str(payload.get("Name", "")), str(payload["Nachricht"])
