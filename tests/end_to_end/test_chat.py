"""Talk at the table: paced, reported, and taken away by staff alone."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.support.lines import connected
from tests.support.pages import Page, opened
from tests.support.server import Server, copy_of
from tests.support.visitor import Visitor

#: Five lines at once, and no further one while a test lasts, however slow the machine is.
PACED = {"LIMIT_CHAT_PER_MINUTE": "1"}


def test_lines_are_paced_reported_and_removed(tmp_path: Path, migrated_data: Path) -> None:
    server = Server(copy_of(migrated_data, tmp_path / "data"), {"BOT_DELAY": "5", **PACED}).start()
    try:
        boss, guest = Visitor.staff(server), Visitor.guest(server, "Guest")
        code = boss.post_json("/api/tables", {"game": "qwirkle", "seats": 2, "bots": ["random"] * 2})["id"]
        address = f"{server.websocket}/ws/qwirkle/{code}/"

        async def talk() -> None:
            headers = [{"Cookie": visitor.api.headers["Cookie"]} for visitor in (boss, guest)]
            async with opened(address, headers[0]) as staff, opened(address, headers[1]) as page:
                answers = [await page.request("table/chat", {"text": f"line {n}"}) for n in range(7)]
                kinds = [answer["payloadType"] for answer in answers]
                assert kinds[:5] == ["table/done"] * 5
                assert answers[-1]["payload"]["code"] == "chat/too_fast"
                empty = await staff.request("table/chat", {"text": "  "})
                assert empty["payload"]["field"] == "text"
                async with opened(address, headers[1]) as second:
                    # Another page of the same person has no allowance of its own.
                    again = await second.request("table/chat", {"text": "once more"})
                    assert again["payload"]["code"] == "chat/too_fast"
                line = next(m["payload"] for m in staff.messages if m["payloadType"] == "table/chat")
                assert line["name"] == "Guest"
                refused = await page.request("table/chat_remove", {"id": line["id"]})
                assert refused["payload"]["code"] == "table/not_staff"
                assert (await staff.request("table/report", {"id": line["id"]}))["payloadType"] == "table/done"
                reports = (await asyncio.to_thread(boss.get, "/console/reports/")).body.decode()
                assert f'data-line="{line["id"]}"' in reports
                assert "reported lines: 1" in (await asyncio.to_thread(boss.get, "/console/")).body.decode()
                await asyncio.to_thread(boss.post, f"/console/reports/{line['id']}/", remove=1)
                assert (await page.receive_type("table/chat_removed"))["payload"]["id"] == line["id"]
            async with opened(address) as late:
                shown = [(await late.receive_type("table/chat"))["payload"]["text"] for _ in range(4)]
                assert line["text"] not in shown

        asyncio.run(talk())
        assert b"data-line" not in boss.get("/console/reports/").body
        assert b"remove chat line" in boss.get("/console/audit/").body
    finally:
        server.kill()


def lines(page: Page) -> list[str]:
    return [message["payload"]["text"] for message in page.messages if message["payloadType"] == "table/chat"]


def test_what_a_program_says_without_end_does_not_flood_the_pages(tmp_path: Path, migrated_data: Path) -> None:
    server = Server(copy_of(migrated_data, tmp_path / "data"), PACED).start()
    try:
        boss = Visitor.staff(server)
        code = boss.post_json("/api/tables", {"game": "qwirkle", "seats": 2, "bots": []})["id"]
        token = boss.post_json(f"/api/tables/{code}/seats", {})["token"]

        async def talk() -> list[str]:
            async with opened(f"{server.websocket}/ws/qwirkle/{code}/") as page:
                async with connected(server.ports["qwirkle"]) as client:
                    await client.send({"clientName": f"Loud#{token}", "clientType": "PLAYER", "uniqueID": 100})
                    for number in range(20):
                        await client.send({"message": f"line {number}", "uniqueID": 306})
                    while (await client.receive()).get("message") != "line 19":
                        pass
                await page.request("table/chat", {"text": "the end"})
                while "the end" not in lines(page):
                    await page.receive()
                return lines(page)

        assert asyncio.run(talk()) == [*(f"line {number}" for number in range(5)), "the end"]
    finally:
        server.kill()
