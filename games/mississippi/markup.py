"""XML elements as plain objects: read by expat, written with the indentation that real clients depend on.

A contest client of 2017 ends a message where it reads `</room>` behind a blank, so output is two blanks a level with a
line break before every element; compact output makes it wait for ever.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from xml.parsers import expat

from gamekit.errors import MalformedMessage

INDENT = "  "
#: XML cannot hold these characters at all; a name or a hint with one of them loses it.
_IMPOSSIBLE = {code: None for code in [*range(32), 0xFFFE, 0xFFFF, *range(0xD800, 0xE000)] if code not in (9, 10, 13)}
_ESCAPED = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;", "\n": "&#xa;", "\r": "&#xd;", "\t": "&#x9;"}
    | {chr(code): "" for code in _IMPOSSIBLE}
)

#: Levels of elements that are read; everything real has nine at most.
MOST_DEPTH = 32
#: Elements that are read; the longest real replays have some thousand.
MOST_ELEMENTS = 100_000


@dataclass(slots=True)
class Element:
    """One element: attributes in order, then children or text; what stands between children is not kept."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Element] = field(default_factory=list)
    text: str = ""
    line: int = 0

    def child(self, tag: str) -> Element | None:
        """Return the first child with this tag."""
        return next((child for child in self.children if child.tag == tag), None)

    def descendants(self, tag: str) -> Iterator[Element]:
        """Yield every element with this tag below this one, in document order."""
        for child in self.children:
            if child.tag == tag:
                yield child
            yield from child.descendants(tag)


def element(tag: str, attributes: Mapping[str, object] | None = None, *children: Element, text: str = "") -> Element:
    """Return an element; attributes that are None are left out, booleans are written as XML does."""
    shown = {name: _shown(value) for name, value in (attributes or {}).items() if value is not None}
    return Element(tag, shown, list(children), text)


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def escaped(text: str) -> str:
    """Return text as it stands in an attribute or an element."""
    return text.translate(_ESCAPED)


def written(node: Element, depth: int = 0) -> str:
    """Return the element as text, each tag on a line of its own that begins with its indentation."""
    pieces: list[str] = []
    _write(node, "\n" + INDENT * depth, pieces)
    return "".join(pieces)


def _write(node: Element, start: str, pieces: list[str]) -> None:
    attributes = "".join(f' {name}="{escaped(value)}"' for name, value in node.attributes.items())
    if node.children:
        pieces.append(f"{start}<{node.tag}{attributes}>")
        for child in node.children:
            _write(child, start + INDENT, pieces)
        pieces.append(f"{start}</{node.tag}>")
    elif node.text:
        pieces.append(f"{start}<{node.tag}{attributes}>{escaped(node.text)}</{node.tag}>")
    else:
        pieces.append(f"{start}<{node.tag}{attributes}/>")


def parsed(data: bytes) -> Element:
    """Return the one element in the bytes; MalformedMessage names the line that is wrong. No DOCTYPE, no entities."""
    reader = _Reader()
    try:
        reader.parser.Parse(data, True)
    except expat.ExpatError as error:
        reason = expat.ErrorString(error.code)
        raise MalformedMessage(
            f"not XML: {reason} in line {error.lineno}", "xml/malformed", f"line {error.lineno}"
        ) from None
    except (LookupError, ValueError):
        # Raised by Python itself for encodings that expat does not know and Python's own cannot stand in for.
        raise MalformedMessage("the encoding must be UTF-8", "xml/encoding", "line 1") from None
    assert reader.root is not None, "expat finds exactly one root"
    return reader.root


class _Reader:
    """Collects expat's calls."""

    def __init__(self) -> None:
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self.parser.StartDoctypeDeclHandler = self._doctype
        self.parser.ProcessingInstructionHandler = self._instruction
        self.root: Element | None = None
        self._open: list[Element] = []
        self._found = 0
        self._pieces: list[str] = []
        """The text since the last tag: put together once, because a text that grows is copied again and again."""

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        node = Element(tag, attributes, line=self.parser.CurrentLineNumber)
        self._found += 1
        self._pieces.clear()
        if self._found > MOST_ELEMENTS:
            raise self._refusal(f"there are more than {MOST_ELEMENTS} elements")
        if len(self._open) >= MOST_DEPTH:
            raise self._refusal(f"elements are nested more than {MOST_DEPTH} deep")
        if self._open:
            self._open[-1].children.append(node)
        else:
            self.root = node
        self._open.append(node)

    def _end(self, tag: str) -> None:
        node = self._open.pop()
        if not node.children:
            node.text = "".join(self._pieces).strip()
        self._pieces.clear()

    def _text(self, text: str) -> None:
        self._pieces.append(text)

    def _doctype(self, *_: object) -> None:
        raise self._refusal("a DOCTYPE is not allowed")

    def _instruction(self, *_: object) -> None:
        raise self._refusal("processing instructions are not allowed")

    def _refusal(self, reason: str) -> MalformedMessage:
        line = self.parser.CurrentLineNumber
        return MalformedMessage(f"{reason} (line {line})", "xml/not_allowed", f"line {line}")
