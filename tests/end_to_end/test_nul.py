"""No stranger gets the character NUL as far as PostgreSQL, which fails at it, nor half a character."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import suppress
from typing import Any
from urllib.parse import quote

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from gamekit import registry
from tests.hostile import seeds
from tests.support.lines import connected
from tests.support.server import Server
from tests.support.visitor import Visitor
from tools import services

#: Every text in an honest message, spoilt in both ways; `#` of Catan's and Qwirkle's names stands before a secret.
SPOILERS = ("\\u0000", "\\ud800")
#: A key that no session of ours has, as a cookie that is read as NUL and one that is read as it stands.
COOKIES = ('sessionid="aaaaaaaaaaaa\\000"', "sessionid=aaaaaaaaaaaa%00", f"sessionid={'a' * 5000}")
#: Nothing that a client sends may be noted as our fault.
FAULTS = ("ERROR", "Traceback", "NUL (0x00)", "UnicodeEncodeError")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with services.postgres() as postgres:
        data = tmp_path_factory.mktemp("nul")
        server = Server(data, {"DATABASE_URL": postgres.url, "LIMIT_GUESTS_PER_MINUTE": "0"}).start()
        yield server
        server.kill()


@pytest.fixture(autouse=True)
def no_fault(server: Server) -> Iterator[None]:
    """Fail when the server took what was sent for a fault of its own."""
    before = len(server.lines)
    yield
    server.check_alive()
    told = [line for line in server.lines[before:] if any(word in line for word in FAULTS)]
    assert not told, told[:5]


@pytest.fixture(scope="module")
def boss(server: Server) -> Visitor:
    return Visitor.staff(server)


@pytest.mark.parametrize(
    "path",
    [
        *(f"/inspector/?{name}=%00" for name in ("game", "text", "match")),
        *(f"/console/audit/?{name}=a%00" for name in ("text", "act")),
        *(f"/console/?{name}=a%00" for name in ("text", "game", "status")),
        "/console/people/?text=%00", "/console/bans/?account=%00", "/replays/?player=%00", "/replays/?game=%00",
        "/admin/accounts/user/?q=%00", "/tournaments/?game=%00", "/accounts/sign-in/?next=%00",
        "/qwirkle/x/?invite=%00",
    ],
)  # fmt: skip
def test_a_page_refuses_it_in_its_address(boss: Visitor, path: str) -> None:
    assert boss.api.call("GET", path).status == 400


@pytest.mark.parametrize("name", ["player", "game", "since"])
def test_the_api_names_the_field_it_is_in(boss: Visitor, name: str) -> None:
    answer = boss.api.call("GET", f"/api/replays?{name}=a%00")
    assert (answer.status, answer.json["error"]["field"]) == (400, name)


def test_a_form_with_it_is_refused(boss: Visitor) -> None:
    for path, field in (
        ("/console/announce/", "text"), ("/accounts/guest/", "name"), ("/new/qwirkle/", "name"),
        ("/accounts/sign-in/", "username"), ("/console/bans/", "reason"),
    ):  # fmt: skip
        assert boss.post(path, **{field: "a\0b"}).status == 400, path


@pytest.mark.parametrize("cookie", COOKIES)
def test_a_session_cookie_that_we_never_gave_is_ignored(server: Server, boss: Visitor, cookie: str) -> None:
    stranger = Visitor(server)
    for path in ("/", "/api/tables", "/replays/"):
        assert stranger.api.call("GET", path, Cookie=cookie).status == 200, path
    code = boss.post_json("/api/tables", {"game": "qwirkle", "bots": []})["id"]

    async def visit(path: str) -> Any:
        address = f"{server.websocket}{path}"
        async with connect(address, additional_headers={"Cookie": cookie}, proxy=None) as socket:
            return json.loads(await asyncio.wait_for(socket.recv(), 20))

    for path in ("/ws/lobby/", f"/ws/qwirkle/{code}/", f"/ws/qwirkle/{code}/?token=a%00b"):
        assert asyncio.run(visit(path))["payloadType"]


def spoilt(value: Any, spoiler: str) -> list[Any]:
    """Return the value once for every text in it, that text being spoilt."""
    if isinstance(value, str):
        return [f"{value}{spoiler}", f"{value}{spoiler}#abcdefghijkl"]
    if isinstance(value, dict):
        return [{**value, name: one} for name, inner in value.items() for one in spoilt(inner, spoiler)]
    if isinstance(value, list):
        return [
            [*value[:at], one, *value[at + 1 :]] for at, inner in enumerate(value) for one in spoilt(inner, spoiler)
        ]
    return []


def messages(slug: str) -> Iterator[str]:
    """Yield every message of the game and of its pages, spoilt."""
    for kind, payload in (*seeds.SAID[slug], *seeds.PAGE_SAID):
        for spoiler in SPOILERS:
            for one in spoilt(payload, "SPOILER"):
                text = json.dumps({"timestamp": "", "payloadType": kind, "payload": one, "id": 1})
                yield text.replace("SPOILER", spoiler)


@pytest.mark.parametrize("slug", sorted(registry.games()))
def test_no_message_of_a_game_brings_it_in(server: Server, boss: Visitor, slug: str) -> None:
    code = boss.post_json("/api/tables", {"game": slug, "bots": []})["id"]

    async def say(path: str, texts: list[str]) -> list[str]:
        """Say everything, over a new connection whenever the server has had enough of the last one."""
        refused: list[str] = []
        while texts:
            async with connect(f"{server.websocket}{path}", proxy=None, max_size=None) as socket:
                with suppress(ConnectionClosed):
                    while texts:
                        await socket.send(texts.pop(0))
                        while "error" not in (told := str(await asyncio.wait_for(socket.recv(), 20))).lower():
                            pass
                        refused.append(told)
        return refused

    texts = list(messages(slug))
    assert len(texts) > 10
    refused = asyncio.run(say(f"/ws/{slug}/{code}/", list(texts)))
    assert all("message/nul" in told or "message/not_json" in told for told in refused)
    assert len(refused) == len(texts)


@pytest.mark.parametrize(
    "door", [door.name for game in registry.games().values() for door in game.endpoints if door.name in seeds.FRAMES]
)
def test_no_line_or_element_at_a_port_brings_it_in(server: Server, door: str) -> None:
    opening = b"<protocol>" if door == "mississippi" else b""
    escapes = (b"&#0;", b"\0", b"&#xD800;") if opening else (b"\\u0000", b"\0", b"\\ud800")

    async def say(frame: bytes, escape: bytes) -> None:
        place = frame.rfind(b'"')
        async with connected(server.ports[door]) as client:
            await client.send_bytes(opening + seeds.frames(door)[0] + b"\n")
            await client.send_bytes(frame[:place] + escape + frame[place:] + b"\n")
            client._writer.write_eof()
            await client.closed()

    async def say_everything() -> None:
        for frame in seeds.frames(door):
            for escape in escapes:
                if b'"' in frame:
                    await say(frame, escape)

    asyncio.run(say_everything())


@pytest.mark.parametrize("spoiler", SPOILERS)
@pytest.mark.parametrize(
    "body",
    [
        '{"game": "qwirkle", "name": "a%s"}', '{"game": "qwirkle", "preset": "a%s"}', '{"game": "a%s"}',
        '{"game": "qwirkle", "options": {"wrongMove": "a%s"}}', '{"game": "mississippi", "options": {"slots": ["%s"]}}',
        '{"game": "qwirkle", "bots": ["a%s"]}',
    ],
)  # fmt: skip
def test_no_body_at_the_api_brings_it_in(boss: Visitor, body: str, spoiler: str) -> None:
    headers = {"X-CSRFToken": boss.cookies["csrftoken"]}
    assert boss.api.call("POST", "/api/tables", (body % spoiler).encode(), **headers).status == 400
    assert boss.api.call("POST", "/api/guests", (f'{{"name": "a{spoiler}"}}').encode(), **headers).status == 400


def test_a_replay_with_it_is_refused(boss: Visitor) -> None:
    text = f'{{"type": "match", "game": "qwirkle", "name": "a{SPOILERS[0]}"}}'
    answer = boss.api.call("POST", "/api/replays", text.encode(), **{"X-CSRFToken": boss.cookies["csrftoken"]})
    assert answer.status == 400
    answer = boss.api.call(
        "POST", f"/api/replays?game={quote('a')}%00", b"{}", **{"X-CSRFToken": boss.cookies["csrftoken"]}
    )
    assert (answer.status, answer.json["error"]["field"]) == (400, "game")
