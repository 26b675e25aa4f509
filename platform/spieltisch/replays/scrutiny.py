"""Looks at a record from a file before it is played again: a stranger wrote it, and nothing in it was ever checked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import get_args

from gamekit import registry
from gamekit.errors import GameError, MalformedMessage
from gamekit.exports import MOST_SPECTATORS, MatchRecord, Step
from gamekit.game import Game
from gamekit.reception import SeatInfo
from gamekit.rules import Json, Order, Outcome, Player
from spieltisch.tables.livematch import MOST_STEPS

ORDERS = get_args(Order)
KINDS = ("person", "client", "bot")
MOST_OUTCOMES = 100_000
#: Characters of a player's or a spectator's name.
LONGEST_NAME = 200
#: A year: no clock of ours runs longer, and times stay what a database and a calendar can hold.
LONGEST_MS = 366 * 24 * 3600 * 1000
FIRST_YEAR, LAST_YEAR = 1900, 2200
LARGEST_NUMBER = 2**31 - 1
#: What a database holds, and a browser's numbers still tell from the next one.
LARGEST_SCORE = 2**53


def checked(record: MatchRecord) -> MatchRecord:
    """Return the record with everything complete and of its kind; MalformedMessage or Refused name what is wrong."""
    game = registry.game(record.game)
    players = _players(game, record.players)
    if not isinstance(record.options, dict):
        raise _wrong("options must be an object")
    _check_spectators(record.spectators)
    _check_chance(record.chance, "the setup's chance")
    if len(record.steps) > MOST_STEPS:
        raise _wrong(f"a match has at most {MOST_STEPS} steps, not {len(record.steps)}")
    for number, step in enumerate(record.steps, 1):
        _check_step(step, number, len(players))
    return replace(
        record,
        table=0,
        players=players,
        options=game.read_options(record.options, len(players)),
        started=_moment(record.started),
    )


def check_scores(outcome: Outcome | None) -> None:
    """Raise MalformedMessage for a match that ends with scores beyond what can be kept."""
    if outcome is not None and any(abs(score) > LARGEST_SCORE for score in outcome.scores):
        raise _wrong(f"a score must be from -{LARGEST_SCORE} to {LARGEST_SCORE}")


def _players(game: Game, given: Sequence[Player]) -> list[Player]:
    smallest, largest = game.seats
    if not smallest <= len(given) <= largest:
        raise _wrong(f"{game.title} is for {smallest} to {largest} players, not {len(given)}")
    taken: list[SeatInfo] = []
    for seat, player in enumerate(given):
        data = _seat_data(game, player, taken)
        taken.append(SeatInfo(seat, player.name, player.number, player.kind, False, True, data))
    return [Player(seat.name, seat.number, seat.kind, seat.data) for seat in taken]


def _seat_data(game: Game, player: Player, taken: Sequence[SeatInfo]) -> dict[str, Json]:
    if not isinstance(player.name, str) or len(player.name) > LONGEST_NAME:
        raise _wrong(f"a player's name must be a text of at most {LONGEST_NAME} characters")
    if type(player.number) is not int or not 0 <= player.number <= LARGEST_NUMBER:
        raise _wrong(f"a player's number must be from 0 to {LARGEST_NUMBER}")
    if player.kind not in KINDS:
        raise _wrong(f"a player's kind must be one of {', '.join(KINDS)}")
    if not isinstance(player.data, dict):
        raise _wrong("a player's data must be an object")
    try:
        return dict(game.check_seat(player.data, taken))
    except GameError as error:
        raise _wrong(f"{player.name[:40]}: {error.message}") from None


def _check_spectators(names: Sequence[str]) -> None:
    if len(names) > MOST_SPECTATORS:
        raise _wrong(f"a match has at most {MOST_SPECTATORS} spectators, not {len(names)}")
    if not all(isinstance(name, str) and len(name) <= LONGEST_NAME for name in names):
        raise _wrong(f"a spectator's name must be a text of at most {LONGEST_NAME} characters")


def _check_chance(chance: Sequence[int], where: str) -> None:
    if not isinstance(chance, (list, tuple)) or len(chance) > MOST_OUTCOMES:
        raise _wrong(f"{where} must be a list of at most {MOST_OUTCOMES} whole numbers")
    if not all(type(outcome) is int for outcome in chance):
        raise _wrong(f"{where} must be a list of whole numbers")


def _check_step(step: Step, number: int, seats: int) -> None:
    where = f"step {number}"
    if step.seat is not None and (type(step.seat) is not int or not 0 <= step.seat < seats):
        raise _wrong(f"{where}: seat must be from 0 to {seats - 1}, or null", number + 1)
    if type(step.time_ms) is not int or not 0 <= step.time_ms <= LONGEST_MS:
        raise _wrong(f"{where}: time must be from 0 to {LONGEST_MS} milliseconds", number + 1)
    if step.kind == "control" and step.input not in ORDERS:
        raise _wrong(f"{where}: an order is one of {', '.join(ORDERS)}", number + 1)
    _check_chance(step.chance, f"{where}: chance")


def _moment(text: str) -> str:
    try:
        moment = datetime.fromisoformat(text)
    except (TypeError, ValueError):
        raise _wrong(f"started must be a time like 2026-05-17T20:15:00+00:00, not {text[:60]!r}") from None
    if not FIRST_YEAR <= moment.year <= LAST_YEAR:
        raise _wrong(f"started must be a time from {FIRST_YEAR} to {LAST_YEAR}, not {text[:60]!r}")
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).isoformat()


def _wrong(reason: str, line: int = 1) -> MalformedMessage:
    return MalformedMessage(f"line {line}: {reason}", "replay/line", f"line {line}")
