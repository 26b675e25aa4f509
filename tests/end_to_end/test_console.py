"""Staff run the lobby from the console, and every act is in the audit log."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from tests.support.pages import opened
from tests.support.server import Server, copy_of
from tests.support.visitor import Visitor
from tests.support.waiting import until


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, migrated_data: Path) -> Iterator[Server]:
    server = Server(copy_of(migrated_data, tmp_path_factory.mktemp("console") / "data"), {"BOT_DELAY": "0.2"}).start()
    yield server
    server.kill()


@pytest.fixture(scope="module")
def boss(server: Server) -> Visitor:
    return Visitor.staff(server)


def bots_at_play(boss: Visitor) -> str:
    options = {"timeVisualization": 0}
    setup = {"game": "qwirkle", "seats": 3, "bots": ["random"] * 3, "options": options}
    code: str = boss.post_json("/api/tables", setup)["id"]
    return code


def status(boss: Visitor, code: str) -> str:
    found: str = boss.api.get(f"/api/tables/{code}")["status"]
    return found


def test_staff_pause_resume_kick_and_abort_and_it_is_written_down(boss: Visitor) -> None:
    code = bots_at_play(boss)
    assert code.encode() in boss.get("/console/").body
    assert b"random" in boss.get(f"/console/{code}/").body
    for action, becomes in (("pause", "paused"), ("resume", "running")):
        assert boss.post(f"/console/{code}/act/", action=action).status == 302
        assert status(boss, code) == becomes
    boss.post(f"/console/{code}/act/", action="kick", seat=1)
    boss.post(f"/console/{code}/act/", action="abort")
    until(lambda: status(boss, code) == "aborted", "the abort")
    log = boss.get("/console/audit/").body.decode()
    assert [log.count(f"<td>{word}</td>") for word in ("pause", "resume", "kick", "abort")] == [1, 1, 1, 1]


def test_others_see_nothing_of_it(server: Server, boss: Visitor) -> None:
    guest = Visitor.guest(server, "Nosy")
    code = bots_at_play(boss)
    for path in ("/console/", f"/console/{code}/", "/console/audit/", "/console/bans/"):
        assert guest.get(path).status == 302
    assert guest.post(f"/console/{code}/act/", action="abort").status == 302
    assert status(boss, code) == "running"
    boss.post(f"/console/{code}/act/", action="abort")


def test_draining_lets_no_match_begin(boss: Visitor) -> None:
    boss.post("/console/drain/", on=1)
    try:
        code = bots_at_play(boss)
        assert status(boss, code) == "open"
        assert "draining" in boss.get("/console/").body.decode()
    finally:
        boss.post("/console/drain/", on=0)
    assert boss.post(f"/console/{code}/act/", action="start").status == 302
    assert status(boss, code) == "running"
    boss.post(f"/console/{code}/act/", action="abort")


def test_a_banned_account_is_cut_off_and_told_why_until_the_ban_is_lifted(server: Server, boss: Visitor) -> None:
    rude = Visitor.staff(server, "rude", "quite-a-secret-99")
    server.manage("shell", "-c", "from spieltisch.accounts.models import User; User.objects.filter(username='rude')"
                  ".update(is_staff=False, is_superuser=False)")  # fmt: skip
    code = bots_at_play(boss)

    async def cut_off() -> None:
        async with opened(f"{server.websocket}/ws/qwirkle/{code}/", {"Cookie": rude.api.headers["Cookie"]}) as page:
            await page.receive_type("table/state")
            answer = await asyncio.to_thread(
                boss.post, "/console/bans/", account="rude", address="", reason="Rude words", hours="24"
            )
            assert answer.status == 302
            with pytest.raises(ConnectionClosed):
                await page.receive_type("nothing of this type ever comes")

    asyncio.run(cut_off())
    refused = rude.get("/")
    assert refused.status == 403
    assert b"Rude words" in refused.body
    assert b"There is no account" in boss.post("/console/bans/", account="nobody", reason="x", hours="1").body
    number = boss.get("/console/bans/").body.decode().split("/lift/")[0].rsplit("/", 1)[1]
    boss.post(f"/console/bans/{number}/lift/")
    assert rude.get("/").status == 200
    boss.post(f"/console/{code}/act/", action="abort")
