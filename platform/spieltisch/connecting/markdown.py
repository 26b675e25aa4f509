"""Turns the games' READMEs into HTML: as much of Markdown as they use, everything escaped first.

Blocks are headings, fenced code, tables, lists and paragraphs; inside them code, strong, emphasis, links and the bare
anchors `<a id="…"></a>`. A heading's anchor is made as code hosts make it, so that links to it hold in both places.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape, unescape

_HEADING = re.compile(r"(#{1,6})\s+(.+)")
_ITEM = re.compile(r"(\*|-|\d+\.)\s+(.+)")
_RULER = re.compile(r"\|[\s|:-]+\|?$")
_CODE = re.compile(r"(`+)(.+?)\1")
_ANCHOR = re.compile(r"&lt;a id=&quot;([\w-]+)&quot;&gt;&lt;/a&gt;")
_LINK = re.compile(r"!?\[([^\]]*)\]\(([^)\s]+)\)")
_STRONG = re.compile(r"\*\*(.+?)\*\*")
_EMPHASIS = re.compile(r"(?<![\w*])\*([^*\s][^*]*)\*(?!\w)")
_CELLS = re.compile(r"(?<!\\)\|")


@dataclass(frozen=True, slots=True)
class Section:
    """A heading: how deep, its anchor and its words."""

    level: int
    anchor: str
    title: str


@dataclass(frozen=True, slots=True)
class Document:
    """A README as HTML, with its headings."""

    html: str
    sections: list[Section]

    def title(self, anchor: str) -> str:
        """Return the heading of a section; "" when there is none."""
        return next((section.title for section in self.sections if section.anchor == anchor), "")


def render(text: str) -> Document:
    """Return the text as HTML."""
    sections: list[Section] = []
    html = "\n".join(_blocks(text.splitlines(), sections))
    return Document(html, sections)


def anchor_of(title: str) -> str:
    """Return a heading's anchor: small letters, no signs, hyphens for blanks."""
    return re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", title.lower()).strip())


def _blocks(lines: list[str], sections: list[Section]) -> Iterator[str]:
    at = 0
    while at < len(lines):
        line = lines[at]
        if not line.strip():
            at += 1
        elif line.startswith("```"):
            end = _end(lines, at + 1, lambda other: not other.startswith("```"))
            yield f'<pre tabindex="0">{escape(chr(10).join(lines[at + 1 : end]))}</pre>'
            at = end + 1
        elif found := _HEADING.match(line):
            yield _heading(found, sections)
            at += 1
        elif line.startswith("|"):
            end = _end(lines, at, lambda other: other.startswith("|"))
            yield _table(lines[at:end])
            at = end
        else:
            end = _end(lines, at + 1, lambda other: bool(other.strip()) and not other.startswith(("#", "|", "```")))
            yield _list(lines[at:end]) if _ITEM.match(line) else f"<p>{_inline(' '.join(lines[at:end]))}</p>"
            at = end


def _end(lines: list[str], begin: int, belongs: Callable[[str], bool]) -> int:
    while begin < len(lines) and belongs(lines[begin]):
        begin += 1
    return begin


def _heading(found: re.Match[str], sections: list[Section]) -> str:
    level, title = len(found[1]), re.sub(r"[`*]", "", found[2])
    sections.append(Section(level, anchor_of(title), title))
    return f'<h{level} id="{anchor_of(title)}">{_inline(found[2])}</h{level}>'


def _table(rows: list[str]) -> str:
    cells = [
        [_inline(cell.strip().replace("\\|", "|")) for cell in _cells(row)] for row in rows if not _RULER.match(row)
    ]
    head, *body = cells
    top = "".join(f'<th scope="col">{cell}</th>' if cell else "<td></td>" for cell in head)
    rest = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in body)
    table = f'<table class="list"><thead><tr>{top}</tr></thead><tbody>{rest}</tbody></table>'
    return f'<div class="table-scroll" tabindex="0">{table}</div>'


def _cells(row: str) -> list[str]:
    return _CELLS.split(row.strip().removeprefix("|").removesuffix("|"))


def _list(lines: list[str]) -> str:
    items: list[str] = []
    for line in lines:
        found = _ITEM.match(line.strip())
        if found and not line.startswith("   "):
            items.append(found[2])
        else:
            items[-1] += " " + line.strip()
    kind = "ol" if lines[0][0].isdigit() else "ul"
    return f"<{kind}>{''.join(f'<li>{_inline(item)}</li>' for item in items)}</{kind}>"


def _inline(text: str) -> str:
    """Return a line's HTML; code is put aside first, because nothing in it means anything."""
    codes: list[str] = []

    def aside(found: re.Match[str]) -> str:
        codes.append(f"<code>{escape(found[2].strip())}</code>")
        return f"\0{len(codes) - 1}\0"

    html = escape(_CODE.sub(aside, text.replace("\0", "")))
    html = _ANCHOR.sub(r'<span id="\1"></span>', html)
    html = _LINK.sub(_link, html)
    html = _EMPHASIS.sub(r"<em>\1</em>", _STRONG.sub(r"<strong>\1</strong>", html))
    return re.sub(r"\0(\d+)\0", lambda found: codes[int(found[1])], html)


def _link(found: re.Match[str]) -> str:
    """Link what leads somewhere here; files of the repository are only named."""
    target = unescape(found[2])
    leads = target.startswith(("https://", "http://", "#"))
    return f'<a href="{escape(target)}">{found[1]}</a>' if leads else found[1]
