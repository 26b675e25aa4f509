"""The benchmarks' crowds in small: what must hold on any machine, with bounds that a busy one keeps as well."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import pytest

from benchmarks import crowd, idle, measuring, players, strangers
from tests.support.server import Server

#: Tables that play beside each crowd, seconds in which they are looked at, and seconds that their players think.
TABLES, SECONDS, THINK = 5, 2.0, 0.2
SPECTATORS = 150
#: Milliseconds within which all but one in a hundred moves are answered; other tests may have the processors.
P99 = 1000
#: Connections a second that must at least be answered in a storm of 100.
RATE = 20
KIB = 1024

T = TypeVar("T")


@pytest.fixture
def crowded() -> Iterator[Server]:
    """A server as benchmarks have it: without limits on how often somebody may come or speak."""
    with measuring.product(HOUSE_QWIRKLE=players.HOUSE, BOT_DELAY=str(crowd.PACE), LIMIT_HELLO_SECONDS="0") as server:
        yield server


def at_its_best(look: Callable[[], T], in_time: Callable[[T], bool]) -> T:
    """Return what was found, if need be the second time: all others at the machine may have been busy at once."""
    found = look()
    return found if in_time(found) else look()


def keeps_pace(figures: players.Figures) -> bool:
    """Tell whether the tables were answered in time, and played meanwhile."""
    return figures["p99"] < P99 and figures["moves"] > TABLES


def test_a_watched_table_keeps_its_spectators_and_other_tables_their_pace(crowded: Server) -> None:
    found = at_its_best(
        lambda: crowd.watched(crowded, SPECTATORS, SECONDS, TABLES, THINK),
        lambda found: keeps_pace(found.figures) and found.deliveries > SPECTATORS,
    )
    assert found.lost == 0
    assert found.deliveries > SPECTATORS
    assert found.figures["moves"] > TABLES
    assert found.figures["p99"] < P99


@pytest.mark.parametrize(("door", "path"), [("qwirkle", ""), ("web", "/ws/qwirkle/")])
def test_idle_connections_stay_and_cost_little_memory(crowded: Server, door: str, path: str) -> None:
    # Says itself when one of them was hung up on.
    each, _ = idle.grown(crowded.pid, crowded.ports[door], 300, path, look=1.0)
    assert each < 40 * KIB


def answered(end: dict[str, float]) -> bool:
    """Tell whether all who stormed were answered in time: who waits for too long counts as failed."""
    return end["failed"] == 0 and end["rate"] > RATE and end["p99"] < 3 * P99


@pytest.mark.parametrize(("door", "path"), [("qwirkle", ""), ("web", "/ws/qwirkle/")])
def test_tables_play_on_in_a_storm_of_connections(crowded: Server, door: str, path: str) -> None:
    words = (100, SECONDS, *([path] if path else []))

    def storm() -> tuple[players.Figures, dict[str, Any], int]:
        return strangers.among(
            crowded, "storm", crowded.ports[door], *words, seconds=SECONDS, tables=TABLES, think=THINK
        )

    def in_time(found: tuple[players.Figures, dict[str, Any], int]) -> bool:
        figures, end, _ = found
        return keeps_pace(figures) and answered(end)

    figures, end, _ = at_its_best(storm, in_time)
    assert end["failed"] == 0
    assert end["rate"] > RATE
    assert end["p99"] < 3 * P99
    assert figures["moves"] > TABLES
    assert figures["p99"] < P99
