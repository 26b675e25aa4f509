"""A replay can be taken up at any step: the new match has the same past and its own future."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

from tests.support.pages import opened
from tests.support.server import Server, copy_of
from tests.support.visitor import Visitor
from tests.support.waiting import until


def test_a_finished_match_is_played_on_from_its_middle(tmp_path: Path, migrated_data: Path) -> None:
    server = Server(copy_of(migrated_data, tmp_path / "data"), {}).start()
    try:
        person = Visitor.guest(server, "Anna")
        options = {"colorShapeCount": 4, "tileCount": 2, "timeVisualization": 0}
        setup = {"game": "qwirkle", "seats": 2, "bots": ["random", "greedy"], "options": options}
        table = person.post_json("/api/tables", setup)["id"]
        ended = until(lambda: (t := person.api.get(f"/api/tables/{table}"))["status"] == "finished" and t, "the end")
        replay = ended["replay"]
        middle = json.loads(person.get(f"/replays/{replay}/states.json?from=4&to=4").body)
        answer = person.post(f"/replays/{replay}/play-on/", step=4, seat=1, others="bots")
        assert answer.status == 302, answer.body[:300]
        address = answer.headers["location"].split("#")[0]
        assert address.startswith("/qwirkle/"), person.get(address).body

        async def take_up() -> None:
            cookie = {"Cookie": person.api.headers["Cookie"]}
            async with opened(f"{server.websocket}/ws{address}", cookie) as page:
                assert (await page.request("table/sit", {"seat": 1}))["payloadType"] == "table/done"
                state = await page.receive_type("table/state")
                assert state["payload"]["step"] >= 4
                await page.request("table/resign", {})

        asyncio.run(take_up())
        new = person.api.get(f"/api/tables/{address.strip('/').split('/')[1]}")
        past = json.loads(person.get(f"/replays/{new['replay']}/states.json?from=4&to=4").body)
        states = [(found["states"] if isinstance(found, dict) else found)[0]["state"] for found in (middle, past)]
        assert states[0]["board"] == states[1]["board"]
        assert person.post_json(f"/replays/{new['replay']}/verify/", {})["verified"] is True
    finally:
        server.kill()


def test_a_match_that_goes_on_does_not_begin_without_one_of_its_players(tmp_path: Path, migrated_data: Path) -> None:
    server = Server(copy_of(migrated_data, tmp_path / "data"), {"BOT_DELAY": "0"}).start()
    try:
        person = Visitor.guest(server, "Anna")
        options = {"colorShapeCount": 3, "tileCount": 2, "timeVisualization": 0}
        setup = {"game": "qwirkle", "seats": 3, "bots": ["random"] * 3, "options": options}
        table = person.post_json("/api/tables", setup)["id"]
        ended = until(lambda: (t := person.api.get(f"/api/tables/{table}"))["status"] == "finished" and t, "the end")
        answer = person.post(f"/replays/{ended['replay']}/play-on/", step=2, seat=2, others="open")
        address = answer.headers["location"].split("#")[0]

        async def begin() -> None:
            cookie = {"Cookie": person.api.headers["Cookie"]}
            async with opened(f"{server.websocket}/ws{address}", cookie) as page:
                await page.request("table/bot", {"bot": "random", "seat": 0})
                await page.request("table/sit", {"seat": 2})
                refused = await page.request("table/start", {})
                assert refused["payload"]["code"] == "table/too_few"
                # Everybody is still where he was, and with the third one it begins.
                await page.request("table/bot", {"bot": "random", "seat": 1})
                states = [said for said in page.messages if said["payloadType"] == "table/state"]
                assert states
                assert states[0]["payload"]["step"] >= 2

        asyncio.run(begin())
        assert "Traceback" not in server.output
    finally:
        server.kill()
