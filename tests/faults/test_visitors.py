"""A scripted player that dies is told of, instead of looking like a table that does not go on."""

from __future__ import annotations

import asyncio
import json

import pytest
from websockets.asyncio.server import ServerConnection, serve

from faults.journal import Journal
from faults.visitors import Seated, Visitor, fate_of
from tests.support.waiting import until_async


async def confuse(socket: ServerConnection) -> None:
    """Show a state of which no move can be chosen, and then nothing more."""
    hello = {"you": {"seat": 0}, "table": {"status": "running"}}
    state = {"match": "m", "step": 1, "version": 0, "state": {}, "outcome": None}
    state["expected"] = [{"seat": 0, "kind": "move", "left_ms": 59_000, "limit_ms": 60_000}]
    for kind, payload in (("table/hello", hello), ("table/state", state)):
        await socket.send(json.dumps({"payloadType": kind, "payload": payload}))
    await socket.wait_closed()


async def visit() -> Journal:
    """Let a player come to such a table, and return its journal as soon as there is a fault in it."""
    journal = Journal("qwirkle", "table")
    async with serve(confuse, "127.0.0.1", 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        playing = asyncio.create_task(Seated(journal, lambda: f"ws://127.0.0.1:{port}", "token").run())

        async def dead() -> bool:
            return bool(journal.faults)

        await until_async(dead, "the player has died")
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
    return journal


def test_a_player_that_dies_with_its_connection_open_is_a_fault() -> None:
    journal = asyncio.run(visit())
    assert journal.faults == ["the scripted player died: KeyError('hand')"]
    assert journal.clocks[0].used == 1.0


def test_what_the_server_does_not_know_is_not_refused() -> None:
    assert fate_of({"payloadType": "table/done", "payload": {}}) == "acknowledged"
    assert fate_of({"payloadType": "table/error", "payload": {"code": "move/illegal"}}) == "refused"
    assert fate_of({"payloadType": "table/error", "payload": {"code": "server/away"}}) == "unknown"


@pytest.mark.parametrize(("words", "code", "kept"), [(0, 1012, []), (1, 1012, [1012]), (0, 1011, [1011])])
def test_who_is_asked_to_come_again_before_he_was_let_in_was_not_cut_off(
    words: int, code: int, kept: list[int]
) -> None:
    left = asyncio.Event()

    async def turn_away(socket: ServerConnection) -> None:
        if left.is_set():
            await socket.wait_closed()
        for _ in range(words):
            await socket.send(json.dumps({"payloadType": "table/notice", "payload": {}}))
        await socket.close(code)
        left.set()

    async def visit() -> list[int]:
        async with serve(turn_away, "127.0.0.1", 0) as server:
            port = next(iter(server.sockets)).getsockname()[1]
            visitor = Visitor(Journal("qwirkle", "table"), lambda: f"ws://127.0.0.1:{port}")
            coming = asyncio.create_task(visitor.run())

            async def there_again() -> bool:
                return left.is_set() and visitor._open

            await until_async(there_again, "the visitor has come again")
            farewells = list(visitor.farewells)
            coming.cancel()
            await asyncio.gather(coming, return_exceptions=True)
        return farewells

    assert asyncio.run(visit()) == kept
