"""What the tests of the rules share: positions set up by hand, and chance that does as it is told."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from gamekit.chance import Chance
from gamekit.rules import Json, Player
from games.quidditch.config import DEFAULT_PROBABILITIES, DEFAULT_TIMINGS
from games.quidditch.rules.agenda import Run, work
from games.quidditch.rules.delta import PHASES, PLAYER_PHASE, Delta
from games.quidditch.rules.engine import QuidditchRules
from games.quidditch.rules.entities import BY_NAME, NAMES, NOBODY
from games.quidditch.rules.events import Asked, Changed, Event, Finished
from games.quidditch.rules.moves import Request
from games.quidditch.rules.pitch import NOWHERE, cell, place
from games.quidditch.rules.setup import Setup, read_setup
from games.quidditch.rules.state import Ask, State
from games.quidditch.team import check_seat

T = TypeVar("T")
RULES = QuidditchRules()
NO_WAITING = {name: 0 if name.startswith("min") else value for name, value in DEFAULT_TIMINGS.items()}

#: Out of everybody's way: the left team at the bottom left, the right team at the bottom right.
_PARKED = [(3, 12), (4, 12), (5, 12), (6, 12), (7, 12), (4, 11), (5, 11)]
PARKED = _PARKED + [(16 - x, y) for x, y in _PARKED]


class Rigged(Chance):
    """Chance whose rolls come from a list (then `otherwise`), and which picks what the test wants or the first."""

    def __init__(self, *rolls: bool, otherwise: bool = False, picks: Iterable[tuple[int, int]] = ()) -> None:
        super().__init__(random.Random(1))
        self._rolls = list(rolls)
        self._otherwise = otherwise
        self._picks = [cell(x, y) for x, y in picks]
        self.odds: list[float] = []
        self.choices: list[list[Any]] = []

    def happens(self, probability: float) -> bool:
        """Return the next roll of the list and remember the probability it was for."""
        self.odds.append(probability)
        return self._rolls.pop(0) if self._rolls else self._otherwise

    def pick(self, items: Sequence[T]) -> T:
        """Return the wanted cell if it is on offer, otherwise the first item."""
        self.choices.append(list(items))
        for wanted in self._picks:
            if wanted in items:
                self._picks.remove(wanted)
                return items[items.index(wanted)]
        return items[0]

    def below(self, bound: int) -> int:
        """Return 0: the left team begins."""
        return 0


def at(*pair: int) -> int:
    """Return the cell at column and row."""
    return cell(*pair)


def entity(name: str) -> int:
    """Return the entity of a name."""
    return BY_NAME[name]


def teams() -> list[Player]:
    """Return two players with the default teams."""
    return [
        Player("Left", 1, "client", {**check_seat({}, []), "userName": "lefty"}),
        Player("Right", 2, "client", {**check_seat({"team": _team_of(1)}, []), "userName": "righty"}),
    ]


def _team_of(seat: int) -> Json:
    from games.quidditch.team import default_team

    return default_team(seat)


def match_options(
    max_rounds: int = 20, probabilities: Mapping[str, Json] | None = None, timings: Mapping[str, int] | None = None
) -> dict[str, Json]:
    """Return options without waiting between snapshots."""
    return {
        "maxRounds": max_rounds,
        "timings": {**NO_WAITING, **(timings or {})},
        "probabilities": {**DEFAULT_PROBABILITIES, **(probabilities or {})},
    }


def make_setup(**changes: Json) -> Setup:
    """Return a setup with the default teams."""
    return read_setup(match_options(**changes), teams())


def arrange(
    places: Mapping[str, tuple[int, int]] | None = None,
    *,
    quaffle: tuple[int, int] = (8, 0),
    snitch: tuple[int, int] | None = None,
    bludgers: Sequence[tuple[int, int]] = ((0, 6), (16, 6)),
    cubes: Sequence[tuple[int, int]] = (),
    banned: Sequence[str] = (),
    knocked: Sequence[str] = (),
    used: Sequence[str] = (),
    number: int = 1,
    phase: str = "playerPhase",
    **setup: Json,
) -> State:
    """Return a match under way: players stand where told, the others are parked at the bottom."""
    state = State(make_setup(**setup))
    state.formations = [(0,), (0,)]
    state.last = Delta("phaseChange", phase=PLAYER_PHASE)
    board = state.board
    board.pos = [cell(x, y) for x, y in PARKED]
    for name, pair in (places or {}).items():
        board.pos[BY_NAME[name]] = cell(*pair)
    board.quaffle = cell(*quaffle)
    board.snitch = NOWHERE if snitch is None else cell(*snitch)
    board.bludgers = [cell(*pair) for pair in bludgers]
    board.cubes = [cell(*pair) for pair in cubes]
    board.round = number
    board.phase = PHASES.index(phase)
    for name in banned:
        state.ban_order.append(BY_NAME[name])
        state.bans += 1
    board.banned = sum(1 << BY_NAME[name] for name in banned)
    board.knocked = sum(1 << BY_NAME[name] for name in knocked)
    board.used = sum(1 << BY_NAME[name] for name in used)
    for side in (0, 1):
        state.third_ban[side] = state.bans if board.team_banned(side) >= 3 else 0
    return state


def asked(state: State, name: str, kind: str = "move", first: bool = True) -> State:
    """Let the match wait for an answer of this player or fan."""
    who = BY_NAME[name]
    if kind == "fan":
        index = next(
            fan
            for fan in range(14)
            if NAMES[who].startswith(("left", "right")[fan // 7]) and 18 + fan // 7 * 5 + state.setup.fan(fan) == who
        )
    else:
        index = who
    state.ask = Ask(who, kind, index, first and kind == "move")
    return state


def play(
    state: State, kind: str, target: tuple[int, int] | None = None, passive: str = "", chance: Chance | None = None
) -> list[Event]:
    """Answer the open question."""
    assert state.ask is not None
    request = Request(
        kind,
        NOWHERE if target is None else cell(*target),
        state.ask.entity,
        BY_NAME[passive] if passive else NOBODY,
    )
    return RULES.play(state, state.ask.side, request, chance or Rigged())


def do(state: State, *tasks: tuple[Json, ...], chance: Chance | None = None) -> list[Event]:
    """Put tasks on the agenda and work it off."""
    run = Run(state, chance or Rigged())
    run.then(*tasks)
    return work(run)


def deltas(events: Iterable[Event]) -> list[Delta]:
    """Return the deltas among the events."""
    return [event.delta for event in events if isinstance(event, Changed)]


def told(events: Iterable[Event]) -> list[str]:
    """Return the events in short: the type of each delta, `next` with its kind, and the end with its reason."""
    words = []
    for event in events:
        if isinstance(event, Changed):
            words.append(event.delta.type)
        elif isinstance(event, Asked):
            words.append(f"next {event.kind}")
        elif isinstance(event, Finished):
            words.append(f"finish {event.reason}")
    return words


def until_used(events: Iterable[Event]) -> list[str]:
    """Return the events in short, up to the end of the turn."""
    words = told(events)
    return words[: words.index("turnUsed") + 1] if "turnUsed" in words else words


def where(state: State, name: str) -> tuple[int, int]:
    """Return where a player or ball is."""
    board = state.board
    if name == "quaffle":
        return place(board.quaffle)
    if name == "snitch":
        return place(board.snitch)
    if name.startswith("bludger"):
        return place(board.bludgers[int(name[-1]) - 1])
    return place(board.pos[BY_NAME[name]])
