"""What places are worth to a player: yields, variety, harbours; and how far away they are."""

from __future__ import annotations

from games.catan.rules.geometry import bits
from games.catan.rules.material import PIPS
from games.catan.rules.moves import MoveRobber, PlayKnight
from games.catan.rules.state import State


def pips_at(state: State, vertex: int) -> int:
    """Return in how many of 36 throws the crossing yields, counted per field."""
    board = state.setting.board
    return sum(PIPS[board.numbers[field]] for field in board.island.vertex_land[vertex])


def site_value(state: State, vertex: int) -> float:
    """Return the worth of a crossing for a village: its yields, their variety, a harbour."""
    board = state.setting.board
    kinds = {board.terrain[field] for field in board.island.vertex_land[vertex] if board.numbers[field]}
    return pips_at(state, vertex) + 0.7 * len(kinds) + (0.8 if vertex in board.harbour_at else 0)


def setup_road(state: State) -> int:
    """Return the road from the village just placed towards the best crossing two steps away."""
    island, home = state.setting.board.island, state.setup_vertex

    def worth(edge: int) -> float:
        one, two = island.edge_ends[edge]
        beyond = [vertex for vertex in island.vertex_near[one + two - home] if vertex != home]
        return max((site_value(state, vertex) for vertex in beyond if state.open_vertices >> vertex & 1), default=0)

    return max(bits(island.vertex_edge_mask[home] & state.open_edges), key=worth)


def robber_value(state: State, seat: int, move: MoveRobber | PlayKnight) -> float:
    """Return how much a robber move hurts others, leaders most, and not the seat itself."""
    board, harm = state.setting.board, 0.0
    for vertex in board.island.field_vertices[move.field]:
        owner = state.owner[vertex]
        if owner >= 0:
            weight = -12 if owner == seat else 3 + state.points[owner]
            harm += weight * state.level[vertex] * PIPS[board.numbers[move.field]]
    victim = state.setting.seat_of(move.victim)
    if victim >= 0 and any(state.hands[victim]):
        harm += 4 + state.points[victim]
    return harm


def robbed(state: State, seat: int) -> bool:
    """Return True when the robber stands at a building of the seat."""
    return bool(state.around[state.robber] >> seat & 1)


def road_towards_site(state: State, seat: int) -> int | None:
    """Return the first road on the best way to a crossing that is free for a village; None when there is none.

    A site loses worth with every road it needs, up to three.
    """
    island = state.setting.board.island
    best: tuple[float, int] | None = None
    for first in bits(state.frontier[seat] & state.open_edges):
        seen, ring = set(island.edge_ends[first]), list(island.edge_ends[first])
        for distance in range(3):
            for vertex in ring:
                if state.open_vertices >> vertex & 1 and not state.reach[seat] >> vertex & 1:
                    worth = site_value(state, vertex) - 3 * distance
                    if best is None or worth > best[0]:
                        best = (worth, first)
            ring = [
                other
                for vertex in ring
                if state.owner[vertex] in (-1, seat)
                for bit, other in island.ways[vertex]
                if bit & state.open_edges and other not in seen
            ]
            seen.update(ring)
    return None if best is None else best[1]
