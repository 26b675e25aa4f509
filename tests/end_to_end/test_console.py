"""Staff run the lobby from the console, and every act is in the audit log."""

from __future__ import annotations

import asyncio
import json
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
    log = boss.get(f"/console/audit/?text={code}").body.decode()
    assert [log.count(f'data-act="{word}"') for word in ("pause", "resume", "kick", "abort")] == [1, 1, 1, 1]
    assert boss.get("/console/audit/?act=kick").body.decode().count("data-act=") == 1
    assert "data-act=" not in boss.get("/console/audit/?text=nothing+like+this").body.decode()


def test_others_see_nothing_of_it(server: Server, boss: Visitor) -> None:
    guest = Visitor.guest(server, "Nosy")
    code = bots_at_play(boss)
    for path in ("/console/", f"/console/{code}/", "/console/audit/", "/console/bans/"):
        assert guest.get(path).status == 302
    assert guest.post(f"/console/{code}/act/", action="abort").status == 302
    assert status(boss, code) == "running"
    boss.post(f"/console/{code}/act/", action="abort")


def test_a_table_can_be_filled_moved_about_and_talked_to(server: Server, boss: Visitor) -> None:
    owner = Visitor.guest(server, "Owner")
    code = owner.post_json("/api/tables", {"game": "qwirkle", "seats": 3, "bots": []})["id"]

    async def visit() -> None:
        address = f"{server.websocket}/ws/qwirkle/{code}/"
        async with opened(address, {"Cookie": owner.api.headers["Cookie"]}) as page:
            await page.request("table/sit", {})
            await asyncio.to_thread(boss.post, f"/console/{code}/act/", action="move", seat=0, to=2)
            hello = await page.receive_type("table/hello")
            assert hello["payload"]["you"]["seat"] == 2
            await asyncio.to_thread(boss.post, f"/console/{code}/act/", action="message", text="Five minutes left")
            assert (await page.receive_type("table/notice"))["payload"]["text"] == "Five minutes left"
            await asyncio.to_thread(boss.post, "/console/announce/", text="Lunch")
            assert (await page.receive_type("table/notice"))["payload"]["text"] == "Lunch"
            for _ in range(2):
                await asyncio.to_thread(boss.post, f"/console/{code}/act/", action="add_bot", bot="random")
            await page.receive_type("StartGame")
            await asyncio.to_thread(boss.post, f"/console/{code}/act/", action="bot", seat=2, bot="random")
            seats = (await asyncio.to_thread(boss.api.get, f"/api/tables/{code}"))["seats"]
            assert seats[2]["bot"] == "random"

    asyncio.run(visit())
    until(lambda: b'data-step="' in boss.get(f"/console/{code}/?rows=1").body, "a step in the log")
    shown = boss.get(f"/console/{code}/").body.decode()
    assert 'data-step="' in shown
    assert "console-state" in shown
    boss.post(f"/console/{code}/act/", action="message", text="  ")
    assert b"say something" in boss.get(f"/console/{code}/").body
    boss.post(f"/console/{code}/act/", action="abort")


def upload(boss: Visitor, game: str, name: str, content: bytes) -> str:
    """Send a configuration file as a preset and return the page that follows."""
    fields = {"csrfmiddlewaretoken": boss.cookies["csrftoken"], "game": game, "name": name}
    head = "".join(f'--b\r\nContent-Disposition: form-data; name="{k}"\r\n\r\n{v}\r\n' for k, v in fields.items())
    head += '--b\r\nContent-Disposition: form-data; name="file"; filename="a.json"\r\n\r\n'
    kind = {"Content-Type": "multipart/form-data; boundary=b"}
    answer = boss._keep(boss.api.call("POST", "/console/presets/", head.encode() + content + b"\r\n--b--\r\n", **kind))
    return (answer.body if answer.status == 200 else boss.get("/console/presets/").body).decode()


MATCH_CONFIG = {
    "maxRounds": 15,
    "timings": {"playerTurnTimeout": 20_000},
    "probabilities": {"goal": 0.5},
    "unheardOf": 1,
}


def test_configuration_files_become_presets(boss: Visitor) -> None:
    kept = upload(boss, "quidditch", "short", json.dumps(MATCH_CONFIG).encode())
    assert 'data-preset="short"' in kept
    assert "unheardOf" in kept
    qwirkle = {"colorShapeCount": 6, "tileCount": 3, "maxHandTiles": 6, "turnTime": 9000, "wrongMove": "KICK"}
    assert 'data-preset="strict"' in upload(boss, "qwirkle", "strict", json.dumps(qwirkle).encode())
    number = kept.split("/file/")[0].rsplit("/", 1)[1]
    assert json.loads(boss.get(f"/console/presets/{number}/file/").body)["maxRounds"] == 15
    table = boss.post_json("/api/tables", {"game": "quidditch", "preset": "short", "bots": []})
    assert table["options"]["maxRounds"] == 15
    boss.post(f"/console/presets/{number}/delete/")
    assert 'data-preset="short"' not in boss.get("/console/presets/").body.decode()


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"{", "not JSON"),
        (b"[]", "must hold a JSON object"),
        (b'{"unheardOf": 1}', "nothing in the file"),
        (b'{"turnTime": "soon"}', "turnTime"),
        (b"[" * 150_000, "not JSON"),
        (b"9" * 5000, "not JSON"),
        (b'{"turnTime": "\\ud800"}', "not JSON"),
        (b'{"turnTime": "\\u0000"}', "NUL"),
        (b'{"turnTime": 5000, "pad": "' + b"x" * 1_000_001 + b'"}', "too large"),
    ],
    ids=["syntax", "shape", "nothing", "value", "deep", "number", "half a character", "NUL", "size"],
)
def test_a_wrong_configuration_file_is_refused_with_its_reason(boss: Visitor, content: bytes, told: str) -> None:
    page = upload(boss, "qwirkle", "wrong", content)
    assert told in page
    assert 'value="wrong"' in page
    assert 'data-preset="wrong"' not in page


def test_a_ban_of_an_ipv6_address_is_one_of_its_subscriber(server: Server, boss: Visitor) -> None:
    assert boss.post("/console/bans/", account="", address="2001:db8::9", reason="Flooding", hours="24").status == 302
    check = (
        "from spieltisch.console.models import ban_of;"
        "print([bool(ban_of(None, one)) for one in ('2001:db8::1', '2001:db8:0:1::9', '192.0.2.1')])"
    )
    assert "[True, False, False]" in server.manage("shell", "-c", check)
    server.manage("shell", "-c", "from spieltisch.console.models import Ban; Ban.objects.all().delete()")


def test_a_ban_of_an_address_ends_by_itself(server: Server, boss: Visitor) -> None:
    code = (
        "from spieltisch.console.models import *; from datetime import timedelta; "
        "Ban.objects.create(address='192.0.2.9', reason='old', until=timezone.now() - timedelta(hours=1)); "
        "print(ban_of(None, '192.0.2.9'), Ban.objects.get().expired)"
    )
    assert server.manage("shell", "-c", code).split()[-2:] == ["None", "True"]
    assert b">over<" in boss.get("/console/bans/").body


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
