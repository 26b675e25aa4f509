"""One frame an element: an XML document that grows for as long as the connection lives.

Two readers share the work. A scanner of our own finds where elements begin and end, byte by byte and never twice, so
it hands over an element with its last byte and cannot be made to wait or to work more than once for each byte (both of
which incremental XML parsers do, depending on their version). It knows just enough XML for that: tags, quotes,
comments, CDATA. Whether a whole element really is XML is then decided by expat, in one call.

    prolog ──root's start tag──▶ root ──start tag──▶ inside an element ──its end tag──▶ frame, back to root
                                   └──root's end tag──▶ over; whatever follows is ignored

Nothing is ever expanded: a DOCTYPE is refused, so there are no entities but the five that XML itself knows.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from xml.parsers import expat

from bridge.framing.errors import FrameTooLong, FramingError, NotAllowed, NotText, NotWellFormed
from bridge.framing.framer import TOLL
from bridge.framing.lines import BYTE_ORDER_MARK

#: The frame that stands for the root's end tag, whatever the root is called.
END = b"</protocol>"

#: Levels of elements within a frame, the frame's own included.
DEPTH = 16
#: Elements, comments and CDATA sections within a frame, its own element included; a whole river has about 200.
PARTS = 1000
#: After so many parts of one frame there is a toll.
PARTS_FREE = 50
ATTRIBUTES = 64
ATTRIBUTE_BYTES = 16 * 1024

_NOT_SPACE = re.compile(rb"[^ \t\r\n]")
#: What matters next within a tag, by the quote that is open.
_TAG_STOP = {0: re.compile(rb"[<>\"']"), ord('"'): re.compile(rb'[<"]'), ord("'"): re.compile(rb"[<']")}
_NAME = rb"[A-Za-z_:\x80-\xff][-A-Za-z0-9_.:\x80-\xff]*+"
_TAG_START = re.compile(rb"<[A-Za-z_:\x80-\xff]")
_START_TAG = re.compile(rb"<(" + _NAME + rb")(?=[\s/>])")
_END_TAG = re.compile(rb"</(" + _NAME + rb")[ \t\r\n]*+>")
_DECLARATION = re.compile(rb"<\?xml[ \t\r\n]+version\s*=\s*[\"']1\.[0-9][\"']([^<>]*)\?>")
_ENCODING = re.compile(rb"encoding\s*=\s*[\"']([^\"']*)[\"']")
#: What the beginning of a token says of the rest, longest first; b"<" is a start tag.
_OPENINGS = (b"<![CDATA[", b"<!DOCTYPE", b"<!--", b"<?", b"</", b"<")
_TERMINATORS = {b"<![CDATA[": b"]]>", b"<!--": b"-->", b"<?": b"?>"}


class ElementFramer:
    """Frames are the root's children, byte for byte as they came; the root's end is the frame `END`. Comments between
    them, and each declaration, are tolls.

    `limit` is the length of the longest element, comment or tag allowed; 0 allows any.
    """

    __slots__ = (
        "_buffer", "_limit", "_names", "_over", "_parts", "_position", "_quote", "_ready", "_root", "_started",
        "_token", "error",
    )  # fmt: skip

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._buffer = bytearray()
        self._position = 0
        """Where the scanner goes on."""
        self._token = -1
        """Where the token being read begins; -1 between tokens."""
        self._quote = 0
        """The quote that is open within a tag."""
        self._root = b""
        self._names: list[bytes] = []
        """Elements that are open within the frame, the outermost first."""
        self._parts = 0
        """Parts that the frame has so far."""
        self._ready: deque[bytes] = deque()
        """Frames and tolls to be handed over before the next token is read."""
        self._started = False
        self._over = False
        self.error: FramingError | None = None

    @property
    def pending(self) -> bool:
        """True when an element has begun and is not whole."""
        return bool(self._names) or self._token >= 0

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Cut the elements that these bytes complete."""
        if self.error is not None or self._over:
            return
        self._buffer += data
        try:
            while not self._over and self._advance():
                while self._ready:
                    yield self._ready.popleft()
            self._check_length(len(self._buffer))
        except FramingError as error:
            self.error = error
        if self.error is not None or self._over:
            self._buffer = bytearray()

    def finish(self) -> list[bytes]:
        """Return nothing: an element that is not whole is no message."""
        self._buffer = bytearray()
        self._names, self._token = [], -1
        return []

    # --- tokens ---------------------------------------------------------------------------------------------------
    def _advance(self) -> bool:
        """Read one token, or the text before one; False when more bytes are needed."""
        if self._token < 0 and not self._text():
            return False
        opening = self._opening()
        if opening is None:
            return False
        end = self._tag_end() if opening in (b"<", b"</") else self._find_end(opening)
        if end < 0:
            return False
        self._check_length(end)
        start, self._token, self._position = self._token, -1, end
        self._take(opening, bytes(self._buffer[start:end]))
        if not self._names:
            del self._buffer[: self._position]
            self._position = 0
        return True

    def _text(self) -> bool:
        """Go to the next token's beginning. Outside elements there may be only white space, which is dropped."""
        if not self._names:
            return self._between()
        start = self._buffer.find(b"<", self._position)
        if start < 0:
            self._position = len(self._buffer)
            return False
        self._token = self._position = start
        return True

    def _between(self) -> bool:
        if not self._started:
            if len(self._buffer) < len(BYTE_ORDER_MARK) and BYTE_ORDER_MARK.startswith(bytes(self._buffer)):
                return False
            if self._buffer.startswith(BYTE_ORDER_MARK):
                del self._buffer[: len(BYTE_ORDER_MARK)]
                # Even when nothing is left: a second mark is none.
                self._started = True
        self._started = self._started or bool(self._buffer)
        found = _NOT_SPACE.search(self._buffer)
        del self._buffer[: found.start() if found else len(self._buffer)]
        self._position = 0
        if not found:
            return False
        if self._buffer[0] != ord("<"):
            raise NotWellFormed("text outside of an element" if self._root else "the stream does not begin with <")
        self._token = 0
        return True

    def _opening(self) -> bytes | None:
        """Return how the token begins; None while that is open."""
        head = bytes(self._buffer[self._token : self._token + len(_OPENINGS[0])])
        for opening in _OPENINGS:
            if head.startswith(opening):
                break
            if opening.startswith(head):
                return None
        if opening == b"<!DOCTYPE":
            raise self._refused(NotAllowed("a DOCTYPE is not allowed"), len(opening))
        if opening == b"<?" and self._root:
            raise self._refused(NotAllowed("processing instructions are not allowed"), len(opening))
        if opening == b"<" and not _TAG_START.match(head):
            raise self._refused(NotWellFormed(f"{_shown(head)} begins no tag"), _agreement(head) + 1)
        self._position = max(self._position, self._token + len(opening))
        return opening

    def _refused(self, error: FramingError, length: int) -> FramingError:
        """Return the error, unless the bytes that show it lie behind the limit."""
        self._check_length(self._token + length)
        return error

    def _tag_end(self) -> int:
        """Return where the tag ends: behind the first > that stands in no quotes; -1 when it has not come."""
        while True:
            found = _TAG_STOP[self._quote].search(self._buffer, self._position)
            if not found:
                self._position = len(self._buffer)
                return -1
            self._position = found.end()
            character = self._buffer[found.start()]
            if character == ord("<"):
                self._check_length(self._position)
                raise NotWellFormed("< within a tag")
            if character == ord(">"):
                return self._position
            self._quote = 0 if self._quote else character

    def _find_end(self, opening: bytes) -> int:
        terminator = _TERMINATORS[opening]
        start = self._buffer.find(terminator, self._position)
        if start < 0:
            # The terminator's own beginning may stand at the end of what is there.
            least = self._token + len(opening)
            self._position = max(least, len(self._buffer) - len(terminator) + 1)
            return -1
        return start + len(terminator)

    def _check_length(self, end: int) -> None:
        """Refuse what reaches further than the limit, complete or not: so a split changes nothing."""
        if self._limit and self.pending and end > self._limit:
            raise FrameTooLong(f"an element may have at most {self._limit} bytes")

    # --- structure ------------------------------------------------------------------------------------------------
    def _take(self, opening: bytes, token: bytes) -> None:
        if opening == b"<":
            self._start_tag(token)
        elif opening == b"</":
            self._end_tag(token)
        elif self._names:
            self._part()
        elif opening == b"<![CDATA[":
            raise NotWellFormed("text outside of an element")
        else:
            if opening == b"<?":
                self._declaration(token)
            self._ready.append(TOLL)

    def _part(self) -> None:
        """Count a part of the frame: each costs a reader some time, however short it is."""
        self._parts += 1
        if self._parts > PARTS:
            raise NotAllowed(f"an element may have at most {PARTS} elements, comments and CDATA sections")
        if self._parts % PARTS_FREE == 0:
            self._ready.append(TOLL)

    def _declaration(self, token: bytes) -> None:
        found = _DECLARATION.fullmatch(token)
        if not found:
            raise NotAllowed("processing instructions are not allowed, an XML declaration only at the beginning")
        encoding = _ENCODING.search(found[1])
        if encoding and encoding[1].upper() not in (b"UTF-8", b"US-ASCII", b"ASCII"):
            raise NotText(f"the encoding must be UTF-8, not {_shown(encoding[1])}")

    def _start_tag(self, token: bytes) -> None:
        found = _START_TAG.match(token)
        if not found:
            raise NotWellFormed(f"{_shown(token)} is no tag")
        empty = token.endswith(b"/>")
        if not self._root:
            check_element(token if empty else token + b"</" + found[1] + b">")
            self._root = found[1]
            if empty:
                self._finish_root()
            return
        if len(self._names) >= DEPTH:
            raise NotAllowed(f"elements may be nested at most {DEPTH} deep")
        if not self._names:
            self._parts = 0
        self._names.append(found[1])
        self._part()
        if empty:
            self._close()

    def _end_tag(self, token: bytes) -> None:
        found = _END_TAG.fullmatch(token)
        expected = self._names[-1] if self._names else self._root
        if not found or not expected or found[1] != expected:
            wanted = f"</{_shown(expected)}>" if expected else "a start tag"
            raise NotWellFormed(f"{_shown(token)} where {wanted} is expected")
        if self._names:
            self._close()
        else:
            self._finish_root()

    def _close(self) -> None:
        self._names.pop()
        if not self._names:
            frame = bytes(self._buffer[: self._position])
            check_element(frame)
            self._ready.append(frame)

    def _finish_root(self) -> None:
        self._ready.append(END)
        self._over = True


def check_element(element: bytes) -> None:
    """Raise a FramingError unless the bytes are one well-formed element within the limits on attributes."""
    try:
        element.decode()
    except UnicodeDecodeError as error:
        raise NotText(f"the element is not UTF-8: {error.reason} at byte {error.start}") from None
    parser = expat.ParserCreate("UTF-8")
    parser.StartElementHandler = _check_attributes
    parser.buffer_text = True
    try:
        parser.Parse(element, True)
    except expat.ExpatError as error:
        raise NotWellFormed(f"not well-formed: {expat.ErrorString(error.code)}") from None


def _check_attributes(name: str, attributes: dict[str, str]) -> None:
    if len(attributes) > ATTRIBUTES:
        raise NotAllowed(f"<{name[:40]}> may have at most {ATTRIBUTES} attributes")
    for attribute, value in attributes.items():
        if len(attribute) + len(value) > ATTRIBUTE_BYTES:
            raise NotAllowed(f"attribute {attribute[:40]} of <{name[:40]}> is longer than {ATTRIBUTE_BYTES}")


def _agreement(head: bytes) -> int:
    """Return how many bytes could still have become a token."""
    lengths = range(1, len(head) + 1)
    return max(length for length in lengths if any(opening.startswith(head[:length]) for opening in _OPENINGS))


def _shown(data: bytes) -> str:
    return data[:40].decode(errors="replace")
