"""What a file says is looked at before it is played: every wrong part is refused, none breaks anything."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from typing import Any

import pytest

from gamekit.errors import GameError, MalformedMessage
from gamekit.exports import MOST_SPECTATORS
from gamekit.rules import Outcome
from spieltisch.replays import scrutiny, services
from tests.hostile import files

GAMES = ("catan", "mississippi", "quidditch", "qwirkle")
Change = Callable[[list[dict[str, Any]]], Any]


def changed(game: str, change: Change) -> bytes:
    """Return an honest file of the game with a change, its hashes put right."""
    lines = [json.loads(line) for line in files.own_format(files.record(game)).splitlines()]
    change(lines)
    return files.rechained(b"\n".join(json.dumps(line).encode() for line in lines))


@pytest.mark.parametrize("game", GAMES)
def test_an_honest_file_passes(game: str) -> None:
    for name, file in files.readable(game):
        record, live, rows = services.examine(file, game, name)
        assert record.game == game
        assert live.steps == len(rows) == len(record.steps)


WRONG: dict[str, Change] = {
    "an option is missing its kind": lambda lines: lines[0].update(options={"turnTime": []}),
    "options are no object": lambda lines: lines[0].update(options=[]),
    "an unknown option": lambda lines: lines[0]["options"].update(nonsense=1),
    "no players": lambda lines: lines[0].update(players=[]),
    "too many players": lambda lines: lines[0].update(players=lines[0]["players"] * 20),
    "a player without a name": lambda lines: lines[0]["players"][0].pop("name"),
    "a name that is a number": lambda lines: lines[0]["players"][0].update(name=7),
    "a kind nobody knows": lambda lines: lines[0]["players"][0].update(kind="ghost"),
    "a number too large to store": lambda lines: lines[0]["players"][0].update(number=2**63),
    "data that is a list": lambda lines: lines[0]["players"][0].update(data=["x"]),
    "chance that is a text": lambda lines: lines[0].update(chance="123"),
    "chance of texts": lambda lines: lines[0].update(chance=["1"] * 100),
    "chance out of bounds": lambda lines: lines[0].update(chance=[10**9] * 200),
    "no time": lambda lines: lines[0].update(started="yesterday"),
    "a time beyond the calendar": lambda lines: lines[0].update(started="9999-12-31T23:59:59+00:00"),
    "a table that is no number": lambda lines: lines[0].update(table="x"),
    "an unknown game": lambda lines: lines[0].update(game="chess"),
    "a game that is a list": lambda lines: lines[0].update(game=[]),
    "a seat nobody has": lambda lines: lines[1].update(seat=2**62),
    "a negative seat": lambda lines: lines[1].update(seat=-1),
    "a seat that is true": lambda lines: lines[1].update(seat=True),
    "a step after a million years": lambda lines: lines[1].update(time=2**62),
    "a step before the beginning": lambda lines: lines[1].update(time=-5),
    "a move that is none": lambda lines: lines[1].update(kind="play", seat=0, input={"x": [[]]}),
    "an order nobody gives": lambda lines: lines[1].update(kind="control", seat=None, input=["explode"]),
    "very many spectators": lambda lines: lines[0].update(spectators=[f"watcher {n}" for n in range(201)]),
    "a spectator with a very long name": lambda lines: lines[0].update(spectators=["A" * 201]),
    "a spectator who is a number": lambda lines: lines[0].update(spectators=[5]),
    "a spectator who is a list": lambda lines: lines[0].update(spectators=[["A"] * 1000]),
    "spectators that are a number": lambda lines: lines[0].update(spectators=5),
    "deep options": lambda lines: lines[0].update(options=json.loads("[" * 200 + "]" * 200)),
}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("what", WRONG)
def test_what_is_wrong_is_refused(game: str, what: str) -> None:
    if what == "chance of texts" and not files.record(game).chance:
        # Nothing is drawn at this game's beginning, so the first number of any length is already too much.
        return
    with pytest.raises(GameError) as refusal:
        services.examine(changed(game, WRONG[what]), game, "jsonl")
    assert refusal.value.message
    assert refusal.value.code


@pytest.mark.parametrize("game", GAMES)
def test_as_many_spectators_as_a_match_keeps_can_be_brought_in(game: str) -> None:
    names = [f"{number} {'A' * 76}" for number in range(MOST_SPECTATORS)]
    file = changed(game, lambda lines: lines[0].update(spectators=names))
    assert services.examine(file, game, "jsonl")[0].spectators == tuple(names)


@pytest.mark.parametrize("score", [2**53 + 1, -(2**63) - 1])
def test_a_score_that_cannot_be_kept_is_refused(score: int) -> None:
    scrutiny.check_scores(Outcome((0,), (2**53, -(2**53)), "points"))
    with pytest.raises(MalformedMessage, match="score"):
        scrutiny.check_scores(Outcome((0,), (0, score), "points"))


def test_a_file_without_a_time_zone_is_read_as_utc() -> None:
    file = changed("qwirkle", lambda lines: lines[0].update(started="2026-05-17T20:15:00"))
    assert services.examine(file, None, "jsonl")[0].started == "2026-05-17T20:15:00+00:00"


def test_a_packed_file_that_grows_without_end_is_refused() -> None:
    bomb = gzip.compress(b"<object-stream>" + b" " * (64 * 1024 * 1024) + b"</object-stream>")
    assert len(bomb) < 100_000
    with pytest.raises(GameError, match="larger than"):
        services.examine(bomb, "mississippi", "xml.gz")


@pytest.mark.parametrize("encoding", ["utf-7", "nonsense", "utf-16", "cp037", "shift_jis", "idna"])
def test_a_document_in_an_odd_encoding_is_refused(encoding: str) -> None:
    file = f'<?xml version="1.0" encoding="{encoding}"?><object-stream/>'.encode()
    with pytest.raises(GameError):
        services.examine(file, "mississippi", "xml")
