"""Works off the agenda, task by task, until somebody is asked, a pause between snapshots is due, or all is over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gamekit.chance import Chance
from games.quidditch.rules.board import Board
from games.quidditch.rules.delta import GAME_FINISH, Delta
from games.quidditch.rules.events import Asked, Changed, Event, Finished
from games.quidditch.rules.setup import Setup
from games.quidditch.rules.state import Ask, Result, State, Task


class Run:
    """One step of a match at work: what tasks need, and the events they make."""

    __slots__ = ("board", "chance", "events", "setup", "state")

    def __init__(self, state: State, chance: Chance) -> None:
        self.state = state
        self.board: Board = state.board
        self.setup: Setup = state.setup
        self.chance = chance
        self.events: list[Event] = []

    def tell(self, delta: Delta) -> None:
        """Announce a change that was just made."""
        self.state.last = delta
        self.events.append(Changed(delta, self.board.copy()))

    def then(self, *tasks: Task) -> None:
        """Do these tasks next, in this order, before what is already on the agenda."""
        self.state.agenda.extend(reversed(tasks))

    def ask(self, ask: Ask) -> None:
        """Wait for an answer; the agenda is empty then."""
        self.state.ask = ask
        self.state.tick += 1
        self.events.append(Asked(ask.entity, ask.kind, self.setup.timeout(ask.kind)))

    def finish(self, winner: int | None, reason: str) -> None:
        """End the match now."""
        state, board = self.state, self.board
        state.agenda.clear()
        state.ask = None
        state.paused = False
        begun = state.last is not None
        if begun:
            board.phase = GAME_FINISH
            self.tell(Delta("phaseChange", phase=GAME_FINISH))
        state.result = Result(winner, reason)
        self.events.append(Finished(board.round if begun else 0, (board.points[0], board.points[1]), winner, reason))


TASKS: dict[str, Callable[..., None]] = {}


def task(function: Callable[..., None]) -> Callable[..., None]:
    """Register a function as a task under its own name."""
    TASKS[function.__name__] = function
    return function


def work(run: Run) -> list[Event]:
    """Go on until the agenda is empty or a pause is due; return what happened."""
    state, events = run.state, run.events
    while state.agenda:
        before = len(events)
        todo: tuple[Any, ...] = state.agenda.pop()
        TASKS[todo[0]](run, *todo[1:])
        if len(events) > before and state.agenda and run.setup.animation(run.board.phase):
            state.tick += 1
            break
    return events
