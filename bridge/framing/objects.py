"""Tells when bytes that arrive in pieces make whole JSON objects, by their braces alone."""

from __future__ import annotations

import re

#: Within a text: an escaped character (or the beginning of one), or the text's end. Outside: what opens or closes.
_INSIDE = re.compile(rb'\\.?|"', re.DOTALL)
_OUTSIDE = re.compile(rb'["{}]')


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
        """Look at the next piece."""
        position = int(self._escaped and bool(data))
        self._escaped = self._escaped and not data
        while found := (_INSIDE if self._quoted else _OUTSIDE).search(data, position):
            position = found.end()
            self._take(found[0])
        self.complete = self._depth == 0 and not self._quoted and data.rstrip().endswith(b"}")

    def _take(self, mark: bytes) -> None:
        if mark == b'"':
            self._quoted = not self._quoted
        elif mark == b"{":
            self._depth += 1
        elif mark == b"}":
            self._depth -= 1
        elif mark == b"\\":
            self._escaped = True
