"""Twin worlds: two matches with one public course that differ in what some viewers may not know.

They are played side by side by random players who only do what is possible in both. Where none of the viewers is
concerned, another card is stolen, bought or given up in the second world. What is public is told by the visibility
table of the protocol's notes, written down here once more, and not by what `views` shows.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from gamekit import testing
from gamekit.chance import Chance, RecordedChance
from gamekit.errors import GameError
from gamekit.rules import Json, Player
from games.catan import GAME
from games.catan.bots.random_player import random_discard
from games.catan.rules.events import CardBought, Event, Gained, Paid, StatusChanged
from games.catan.rules.legal import legal_moves
from games.catan.rules.material import VICTORY_POINT
from games.catan.rules.moves import BUY_CARD, Move, MoveRobber, PlayKnight, Roll
from games.catan.rules.referee import RULES
from games.catan.rules.state import Phase, State

#: How often another move, or other dice, are tried before the course is given up.
TRIES = 30


@dataclass(frozen=True)
class Deed:
    """A move in a world, with its chance."""

    seat: int
    move: Move
    outcomes: Sequence[int]


@dataclass
class Twins:
    """Two worlds that `viewers` (and spectators) cannot tell apart."""

    viewers: frozenset[int]
    players: Sequence[Player]
    options: Json
    opening: list[int]
    worlds: tuple[list[Deed], list[Deed]] = field(default_factory=lambda: ([], []))
    differences: int = 0
    """Deeds with other secrets."""
    ended: bool = False

    def play(self, world: int) -> Iterator[tuple[State, list[Event]]]:
        """Yield state and events of a world after the start and after each deed."""
        state, events = RULES.start(self.options, self.players, RecordedChance(self.opening))
        yield state, events
        for deed in self.worlds[world]:
            chance = RecordedChance(deed.outcomes)
            events = RULES.play(state, deed.seat, deed.move, chance)
            assert chance.exhausted()
            yield state, events


def grow(
    seed: int,
    count: int,
    viewers: Sequence[int],
    most: int = 10_000,
    points_differ: bool = False,
    players: Sequence[Player] | None = None,
    **options: Json,
) -> Twins:
    """Return twins played to the end, to `most` deeds, or until the worlds would go apart in public.

    `points_differ` lets victory points be among the cards that differ; they lie open at the end, so there is none then.
    """
    rng, chance = random.Random(seed), Chance.seeded(seed)
    people, complete = players or testing.players(GAME, count), GAME.read_options(options, count)
    here, _ = RULES.start(complete, people, chance)
    twins = Twins(frozenset(viewers), people, complete, chance.take())
    there = here.clone()
    while here.outcome is None and len(twins.worlds[0]) < most:
        step = _step(twins, here, there, rng, points_differ)
        if step is None:
            return twins
        here, there = step
    twins.ended = here.outcome is not None
    return twins


def _step(twins: Twins, here: State, there: State, rng: random.Random, points: bool) -> tuple[State, State] | None:
    """Do one deed in both worlds that looks the same; None when none was found."""
    for _ in range(TRIES):
        seat = rng.choice(RULES.expects(here)).seat
        assert seat is not None
        moves = _moves(twins, here, there, seat, rng)
        if moves is None:
            continue
        chances = _chances(twins, (here, there), seat, moves, rng, points)
        after = (here.clone(), there.clone())
        try:
            told = [
                RULES.play(state, seat, move, RecordedChance(outcomes))
                for state, move, outcomes in zip(after, moves, chances, strict=True)
            ]
        except GameError:
            continue
        if _look_alike(twins.viewers, after, told):
            for deeds, move, outcomes in zip(twins.worlds, moves, chances, strict=True):
                deeds.append(Deed(seat, move, outcomes))
            twins.differences += told[0] != told[1]
            return after
    return None


def _moves(twins: Twins, here: State, there: State, seat: int, rng: random.Random) -> tuple[Move, Move] | None:
    if here.phase is Phase.DISCARD:
        one = random_discard(here, seat, rng)
        return (one, one) if seat in twins.viewers else (one, random_discard(there, seat, rng))
    possible = legal_moves(there, seat)
    both = [move for move in legal_moves(here, seat) if move in possible]
    if not both:
        return None
    move = rng.choice(both)
    return move, move


def _chances(
    twins: Twins, states: tuple[State, State], seat: int, moves: tuple[Move, Move], rng: random.Random, points: bool
) -> tuple[list[int], list[int]]:
    """Return outcomes of chance for both worlds: the same dice, other cards where no viewer is concerned."""
    move = moves[0]
    if move == BUY_CARD:
        concerned, piles = {seat}, [state.deck for state in states]
    elif isinstance(move, MoveRobber | PlayKnight) and move.victim is not None:
        victim = states[0].setting.seat_of(move.victim)
        concerned, piles = {seat, victim}, [state.hands[victim] for state in states]
        if not sum(piles[0]):
            return [], []
    else:
        dice = [rng.randrange(6), rng.randrange(6)] if states[0].phase is Phase.ROLL and _rolls(move) else []
        return dice, dice
    if concerned & twins.viewers:
        common = [kind for kind in range(5) if all(pile[kind] for pile in piles)]
        kinds = [rng.choice(common or [0])] * 2
    elif move == BUY_CARD and not points:
        # Victory points lie open in the end: who buys one does so in both worlds.
        kinds = _kinds_but_points(piles, rng)
    else:
        kinds = [rng.choice([kind for kind in range(5) if pile[kind]]) for pile in piles]
    return [sum(piles[0][: kinds[0]])], [sum(piles[1][: kinds[1]])]


def _kinds_but_points(piles: list[list[int]], rng: random.Random) -> list[int]:
    hidden = [[kind for kind in range(VICTORY_POINT) if pile[kind]] for pile in piles]
    if not all(hidden) or rng.random() < piles[0][VICTORY_POINT] / sum(piles[0]):
        return [VICTORY_POINT] * 2
    return [rng.choice(kinds) for kinds in hidden]


def _rolls(move: Move) -> bool:
    return isinstance(move, Roll)


def _look_alike(viewers: frozenset[int], states: Sequence[State], told: Sequence[list[Event]]) -> bool:
    if _table(states[0]) != _table(states[1]) or len(told[0]) != len(told[1]):
        return False
    for viewer in (None, *viewers):
        if viewer is not None and _own(states[0], viewer) != _own(states[1], viewer):
            return False
        seen = [[_seen(event, events, viewer) for event in events] for events in told]
        if seen[0] != seen[1]:
            return False
    return True


def _own(state: State, viewer: int) -> tuple[list[int], list[int]]:
    return state.hands[viewer], state.cards[viewer]


def _table(state: State) -> tuple[Json, ...]:
    """Return what lies open on the table; the points of all when the match is over."""
    over = [state.total(seat) for seat in range(state.seats)] if state.outcome else None
    hands, cards = [sum(hand) for hand in state.hands], [sum(cards) for cards in state.cards]
    offers = [(offer.number, offer.give, offer.take, offer.accepted, offer.declined) for offer in state.offers]
    built = (state.owner, state.level, state.edge_owner, state.robber, state.knights)
    turn = (state.phase, state.current, state.builder, state.owed, state.turn)
    return hands, cards, offers, built, turn, state.road_holder, state.army_holder, over


def _seen(event: Event, events: list[Event], viewer: int | None) -> object:
    """Return the event as the viewer may know it."""
    if isinstance(event, CardBought):
        return "bought", event.seat, event.card if event.seat == viewer else None
    if isinstance(event, Gained | Paid) and event.reason in ("discard", "steal"):
        concerned = [one.seat for one in events if isinstance(one, Gained | Paid) and one.reason == event.reason]
        return type(event), event.seat, event.cards if viewer in concerned else sum(event.cards)
    return ("status", event.seat) if isinstance(event, StatusChanged) else event
