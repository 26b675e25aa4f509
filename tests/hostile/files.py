"""Honest replay files, made by random play and written in every format that can be read back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

from gamekit import jsontext, registry
from gamekit.exports import MatchRecord
from gamekit.rules import Player
from gamekit.testing import playout
from spieltisch.replays import jsonlines
from spieltisch.replays.services import rows_of
from spieltisch.tables.chain import setup_hash, step_hash
from spieltisch.tables.livematch import players_from_json, players_to_json

STARTED = "2026-05-17T20:15:00+00:00"


@cache
def record(slug: str, most: int = 40) -> MatchRecord:
    """Return the first steps of a random match: short, so that an input is read in a millisecond or two."""
    game = registry.game(slug)
    for match in playout(game, 3):
        if len(match.steps) >= most:
            break
    return MatchRecord(
        slug, 1, "abcdef", "A match", match.room.options, match.room.players, match.start_chance, STARTED, match.steps
    )


def own_format(match: MatchRecord) -> bytes:
    """Return the match as our own JSON lines."""
    head = setup_hash(match.game, match.options, players_to_json(match.players), list(match.chance))
    for row in rows_of(match):
        head = row.hash
    return jsonlines.write(match, head)


def readable(slug: str) -> Iterator[tuple[str, bytes]]:
    """Yield each format that can be read back, and a file of it."""
    match = record(slug)
    yield "jsonl", own_format(match)
    for export in registry.game(slug).exports:
        if export.read is not None:
            yield export.name, export.write(match)


def with_sides(slug: str) -> Iterator[tuple[str, bytes, bytes]]:
    """Yield each format that can be read back with a side file, a file of it, and its side file."""
    match, formats = record(slug), {export.name: export for export in registry.game(slug).exports}
    for export in formats.values():
        if export.read_with_side is not None:
            yield export.name, export.write(match), formats[export.side].write(match)


def rechained(data: bytes) -> bytes:
    """Return a file of our own format with hashes that fit, as far as its lines can be read at all.

    A line whose hash fits stays as it was written, however oddly.
    """
    try:
        texts = [line for line in data.splitlines() if line.strip()]
        lines = [json.loads(text) for text in texts]
        setup = lines[0]
        head = setup_hash(setup["game"], setup["options"], players_to_json(_players(setup)), setup["chance"])
        for number, line in enumerate(lines[1:], 1):
            if "result" not in line:
                given, chance = (jsontext.dumps(line[name]).decode() for name in ("input", "chance"))
                head = step_hash(head, number, line["time"], line["kind"], line["seat"], given, chance)
            if line.get("hash") != head:
                texts[number] = json.dumps({**line, "hash": head}).encode()
        return b"\n".join(texts)
    except Exception:
        # Not a file any more; the reader has to find that out for itself.
        return data


def _players(setup: dict[str, Any]) -> list[Player]:
    return players_from_json(setup["players"])
