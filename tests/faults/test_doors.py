"""Programs that know only host and port find a process that is there, as they would behind a load balancer."""

from __future__ import annotations

import asyncio
from functools import partial

from faults.doors import Lane
from faults.journal import DoorJournal
from tools.ports import free_port


async def tried(attempts: int) -> list[list[int]]:
    """Return the turns of two lanes that come at the same time and find nobody at any port."""
    turns: list[list[int]] = [[], []]
    doors = ("qwirkle", "mississippi", "catan", "quidditch")
    nobody = dict.fromkeys(doors, free_port())

    def ports(lane: int, turn: int) -> dict[str, int]:
        turns[lane].append(turn)
        return nobody

    journals: list[DoorJournal] = []
    entrance = asyncio.Lock()
    lanes = [Lane("qwirkle", partial(ports, lane), journals, entrance) for lane in (0, 1)]
    playing = [asyncio.create_task(lane.play_on()) for lane in lanes]
    while min(map(len, turns)) < attempts:  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    return turns


def test_who_finds_a_process_gone_tries_the_next_one_whatever_others_do() -> None:
    for turns in asyncio.run(tried(4)):
        assert [turn - turns[0] for turn in turns] == list(range(len(turns)))
