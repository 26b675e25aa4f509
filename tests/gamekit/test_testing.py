"""The contract suite notices a game that breaks the contract: each check is shown a game with that one fault."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import pytest

from gamekit import testing
from gamekit.chance import Chance
from gamekit.errors import NotYourTurn
from gamekit.game import Game
from gamekit.rules import Expectation, Json
from gamekit.views import Message, Room
from tests.contract.shelf.nim import GAME
from tests.contract.shelf.nim.rules import NimRules, NimState, Take, Taken
from tests.contract.shelf.nim.views import NimViews


class Endless(NimRules):
    """Matches grow back."""

    def _take(self, state: NimState, heap: int, count: int) -> list[Taken]:
        state.heaps[heap] += count
        return super()._take(state, heap, count)


class Forgetful(NimRules):
    """The dump leaves out whose turn it is."""

    def load(self, data: Json) -> NimState:
        state = super().load(data)
        state.seat = 0
        return state


class Sharing(NimRules):
    """A clone shares its heaps with the original."""

    def clone(self, state: NimState) -> NimState:
        copy = super().clone(state)
        copy.heaps = state.heaps
        return copy


class Moody(NimRules):
    """The outcome of a step depends on more than its input and chance."""

    steps = 0

    def play(self, state: NimState, seat: int, move: Take, chance: Chance) -> list[Taken]:
        Moody.steps += 1
        events = super().play(state, seat, move, chance)
        state.turn += Moody.steps
        return events


class Generous(NimRules):
    """More is called legal than is accepted."""

    def legal(self, state: NimState, seat: int) -> Iterator[Take]:
        yield from super().legal(state, seat)
        if seat == state.seat:
            yield Take(0, 99)


class Careless(NimRules):
    """A move is refused only after the state has changed."""

    def play(self, state: NimState, seat: int, move: Take, chance: Chance) -> list[Taken]:
        if seat != state.seat:
            state.turn += 1
            raise NotYourTurn("somebody else is to move")
        return super().play(state, seat, move, chance)


class Gambling(NimRules):
    """A refused move has used chance."""

    def play(self, state: NimState, seat: int, move: Take, chance: Chance) -> list[Taken]:
        if seat != state.seat:
            chance.die()
        return super().play(state, seat, move, chance)


class Waiting(NimRules):
    """Nobody is expected although the match goes on."""

    def expects(self, state: NimState) -> Sequence[Expectation]:
        return [] if state.turn == 2 else super().expects(state)


class Sparing(NimRules):
    """Whoever holds a low card need not hurry: his clock tells it to everybody."""

    def expects(self, state: NimState) -> Sequence[Expectation]:
        return [
            replace(one, limit_ms=1000 + state.cards[one.seat])
            for one in super().expects(state)
            if one.seat is not None
        ]


class Boasting(NimViews):
    """The list of tables tells who holds what."""

    def summary(self, room: Room, state: NimState) -> Json:
        return {**super().summary(room, state), "mini": state.cards}


class Telltale(NimViews):
    """Everybody is shown everybody's card."""

    def snapshot(self, room: Room, state: NimState, viewer: int | None) -> Json:
        return {**super().snapshot(room, state, viewer), "cards": state.cards}

    def joined(self, room: Room, state: NimState, viewer: int | None) -> Iterable[Message]:
        return ()


def fails(check: object, game: Game) -> bool:
    """Return True when one of a few seeds shows the fault."""
    assert callable(check)
    for seed in range(5):
        try:
            check(game, seed)
        except AssertionError:
            return True
    return False


@pytest.mark.parametrize(
    ("check", "rules"),
    [
        (testing.check_random_play_ends, Endless),
        (testing.check_random_play_ends, Waiting),
        (testing.check_dump_load_clone, Forgetful),
        (testing.check_dump_load_clone, Sharing),
        (testing.check_replay_equals, Moody),
        (testing.check_legal_agrees_with_play, Generous),
        (testing.check_refusals_change_nothing, Careless),
        (testing.check_refusals_change_nothing, Gambling),
    ],
)
def test_a_fault_in_the_rules_is_noticed(check: object, rules: type[NimRules], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(testing, "MOST_STEPS", 500)
    assert not fails(check, GAME)
    assert fails(check, replace(GAME, rules=rules()))


def test_a_secret_that_is_shown_is_noticed() -> None:
    assert not fails(testing.check_nothing_hidden_is_shown, GAME)
    for faulty in (
        replace(GAME, views=Telltale()), replace(GAME, views=Boasting()), replace(GAME, rules=Sparing()),
    ):  # fmt: skip
        assert fails(testing.check_nothing_hidden_is_shown, faulty)
