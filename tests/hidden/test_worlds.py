"""What views show, rules refuse and questions are answered, to a viewer of two worlds that he cannot tell apart."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from gamekit import jsontext, registry
from gamekit.chance import Chance
from gamekit.errors import GameError, IllegalMove
from gamekit.game import Game
from gamekit.testing import text_of
from gamekit.views import Clock, Room
from tests.hidden.asking import ANYTIME, asked
from tests.hidden.choosing import seats_of, twins_of
from tests.hidden.worlds import Twins, alike

#: What is said of a leak in each place in which there may be one.
LEAKS = ("summary tells", "answer to .* tells", "a refusal tells")
SEATS = [(slug, seat) for slug in registry.games() for seat in range(seats_of(slug))]


def shown(twins: Twins, room: Room, state: Any, events: list[Any], viewer: int | None) -> Iterator[tuple[str, bytes]]:
    """Yield everything that the game tells a viewer after a step."""
    views = twins.game.views
    for number, event in enumerate(events):
        yield f"event {number}", jsontext.dumps(list(views.render(room, state, event, viewer)))
    yield "snapshot", jsontext.dumps(views.snapshot(room, state, viewer))
    yield "joined", jsontext.dumps(list(views.joined(room, state, viewer)))
    yield "summary", jsontext.dumps(views.summary(room, state))
    for question in asked(twins.game.slug, state, viewer):
        yield f"answer to {question}", answered(twins.game, room, state, viewer, question)


def answered(game: Game, room: Room, state: Any, viewer: int | None, question: Any) -> bytes:
    """Return the answer to a question, or the refusal."""
    try:
        said = game.views.answer(room, state, Clock(5, 5), viewer, question["question"], question["data"])
        return jsontext.dumps(said)
    except GameError as error:
        return jsontext.dumps([error.code, error.message, error.field])


def tried(twins: Twins, state: Any, move: Any) -> tuple[Any, Any, list[Any]]:
    """Return what the viewer is told when his move is refused, the state behind the move and what happened in it."""
    after = twins.game.rules.clone(state)
    try:
        return "played", after, twins.game.rules.play(after, twins.viewer, move, Chance.seeded(1))
    except GameError as error:
        return (error.code, error.message, error.field), after, []


def compare_attempts(twins: Twins, room: Room, here: Any, there: Any, step: int) -> None:
    """Let the viewer try moves of others and of other moments."""
    for move in [one.input for one in twins.worlds[0].steps if one.kind == "play"][:20]:
        (told, mine, events), (same, yours, others) = (
            tried(twins, state, twins.game.rules.load_move(move)) for state in (here, there)
        )
        assert told == same, f"step {step}: a refusal tells something hidden"
        # A move that was allowed may bring to light what is hidden (a tile, the river ahead).
        if alike(twins, mine, yours):
            one, other = rendered(twins, room, mine, events), rendered(twins, room, yours, others)
            assert one == other, f"step {step}: the judgement of {move} tells something hidden"


def rendered(twins: Twins, room: Room, state: Any, events: list[Any]) -> list[bytes]:
    """Return what the viewer and spectators are told of events."""
    views = twins.game.views
    audiences = [(viewer, event) for viewer in (twins.viewer, None) for event in events]
    return [jsontext.dumps(list(views.render(room, state, event, viewer))) for viewer, event in audiences]


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
            for (what, mine), (same, yours) in zip(one, other, strict=True):
                assert (what, mine) == (same, yours), f"step {step}: {what} tells viewer {viewer} something hidden"
        if step % 4 == 0 or text_of(twins.game, here) != text_of(twins.game, there):
            compare_attempts(twins, room, here, there, step)


@pytest.mark.parametrize(("slug", "seat"), SEATS)
def test_two_worlds_look_the_same_to_those_who_may_not_know_the_difference(slug: str, seat: int) -> None:
    for twins in twins_of(slug, seat):
        compare(twins)


@pytest.mark.parametrize("slug", registry.games())
def test_questions_are_answered_with_something_to_tell(slug: str) -> None:
    twins = twins_of(slug, seats_of(slug) - 1)[0]
    game, room = twins.game, Room(1, "hidden", "hidden", twins.players, twins.options)
    told: set[str] = set()
    for state, _ in twins.states(0):
        for one in asked(slug, state, twins.viewer)[len(ANYTIME) :]:
            with suppress(GameError):
                told.add(str(game.views.answer(room, state, Clock(5, 5), twins.viewer, one["question"], one["data"])))
    assert sum(map(len, told)) > 5000, "hardly anything was answered"


def leaking(game: Game) -> dict[str, Game]:
    """Return the game spoilt in one place each time: it tells a number that is another one for every state."""

    def trace(state: Any) -> int:
        return zlib.crc32(text_of(game, state))

    def refusing(said: Callable[[], Any], state: Any) -> Any:
        try:
            return said()
        except GameError as error:
            raise IllegalMove(f"{error.message}, {trace(state)}") from None

    class Summary(type(game.views)):  # type: ignore[misc]
        def summary(self, room: Room, state: Any) -> Any:
            return trace(state)

    class Answer(type(game.views)):  # type: ignore[misc]
        def answer(self, room: Room, state: Any, *rest: Any) -> Any:
            return refusing(lambda: super(Answer, self).answer(room, state, *rest), state)

    class Refusal(type(game.rules)):  # type: ignore[misc]
        def play(self, state: Any, *rest: Any) -> Any:
            return refusing(lambda: super(Refusal, self).play(state, *rest), state)

    spoilt = replace(game, views=Summary()), replace(game, views=Answer()), replace(game, rules=Refusal())
    return dict(zip(LEAKS, spoilt, strict=True))


@pytest.mark.parametrize("what", LEAKS)
@pytest.mark.parametrize("slug", registry.games())
def test_a_leak_would_be_found(slug: str, what: str) -> None:
    """Test the test: a summary, an answer's or a move's refusal that counts something of the whole state is caught."""
    game = leaking(registry.game(slug))[what]
    worlds = [twins for seat in range(seats_of(slug)) for twins in twins_of(slug, seat) if twins.secrets]
    assert worlds, "there are no secrets in it"
    for twins in worlds:
        with pytest.raises(AssertionError, match=what):
            compare(replace(twins, game=game))
