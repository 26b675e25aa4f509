"""A container's text as bytes of a dialect, made once for all connections that share endpoint and variant."""

from __future__ import annotations

from gamekit.container import decode
from gamekit.dialect import Dialect

#: Characters and bytes kept; a table's message is needed again within milliseconds or never.
CAPACITY = 4 * 1024 * 1024


class Phrasebook:
    """Remembers the last encoded texts, the oldest forgotten first."""

    __slots__ = ("_capacity", "_known", "_size")

    def __init__(self, capacity: int = CAPACITY) -> None:
        self._capacity = capacity
        self._known: dict[tuple[str, str, str], bytes] = {}
        self._size = 0

    def encoded(self, endpoint: str, dialect: Dialect, text: str) -> bytes:
        """Return the bytes the dialect writes for the text; b"" when its protocol has no word for it."""
        key = (endpoint, dialect.variant, text)
        data = self._known.get(key)
        if data is None:
            data = dialect.encode(decode(text))
            self._remember(key, data)
        return data

    def _remember(self, key: tuple[str, str, str], data: bytes) -> None:
        size = len(key[2]) + len(data)
        if size > self._capacity // 4:
            return
        self._known[key] = data
        self._size += size
        while self._size > self._capacity:
            oldest = next(iter(self._known))
            self._size -= len(oldest[2]) + len(self._known.pop(oldest))
