"""What views show, rules refuse and questions are answered, to a viewer of two worlds that he cannot tell apart."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from gamekit import jsontext, registry
from gamekit.chance import Chance
from gamekit.errors import GameError
from gamekit.game import Game
from gamekit.testing import text_of
from gamekit.views import Clock, Room
from tests.hidden.choosing import seats_of, twins_of
from tests.hidden.worlds import Twins
from tests.hostile import seeds

QUESTIONS = [payload for kind, payload in seeds.PAGE_SAID if kind == "table/ask"]
SEATS = [(slug, seat) for slug in registry.games() for seat in range(seats_of(slug))]


def shown(twins: Twins, room: Room, state: Any, events: list[Any], viewer: int | None) -> Iterator[tuple[str, bytes]]:
    """Yield everything that the game tells a viewer after a step."""
    views = twins.game.views
    for number, event in enumerate(events):
        yield f"event {number}", jsontext.dumps(list(views.render(room, state, event, viewer)))
    yield "snapshot", jsontext.dumps(views.snapshot(room, state, viewer))
    yield "joined", jsontext.dumps(list(views.joined(room, state, viewer)))
    yield "summary", jsontext.dumps(views.summary(room, state))
    for asked in QUESTIONS:
        yield f"answer to {asked['question']}", answered(twins.game, room, state, viewer, asked)


def answered(game: Game, room: Room, state: Any, viewer: int | None, asked: Any) -> bytes:
    """Return the answer to a question, or the refusal."""
    try:
        return jsontext.dumps(game.views.answer(room, state, Clock(5, 5), viewer, asked["question"], asked["data"]))
    except GameError as error:
        return jsontext.dumps([error.code, error.message, error.field])


def refusals(twins: Twins, state: Any) -> list[Any]:
    """Return what the viewer is told when he tries moves of others and of other moments."""
    rules = twins.game.rules
    told: list[Any] = []
    for step in [step for step in twins.worlds[0].steps if step.kind == "play"][:20]:
        try:
            rules.play(rules.clone(state), twins.viewer, rules.load_move(step.input), Chance.seeded(1))
            told.append("played")
        except GameError as error:
            told.append((error.code, error.message, error.field))
    return told


def compare(twins: Twins) -> None:
    """Fail when anything tells the viewer, or a spectator, in which world he is."""
    room = Room(1, "hidden", "hidden", twins.players, twins.options)
    courses = zip(twins.states(0), twins.states(1), strict=True)
    for step, ((here, told_here), (there, told_there)) in enumerate(courses):
        for viewer in (twins.viewer, None):
            one, other = (
                list(shown(twins, room, state, told, viewer))
                for state, told in ((here, told_here), (there, told_there))
            )
            for (what, mine), (_, yours) in zip(one, other, strict=True):
                assert mine == yours, f"step {step}: {what} tells viewer {viewer} something hidden"
        if step % 4 == 0:
            assert refusals(twins, here) == refusals(twins, there), f"step {step}: a refusal tells something hidden"


@pytest.mark.parametrize(("slug", "seat"), SEATS)
def test_two_worlds_look_the_same_to_those_who_may_not_know_the_difference(slug: str, seat: int) -> None:
    for twins in twins_of(slug, seat):
        compare(twins)


@pytest.mark.parametrize("slug", registry.games())
def test_a_leak_would_be_found(slug: str) -> None:
    """Test the test: a summary that counts something of the whole state is caught."""
    game = registry.game(slug)

    class Leaky(type(game.views)):  # type: ignore[misc]
        def summary(self, room: Room, state: Any) -> Any:
            return zlib.crc32(text_of(game, state))

    worlds = [twins for seat in range(seats_of(slug)) for twins in twins_of(slug, seat) if twins.secrets]
    assert worlds, "there are no secrets in it"
    for twins in worlds:
        with pytest.raises(AssertionError, match="summary tells"):
            compare(replace(twins, game=replace(game, views=Leaky())))
