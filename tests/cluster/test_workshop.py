"""Staff and authors of clients notice nothing of several processes: acts, notices, bans and wires cross them."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.support.lines import connected
from tests.support.pages import opened
from tests.support.scaled import Scaled
from tests.support.visitor import Visitor
from tests.support.waiting import until


def test_the_console_and_the_inspector_reach_every_process(scaled: Callable[..., Scaled]) -> None:
    deployment = scaled(BOT_DELAY="0.3")
    deployment.process("tables")
    here, there = deployment.process("web"), deployment.process("web")
    bridge = deployment.process("bridge", there)
    boss, owner, stranger = Visitor.staff(here), Visitor.guest(there, "Owner"), Visitor.guest(here, "Stranger")
    # Whoever plays himself is not shown his opponent's wire, be the program his own.
    player = Visitor.guest(there, "Player")
    code = owner.post_json("/api/tables", {"game": "qwirkle", "seats": 4, "bots": []})["id"]
    token = owner.post_json(f"/api/tables/{code}/seats", {})["token"]

    def act(action: str, **fields: str | int) -> None:
        assert boss.post(f"/console/{code}/act/", action=action, **fields).status == 302

    def table() -> Any:
        return owner.api.get(f"/api/tables/{code}")

    def wire(visitor: Visitor, number: int) -> Any:
        return json.loads(visitor.get(f"/inspector/{number}/entries.json").body)

    def look_at_the_wire(number: int) -> None:
        entries = until(lambda: [e for e in wire(boss, number)["entries"] if e["refusal"]], "the refusal elsewhere")
        assert '"uniqueID":920' in entries[0]["raw"]
        assert entries[0]["section"] == "notallowed-920"
        # The owner's session is good at every process, and nobody else's opens it.
        owner_here = Visitor(here)
        owner_here.api.headers["Cookie"] = owner.api.headers["Cookie"]
        seen = wire(owner_here, number)
        assert seen["live"] is True
        assert [entry["way"] for entry in seen["entries"][:2]] == ["in", "out"]
        assert seen["entries"][0]["raw"].startswith('{"clientName"')
        assert f'data-wire="{number}"' in owner_here.get("/inspector/").body.decode()
        for impossible in (2**63, 2**64, 10**30):
            for page in ("", "entries.json", "download"):
                assert boss.get(f"/inspector/{impossible}/{page}").status == 404
        assert stranger.get(f"/inspector/{number}/entries.json").status == 404
        assert f'data-wire="{number}"' not in stranger.get("/inspector/").body.decode()

    async def play() -> int:
        headers = {"Cookie": player.api.headers["Cookie"]}
        async with opened(f"{there.websocket}/ws/qwirkle/{code}/", headers) as page:
            await page.request("table/sit", {"seat": 1})
            async with connected(bridge.ports["qwirkle"]) as client:
                await client.send({"clientName": f"Mine#{token}", "clientType": "PLAYER", "uniqueID": 100})
                number = (await client.receive())["clientID"]
                await client.receive_until(lambda message: message["uniqueID"] == 303)
                await client.send({"uniqueID": 300})
                await client.receive_until(lambda message: message["uniqueID"] == 920)
                await asyncio.to_thread(look_at_the_wire, number)
                await asyncio.to_thread(act, "move", seat=1, to=3)
                assert (await page.receive_type("table/hello"))["payload"]["you"]["seat"] == 3
                await asyncio.to_thread(act, "message", text="Hello table")
                assert (await page.receive_type("table/notice"))["payload"]["text"] == "Hello table"
                await asyncio.to_thread(boss.post, "/console/announce/", text="Hello all")
                assert (await page.receive_type("table/notice"))["payload"]["text"] == "Hello all"
                for _ in range(2):
                    await asyncio.to_thread(act, "add_bot", bot="random")
                await client.receive_until(lambda message: message["uniqueID"] == 400)
                await page.receive_type("StartGame")
                await asyncio.to_thread(act, "pause")
                await client.receive_until(lambda message: message["uniqueID"] == 403)
                shown = (await asyncio.to_thread(boss.get, f"/console/{code}/")).body.decode()
                assert f"/inspector/{number}/" in shown
                assert "console-state" in shown
                await asyncio.to_thread(act, "resume")
                await client.receive_until(lambda message: message["uniqueID"] == 404)
                await asyncio.to_thread(act, "bot", seat=3, bot="random")
                await asyncio.to_thread(act, "kick", seat=1)
                await client.receive_until(lambda message: message["uniqueID"] == 406)
                await asyncio.to_thread(act, "abort")
                await client.receive_until(lambda message: message["uniqueID"] == 402)
            return int(number)

    number = asyncio.run(play())
    assert table()["status"] == "aborted"
    kept = until(lambda: (seen := wire(owner, number)) and not seen["live"] and seen, "the kept wire")
    assert len(owner.get(f"/inspector/{number}/download").body.splitlines()) == len(kept["entries"])
    acts = re.findall(r'data-act="(\w+)"', boss.get(f"/console/audit/?text={code}").body.decode())
    wanted = {"move", "message", "add_bot", "pause", "resume", "bot", "kick", "abort", "look"}
    assert wanted == set(acts)


def test_draining_and_bans_hold_in_every_process(scaled: Callable[..., Scaled]) -> None:
    deployment = scaled()
    deployment.process("tables")
    here, there = deployment.process("web"), deployment.process("web")
    boss, rude = Visitor.staff(here), Visitor.guest(there, "Rude")
    setup = {"game": "qwirkle", "seats": 2, "bots": ["random"] * 2}
    second = Visitor.staff(there, "second")
    boss.post("/console/drain/", on=1)
    until(lambda: b"data-draining" in second.get("/console/").body, "the word at the other process")
    code = rude.post_json("/api/tables", setup)["id"]
    assert rude.api.get(f"/api/tables/{code}")["status"] == "open"
    boss.post("/console/drain/", on=0)

    async def cut_off() -> None:
        address = f"{there.websocket}/ws/qwirkle/{code}/"
        async with opened(address, {"Cookie": rude.api.headers["Cookie"]}) as page:
            await page.receive_type("table/hello")
            people = (await asyncio.to_thread(boss.get, "/console/people/?text=Rude")).body.decode()
            name = re.search(r'data-person="([^"]+)"', people)
            assert name is not None
            # Connected to the other process, and counted here.
            assert ">127.0.0.1</td>" in people
            assert "1 connections" in (await asyncio.to_thread(boss.get, "/console/")).body.decode()
            await asyncio.to_thread(boss.post, "/console/bans/", account=name[1], address="", reason="Rude", hours="1")
            with pytest.raises(ConnectionClosed):
                await page.receive_type("nothing of this type ever comes")

    asyncio.run(cut_off())
    assert until(lambda: rude.get("/").status == 403, "the ban at the other process")
