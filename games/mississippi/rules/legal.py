"""Every legal move of a position, up to equal results, by one sweep over movement points.

What the rest of a move can do depends on the field, the direction, the movement points spent, the logs crossed and
where the opponent was pushed to; how the ship got there matters only through the number of turning steps, and fewer are
always at least as good. So nodes are (spent, field, logs, opponent), each with the fewest turning steps for each of the
six directions, and they are settled in the order of points spent, because every advance and every push costs some.
The speed chosen at the beginning only says at how many spent points a move ends and how much coal is left for turning:
one sweep serves all six.

Coal may also be wasted, by turning to and fro: two steps at a time. Those moves are legal too, and `all_ends` adds
them; no player wants them, so a search takes `best_ends`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from games.mississippi.rules.actions import Accelerate, Action, Advance, Move, Push, Turn
from games.mississippi.rules.fields import LOG, SANDBANK, passable
from games.mississippi.rules.hexes import DELTAS, steps_between
from games.mississippi.rules.voyage import MOST_SPEED, Violation, Voyage, speed_after_push

#: More turning steps than coal and free turns can ever pay.
NEVER = 99

_AROUND = tuple(tuple((way, abs(steps_between(start, way))) for way in range(6)) for start in range(6))

# A node's key packs field, logs and opponent into one integer, because integers hash fastest.
_LOG = 1 << 13
_RIVAL = 1 << 17
_CELL_MASK = _LOG - 1
_LOGS_MASK = 15


@dataclass(slots=True)
class End:
    """What a legal move leads to, and how to find its actions."""

    sweep: Sweep
    cell: int
    direction: int
    speed: int
    coal: int
    rival: int
    rival_speed: int
    pushed: bool
    acceleration: int
    steps: int
    """Turning steps; as many as there are free turns cost no coal."""
    spent: int
    node: int
    stranded: bool
    """The last action goes from the node one field on, onto a sandbank."""
    waste: int = 0
    """Pairs of turning steps to and fro."""

    def key(self) -> tuple[int, int, int, int, int, bool]:
        """Return the result but for the coal."""
        return (self.cell, self.direction, self.speed, self.rival, self.rival_speed, self.pushed)

    def move(self) -> Move:
        """Return a move with this result."""
        words = self.sweep.words(self)
        return Move(tuple([_made(word, value, order) for order, (word, value) in enumerate(words)]))


#: How a node was reached with a direction: (turning steps, spent before, node before, direction of a push or -1).
Arrival = tuple[int, int, int, int]
#: An action that has no order yet: which of the four, and its value.
Word = tuple[int, int]
_ACTIONS = (Accelerate, Turn, Advance, Push)
_ACCELERATE, _TURN, _ADVANCE, _PUSH = range(4)

_START: Arrival = (0, -1, -1, -1)


class Sweep:
    """The legal ends of a voyage, found once; actions are put together only for the ends that are asked for."""

    def __init__(self, voyage: Voyage, prefix: tuple[Word, ...] = ()) -> None:
        self.voyage = voyage
        self.prefix = prefix
        self.rivals: list[tuple[int, int, bool]] = [(voyage.rival, voyage.rival_speed, voyage.pushed)]
        self._rival_numbers = {self.rivals[0]: 0}
        self.arrivals: list[dict[int, list[Arrival | None]]] = [{} for _ in range(MOST_SPEED + 1)]
        self.settled: list[dict[int, list[int]]] = [{} for _ in range(MOST_SPEED + 1)]
        self.stranded: dict[tuple[int, int, int], list[tuple[int, int, int]]] = {}
        self.targets = self._speeds()
        self._allowance = [max((steps for v, steps, _ in self.targets if v >= u), default=-1) for u in range(8)]
        self._begin()
        for spent in range(MOST_SPEED + 1):
            self._settle(spent)

    def _speeds(self) -> list[tuple[int, int, int]]:
        """Return (movement points, turning steps that can be paid, acceleration) for each choice of speed."""
        voyage = self.voyage
        if voyage.count:
            return [(voyage.movement, voyage.free + voyage.coal, 0)]
        choices = []
        for speed in range(1, MOST_SPEED + 1):
            change = speed - voyage.speed
            cost = max(0, abs(change) - 1)
            if cost <= voyage.coal:
                choices.append((speed, voyage.free + voyage.coal - cost, change))
        return choices

    def _begin(self) -> None:
        voyage = self.voyage
        if voyage.must_push:
            self._push_on(0, voyage.cell, voyage.direction, 0, 0, -1)
            return
        self._arrive(0, voyage.cell, voyage.direction, _START)
        if voyage.ended:
            self._allowance = [0] + [-1] * 7

    def _arrive(self, spent: int, node: int, way: int, arrival: Arrival) -> None:
        slots = self.arrivals[spent].get(node)
        if slots is None:
            slots = self.arrivals[spent][node] = [None] * 6
        known = slots[way]
        if known is None or arrival[0] < known[0]:
            slots[way] = arrival

    def _settle(self, spent: int) -> None:
        """Spread every node of this layer over the directions it can turn to, and go on from there."""
        most = self._allowance[spent]
        onward = self._allowance[spent + 1]
        for node, slots in self.arrivals[spent].items():
            turned = [NEVER] * 6
            for way, arrival in enumerate(slots):
                if arrival is not None:
                    steps = arrival[0]
                    for other, extra in _AROUND[way]:
                        total = steps + extra
                        if total <= most and total < turned[other]:
                            turned[other] = total
            self.settled[spent][node] = turned
            if onward >= 0:
                self._go_on(spent, node, turned, onward)

    def _go_on(self, spent: int, node: int, turned: list[int], onward: int) -> None:
        board = self.voyage.board
        cell = node & _CELL_MASK
        carried = node - cell
        rival = self.rivals[node // _RIVAL][0]
        for way, steps in enumerate(turned):
            if steps > onward:
                continue
            target = cell + DELTAS[way]
            kind = board[target]
            if kind == 0 or kind > SANDBANK:
                continue
            after = spent + (2 if kind == LOG else 1)
            if after > MOST_SPEED or steps > self._allowance[after]:
                continue
            if target == rival:
                if kind != SANDBANK:
                    logs = carried + _LOG if kind == LOG else carried
                    self._push_on(after, target + logs, way, steps, spent, node)
            elif kind == SANDBANK:
                key = (target, way, node // _RIVAL)
                self.stranded.setdefault(key, []).append((after, steps, node))
            else:
                onto = target + carried + (_LOG if kind == LOG else 0)
                self._arrive(after, onto, way, (steps, spent, node, -1))

    def _push_on(self, spent: int, node: int, way: int, steps: int, before: int, origin: int) -> None:
        """From the opponent's field: push him to every side and stay there."""
        rival_speed = self.rivals[node // _RIVAL][1]
        for side in range(6):
            target = (node & _CELL_MASK) + DELTAS[side]
            kind = self.voyage.board[target]
            after = spent + (2 if kind == LOG else 1)
            if side == (way + 3) % 6 or not passable(kind) or after > MOST_SPEED or steps > self._allowance[after]:
                continue
            rival = self._rival_number((target, speed_after_push(rival_speed, kind), True))
            self._arrive(after, node % _RIVAL + rival * _RIVAL, way, (steps, before, origin, side))

    def _rival_number(self, rival: tuple[int, int, bool]) -> int:
        number = self._rival_numbers.get(rival)
        if number is None:
            number = self._rival_numbers[rival] = len(self.rivals)
            self.rivals.append(rival)
        return number

    # --- ends -----------------------------------------------------------------------------------------------------
    def ends(self) -> Iterator[End]:
        """Yield the ends for every choice of speed, each with the fewest turning steps; results may repeat."""
        voyage = self.voyage
        for movement, allowed, acceleration in self.targets:
            coal = voyage.coal - max(0, abs(acceleration) - 1)
            speed = voyage.speed + acceleration
            for node, turned in self.settled[movement].items():
                final = max(1, speed - (node // _LOG & _LOGS_MASK))
                rival, rival_speed, pushed = self.rivals[node // _RIVAL]
                for way, steps in enumerate(turned):
                    if steps <= allowed:
                        left = coal - steps + voyage.free if steps > voyage.free else coal
                        yield End(
                            self, node & _CELL_MASK, way, final, left, rival, rival_speed, pushed,
                            acceleration, steps, movement, node, False,
                        )  # fmt: skip
            yield from self._sandbank_ends(movement, allowed, acceleration, coal)

    def _sandbank_ends(self, movement: int, allowed: int, acceleration: int, coal: int) -> Iterator[End]:
        for (cell, way, number), ways in self.stranded.items():
            rival, rival_speed, pushed = self.rivals[number]
            fit = [found for found in ways if found[0] <= movement and found[1] <= allowed]
            if fit:
                spent, steps, node = min(fit, key=lambda found: found[1])
                left = coal - max(0, steps - self.voyage.free)
                yield End(
                    self, cell, way, 1, left, rival, rival_speed, pushed, acceleration, steps, spent - 1, node, True
                )  # fmt: skip

    # --- actions --------------------------------------------------------------------------------------------------
    def words(self, end: End) -> list[Word]:
        """Return the actions that lead to an end."""
        backwards: list[Word] = []
        spent, node, way = end.spent, end.node, end.direction
        distance = 1 if end.stranded else 0
        while True:
            arrived, (_, before, origin, side) = self._best_arrival(spent, node, way)
            if distance and (arrived != way or side >= 0 or origin < 0):
                backwards.append((_ADVANCE, distance))
                distance = 0
            if arrived != way:
                backwards.append((_TURN, steps_between(arrived, way)))
            if side >= 0:
                backwards.append((_PUSH, side))
            if origin < 0:
                break
            distance += 1
            spent, node, way = before, origin, arrived
        backwards.extend([(_TURN, -1), (_TURN, 1)] * end.waste)
        if end.acceleration:
            backwards.append((_ACCELERATE, end.acceleration))
        backwards.extend(self.prefix)
        backwards.reverse()
        return backwards

    def _best_arrival(self, spent: int, node: int, way: int) -> tuple[int, Arrival]:
        """Return the arrival from which turning to `way` takes the fewest steps in all, and its direction."""
        fewest, best = NEVER, (way, _START)
        for start, arrival in enumerate(self.arrivals[spent][node]):
            if arrival is not None and arrival[0] + _AROUND[way][start][1] < fewest:
                fewest, best = arrival[0] + _AROUND[way][start][1], (start, arrival)
        return best


@cache
def _made(word: int, value: int, order: int) -> Action:
    """Return an action; made once, because long lists of moves consist of few different ones."""
    return _ACTIONS[word](value, order)


def _sweeps(voyage: Voyage) -> list[Sweep]:
    """Return the sweeps of a voyage: one, but two ways lead off a sandbank."""
    if voyage.ended or not voyage.aground:
        return [Sweep(voyage)]
    found = []
    for distance in (1, -1):
        freed = voyage.copy()
        try:
            freed.perform(Advance(distance))
        except Violation:
            continue
        found.append(Sweep(freed, ((_ADVANCE, distance),)))
    return found


def best_ends(voyage: Voyage) -> list[End]:
    """Return every reachable result once, with the most coal it can be had with: the moves worth a thought."""
    best: dict[tuple[int, int, int, int, int, bool], End] = {}
    for sweep in _sweeps(voyage):
        for end in sweep.ends():
            known = best.get(end.key())
            if known is None or end.coal > known.coal:
                best[end.key()] = end
    return list(best.values())


def all_ends(voyage: Voyage) -> Iterator[End]:
    """Yield every different result of a legal move, those with wasted coal included."""
    seen: set[tuple[tuple[int, int, int, int, int, bool], int]] = set()
    for sweep in _sweeps(voyage):
        for end in sweep.ends():
            for wasted in _wasteful(end):
                if (wasted.key(), wasted.coal) not in seen:
                    seen.add((wasted.key(), wasted.coal))
                    yield wasted


def _wasteful(end: End) -> Iterator[End]:
    yield end
    voyage = end.sweep.voyage
    if voyage.ended or voyage.must_push:
        return
    coal = end.coal + max(0, end.steps - voyage.free)
    pairs = 1
    while end.steps + 2 * pairs - voyage.free <= coal:
        left = coal - max(0, end.steps + 2 * pairs - voyage.free)
        yield End(
            end.sweep, end.cell, end.direction, end.speed, left, end.rival, end.rival_speed, end.pushed,
            end.acceleration, end.steps, end.spent, end.node, end.stranded, pairs,
        )  # fmt: skip
        pairs += 1


def can_finish(voyage: Voyage) -> bool:
    """Return True when some legal move begins as this voyage did."""
    return any(True for sweep in _sweeps(voyage) for _ in sweep.ends())
