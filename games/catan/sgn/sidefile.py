"""The side file: JSON with what the notation loses. A file without it is a whole game; with it the same match.

{"format": "sgn-side", "version": 1, "players": [{"player": "1", "seat", "id", "name", "kind", "colour", "client"}],
 "dice": [[line, one, two]], "options": {...}, "started": ISO 8601, "ended": ISO 8601 or null,
 "result": {"winners": ["1"], "scores": {"1": 10}, "reason"} or null,
 "lost": [{"line", "time_ms", "kind", "player", "input"}]}

`lost` are the steps that left no line (offers, answers, ends of turns, withdrawals, breaks); "line" is the last line
written before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from gamekit import jsontext
from gamekit.errors import MalformedMessage
from gamekit.exports import MatchRecord, Step
from gamekit.rules import Json, Player
from games.catan.options import OPTIONS
from games.catan.rules.material import COLOURS
from games.catan.seating import FEWEST, final_colours
from games.catan.sgn.exporting import Scribe

FORMAT, VERSION = "sgn-side", 1
#: The options that are kept here; the island is in the file itself.
KNOWN = {option.name: option for option in OPTIONS if option.name != "board"}
#: When nobody knows when a game was played.
UNKNOWN_START = "2000-01-01T00:00:00+00:00"


@dataclass(frozen=True, slots=True)
class SideFile:
    """What a replay takes from a side file; the default is what it takes without one."""

    players: Sequence[Player] = ()
    """By seat."""
    starter: int = 0
    dice: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    options: Mapping[str, Json] = field(default_factory=dict)
    started: str = UNKNOWN_START
    lost: Sequence[tuple[int, Step]] = ()
    """Steps without a line of their own, each with the last line before it."""


def write_side(record: MatchRecord) -> bytes:
    """Return the side file of a match."""
    scribe = Scribe(record)
    scribe.begin()
    lost = []
    for step in record.steps:
        lines = len(scribe.entries)
        scribe.take(step)
        if len(scribe.entries) == lines and _leaves_no_line(step):
            lost.append(_lost(scribe, step, lines))
    return jsontext.dumps(
        {
            "format": FORMAT,
            "version": VERSION,
            "players": _players(record, scribe),
            "dice": [[line, *dice] for line, dice in scribe.dice],
            "options": {name: value for name, value in record.options.items() if name in KNOWN},
            "started": record.started,
            "ended": _ended(record),
            "result": _result(record, scribe),
            "lost": lost,
        }
    )


def _ended(record: MatchRecord) -> str | None:
    if record.outcome is None or not record.steps:
        return None
    taken = timedelta(milliseconds=record.steps[-1].time_ms)
    return (datetime.fromisoformat(record.started) + taken).isoformat()


def _leaves_no_line(step: Step) -> bool:
    """Return False for a discard, which is written when the robber moves."""
    return step.input != "discard" and not (step.kind == "play" and step.input[0] == "discard")


def _lost(scribe: Scribe, step: Step, line: int) -> Json:
    player = None if step.seat is None else str(scribe.number(step.seat))
    return {"line": line, "time_ms": step.time_ms, "kind": step.kind, "player": player, "input": step.input}


def _players(record: MatchRecord, scribe: Scribe) -> list[Json]:
    colours = final_colours(record.players)
    rows = [
        {
            "player": str(scribe.number(seat)),
            "seat": seat,
            "id": player.number,
            "name": player.name,
            "kind": player.kind,
            "colour": colours[seat],
            "client": player.data.get("client"),
        }
        for seat, player in enumerate(record.players)
    ]
    return sorted(rows, key=lambda row: str(row["player"]))


def _result(record: MatchRecord, scribe: Scribe) -> Json:
    outcome = scribe.state.outcome
    if outcome is None:
        return None
    scores = {str(scribe.number(seat)): score for seat, score in enumerate(outcome.scores)}
    winners = [str(scribe.number(seat)) for seat in outcome.winners]
    return {"winners": winners, "scores": dict(sorted(scores.items())), "reason": outcome.reason}


def read_side(content: bytes) -> SideFile:
    """Return a side file's content; MalformedMessage when it is none."""
    data = jsontext.loads(content)
    if not isinstance(data, dict) or data.get("format") != FORMAT or data.get("version") != VERSION:
        raise MalformedMessage(f'a side file has "format": "{FORMAT}" and "version": {VERSION}', "sgn/side", "side")
    try:
        rows = _rows(data["players"])
        players = [Player(str(row["name"]), int(row["id"]), _kind(row), _data(row)) for row in rows]
        starter = next(seat for seat, row in enumerate(rows) if row["player"] == "1")
        dice = {int(line): (int(one), int(two)) for line, one, two in data["dice"]}
        lost = [(int(one["line"]), _step(one, starter, len(rows))) for one in data["lost"]]
        return SideFile(players, starter, dice, _options(data["options"]), str(data["started"]), lost)
    except (KeyError, TypeError, ValueError, StopIteration) as error:
        raise MalformedMessage(f"the side file lacks or garbles {error}", "sgn/side", "side") from None


def _rows(players: Json) -> list[Mapping[str, Any]]:
    """Return who played, by seat."""
    if not isinstance(players, list) or not FEWEST <= len(players) <= len(COLOURS):
        raise MalformedMessage(
            f"the side file's players must be a list of {FEWEST} to {len(COLOURS)}", "sgn/side", "side"
        )
    return sorted(players, key=lambda row: int(row["seat"]))


def _options(given: Json) -> dict[str, Json]:
    """Return the options that we know, checked as those of a new table."""
    if not isinstance(given, dict):
        raise MalformedMessage("the side file's options must be an object", "sgn/side", "side")
    try:
        return {name: KNOWN[name].check(value) for name, value in given.items() if name in KNOWN}
    except MalformedMessage as error:
        raise MalformedMessage(f"the side file's option {error.message}", "sgn/side", "side") from None


def _kind(row: Mapping[str, Any]) -> Any:
    if row["kind"] not in ("person", "client", "bot"):
        raise ValueError("kind")
    return row["kind"]


def _data(row: Mapping[str, Any]) -> dict[str, Json]:
    client = row.get("client")
    return {"colour": str(row["colour"])} | ({} if client is None else {"client": str(client)})


def _step(row: Mapping[str, Any], starter: int, count: int) -> Step:
    if row["kind"] not in ("play", "expire", "late", "withdraw", "control"):
        raise ValueError("kind")
    seat = None if row["player"] is None else (int(row["player"]) - 1 + starter) % count
    if seat is None and row["kind"] != "control":
        raise ValueError("player")
    return Step(row["kind"], seat, row["input"], [], int(row["time_ms"]))
