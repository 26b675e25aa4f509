"""Tells when bytes that arrive in pieces make whole JSON objects, by their braces alone."""

from __future__ import annotations

import re

#: Whatever follows a backslash is no mark.
_ESCAPED = re.compile(rb"(?:\\.)++", re.DOTALL)


class ObjectScan:
    """Follows one line. Each byte is looked at once, however small the pieces are."""

    __slots__ = ("_depth", "_escaped", "_quoted", "complete")

    def __init__(self) -> None:
        self._depth = 0
        self._quoted = False
        self._escaped = False
        """The last piece ended in the middle of an escape."""
        self.complete = False
        """All that came so far is one object, or several."""

    def feed(self, data: bytes) -> None:
        """Look at the next piece, by what works on many bytes at once: a stranger may send nothing but marks."""
        plain = _ESCAPED.sub(b"", b"\\" + data if self._escaped else data)
        self._escaped = plain.endswith(b"\\")
        texts = plain.split(b'"')
        outside = b"".join(texts[int(self._quoted) :: 2])
        self._quoted ^= len(texts) % 2 == 0
        self._depth += outside.count(b"{") - outside.count(b"}")
        self.complete = self._depth == 0 and not self._quoted and data.rstrip().endswith(b"}")
