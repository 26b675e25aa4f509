"""Positions for tests: a match in the middle of a turn, with pieces and cards where a test needs them."""

from __future__ import annotations

from collections.abc import Sequence

from gamekit import testing
from gamekit.chance import Chance, RecordedChance
from gamekit.rules import Json
from gamekit.views import Room
from games.catan import GAME
from games.catan.rules.building import place_road, place_village
from games.catan.rules.events import Event
from games.catan.rules.geometry import FIELD_NUMBER, FIELDS, VERTICES, Island
from games.catan.rules.material import CARDS, RESOURCES
from games.catan.rules.moves import Move
from games.catan.rules.referee import RULES
from games.catan.rules.state import Phase, State


def new_match(count: int = 4, seed: int = 1, **options: Json) -> State:
    """Return a match before its first village; the island is the beginners' unless said otherwise."""
    complete = GAME.read_options({"map": "beginner", **options}, count)
    return RULES.start(complete, testing.players(GAME, count), Chance.seeded(seed))[0]


def in_turn(count: int = 4, phase: Phase = Phase.ACT, **options: Json) -> State:
    """Return an empty island in the middle of seat 0's turn."""
    state = new_match(count, **options)
    state.starter = state.current = 0
    state.setup_step = state.turn = 2 * count
    state.phase = phase
    state.dice = None if phase is Phase.ROLL else (1, 2)
    return state


def room(state: State) -> Room:
    """Return the room of the match."""
    return Room(1, "code", "name", testing.players(GAME, state.seats), state.setting.options)


def give(state: State, seat: int, **cards: int) -> None:
    """Move resources from the bank to a hand."""
    for name, count in cards.items():
        resource = RESOURCES.index(name)
        state.hands[seat][resource] += count
        state.bank[resource] -= count


def deal(state: State, seat: int, **cards: int) -> None:
    """Move development cards from the deck to a hand, as if bought in an earlier turn."""
    for name, count in cards.items():
        kind = CARDS.index(name)
        state.cards[seat][kind] += count
        state.deck[kind] -= count


def play(state: State, seat: int, move: Move, *outcomes: int) -> list[Event]:
    """Play a move; the outcomes of chance are given and must all be used."""
    chance = RecordedChance(outcomes)
    events = RULES.play(state, seat, move, chance)
    assert chance.exhausted()
    return events


def roads(state: State, seat: int, *edges: int) -> None:
    """Put roads on the board."""
    for edge in edges:
        place_road(state, seat, edge, [])


def village(state: State, seat: int, *vertices: int) -> None:
    """Put villages on the board."""
    for vertex in vertices:
        place_village(state, seat, vertex, [])


def town(state: State, seat: int, vertex: int) -> None:
    """Put a town on the board."""
    village(state, seat, vertex)
    state.villages[seat] ^= 1 << vertex
    state.villages_left[seat] += 1
    state.towns_left[seat] -= 1
    state.level[vertex] = 2
    state.points[seat] += 1


def field(x: int, y: int) -> int:
    """Return the number of a field."""
    return FIELD_NUMBER[x, y]


def field_with(state: State, number: int, nth: int = 0) -> int:
    """Return a field with that number chip."""
    return state.setting.board.yields[number][nth][0]


def vertex_of(*hexes: tuple[int, int]) -> int:
    """Return the crossing between three fields."""
    return VERTICES.index(frozenset(hexes))


def edge_between(island: Island, one: int, two: int) -> int:
    """Return the path between two neighbouring crossings."""
    return next(edge for edge in island.vertex_edges[one] if edge in island.vertex_edges[two])


def coast(island: Island) -> tuple[list[int], list[int]]:
    """Return the coast as a circle: its crossings, and the path that leads from each to the next."""
    shore = {edge for edge, (one, two) in enumerate(island.edge_ends) if len(_land_beside(island, one, two)) == 1}
    vertices, edges = [island.edge_ends[min(shore)][0]], list[int]()
    while len(edges) < len(shore):
        here = vertices[-1]
        edge = next(e for e in island.vertex_edges[here] if e in shore and (not edges or e != edges[-1]))
        edges.append(edge)
        vertices.append(sum(island.edge_ends[edge]) - here)
    return vertices[:-1], edges


def _land_beside(island: Island, one: int, two: int) -> list[int]:
    beside = [FIELD_NUMBER[place] for place in VERTICES[one] & VERTICES[two]]
    return [number for number in beside if number in island.land]


def ring(island: Island, number: int) -> tuple[list[int], list[int]]:
    """Return the crossings of a field in a circle, and the path from each to the next."""
    corners = list(island.field_vertices[number])
    return corners, [edge_between(island, corners[i], corners[(i + 1) % 6]) for i in range(6)]


def dice(one: int, two: int) -> Sequence[int]:
    """Return the outcomes of chance that make this throw."""
    return one - 1, two - 1


def check_invariants(state: State) -> None:
    """Fail when a law of the game's material is broken."""
    island = state.setting.board.island
    for resource in range(5):
        everything = state.bank[resource] + sum(hand[resource] for hand in state.hands)
        assert everything == (24 if island.large else 19), f"{RESOURCES[resource]}: {everything}"
        assert min(state.bank[resource], *(hand[resource] for hand in state.hands)) >= 0
    for seat in range(state.seats):
        _check_pieces(state, seat)
    assert min(state.deck) >= 0
    for vertex, owner in enumerate(state.owner):
        assert owner < 0 or all(state.owner[near] < 0 for near in island.vertex_near[vertex])


def _check_pieces(state: State, seat: int) -> None:
    levels = [state.level[vertex] for vertex, owner in enumerate(state.owner) if owner == seat]
    assert 15 - state.edge_owner.count(seat) == state.roads_left[seat] >= 0
    assert 5 - levels.count(1) == state.villages_left[seat] >= 0
    assert 4 - levels.count(2) == state.towns_left[seat] >= 0
    awards = 2 * (state.road_holder == seat) + 2 * (state.army_holder == seat)
    assert state.points[seat] == sum(levels) + awards
    assert state.total(seat) == state.points[seat] + state.cards[seat][4]


def at(x: int, y: int) -> Json:
    """Return a place as the protocol writes it."""
    assert (x, y) in FIELDS
    return {"x": x, "y": y}
