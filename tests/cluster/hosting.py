"""A table host without processes: its directory on the test's database, and a bus that only keeps what it is given."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from gamekit import registry
from spieltisch.cluster.tablehost import TableHost
from spieltisch.tables import directory as directories
from spieltisch.tables.actor import TableActor
from spieltisch.tables.directory import Directory
from spieltisch.tables.seating import Claim


class SilentBus:
    """Stands where Redis would be: nothing arrives, and nothing is ever late."""

    waiting = 0
    connected = True

    def __init__(self, name: str) -> None:
        self.name = name
        self.peers: dict[str, Any] = {}
        self.sent: list[tuple[str, dict[str, Any]]] = []
        self.stopped = False

    @property
    def heard_myself(self) -> float:
        """Now."""
        return time.monotonic()

    def send(self, to: str, head: dict[str, Any], bodies: Sequence[bytes] = ()) -> None:
        """Keep it."""
        self.sent.append((to, head))

    def broadcast(self, head: dict[str, Any], bodies: Sequence[bytes] = ()) -> None:
        """Forget it."""

    async def start(self) -> None:
        """Nothing begins."""

    async def stop(self) -> None:
        """Take note."""
        self.stopped = True


@asynccontextmanager
async def hosting(name: str) -> AsyncIterator[TableHost]:
    """Give a running host; it is stopped in good order."""
    directory = Directory()
    directories.use(directory)
    host = TableHost(directory, SilentBus(name))  # type: ignore[arg-type]
    await host.start()
    try:
        yield host
    finally:
        await host.stop()


async def table_of_two(host: TableHost, kind: str, **options: Any) -> TableActor:
    """Open a Mississippi table and let two sit down, ready to play."""
    game = registry.game("mississippi")
    house = kind == "client"
    table = await host.directory.open_table(game, size=2, options={"openingPause": 0, **options}, house=house)
    for number in (1, 2):
        holder = f"connection:{number}" if house else f"user:{number}"
        await table.sit(Claim(f"p{number}", kind, holder, number, ready=True))  # type: ignore[arg-type]
        await table.update_seat(number - 1, None, None, True)
    return table


def described(number: int, page: bool = True) -> dict[str, Any]:
    """Return a front's connection as the front describes it."""
    return {"conn": number, "page": page, "known_as": "", "address": "", "tap": None}


def here(viewer: int, number: int, holder: str, page: bool = True) -> dict[str, Any]:
    """Return what a front says when it tells who is here."""
    return {"listeners": [{**described(number, page), "viewer": viewer, "holder": holder}], "told": {}}


async def called(host: TableHost, front: str, code: str, op: str, **given: Any) -> dict[str, Any]:
    """Have the host do something as a front asks for it, and return its answer."""
    bus: Any = host.bus
    number = f"{op}{len(bus.sent)}"
    host._take_call({"id": number, "from": front, "code": code, "op": op, "given": given})
    for task in list(host._tasks):
        await task
    return next(head for _, head in reversed(bus.sent) if head.get("id") == number)
