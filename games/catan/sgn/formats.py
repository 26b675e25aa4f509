"""The notation as formats of the platform: the file itself, and the side file with what it loses."""

from __future__ import annotations

from gamekit.exports import Export, MatchRecord
from games.catan.sgn.exporting import export
from games.catan.sgn.importing import record_of
from games.catan.sgn.reading import read
from games.catan.sgn.sidefile import read_side, write_side
from games.catan.sgn.writing import write


def write_sgn(record: MatchRecord) -> bytes:
    """Return a match in the notation."""
    return write(export(record))


def read_sgn(content: bytes, strict: bool = False, side: bytes | None = None) -> MatchRecord:
    """Return the match in a file, with its side file if there is one; Fault names the line that is wrong."""
    return record_of(read(content, strict), strict, None if side is None else read_side(side))


def read_leniently(content: bytes) -> MatchRecord:
    """Return the match in an uploaded file."""
    return read_sgn(content)


def read_with_side(content: bytes, side: bytes) -> MatchRecord:
    """Return the match in an uploaded file and its side file."""
    return read_sgn(content, side=side)


EXPORTS = (
    Export(
        "sgn",
        "Settlers Game Notation 1.0",
        "application/x-ndjson",
        write_sgn,
        read_leniently,
        side="sgn.json",
        read_with_side=read_with_side,
    ),
    Export("sgn.json", "Side file of the notation: names, dice, offers, times", "application/json", write_side),
)
