"""The container: the one language inside Spieltisch (FantasticFeasts standard, 4.3.1).

`{"timestamp": "yyyy-MM-dd HH:mm:ss.SSS", "payloadType": "...", "payload": {...}}`, with one extra field, `version`,
that numbers a table's messages to an audience. Readers ignore fields they do not know.

Payload types that begin with `table/` are the platform's own (seats, chat, full state, errors); a game's vocabulary
never begins so. They reach only connections that asked for a table page's view of things; a client that speaks a
published protocol gets that protocol and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from gamekit import jsontext
from gamekit.errors import MalformedMessage
from gamekit.rules import Json

PLATFORM_PREFIX = "table/"

#: What a dialect makes of a frame it cannot read; payload {"reason", "code", "field", "cause", "fatal"}.
MALFORMED = "table/malformed"


@dataclass(frozen=True, slots=True)
class Container:
    """One message: what it is and what it says."""

    payload_type: str
    payload: Json
    timestamp: str = ""
    version: int | None = None

    def encode(self) -> bytes:
        """Return the container as JSON text."""
        data: dict[str, Json] = {"timestamp": self.timestamp, "payloadType": self.payload_type, "payload": self.payload}
        if self.version is not None:
            data["version"] = self.version
        return jsontext.dumps(data)


def decode(text: bytes | str) -> Container:
    """Return the container in the text; MalformedMessage names the field that is wrong."""
    data = jsontext.loads(text)
    if not isinstance(data, dict):
        raise MalformedMessage("a container is a JSON object", "container/not_object")
    payload_type = data.get("payloadType")
    if not isinstance(payload_type, str) or not payload_type:
        raise MalformedMessage("payloadType must be a non-empty string", "container/payload_type", "payloadType")
    if "payload" not in data:
        raise MalformedMessage("payload is missing", "container/payload", "payload")
    timestamp = data.get("timestamp", "")
    return Container(payload_type, data["payload"], timestamp if isinstance(timestamp, str) else "")


def timestamp(moment: datetime | None = None) -> str:
    """Return the moment (default: now), in UTC, as the standard writes it."""
    moment = moment or datetime.now(UTC)
    return f"{moment:%Y-%m-%d %H:%M:%S}.{moment.microsecond // 1000:03d}"
