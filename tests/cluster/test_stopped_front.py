"""A web process that stops leaves what its connections said for their authors, who look at it through another one."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

from tests.support.lines import connected
from tests.support.scaled import Scaled
from tests.support.visitor import Visitor
from tests.support.waiting import until


def test_the_wires_of_a_web_process_that_stops_are_kept(scaled: Callable[..., Scaled]) -> None:
    deployment = scaled()
    deployment.process("tables")
    here, there = deployment.process("web"), deployment.process("web")
    bridge, author = deployment.process("bridge", there), Visitor.guest(here, "Author")
    code = author.post_json("/api/tables", {"game": "qwirkle", "seats": 2, "bots": []})["id"]
    token = author.post_json(f"/api/tables/{code}/seats", {})["token"]

    def seen(number: int) -> Any:
        answer = author.get(f"/inspector/{number}/entries.json")
        return json.loads(answer.body) if answer.status == 200 else {}

    async def talk() -> int:
        async with connected(bridge.ports["qwirkle"]) as client:
            await client.send({"clientName": f"Mine#{token}", "clientType": "PLAYER", "uniqueID": 100})
            number = (await client.receive())["clientID"]
            await client.receive_until(lambda message: message["uniqueID"] == 303)
            await asyncio.to_thread(until, lambda: seen(number).get("live"), "the wire of the other process")
            assert await asyncio.to_thread(there.stop) == 0
        return int(number)

    number = asyncio.run(talk())
    kept = until(lambda: seen(number), "the kept wire")
    assert kept["live"] is False
    assert [entry["type"] for entry in kept["entries"][:2]] == ["ConnectRequest", "ConnectAccepted"]
