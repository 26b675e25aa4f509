"""Every act of staff leaves an entry in the audit log: in the console, the administration, the API, at a table."""

from __future__ import annotations

import asyncio
import json
import re
import socket
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest
from django.contrib import admin

from spieltisch.console import services
from spieltisch.console.administration import NotedAdmin
from spieltisch.console.urls import urlpatterns
from spieltisch.tables.page import ACTS_OF_OWNERS
from tests.support.api import Api
from tests.support.pages import opened
from tests.support.server import Server, copy_of
from tests.support.visitor import Visitor
from tests.support.waiting import PATIENCE, until

FORM = {"Content-Type": "application/x-www-form-urlencoded"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, migrated_data: Path) -> Iterator[Server]:
    server = Server(copy_of(migrated_data, tmp_path_factory.mktemp("audit") / "data"), {"BOT_DELAY": "5"}).start()
    yield server
    server.kill()


@pytest.fixture(scope="module")
def boss(server: Server) -> Visitor:
    return Visitor.staff(server)


@pytest.fixture
def guest(server: Server) -> Api:
    return Api(server.ports["web"]).as_guest("Owner")


def entries(boss: Visitor) -> list[str]:
    """Return the acts in the log, newest first."""
    return re.findall(r'data-act="([^"]*)"', boss.get("/console/audit/").body.decode())


class Noted:
    """Tells which acts were written down since the last look."""

    def __init__(self, boss: Visitor) -> None:
        self.boss = boss
        self.seen = len(entries(boss))

    def __call__(self) -> list[str]:
        now = entries(self.boss)
        fresh, self.seen = now[: len(now) - self.seen], len(now)
        return fresh[::-1]


def table_of(guest: Api, bots: int = 0, seats: int = 3) -> str:
    request = {"game": "qwirkle", "seats": seats, "bots": ["random"] * bots, "options": {"timeVisualization": 0}}
    code: str = guest.post("/api/tables", request)["id"]
    return code


def test_signing_in_as_staff_is_noted(boss: Visitor) -> None:
    assert entries(boss)[-1] == "sign in"


def test_every_act_of_the_console_is_noted(boss: Visitor, guest: Api, tmp_path: Path) -> None:
    noted = Noted(boss)
    acts: list[tuple[str, int, dict[str, str | int]]] = [
        ("add_bot", 0, {}),
        ("move", 0, {"seat": 0, "to": 2}),
        ("kick", 0, {"seat": 2}),
        ("message", 0, {"text": "hello"}),
        ("close", 0, {}),
        ("start", 2, {}),
        ("pause", 3, {}),
        ("resume", 3, {}),
        ("step", 3, {}),
        ("abort", 3, {}),
    ]
    codes = {bots: table_of(guest, bots) for bots in (0, 2, 3)}
    for action, bots, fields in acts:
        boss.post(f"/console/{codes[bots]}/act/", action=action, **fields)
        # A step is for protocols that have it: what is refused was not done.
        assert noted() == ([action] if action != "step" else []), action

    async def sit() -> None:
        async with opened(f"ws://127.0.0.1:{guest.port}/ws/qwirkle/{code}/?token={guest.token}") as page:
            await page.request("table/sit", {})
            await asyncio.to_thread(boss.post, f"/console/{code}/act/", action="bot", seat=0)

    code = table_of(guest)
    asyncio.run(sit())
    assert noted() == ["bot"]
    in_code = set(re.findall(r'case "(\w+)"', Path(services.__file__).read_text())) | {"resume", "step", "abort"}
    assert {action for action, _, _ in acts} | {"bot"} == in_code, "an act is missing in this test"


def test_every_page_of_the_console_that_does_something_is_noted(server: Server, boss: Visitor, guest: Api) -> None:
    noted = Noted(boss)
    boss.post("/console/announce/", text="hello")
    boss.post("/console/drain/", on=1)
    boss.post("/console/drain/", on=0)
    assert noted() == ["announce", "drain", "end drain"]
    boss.post("/console/bans/", account="", address="192.0.2.77", reason="x", hours="1")
    number = boss.get("/console/bans/").body.decode().split("/lift/")[0].rsplit("/", 1)[1]
    boss.post(f"/console/bans/{number}/lift/")
    assert noted() == ["ban", "lift ban"]
    upload(boss, "/console/presets/", {"game": "qwirkle", "name": "fast"}, b'{"turnTime": 5000}')
    assert noted() == ["preset"]
    number = boss.get("/console/presets/").body.decode().split("/file/")[0].rsplit("/", 1)[1]
    boss.post(f"/console/presets/{number}/delete/")
    assert noted() == ["delete preset"]
    for remove, act in ((0, "let chat line stand"), (1, "remove chat line")):
        line = asked(server, f"ChatLine.objects.create(table=Table.objects.get(code={table_of(guest)!r}), text='x').pk")
        boss.post(f"/console/reports/{line}/", remove=remove)
        assert noted() == [act]
    boss.get(f"/console/{table_of(guest, 3)}/")
    assert noted() == ["look"]
    looked = f"/console/{table_of(guest, 3)}/?rows=1"
    assert [boss.get(looked).status for _ in range(2)] == [200, 200]
    assert noted() == ["look"], "the state is seen without the page around it, which asks again and again"
    silent = {"tables", "people", "audit", "reports", "preset_file"}
    done_above = {"announce", "drain", "bans", "lift", "presets", "delete_preset", "judge", "table", "act"}
    assert {pattern.name for pattern in urlpatterns} == silent | done_above, "a page is missing in this test"


def upload(boss: Visitor, path: str, fields: dict[str, str], content: bytes) -> None:
    fields = {"csrfmiddlewaretoken": boss.cookies["csrftoken"], **fields}
    parts = [
        f'--b\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n' for name, value in fields.items()
    ]
    parts.append('--b\r\nContent-Disposition: form-data; name="file"; filename="a.json"\r\n\r\n')
    body = "".join(parts).encode() + content + b"\r\n--b--\r\n"
    answer = boss.api.call("POST", path, body, **{"Content-Type": "multipart/form-data; boundary=b"})
    assert answer.status == 302, answer.body[:500]


def chosen(boss: Visitor, model: str, action: str, *keys: int) -> None:
    """Do an action of the administration to rows."""
    fields = [("csrfmiddlewaretoken", boss.cookies["csrftoken"]), ("action", action)]
    fields += [("_selected_action", str(key)) for key in keys]
    if action == "delete_selected":
        fields.append(("post", "yes"))
    answer = boss.api.call("POST", f"/admin/{model}/", urlencode(fields).encode(), **FORM)
    assert answer.status == 302, answer.body[:800]


def asked(server: Server, expression: str) -> int:
    code = f"from spieltisch.accounts.models import *; from spieltisch.tables.models import *; print({expression})"
    return int(server.manage("shell", "-c", code).split()[-1])


def test_every_action_of_the_administration_is_noted(server: Server, boss: Visitor, guest: Api) -> None:
    running, waiting = table_of(guest, 3), table_of(guest, 1)
    table = {code: asked(server, f"Table.objects.get(code={code!r}).pk") for code in (running, waiting)}
    user = asked(server, "User.objects.filter(is_guest=True).last().pk")
    token = asked(server, "ApiToken.objects.last().pk")
    seat = asked(server, f"Seat.objects.get(table__code={waiting!r}).pk")
    noted = Noted(boss)
    steps = [
        ("tables/table", "pause_tables", table[running], "control"),
        ("tables/table", "resume_tables", table[running], "control"),
        ("tables/table", "announce_restart", table[running], "announce"),
        ("tables/table", "abort_tables", table[running], "control"),
        ("tables/seat", "kick", seat, "rise"),
        ("tables/table", "close_tables", table[waiting], "close"),
        ("accounts/apitoken", "revoke", token, "revoke token"),
        ("accounts/user", "lock", user, "lock"),
        ("accounts/user", "unlock", user, "unlock"),
    ]
    for model, action, key, entry in steps:
        chosen(boss, model, action, key)
        assert noted() == [entry], (model, action)
    until(lambda: guest_table(server, running) == "aborted", "the abort")
    match = asked(server, f"Match.objects.get(table__code={running!r}).pk")
    chosen(boss, "tables/match", "verify_replays", match)
    assert noted() == ["verify"]
    chosen(boss, "accounts/apitoken", "delete_selected", token)
    assert noted() == ["admin delete"]
    lines = asked(server, f"[ChatLine.objects.create(table_id={table[waiting]}, text='x').pk for _ in range(3)][0]")
    chosen(boss, "tables/chatline", "delete_selected", lines, lines + 1, lines + 2)
    assert noted() == ["admin delete"] * 3
    boss.post("/admin/lobby/preset/add/", game="qwirkle", name="from admin", options="{}")
    assert noted() == ["admin add"]
    own = {getattr(name, "__name__", name) for model in admin.site._registry.values() for name in model.actions or ()}
    assert all(isinstance(model, NotedAdmin) for model in admin.site._registry.values()), "deletes without a word"
    assert own == {action for _, action, _, _ in steps} | {"verify_replays"}, "an action is missing in this test"


def guest_table(server: Server, code: str) -> str:
    return str(Api(server.ports["web"]).get(f"/api/tables/{code}")["status"])


def test_staff_at_somebody_elses_table_are_noted_and_its_owner_is_not(
    server: Server, boss: Visitor, guest: Api
) -> None:
    noted = Noted(boss)
    staff = Api(server.ports["web"], server.manage("createtoken", "boss", "--scope", "staff").strip())
    code = table_of(guest, seats=4)
    for api in (guest, staff):
        api.post(f"/api/tables/{code}/seats")
        api.post(f"/api/tables/{code}/bots", {"bot": "random"})
    assert noted() == ["seat token", "add_bot"]

    async def scenario(token: str) -> None:
        async with opened(f"{server.websocket}/ws/qwirkle/{table_of(guest)}/?token={token}") as page:
            for kind, payload in (
                ("table/bot", {"bot": "random"}),
                # What else is sent is the doer's own word, and not written down.
                ("table/unseat", {"order": "pause", "x": 500 * "x", "seat": 0}),
                ("table/bot", {"bot": "random"}),
                ("table/bot", {"bot": "random"}),
                ("table/start", {}),
                ("table/control", {"order": "pause"}),
            ):
                answer = await page.request(kind, payload)
                assert answer["payloadType"] == "table/done", answer
                used.add(kind)

    used: set[str] = set()
    asyncio.run(scenario(guest.token))
    assert noted() == []
    asyncio.run(scenario(staff.token))
    assert noted() == ["add_bot", "unseat", "add_bot", "add_bot", "start", "pause"]
    assert used == set(ACTS_OF_OWNERS), "an act is missing in this test"


def test_reading_somebody_elses_wire_is_noted(server: Server, boss: Visitor, guest: Api) -> None:
    address = ("127.0.0.1", server.ports["qwirkle"])
    with socket.create_connection(address, PATIENCE) as client, client.makefile("r") as lines:
        client.sendall(b'{"clientName": "Mine", "clientType": "PLAYER", "uniqueID": 100}\n')
        number = json.loads(lines.readline())["clientID"]
        noted = Noted(boss)
        assert [boss.get(f"/inspector/{number}/entries.json").status for _ in range(2)] == [200, 200]
        assert noted() == ["inspect"], "the messages are read without the page, which asks again and again"
        assert boss.get(f"/inspector/{number}/").status == 200
        assert boss.get(f"/inspector/{number}/download").status == 200
        assert noted() == ["inspect", "inspect"]


def test_a_running_match_shows_nothing_that_is_to_come_and_looking_is_noted(
    server: Server, boss: Visitor, guest: Api
) -> None:
    code = table_of(guest, 3)
    match = asked(server, f"Match.objects.get(table__code={code!r}).pk")
    noted = Noted(boss)
    page = boss.get(f"/admin/tables/match/{match}/change/").body.decode()
    assert "field-head" in page
    assert "field-chance" not in page
    assert noted() == ["look"]
    boss.post(f"/console/{code}/act/", action="abort")
    until(lambda: guest_table(server, code) == "aborted", "the abort")
    noted()
    assert "field-chance" in boss.get(f"/admin/tables/match/{match}/change/").body.decode()
    assert noted() == []


def test_what_staff_do_to_their_own_account_is_noted(server: Server, boss: Visitor) -> None:
    noted = Noted(boss)
    assert boss.post("/accounts/tokens/", label="mine", scope="play").status == 200
    assert noted() == []
    assert boss.post("/accounts/tokens/", label="mine", scope="staff").status == 200
    assert noted() == ["staff token"]
    assert boss.get("/admin/password_change/").headers["location"] == "/accounts/password/"
    assert boss.post("/accounts/password/", old="very-good-secret-7", new="very-good-secret-8").status == 302
    assert noted() == ["change password"]
