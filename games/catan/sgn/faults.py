"""What is wrong with a file of the notation, and on which line."""

from __future__ import annotations

from gamekit.errors import MalformedMessage


class Fault(MalformedMessage):
    """A line that cannot be read or played; `line` is its number."""

    def __init__(self, line: int, reason: str, code: str = "sgn/line") -> None:
        super().__init__(f"line {line}: {reason}", code, f"line {line}")
        self.line = line
        self.reason = reason
