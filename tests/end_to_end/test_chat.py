"""Talk at the table: paced, reported, and taken away by staff alone."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.support.pages import opened
from tests.support.server import Server, copy_of
from tests.support.visitor import Visitor


def test_lines_are_paced_reported_and_removed(tmp_path: Path, migrated_data: Path) -> None:
    server = Server(copy_of(migrated_data, tmp_path / "data"), {"BOT_DELAY": "5"}).start()
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
                line = next(m["payload"] for m in staff.messages if m["payloadType"] == "table/chat")
                assert line["name"] == "Guest"
                refused = await page.request("table/chat_remove", {"id": line["id"]})
                assert refused["payload"]["code"] == "table/not_staff"
                assert (await staff.request("table/report", {"id": line["id"]}))["payloadType"] == "table/done"
                assert (await staff.request("table/chat_remove", {"id": line["id"]}))["payloadType"] == "table/done"
                assert (await page.receive_type("table/chat_removed"))["payload"]["id"] == line["id"]
            async with opened(address) as late:
                shown = [(await late.receive_type("table/chat"))["payload"]["text"] for _ in range(4)]
                assert line["text"] not in shown

        asyncio.run(talk())
        assert b"remove chat line" in boss.get("/console/audit/").body
    finally:
        server.kill()
