"""The real game of qwirkle-rules.md, section 4.1: two programs of 2018 on a server of 2018."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator, MutableSequence
from typing import Any

from gamekit.chance import Chance
from games.qwirkle.rules.board import cell_at
from games.qwirkle.rules.events import Laid, Won
from games.qwirkle.rules.state import State
from games.qwirkle.tests.matches import RULES, laying, match, names, options, people, swapping, tile

MOVES = """
1 E 0,0:24 0,1:22 = 2            27 Z 5,-3:02 5,-2:00 = 10
2 E 1,0:14 1,-1:15 = 4           28 E 5,-4:03 5,-5:05 = 10
3 Z 0,-1:25 0,-2:20 = 6          29 Z -1,-4:15 -1,-5:14 = 8
4 E 1,-2:10 = 5                  30 E 5,-1:04 = 7
5 Z -1,0:54 -1,1:24 = 7          31 Z 2,-7:43 3,-7:44 = 16
6 E 1,-3:12 2,-3:52 = 6          32 E -2,-2:00 -1,-2:30 = 7
7 Z 1,-4:13 1,-5:11 = 12         33 Z 6,3:15 = 7
8 E 2,0:34 2,1:32 = 6            34 E 2,6:52 2,5:51 = 5
9 Z 0,-4:14 0,-5:13 = 6          35 Z -2,-3:03 -3,-3:33 -4,-3:23 = 7
10 E 3,-3:42 3,-4:43 3,-5:45 = 6 36 E 5,-6:01 6,-6:31 7,-6:21 = 15
11 Z 3,0:44 3,1:42 3,2:40 = 10   37 Z 1,6:54 1,5:50 = 8
12 E 0,2:21 1,2:41 = 7           38 E 6,-7:32 7,-7:31 8,-7:34 9,-7:30 = 8
13 Z 4,-3:32 4,-4:33 4,-5:35 = 11 39 Z 7,2:20 7,3:25 7,4:21 = 13
14 E 4,1:52 4,2:50 4,3:55 4,4:51 = 9 40 E 0,6:50 -1,6:55 = 12
15 Z 4,5:54 5,5:44 = 7           41 Z 10,-7:33 11,-7:35 = 12
16 E 5,2:00 5,3:05 = 7           42 E 6,-3:22 = 12
17 Z 3,-2:40 4,-2:30 = 10        43 Z 6,-2:20 = 6
18 E 3,-6:41 2,-6:40 = 7         44 E 7,0:23 7,-1:24 = 14
19 Z -2,0:04 -2,-1:01 = 14       45 Z -5,-3:53 -5,-4:43 = 6
20 E 5,1:02 = 7                  46 E 6,4:11 8,4:01 = 8
21 Z 4,-1:34 = 5                 47 Z 6,-4:23 7,-4:53 = 8
22 E 2,-1:35 = 6                 48 E 0,-6:11 -1,-6:10 = 8
23 Z 1,3:42 2,3:41 = 4           49 Z 8,0:03 8,-1:04 = 7
24 E 4,6:53 3,6:51 = 14          50 E 0,7:55 -1,7:45 -2,7:05 = 7
25 Z 6,1:12 7,1:22 = 12          51 Z -1,8:25 -2,8:45 = 7
26 E 6,2:10 6,0:13 = 7           52 E 8,-2:02 = 3
"""
Placed = list[tuple[int, int, int, int]]


def moves() -> list[tuple[int, int, Placed, int]]:
    """Return number, seat, tiles (x, y, colour, shape) and points of every move."""
    found = []
    for number, mover, tiles, points in re.findall(r"(\d+) ([EZ]) ((?:-?\d+,-?\d+:\d\d )+)= (\d+)", MOVES):
        placed = [tuple(map(int, one)) for one in re.findall(r"(-?\d+),(-?\d+):(\d)(\d)", tiles)]
        found.append((int(number), "EZ".index(mover), placed, int(points)))
    return sorted(found)  # type: ignore[arg-type]


def script(state: State) -> list[list[tuple[int, int, int]]]:
    """Return the moves with tile ids, each copy of a tile used once."""
    used: dict[tuple[int, int], int] = {}
    scripted = []
    for _, _, placed, _ in moves():
        line = []
        for x, y, color, shape in placed:
            copy = used.get((color, shape), 0)
            used[color, shape] = copy + 1
            line.append((x, y, tile(state, color, shape, copy)))
        scripted.append(line)
    return scripted


class ScriptedDraws(Chance):
    """Chance that draws for each player the tiles that player is going to lay, in that order."""

    def __init__(self, plans: list[list[int]]) -> None:
        super().__init__(random.Random(1))
        self.plans = plans
        self.drawing: Iterator[int] = itertools.cycle((0, 1))

    def draw(self, items: MutableSequence[Any]) -> Any:
        """Take the next tile planned for the player who draws."""
        tile = self.plans[next(self.drawing)].pop(0)
        items.remove(tile)
        return tile


def test_the_game_goes_as_it_went_with_every_draw_and_ends_with_the_totals_of_the_winner_message() -> None:
    blank = match()
    lines = script(blank)
    plans: list[list[int]] = [[], []]
    for (_, seat, _, _), line in zip(moves(), lines, strict=True):
        plans[seat] += [one for _, _, one in line]
    plans[1] += sorted(set(range(108)) - set(plans[0]) - set(plans[1]))
    given = plans[0][-1]
    plans[1].insert(5, given)
    chance = ScriptedDraws(plans)
    state, _ = RULES.start(options(timeVisualization=1), people(2), chance)

    for number, ((_, seat, _, points), line) in enumerate(zip(moves(), lines, strict=True), 1):
        if number == 2:
            chance.drawing = itertools.repeat(1)
            RULES.play(state, 1, swapping(state, given), chance)
            chance.drawing = itertools.repeat(0)
            RULES.expire(state, RULES.expects(state)[0], chance)
        assert state.current == seat
        events = RULES.play(state, seat, laying(state, *line), chance)
        assert [event.points for event in events if isinstance(event, Laid)] == [points], f"move {number}"
        chance.drawing = itertools.repeat(1 - seat)
        events = RULES.expire(state, RULES.expects(state)[0], chance)

    assert names(events) == ["Ended", "Won"]
    assert events[-1] == Won(1, 219, ((0, 215), (1, 219)))
    assert state.scores == [209 + 6, 219]
    assert state.hands[0] == state.bag == []
    assert state.outcome is not None
    assert state.outcome.winners == (1,)


def test_every_move_of_it_is_among_the_placements_named_as_legal() -> None:
    state = match()
    for (_, seat, _, points), line in zip(moves(), script(state), strict=True):
        state.hands[seat], state.current = [one for _, _, one in line], seat
        wanted = set(laying(state, *line).tiles)
        if state.board.tiles:
            named = [move for move in RULES.legal(state, seat) if hasattr(move.tiles[0], "x")]
            assert [move for move in named if set(move.tiles) == wanted], f"{line} for {points}"
        for x, y, one in line:
            state.board.put(cell_at(x, y), one, one // 3)
