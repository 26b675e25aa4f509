"""Of those who watch, as many are remembered as a replay file may name, so that each can be brought in again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from gamekit.exports import MOST_SPECTATORS
from spieltisch.tables import watching
from spieltisch.tables.delivery import Hub
from tests.tables.test_livematch import new_match


@dataclass(eq=False)
class Client:
    """A connection that gave a name."""

    known_as: str
    page = False
    address = holder = ""
    front = None
    looks_on = False
    listens_to: frozenset[str] = frozenset()


@dataclass
class Ledger:
    """Takes what is to be stored, in place of the database."""

    writes: list[Callable[[], None]] = field(default_factory=list)

    def submit(self, write: Callable[[], None]) -> None:
        """Take it."""
        self.writes.append(write)


class Table:
    """As much of a table as those who watch need."""

    def __init__(self) -> None:
        self.around = self
        self.writer = Ledger()


def test_as_many_watchers_are_remembered_as_a_replay_names() -> None:
    table: Any = Table()
    match = new_match()
    watching.note(table, match, [f"early {number}" for number in range(MOST_SPECTATORS - 1)])
    watching.note(table, match, ["early 0", "last", "too late", ""])
    watching.note(table, match, ["later still"])
    assert len(match.watchers) == MOST_SPECTATORS
    assert "last" in match.watchers
    assert "early 0" in match.watchers
    assert len(table.writer.writes) == 2, "there was nothing to store the third time"


def test_a_state_names_as_many_spectators_as_a_replay() -> None:
    hub = Hub()
    for number in range(MOST_SPECTATORS + 50):
        client: Any = Client(f"watcher {number}")
        hub.join("abc", None, client)
    assert hub.count("abc", None) == MOST_SPECTATORS + 50
    assert hub.known_spectators("abc") == tuple(f"watcher {number}" for number in range(MOST_SPECTATORS))
