"""How what is cached is written into Redis: as JSON, for Django's own way would run what somebody else put there."""

from __future__ import annotations

from gamekit import jsontext
from gamekit.errors import GameError
from gamekit.rules import Json


class JsonSerializer:
    """Writes and reads values of the cache."""

    def dumps(self, value: Json) -> bytes:
        """Return the value as JSON."""
        return jsontext.dumps(value)

    def loads(self, data: bytes) -> Json:
        """Return the value; None for what is no JSON, as if nothing were there."""
        try:
            return jsontext.loads(data)
        except GameError:
            return None
