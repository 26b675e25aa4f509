"""Answers to a page's questions: where the viewer may build, and whom he may rob."""

from __future__ import annotations

from gamekit.errors import IllegalMove, MalformedMessage
from gamekit.rules import Json
from games.catan.messages import EDGE_PLACES, FIELD_PLACES, VERTEX_PLACES, read_move
from games.catan.rules.development import frontier_after
from games.catan.rules.geometry import bits
from games.catan.rules.legal import robber_moves
from games.catan.rules.moves import BuildRoad
from games.catan.rules.state import Phase, State


def answer(state: State, viewer: int | None, question: str, data: Json) -> Json:
    """Answer `places` {"Typ"}, `second road` {"Ort"} or `robber` {}; lists are empty when nothing fits."""
    if viewer is None:
        raise IllegalMove("spectators have no places to build", "ask/spectator")
    data = data if isinstance(data, dict) else {}
    if question == "places":
        return {"places": _places(state, viewer, data.get("Typ"))}
    if question == "second road":
        return {"places": _second_road(state, viewer, data)}
    if question == "robber":
        return {"fields": _fields(state, viewer)}
    raise MalformedMessage("questions are: places, second road, robber", "ask/unknown", "question")


def _places(state: State, seat: int, kind: Json) -> list[Json]:
    island = state.setting.board.island
    if kind == "Straße":
        allowed = state.frontier[seat]
        if state.phase is Phase.SETUP_ROAD:
            allowed = island.vertex_edge_mask[state.setup_vertex] if seat == state.current else 0
        return [EDGE_PLACES[edge] for edge in bits(allowed & state.open_edges)]
    if kind == "Dorf":
        setup = state.phase is Phase.SETUP_VILLAGE
        return [VERTEX_PLACES[v] for v in bits(state.open_vertices & (-1 if setup else state.reach[seat]))]
    if kind == "Stadt":
        return [VERTEX_PLACES[vertex] for vertex in bits(state.villages[seat])]
    raise MalformedMessage("Typ must be Straße, Dorf or Stadt", "ask/kind", "Typ")


def _second_road(state: State, seat: int, data: Json) -> list[Json]:
    first = read_move("Bauen", {**data, "Typ": "Straße"})
    assert isinstance(first, BuildRoad)
    if first.edge >= len(state.edge_owner) or state.roads_left[seat] < 2:
        return []
    return [EDGE_PLACES[edge] for edge in bits(frontier_after(state, seat, first.edge))]


def _fields(state: State, seat: int) -> list[Json]:
    found: dict[int, list[int]] = {}
    for move in robber_moves(state, seat):
        victims = found.setdefault(move.field, [])
        if move.victim is not None:
            victims.append(move.victim)
    return [{"Ort": FIELD_PLACES[field], "Ziele": victims} for field, victims in found.items()]
