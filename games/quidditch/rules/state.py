"""The state of a match: the board, and what is to happen next.

What happens by itself stands on the agenda, a stack of small tasks that can be stored as JSON. Each task makes at most
one delta, so the match can pause for the least time between two snapshots after any of them, and the state is never
ahead of what was announced. When the agenda is empty, somebody is asked.
"""

from __future__ import annotations

from dataclasses import dataclass

from gamekit.rules import Json
from games.quidditch.rules.board import Board
from games.quidditch.rules.delta import Delta
from games.quidditch.rules.setup import Setup

Task = tuple[Json, ...]


@dataclass(frozen=True, slots=True)
class Ask:
    """A `next` that waits for its answer."""

    entity: int
    kind: str
    """move, action, fan or removeBan."""
    index: int
    """The player 0..13, or the fan 0..13."""
    first: bool = False
    """The first of a turn's moves: an extra one may follow."""

    @property
    def side(self) -> int:
        """Return who is asked: 0 left, 1 right."""
        return self.index // 7


@dataclass(frozen=True, slots=True)
class Result:
    """How the match ended; winner None: nobody."""

    winner: int | None
    reason: str


class State:
    """Everything about a match under way."""

    __slots__ = (
        "agenda",
        "ask",
        "ban_order",
        "bans",
        "board",
        "formations",
        "lapsed",
        "last",
        "next_side",
        "paused",
        "result",
        "setup",
        "snitch_rests",
        "third_ban",
        "tick",
    )

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.board = Board()
        self.agenda: list[Task] = []
        self.ask: Ask | None = None
        self.formations: list[tuple[int, ...] | None] = [None, None]
        self.next_side = 0
        self.ban_order: list[int] = []
        self.bans = 0
        """Bans so far: a clock for `third_ban`."""
        self.third_ban = [0, 0]
        """When each side last came to three banned players."""
        self.snitch_rests = 0
        """The round in which the snitch came to rest in the centre; 0 before."""
        self.lapsed: list[tuple[int, str] | None] = [None, None]
        """The last question each side let lapse (entity, kind): its late answer is ignored."""
        self.last: Delta | None = None
        self.paused = False
        self.tick = 0
        """Counts clocks: every pause and every question has a new one."""
        self.result: Result | None = None

    @property
    def forming(self) -> bool:
        """Return whether a team is still to be set up."""
        return None in self.formations

    def clone(self) -> State:
        """Return an independent copy; the setup is shared."""
        other = State.__new__(State)
        other.setup = self.setup
        other.board = self.board.copy()
        other.agenda = self.agenda[:]
        other.ask = self.ask
        other.formations = self.formations[:]
        other.next_side = self.next_side
        other.ban_order = self.ban_order[:]
        other.bans = self.bans
        other.third_ban = self.third_ban[:]
        other.snitch_rests = self.snitch_rests
        other.lapsed = self.lapsed[:]
        other.last = self.last
        other.paused = self.paused
        other.tick = self.tick
        other.result = self.result
        return other

    def dump(self) -> Json:
        """Return the state as JSON."""
        ask, result = self.ask, self.result
        return {
            "setup": self.setup.dump(),
            "board": self.board.dump(),
            "agenda": [_listed(task) for task in self.agenda],
            "ask": [ask.entity, ask.kind, ask.index, ask.first] if ask else None,
            "formations": [list(cells) if cells else None for cells in self.formations],
            "next_side": self.next_side,
            "ban_order": self.ban_order,
            "bans": self.bans,
            "third_ban": self.third_ban,
            "snitch_rests": self.snitch_rests,
            "lapsed": [list(lapse) if lapse else None for lapse in self.lapsed],
            "last": self.last.dump() if self.last else None,
            "paused": self.paused,
            "tick": self.tick,
            "result": [result.winner, result.reason] if result else None,
        }

    @classmethod
    def load(cls, data: Json) -> State:
        """Return the state that `dump` wrote."""
        state = cls(Setup.load(data["setup"]))
        state.board = Board.load(data["board"])
        state.agenda = [_tupled(task) for task in data["agenda"]]
        state.ask = Ask(*data["ask"]) if data["ask"] else None
        state.formations = [tuple(cells) if cells else None for cells in data["formations"]]
        state.next_side = data["next_side"]
        state.ban_order = list(data["ban_order"])
        state.bans = data["bans"]
        state.third_ban = list(data["third_ban"])
        state.snitch_rests = data["snitch_rests"]
        state.lapsed = [(lapse[0], lapse[1]) if lapse else None for lapse in data["lapsed"]]
        state.last = Delta.load(data["last"]) if data["last"] else None
        state.paused = data["paused"]
        state.tick = data["tick"]
        state.result = Result(*data["result"]) if data["result"] else None
        return state


def _listed(task: Task) -> list[Json]:
    return [list(part) if isinstance(part, tuple) else part for part in task]


def _tupled(task: list[Json]) -> Task:
    return tuple(tuple(part) if isinstance(part, list) else part for part in task)
