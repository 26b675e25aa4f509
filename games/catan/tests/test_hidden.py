"""Checklist 45: no byte that reaches a seat or a spectator depends on what it may not know, through whole matches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from gamekit import jsontext
from gamekit.container import Container
from gamekit.dialect import Dialect
from gamekit.errors import GameError
from gamekit.rules import Json
from gamekit.views import Clock, Message, Room
from games.catan import GAME
from games.catan.dialects.courses2016 import Courses2016Dialect
from games.catan.dialects.courses2017 import Courses2017Dialect
from games.catan.dialects.document import DocumentDialect
from games.catan.rules.events import CardBought
from games.catan.rules.referee import RULES
from games.catan.rules.state import State
from games.catan.tests.twins import Twins, grow

DIALECTS: tuple[Dialect, ...] = (DocumentDialect(), Courses2016Dialect(), Courses2017Dialect())
QUESTIONS: tuple[tuple[str, Json], ...] = (
    *(("places", {"Typ": kind}) for kind in ("Straße", "Dorf", "Stadt")),
    ("robber", {}),
)
#: The whole state is written and compared after each of so many deeds: it is large, and its parts change slowly.
FULL_EVERY = 11


def on_the_wire(messages: Sequence[Message]) -> bytes:
    """Return what goes out for the messages in every dialect."""
    return b"".join(dialect.encode(Container(*message)) for dialect in DIALECTS for message in messages)


def answers(room: Room, state: State, viewer: int | None) -> list[Json]:
    """Return what a page is answered."""
    found: list[Json] = []
    for question, data in QUESTIONS:
        try:
            found.append(GAME.views.answer(room, state, Clock(None, 0), viewer, question, data))
        except GameError as error:
            found.append([error.code, error.message, error.field])
    return found


def bytes_for(twins: Twins, world: int, viewer: int | None) -> Iterator[bytes]:
    """Yield step by step all that can reach a viewer: on TCP, and now and then on a page and when he comes back."""
    room, views = Room(1, "code", "name", twins.players, twins.options), GAME.views
    for number, (state, events) in enumerate(twins.play(world)):
        told = [message for event in events for message in views.render(room, state, event, viewer)]
        if number % FULL_EVERY and state.outcome is None:
            yield on_the_wire(told)
            continue
        expected = [[one.seat, one.kind, one.limit_ms, one.turn] for one in RULES.expects(state)]
        page = [
            views.snapshot(room, state, viewer),
            views.summary(room, state),
            answers(room, state, viewer),
            expected,
        ]
        yield on_the_wire(told) + on_the_wire(list(views.joined(room, state, viewer))) + jsontext.dumps(page)


@pytest.mark.parametrize("points_differ", [False, True], ids=["to-the-end", "with-points"])
@pytest.mark.parametrize(("count", "viewers"), [(3, [1]), (4, []), (4, [0, 3]), (5, [2]), (6, [1, 2, 4])])
def test_45_a_whole_match_looks_the_same_in_worlds_that_differ_in_hidden_cards(
    count: int, viewers: list[int], points_differ: bool
) -> None:
    twins = grow(count, count, viewers, most=1200, points_differ=points_differ, points=7)
    assert twins.differences > 2
    assert len(twins.worlds[0]) > 300
    for viewer in (None, *viewers):
        here, there = (bytes_for(twins, world, viewer) for world in (0, 1))
        for number, (one, other) in enumerate(zip(here, there, strict=True)):
            assert one == other, f"viewer {viewer}, deed {number}: {twins.worlds[0][number - 1]}"


def test_45_the_worlds_do_differ_for_those_who_may_know() -> None:
    twins = grow(4, 4, [], most=600)
    kinds = [
        [event.card for _, events in twins.play(world) for event in events if isinstance(event, CardBought)]
        for world in (0, 1)
    ]
    assert kinds[0] != kinds[1]
    for seat in range(4):
        assert list(bytes_for(twins, 0, seat)) != list(bytes_for(twins, 1, seat))
