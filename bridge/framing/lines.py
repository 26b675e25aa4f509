"""One frame a line: JSON objects separated by newlines."""

from __future__ import annotations

from collections.abc import Iterator

from bridge.framing.errors import FrameTooLong, FramingError, NotText
from bridge.framing.framer import TOLL
from bridge.framing.objects import ObjectScan

#: Written by some editors and runtimes before the first character of a UTF-8 text.
BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class LineFramer:
    """Frames end with \\n or \\r\\n, which are not part of them; an empty line is a toll.

    `limit` is the length of the longest line allowed, terminator not counted; 0 allows any. An `eager` framer does not
    wait for the newline when what came makes whole JSON objects: clients that forget it would wait for an answer
    forever. A line of several objects may then become several frames, and what is left of it may be empty for nothing.
    """

    __slots__ = ("_eager", "_handed", "_limit", "_partial", "_scan", "_started", "error")

    def __init__(self, limit: int, eager: bool = False) -> None:
        self._limit = limit
        self._eager = eager
        self._scan = ObjectScan()
        self._partial = bytearray()
        self._handed = False
        """The line being read has given a frame already."""
        self._started = False
        self.error: FramingError | None = None

    @property
    def pending(self) -> bool:
        """True when a line has begun and its end has not come."""
        return bool(self._partial)

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Cut the lines that these bytes complete."""
        begin = 0
        while self.error is None and (end := data.find(b"\n", begin)) >= 0:
            self._partial += data[begin:end]
            begin = end + 1
            yield from self._line()
        if self.error is None:
            self._partial += data[begin:]
            self._check_partial()
            yield from self._whole(data[begin:])

    def finish(self) -> list[bytes]:
        """Return the last line when it came without a newline."""
        if self.error is not None or not self._partial:
            return []
        last, self._partial = bytes(self._partial), bytearray()
        try:
            frame = self._checked(last)
        except FramingError as error:
            self._fail(error)
            return []
        return [frame] if frame else []

    def _line(self) -> list[bytes]:
        """Return the line that has just ended, or what stands for it."""
        paid, self._handed = self._handed, False
        self._scan = ObjectScan()
        return self.finish() or ([] if paid or self.error is not None else [TOLL])

    def _whole(self, news: bytes) -> list[bytes]:
        """Return the unfinished line, of which `news` is the latest part, if nothing but its newline is missing."""
        if not self._eager or self.error is not None:
            return []
        self._scan.feed(news)
        if not self._scan.complete:
            return []
        self._scan, self._handed = ObjectScan(), True
        return self.finish()

    def _checked(self, line: bytes) -> bytes:
        line = line.removesuffix(b"\r")
        if self._limit and len(line) > self._limit:
            raise self._too_long()
        if not self._started:
            self._started = True
            line = line.removeprefix(BYTE_ORDER_MARK)
        if not line.isascii():
            try:
                line.decode()
            except UnicodeDecodeError as error:
                raise NotText(f"the line is not UTF-8: {error.reason} at byte {error.start}") from None
        return line

    def _check_partial(self) -> None:
        # A \r at the end may belong to the terminator, so it does not count yet.
        length = len(self._partial) - self._partial.endswith(b"\r")
        if self._limit and length > self._limit and self.error is None:
            self._fail(self._too_long())

    def _too_long(self) -> FrameTooLong:
        return FrameTooLong(f"a line may have at most {self._limit} bytes")

    def _fail(self, error: FramingError) -> None:
        self.error = error
        self._partial = bytearray()
