"""Who asks too often is told so and when to come back: on pages, the API and sockets, by address and by account."""

from __future__ import annotations

import asyncio
import json
import re
import socket
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import TypeVar

import pytest
from websockets.exceptions import ConnectionClosed

from games.quidditch.team import default_team
from tests.end_to_end.mississippi import elements
from tests.end_to_end.quidditch.talking import Talker
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


#: So often a test begins anew whose servers did not reach their Redis for a moment: a limit never becomes a fault.
TRIES = 3

T = TypeVar("T")


def counted_together(start: Callable[[], Server], ask: Callable[[Server, Server], T]) -> T:
    """Ask two new servers of one Redis, and return what was found while neither of them counted by itself."""
    for _ in range(TRIES):
        here, there = start(), start()
        found = ask(here, there)
        for server in (here, there):
            # What it has said is all there when it has ended.
            server.kill()
        if not any("are counted by each process: Redis is away" in server.output for server in (here, there)):
            return found
    raise AssertionError(f"Redis was away each of {TRIES} times")


def test_the_api_is_limited_and_one_redis_makes_one_count_of_two_servers(
    make_server: Callable[..., Server], redis_url: str
) -> None:
    settings = {"REDIS_URL": redis_url, "LIMIT_GUESTS_PER_MINUTE": "3", "TRUSTED_PROXIES": "127.0.0.1"}
    # Addresses of this test's own: others may use the same Redis. A new one each time.
    addresses = (f"198.51.100.{number}" for number in range(70, 80))

    def ask(one: Server, other: Server) -> list[Answer]:
        client = {"X-Forwarded-For": next(addresses)}
        here, there = (Api(server.ports["web"], headers=client) for server in (one, other))
        return [api.call("POST", "/api/guests", {"name": "Script"}) for api in (here, there, here, there, here)]

    answers = counted_together(lambda: make_server(**settings).start(), ask)
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


def test_all_addresses_of_an_ipv6_subscriber_are_one_caller(make_server: Callable[..., Server]) -> None:
    limits = {"LIMIT_GUESTS_PER_MINUTE": "1", "LIMIT_SOCKETS_PER_ADDRESS": "1"}
    server = make_server(TRUSTED_PROXIES="127.0.0.1", **limits).start()
    api, neighbours = Api(server.ports["web"]), ("2001:db8::1", "2001:db8::2", "2001:db8:0:1::1")
    places = [{"X-Forwarded-For": address} for address in neighbours]
    answers = [api.call("POST", "/api/guests", {"name": "Script"}, **place) for place in places]
    assert [answer.status for answer in answers] == [201, 429, 201]

    async def scenario() -> None:
        lobby = f"{server.websocket}/ws/lobby/"
        async with opened(lobby, places[0]) as first, opened(lobby, places[2]) as other:
            for page in (first, other):
                await page.receive_type("lobby/tables")
            async with opened(lobby, places[1]) as second:
                with pytest.raises(ConnectionClosed, match="too many connections"):
                    await second.receive()

    asyncio.run(scenario())


def test_an_address_has_no_more_for_having_many_guests(make_server: Callable[..., Server]) -> None:
    # One request at once for each guest, and eight for all at an address, of which two a second are paid off.
    server = make_server(LIMIT_REQUESTS_PER_SECOND="0.25", TRUSTED_PROXIES="127.0.0.1").start()
    nobody = Api(server.ports["web"])

    def guest(number: int) -> Api:
        place = {"X-Forwarded-For": f"198.51.100.{number}"}
        return Api(nobody.port, nobody.call("POST", "/api/guests", {"name": "Script"}, **place).json["token"])

    guests = [guest(number) for number in range(40)]
    here, there = ({"X-Forwarded-For": f"192.0.2.{number}"} for number in (1, 2))
    answers = [one.call("GET", "/api/tables", **here) for one in guests]
    assert [answer.status for answer in answers[:8]] == [200] * 8
    assert any(refused(answer) for answer in answers[8:])
    assert nobody.call("GET", "/api/tables", **there).status == 200


def test_pages_that_are_dear_to_make_are_limited(make_server: Callable[..., Server]) -> None:
    limits = {"LIMIT_REQUESTS_PER_SECOND": "1", "LIMIT_SEARCHES_PER_MINUTE": "2", "LIMIT_TOKENS_PER_MINUTE": "1"}
    server = make_server(**limits).start()
    owner = Visitor.guest(server, "Owner")
    code = owner.post_json("/api/tables", {"game": "qwirkle", "seats": 2, "private": True})["id"]
    csrf = {"X-CSRFToken": owner.cookies["csrftoken"]}
    invited = [owner.api.call("POST", f"/qwirkle/{code}/invite/", b"", **csrf) for _ in range(2)]
    assert [answer.status for answer in invited] == [200, 429]
    assert refused(invited[1])
    assert invited[1].json["error"]["code"] == "request/too_many"
    found = [owner.get("/replays/?player=anna") for _ in range(3)]
    assert [answer.status for answer in found] == [200, 200, 429]
    assert refused(found[2])
    elsewhere = Visitor.guest(server, "Other").api.call("GET", "/api/replays?player=anna")
    assert refused(elsewhere), "the API has no searches of its own"
    # Views that only read answer any method alike, so whatever is asked by must be counted.
    assert refused(owner.api.call("OPTIONS", "/replays/?player=anna"))
    for method in ("GET", "OPTIONS", "LOOK"):
        for path in ("/", "/qwirkle/", "/replays/CODE/", "/replays/CODE/download.jsonl", "/inspector/1/entries.json"):
            answers = [owner.api.call(method, path, **csrf) for _ in range(20)]
            assert answers[0].status in (200, 404, 429)
            assert any(refused(answer) for answer in answers), (method, path)


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
    refusals = 1

    def too_many() -> bool:
        nonlocal refusals
        closed = closed_at_once(server.ports["qwirkle"])
        refusals += closed
        return closed

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
                assert await asyncio.to_thread(too_many)
        # However long the server takes to notice that they have gone.
        await asyncio.to_thread(until, lambda: not too_many(), "room again")

    asyncio.run(scenario())
    metrics = Api(server.ports["web"]).call("GET", "/metrics").body.decode()
    counted = re.search(r"^spieltisch_sockets_refused_total (\d+)$", metrics, re.MULTILINE)
    assert counted
    # Who asks again before the server has noticed that somebody left may be refused by the bridge, which has a count of
    # its own.
    assert 2 <= int(counted[1]) <= refusals


def test_sockets_are_counted_over_all_processes_of_a_redis(make_server: Callable[..., Server], redis_url: str) -> None:
    settings = {"REDIS_URL": redis_url, "LIMIT_SOCKETS_PER_ADDRESS": "2", "TRUSTED_PROXIES": "127.0.0.1"}
    addresses = (f"198.51.100.{number}" for number in range(80, 90))

    async def end_of(server: Server, client: dict[str, str]) -> str:
        """Return why a third socket is closed; nothing, when it is let in."""
        async with opened(f"{server.websocket}/ws/lobby/", client) as third:
            try:
                await third.receive_type("lobby/tables")
            except ConnectionClosed as end:
                return str(end)
        return ""

    async def scenario(here: Server, there: Server) -> list[str]:
        client = {"X-Forwarded-For": next(addresses)}
        async with opened(f"{here.websocket}/ws/lobby/", client) as one:
            await one.receive_type("lobby/tables")
            async with opened(f"{there.websocket}/ws/lobby/", client) as two:
                await two.receive_type("lobby/tables")
                ends = [await end_of(server, client) for server in (here, there)]
                async with opened(f"{here.websocket}/ws/lobby/", {"X-Forwarded-For": next(addresses)}) as other:
                    await other.receive_type("lobby/tables")
        return ends

    ends = counted_together(
        lambda: make_server(**settings).start(), lambda here, there: asyncio.run(scenario(here, there))
    )
    assert all("too many connections" in end for end in ends), ends


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


def test_new_names_and_tables_of_a_protocol_are_limited_and_said_so_in_its_words(
    make_server: Callable[..., Server],
) -> None:
    server = make_server(LIMIT_SIGNUPS_PER_MINUTE="2", LIMIT_TABLES_PER_MINUTE="2").start()
    url = f"ws://127.0.0.1:{server.ports['quidditch']}/"

    async def say(name: str, lobby: str) -> str:
        login = {"lobby": lobby, "userName": name, "password": "secret", "isArtificialIntelligence": True}
        async with opened(url) as client:
            await client.send("joinRequest", {**login, "mods": []})
            answer = await client.receive_type("joinResponse", "privateError")
            return json.dumps(answer["payload"])

    async def scenario() -> None:
        assert "welcome" in await say("anna", "first")
        assert "welcome" in await say("ben", "second")
        assert "too many new names; try again in" in await say("cleo", "first")
        assert "too many tables; try again in" in await say("anna", "third")
        assert "welcome" in await say("ben", "first")

    asyncio.run(scenario())
    prepare = b'<protocol><prepare gameType="swc_2017_mississippi_queen"><slot/><slot/></prepare>'
    with socket.create_connection(("127.0.0.1", server.ports["mississippi"]), PATIENCE) as controller:
        controller.sendall(prepare)
        with controller.makefile("rb") as answer:
            assert b"prepared" not in answer.read()


def test_a_match_that_is_begun_again_counts_like_a_table(make_server: Callable[..., Server]) -> None:
    server = make_server(LIMIT_TABLES_PER_MINUTE="2").start()
    owner = Api(server.ports["web"]).as_guest("Owner")
    table = owner.post("/api/tables", {"game": "qwirkle", "seats": 2, "bots": ["random"]})
    path = f"/api/tables/{table['id']}"

    async def ended(page: Page) -> None:
        while owner.get(path)["status"] != "running":
            await page.receive()
        assert owner.post(f"{path}/abort")["status"] == "aborted"

    async def scenario() -> None:
        async with opened(f"{server.websocket}/ws/qwirkle/{table['id']}/?token={owner.token}") as page:
            await page.request("table/sit", {})
            await ended(page)
            assert (await page.request("table/rematch", {}))["payloadType"] == "table/done"
            await ended(page)
            answer = await page.request("table/rematch", {})
            assert answer["payload"]["code"] == "table/too_many"
            assert "too many tables; try again in" in answer["payload"]["message"]

    asyncio.run(scenario())


def test_a_match_in_a_lobby_that_lives_on_counts_like_a_table(make_server: Callable[..., Server]) -> None:
    server = make_server(LIMIT_TABLES_PER_MINUTE="1").start()

    async def scenario() -> None:
        talkers = [await Talker.to(server.ports["quidditch"]) for _ in range(2)]
        for side, talker in enumerate(talkers):
            await talker.join(f"player{side}", "hogwarts")
            await talker.say("teamConfig", default_team(side))
        left, right = talkers
        await right.hear("matchStart")
        await right.write("{")
        await left.hear("matchFinish")
        await left.say("teamConfig", default_team(0))
        assert "too many tables; try again in" in json.dumps(await left.hear("privateWarning"))
        for talker in talkers:
            await talker.close()

    asyncio.run(scenario())


def test_orders_to_a_match_are_counted_for_its_table_whoever_gives_them(make_server: Callable[..., Server]) -> None:
    server = make_server(LIMIT_CONTROLS_PER_MINUTE="3").start()
    owner = Api(server.ports["web"]).as_guest("Owner")
    tables = [owner.post("/api/tables", {"game": "qwirkle", "seats": 2, "bots": ["random"]}) for _ in range(2)]
    path, other = (f"/api/tables/{table['id']}" for table in tables)
    stranger = Api(server.ports["web"]).as_guest("Stranger")
    assert [stranger.call("POST", f"{path}/pause").status for _ in range(4)] == [403] * 4, "no order of his counts"

    async def scenario() -> None:
        addresses = [f"{server.websocket}{table['url']}?token={owner.token}" for table in tables]
        addresses = [address.replace("/qwirkle/", "/ws/qwirkle/") for address in addresses]
        async with opened(addresses[0]) as page, opened(addresses[1]) as second:
            for one in (page, second):
                await one.request("table/sit", {})
            for order in ("pause", "resume"):
                assert (await page.request("table/control", {"order": order}))["payloadType"] == "table/done"
            assert owner.post(f"{path}/pause")["status"] == "paused"
            answer = await page.request("table/control", {"order": "resume"})
            assert answer["payload"]["code"] == "control/too_many"
            assert "too many orders; try again in" in answer["payload"]["message"]
            assert owner.post(f"{other}/pause")["status"] == "paused"

    asyncio.run(scenario())
    answer = owner.call("POST", f"{path}/resume")
    assert refused(answer)
    assert answer.json["error"]["code"] == "control/too_many"
    assert owner.post(f"{path}/abort")["status"] == "aborted", "to end it is always free"


def test_a_port_gives_a_match_no_more_orders_than_others_may(make_server: Callable[..., Server]) -> None:
    server = make_server(LIMIT_CONTROLS_PER_MINUTE="2").start()

    async def scenario() -> str:
        async with AsyncExitStack() as stack:
            ports = [elements.connected(server.ports["mississippi"]) for _ in range(3)]
            first, second, controller = [await stack.enter_async_context(port) for port in ports]
            await first.say(elements.JOIN)
            room = (await first.until("joined")).attrib["roomId"]
            await second.say(elements.JOIN)
            await first.until("MoveRequest")
            orders = [f'<pause roomId="{room}" pause="{on}"/>' for on in ("true", "false") * 3]
            await controller.say("".join(orders) + f'<cancel roomId="{room}"/>')
            await first.until("result")
            return room

    api, room = Api(server.ports["web"]), asyncio.run(scenario())
    replay = until(lambda: api.get(f"/api/tables/{room}")["replay"], "the match has ended")
    steps = [json.loads(line) for line in api.call("GET", f"/api/replays/{replay}.jsonl").body.splitlines()]
    assert [step["input"] for step in steps if step.get("kind") == "control"] == ["pause", "resume", "abort"]


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


def test_an_account_that_comes_by_token_from_many_addresses_is_one_caller(make_server: Callable[..., Server]) -> None:
    server = make_server(TRUSTED_PROXIES="127.0.0.1", LIMIT_CONNECTS_PER_MINUTE="2").start()
    guest = Api(server.ports["web"]).as_guest("Traveller")
    code = guest.post("/api/tables", {"game": "qwirkle", "seats": 2})["id"]
    path = f"{server.websocket}/ws/qwirkle/{code}/"
    places = [{"X-Forwarded-For": f"198.51.100.{number}"} for number in (31, 32, 33)]

    async def scenario() -> None:
        for place in places[:2]:
            async with opened(f"{path}?token={guest.token}", place) as page:
                await page.receive_type("table/hello")
        async with opened(f"{path}?token={guest.token}", places[2]) as page:
            with pytest.raises(ConnectionClosed, match="try again in") as end:
                await page.receive()
            assert end.value.rcvd is not None
            assert end.value.rcvd.code == 1013
        async with opened(path, places[2]) as somebody_else:
            await somebody_else.receive_type("table/hello")

    asyncio.run(scenario())
