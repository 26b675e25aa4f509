"""Longest Road: the longest trail of a seat's roads, and who holds the award.

A trail uses each road once and may pass a crossing twice. It ends at a crossing with a foreign building, but the road
that leads there counts.
"""

from __future__ import annotations

from games.catan.rules.events import STATUS, Event, LongestRoadTaken
from games.catan.rules.state import State

SHORTEST = 5


def after_building_road(state: State, seat: int, edge: int, events: list[Event]) -> None:
    """Lengthen the seat's road if the new one does, and move the award."""
    length = _through(state, seat, edge)
    if length > state.lengths[seat]:
        state.lengths[seat] = length
        if length >= SHORTEST:
            settle_award(state, events)


def after_cut(state: State, seat: int, events: list[Event]) -> None:
    """Measure a seat's roads again after a foreign village was built among them, and move the award."""
    state.lengths[seat] = measure(state, seat)
    settle_award(state, events)


def measure(state: State, seat: int) -> int:
    """Return the length of the seat's longest trail."""
    left, best = state.roads[seat], 0
    while left:
        low = left & -left
        best = max(best, _through(state, seat, low.bit_length() - 1))
        left ^= low
    return best


def _through(state: State, seat: int, edge: int) -> int:
    """Return the length of the longest trail that uses the road."""
    own, owner, ways = state.roads[seat], state.owner, state.setting.board.island.ways

    def onwards(vertex: int, used: int) -> int:
        if owner[vertex] != seat and owner[vertex] >= 0:
            return 0
        best = 0
        for bit, other in ways[vertex]:
            if own & bit and not used & bit:
                best = max(best, 1 + onwards(other, used | bit))
        return best

    def both_ways(vertex: int, used: int) -> int:
        best = onwards(end, used)
        if owner[vertex] == seat or owner[vertex] < 0:
            for bit, other in ways[vertex]:
                if own & bit and not used & bit:
                    best = max(best, 1 + both_ways(other, used | bit))
        return best

    start, end = state.setting.board.island.edge_ends[edge]
    return 1 + both_ways(start, 1 << edge)


def settle_award(state: State, events: list[Event]) -> None:
    """Give the award to whom it belongs now: the holder keeps it in a tie; several others that tie get nothing."""
    holder, lengths = state.road_holder, state.lengths
    best = max(lengths)
    if best < SHORTEST:
        heir = -1
    elif holder >= 0 and lengths[holder] == best:
        return
    else:
        heir = lengths.index(best) if lengths.count(best) == 1 else -1
    if heir == holder:
        return
    if holder >= 0:
        state.points[holder] -= 2
    if heir >= 0:
        state.points[heir] += 2
    state.road_holder = heir
    events.append(LongestRoadTaken(heir if heir >= 0 else None))
    # The seat that acts gets its status at the end of its move anyway.
    events.extend(STATUS[seat] for seat in (holder, heir) if seat >= 0 and seat != acting(state))


def acting(state: State) -> int:
    """Return the seat that builds now."""
    return state.builder if state.builder >= 0 else state.current
