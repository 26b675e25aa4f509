"""Who asks too often is told so and when to come back: on pages, the API and sockets, by address and by account."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Callable

import pytest
from websockets.exceptions import ConnectionClosed

from tests.support.api import Answer, Api
from tests.support.lines import connected
from tests.support.pages import Page, opened
from tests.support.server import Server
from tests.support.visitor import Visitor
from tests.support.waiting import PATIENCE, until


def refused(answer: Answer) -> bool:
    """Return True for a clear refusal: the status, and a time to come back."""
    if answer.status != 429:
        return False
    assert 1 <= int(answer.headers["retry-after"]) <= 61
    assert answer.body
    return True


def test_pages_that_make_something_are_limited(make_server: Callable[..., Server]) -> None:
    one = {f"LIMIT_{name}_PER_MINUTE": "1" for name in ("GUESTS", "SIGNUPS", "TABLES", "UPLOADS", "TOKENS")}
    server = make_server(**one).start()
    guest = Visitor.guest(server, "Otter")
    assert refused(Visitor(server).post("/accounts/guest/", name="Badger"))
    posts = [
        ("/quick/qwirkle/", "/new/qwirkle/", {}),
        ("/replays/upload/", "/replays/upload/", {}),
        ("/accounts/tokens/", "/accounts/tokens/", {"label": "bot"}),
        ("/accounts/sign-up/", "/accounts/sign-up/", {"username": "x", "password": "y"}),
    ]
    for first, second, fields in posts:
        assert guest.post(first, **fields).status in (200, 302), first
        answer = guest.post(second, **fields)
        assert refused(answer), second
        assert b"Please try again in" in answer.body
    assert guest.get("/new/qwirkle/").status == 200, "looking is free"


def test_the_api_is_limited_and_one_redis_makes_one_count_of_two_servers(
    make_server: Callable[..., Server], redis_url: str
) -> None:
    settings = {"REDIS_URL": redis_url, "LIMIT_GUESTS_PER_MINUTE": "3", "TRUSTED_PROXIES": "127.0.0.1"}
    # An address of this test's own: others may use the same Redis.
    here, there = (
        Api(make_server(**settings).start().ports["web"], headers={"X-Forwarded-For": "198.51.100.7"}) for _ in range(2)
    )
    answers = [api.call("POST", "/api/guests", {"name": "Script"}) for api in (here, there, here, there, here)]
    assert [answer.status for answer in answers] == [201, 201, 201, 429, 429]
    assert all(refused(answer) for answer in answers[3:])
    assert answers[3].json["error"]["code"] == "request/too_many"


def test_behind_a_proxy_each_client_counts_for_itself_and_nobody_else_is_believed(
    make_server: Callable[..., Server],
) -> None:
    def asked(api: Api, client: str) -> int:
        return api.call("POST", "/api/guests", {"name": "Script"}, **{"X-Forwarded-For": client}).status

    proxied = Api(make_server(LIMIT_GUESTS_PER_MINUTE="1", TRUSTED_PROXIES="127.0.0.0/8").start().ports["web"])
    clients = ["192.0.2.1", "192.0.2.2", "192.0.2.1", "10.9.9.9, 192.0.2.1"]
    assert [asked(proxied, client) for client in clients] == [201, 201, 429, 429]
    direct = Api(make_server(LIMIT_GUESTS_PER_MINUTE="1").start().ports["web"])
    assert [asked(direct, client) for client in clients[:2]] == [201, 429]


def closed_at_once(port: int) -> bool:
    """Return True when a plain TCP client is hung up on before it is answered."""
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as client:
        client.sendall(b'{"clientName": "Anna", "clientType": "PLAYER", "uniqueID": 100}\n')
        try:
            return client.recv(100) == b""
        except ConnectionError:
            return True


def test_an_address_has_so_many_sockets_of_all_kinds_and_no_more(make_server: Callable[..., Server]) -> None:
    server = make_server(LIMIT_SOCKETS_PER_ADDRESS="3").start()
    lobby = f"{server.websocket}/ws/lobby/"

    async def scenario() -> None:
        async with opened(lobby) as first, opened(lobby) as second:
            await first.receive_type("lobby/tables")
            await second.receive_type("lobby/tables")
            async with opened(f"{server.websocket}/ws/qwirkle/"):
                async with opened(lobby) as fourth:
                    with pytest.raises(ConnectionClosed) as end:
                        await fourth.receive()
                    assert end.value.rcvd is not None
                    assert (end.value.rcvd.code, "too many connections" in end.value.rcvd.reason) == (1013, True)
                assert await asyncio.to_thread(closed_at_once, server.ports["qwirkle"])
        await asyncio.to_thread(until, lambda: not closed_at_once(server.ports["qwirkle"]), "room again")

    asyncio.run(scenario())
    metrics = Api(server.ports["web"]).call("GET", "/metrics").body.decode()
    assert "\nspieltisch_sockets_refused_total 2\n" in metrics or "\nspieltisch_sockets_refused_total 3\n" in metrics


def test_sockets_are_counted_over_all_processes_of_a_redis(make_server: Callable[..., Server], redis_url: str) -> None:
    settings = {"REDIS_URL": redis_url, "LIMIT_SOCKETS_PER_ADDRESS": "2", "TRUSTED_PROXIES": "127.0.0.1"}
    here, there = (make_server(**settings).start() for _ in range(2))
    client = {"X-Forwarded-For": "198.51.100.8"}

    async def scenario() -> None:
        async with opened(f"{here.websocket}/ws/lobby/", client) as one:
            await one.receive_type("lobby/tables")
            async with opened(f"{there.websocket}/ws/lobby/", client) as two:
                await two.receive_type("lobby/tables")
                for server in (here, there):
                    async with opened(f"{server.websocket}/ws/lobby/", client) as third:
                        with pytest.raises(ConnectionClosed, match="too many connections"):
                            await third.receive()
                async with opened(f"{here.websocket}/ws/lobby/", {"X-Forwarded-For": "198.51.100.9"}) as other:
                    await other.receive_type("lobby/tables")

    asyncio.run(scenario())


def test_a_client_that_says_too_much_is_told_and_closed(make_server: Callable[..., Server]) -> None:
    server = make_server(LIMIT_MESSAGES_PER_SECOND="1", LIMIT_MESSAGES_BURST="5").start()

    async def talk(page: Page) -> None:
        for _ in range(2000):
            await page.send("table/nothing", {})
        await page.receive_type("never")

    async def scenario() -> None:
        async with opened(f"{server.websocket}/ws/lobby/") as page:
            with pytest.raises(ConnectionClosed) as end:
                await talk(page)
            assert end.value.rcvd is not None
            assert end.value.rcvd.code == 1008

    asyncio.run(scenario())


def test_a_login_of_a_protocol_cannot_be_guessed(server: Server) -> None:
    url = f"ws://127.0.0.1:{server.ports['quidditch']}/"

    async def say(password: str) -> str:
        login = {"lobby": "hogwarts", "userName": "anna", "password": password, "isArtificialIntelligence": True}
        async with opened(url) as client:
            await client.send("joinRequest", {**login, "mods": []})
            answer = await client.receive_type("joinResponse", "privateError")
            return json.dumps(answer["payload"])

    async def scenario() -> None:
        assert "welcome" in await say("the right one")
        for _ in range(5):
            assert "welcome" not in await say("a wrong one")
        assert "too many wrong passwords" in await say("the right one")

    asyncio.run(scenario())


def test_who_connects_too_often_is_told_when_to_come_back(make_server: Callable[..., Server]) -> None:
    server = make_server(LIMIT_CONNECTS_PER_MINUTE="3").start()

    async def scenario() -> None:
        for _ in range(2):
            async with opened(f"{server.websocket}/ws/lobby/") as page:
                await page.receive_type("lobby/tables")
        async with connected(server.ports["qwirkle"]) as third:
            await third.send({"clientName": "Anna", "clientType": "PLAYER", "uniqueID": 100})
            assert (await third.receive())["uniqueID"] == 101
        async with opened(f"{server.websocket}/ws/lobby/") as page:
            with pytest.raises(ConnectionClosed, match=r"too many connections in a short while; try again in \d+ s"):
                await page.receive()
        async with connected(server.ports["qwirkle"]) as client:
            await client.closed()
            assert b"too many connections in a short while; try again in" in b"".join(client.raw)
        async with opened(f"ws://127.0.0.1:{server.ports['quidditch']}/") as client:
            with pytest.raises(ConnectionClosed, match="try again in"):
                await client.receive()

    asyncio.run(scenario())
    assert "Traceback" not in server.output
    metrics = Api(server.ports["web"]).call("GET", "/metrics").body.decode()
    assert '\nspieltisch_rate_limited_total{limit="connects"} 3\n' in metrics


def test_an_account_that_comes_from_many_addresses_is_one_caller(make_server: Callable[..., Server]) -> None:
    limits = {"LIMIT_TABLES_PER_MINUTE": "2", "LIMIT_CONNECTS_PER_MINUTE": "2"}
    server = make_server(TRUSTED_PROXIES="127.0.0.1", **limits).start()
    guest = Api(server.ports["web"]).as_guest("Traveller")
    places = [{"X-Forwarded-For": f"198.51.100.{number}"} for number in (21, 22, 23)]
    answers = [guest.call("POST", "/api/tables", {"game": "qwirkle"}, **place) for place in places]
    assert [answer.status for answer in answers] == [201, 201, 429]
    assert refused(answers[2])
    session = {"Cookie": Visitor.guest(server, "Otter").api.headers["Cookie"]}

    async def scenario() -> None:
        for place in places[:2]:
            async with opened(f"{server.websocket}/ws/lobby/", {**session, **place}) as page:
                await page.receive_type("lobby/tables")
        async with opened(f"{server.websocket}/ws/lobby/", {**session, **places[2]}) as page:
            with pytest.raises(ConnectionClosed, match="try again in"):
                await page.receive()
        async with opened(f"{server.websocket}/ws/lobby/", places[2]) as somebody_else:
            await somebody_else.receive_type("lobby/tables")

    asyncio.run(scenario())
