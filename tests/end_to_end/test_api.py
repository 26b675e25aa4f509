"""The HTTP API through the real socket, with the dummy game: what it does is the same for every game."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import pytest

from spieltisch.api import shapes
from tests.hidden.test_positions import position
from tests.support.api import Api
from tests.support.pages import Page, opened
from tests.support.server import Server, copy_of
from tests.support.waiting import until


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, migrated_data: Path) -> Iterator[Server]:
    """One server for all tests of this file."""
    data = copy_of(migrated_data, tmp_path_factory.mktemp("api") / "data")
    server = Server(data, {"LIMIT_REQUESTS_PER_SECOND": "0"}, dummies=True).start()
    yield server
    server.kill()


@pytest.fixture
def nobody(server: Server) -> Api:
    """A caller without a name."""
    return Api(server.ports["web"])


@pytest.fixture
def anna(nobody: Api) -> Api:
    """A guest."""
    return nobody.as_guest("Anna")


def fits(value: Any, schema: dict[str, Any]) -> bool:
    """Return True when the value has the described shape."""
    if "$ref" in schema:
        return fits(value, shapes.COMPONENTS[schema["$ref"].rpartition("/")[2]])
    if "anyOf" in schema:
        return any(fits(value, one) for one in schema["anyOf"])
    if "enum" in schema and value not in schema["enum"]:
        return False
    kinds: dict[str, Any] = {
        "object": dict, "array": list, "string": str, "integer": int, "number": (int, float), "boolean": bool,
        "null": type(None),
    }  # fmt: skip
    if "type" in schema and not isinstance(value, kinds[schema["type"]]):
        return False
    if schema.get("type") == "array":
        return all(fits(item, schema["items"]) for item in value)
    properties = schema.get("properties", {})
    return all(name in value for name in schema.get("required", ())) and all(
        fits(value[name], properties[name]) for name in properties if name in value
    )


def refused(api: Api, method: str, path: str, body: Any = None) -> tuple[int, str, str | None]:
    """Return status, code and field of a refusal."""
    answer = api.call(method, path, body)
    error = answer.json["error"]
    return answer.status, error["code"], error["field"]


def finished(api: Api, table: str) -> Any:
    """Wait for the table's match to end and return the table."""

    def look() -> Any:
        shown = api.get(f"/api/tables/{table}")
        return shown if shown["status"] == "finished" else None

    return until(look, f"table {table} finishes")


def open_table(api: Api, **more: Any) -> Any:
    """Open a table of the dummy game."""
    return api.post("/api/tables", {"game": "nim", **more})


def opened_page(server: Server, table: Any, api: Api) -> AbstractAsyncContextManager[Page]:
    """Return the table's page of the token's owner."""
    return opened(f"{server.websocket}/ws/{table['game']}/{table['id']}/?token={api.token}")


def test_a_table_with_only_bots_starts_by_itself_and_leaves_a_replay(nobody: Api, anna: Api) -> None:
    table = open_table(anna, bots=["taker", "taker"], options={"heaps": 2}, seats=2)
    assert fits(table, shapes.TABLE)
    assert table["status"] in ("running", "finished")
    assert table["options"] == {"heaps": 2, "most": 5, "turnTime": 5000}
    assert [(seat["seat"], seat["kind"]) for seat in table["seats"]] == [(0, "bot"), (1, "bot")]
    done = finished(nobody, table["id"])
    replay = nobody.get(f"/api/replays/{done['replay']}")
    assert fits(replay, shapes.REPLAY)
    assert (replay["game"], replay["verified"], replay["steps"]) == ("nim", True, done["match"]["steps"])
    assert table["id"] in [table["id"] for table in nobody.get("/api/tables?game=nim")]


def test_a_table_waits_for_its_seats_and_is_filled_by_bots(nobody: Api, anna: Api) -> None:
    table = open_table(anna, seats=3)
    assert (table["status"], table["seats"], table["match"], table["replay"]) == ("open", [], None, None)
    path = f"/api/tables/{table['id']}"
    one = anna.post(f"{path}/bots", {"bot": "taker"})
    assert (one["status"], len(one["seats"])) == ("open", 1)
    anna.post(f"{path}/bots", {"bots": ["taker", "taker"]})
    assert finished(nobody, table["id"])["match"]["steps"] > 0


def test_the_owner_starts_pauses_resumes_and_aborts(server: Server, anna: Api) -> None:
    async def scenario() -> None:
        table = open_table(anna, seats=3, bots=["taker"], options={"turnTime": 0})
        path = f"/api/tables/{table['id']}"
        assert refused(anna, "POST", f"{path}/start")[:2] == (409, "table/too_few")
        assert refused(anna, "POST", f"{path}/pause")[:2] == (409, "table/not_started")
        async with opened_page(server, table, anna) as page:
            assert (await page.request("table/sit", {"name": "Anna"}))["payloadType"] == "table/done"
            assert anna.post(f"{path}/start")["status"] == "running"
            assert anna.post(f"{path}/pause")["status"] == "paused"
            assert refused(anna, "POST", f"{path}/pause")[0] == 409
            assert anna.post(f"{path}/resume")["status"] == "running"
            match = anna.get(path)["match"]["id"]
            assert refused(anna, "GET", f"/api/replays/{match}") == (409, "replay/running", "id")
            assert refused(anna, "GET", f"/api/replays/{match}.jsonl") == (409, "replay/running", "id")
            assert anna.post(f"{path}/abort")["status"] == "aborted"
            assert refused(anna, "POST", f"{path}/resume")[:2] == (409, "move/match_over")

    asyncio.run(scenario())


def test_a_held_seat_has_a_token_and_can_be_held_once(anna: Api) -> None:
    table = open_table(anna, seats=2)
    path = f"/api/tables/{table['id']}"
    held = anna.post(f"{path}/seats", {"seat": 1})
    assert held["seat"] == 1
    assert len(held["token"]) >= 12
    assert [(seat["seat"], seat["held"]) for seat in anna.get(path)["seats"]] == [(1, True)]
    assert refused(anna, "POST", f"{path}/seats", {"seat": 7})[:2] == (400, "seat/unknown")


def test_only_the_owner_may_run_a_table(nobody: Api, anna: Api) -> None:
    table = open_table(anna)
    ben = nobody.as_guest("Ben")
    for verb in ("start", "pause", "resume", "abort", "bots", "seats"):
        path = f"/api/tables/{table['id']}/{verb}"
        assert refused(ben, "POST", path, {"bot": "taker"})[:2] == (403, "table/not_owner")
        assert refused(nobody, "POST", path, {"bot": "taker"})[:2] == (401, "token/missing")


@pytest.mark.parametrize(
    ("body", "status", "code", "field"),
    [
        ({}, 400, "request/field", "game"),
        ({"game": "chess"}, 400, "game/unknown", "game"),
        ({"game": "nim", "seats": 9}, 400, "table/size", "seats"),
        ({"game": "nim", "seats": "two"}, 400, "request/field", "seats"),
        ({"game": "nim", "bots": ["deep thought"]}, 400, "bot/unknown", "bot"),
        ({"game": "nim", "bots": ["taker"] * 3, "seats": 2}, 400, "table/size", "bots"),
        ({"game": "nim", "options": {"heaps": 99}}, 400, "options/invalid", "heaps"),
        ({"game": "nim", "options": {"size": 1}}, 400, "options/unknown", "size"),
        ({"game": "nim", "options": []}, 400, "request/field", "options"),
        ({"game": "nim", "private": "yes"}, 400, "request/field", "private"),
    ],
)
def test_a_wrong_table_is_refused_by_field(anna: Api, body: Any, status: int, code: str, field: str) -> None:
    assert refused(anna, "POST", "/api/tables", body) == (status, code, field)


def test_private_tables_are_not_listed(nobody: Api, anna: Api) -> None:
    table = open_table(anna, private=True)
    assert table["private"]
    assert table["id"] not in [table["id"] for table in nobody.get("/api/tables")]


def test_a_long_option_is_told_with_its_table_and_in_no_list(server: Server, nobody: Api, anna: Api) -> None:
    async def lobby(path: str) -> list[Any]:
        """Return the tables as the lobby tells them at first and then of the one that somebody looks at."""
        async with opened(f"{server.websocket}/ws/lobby/") as page:
            first = (await page.receive_type("lobby/tables"))["payload"]["tables"]
            async with opened(f"{server.websocket}{path}"):
                changed = await page.receive_type("lobby/table")
            return [*first, changed["payload"]]

    table = anna.post("/api/tables", {"game": "mississippi", "options": {"state": position(1), "softTime": 1}})
    assert len(json.dumps(table["options"]["state"])) > 2000
    assert nobody.get(f"/api/tables/{table['id']}")["options"] == table["options"]
    short = {name: value for name, value in table["options"].items() if name != "state"}
    lists = [*nobody.get("/api/tables"), *asyncio.run(lobby(f"/ws{table['url']}"))]
    found = [listed for listed in lists if listed["id"] == table["id"]]
    assert [listed["options"] for listed in found] == [short] * 3
    assert all(fits(listed, shapes.TABLE) for listed in found)


def test_an_option_as_large_as_it_likes_is_refused(anna: Api) -> None:
    slots = [{"displayName": "Anna", "more": "x" * 33_000}, {}]
    table = {"game": "mississippi", "options": {"slots": slots}}
    assert refused(anna, "POST", "/api/tables", table) == (400, "options/invalid", "slots")


def test_what_is_not_there_is_not_found(nobody: Api, anna: Api) -> None:
    assert refused(nobody, "GET", "/api/tables/nowhere") == (404, "table/unknown", "table")
    assert refused(anna, "POST", "/api/tables/nowhere/start") == (404, "table/unknown", "table")
    assert refused(nobody, "GET", "/api/replays/nothing") == (404, "replay/unknown", "id")
    assert refused(nobody, "GET", "/api/replays/nothing.jsonl") == (404, "replay/unknown", "id")
    assert refused(nobody, "GET", "/api/tables?game=chess") == (400, "game/unknown", "game")
    assert refused(nobody, "GET", "/api/tables?status=lost") == (400, "request/field", "status")


def test_replays_are_found_by_game_player_and_time(nobody: Api, anna: Api) -> None:
    replay = finished(nobody, open_table(anna, bots=["taker", "taker"])["id"])["replay"]

    def found(query: str) -> bool:
        listed = nobody.get(f"/api/replays?{query}&limit=200")
        assert all(fits(one, shapes.REPLAY) for one in listed)
        return replay in [one["id"] for one in listed]

    assert found("game=nim")
    assert found("player=take")
    assert found("since=2020-01-01&until=2100-01-01T00:00:00Z")
    assert not found("player=nobody")
    assert not found("until=2020-01-01")
    assert not found("since=2100-01-01")
    assert refused(nobody, "GET", "/api/replays?since=soon") == (400, "request/field", "since")
    for name, far in (("since", "0001-01-01T00:00:00%2B14:00"), ("until", "9999-12-31T23:59:59-14:00")):
        assert refused(nobody, "GET", f"/api/replays?{name}={far}") == (400, "request/field", name)
    assert refused(nobody, "GET", "/api/replays?limit=0") == (400, "request/field", "limit")


def test_a_replay_taken_away_can_be_brought_in_and_a_forged_one_cannot(nobody: Api, anna: Api) -> None:
    replay = finished(nobody, open_table(anna, bots=["taker", "taker"])["id"])["replay"]
    answer = nobody.call("GET", f"/api/replays/{replay}.jsonl")
    assert answer.status == 200
    assert answer.headers["content-disposition"].startswith("attachment")
    stored = anna.call("POST", "/api/replays", answer.body)
    assert stored.status == 201
    assert stored.json["verified"]
    assert stored.json["id"] != replay
    lines = answer.body.splitlines()
    forged = json.loads(lines[1])
    forged["time"] += 1
    changed = b"\n".join([lines[0], json.dumps(forged).encode(), *lines[2:]])
    assert refused(anna, "POST", "/api/replays", changed) == (400, "replay/line", "line 2")
    assert refused(anna, "POST", "/api/replays", b"\n".join(lines[:2])) == (400, "replay/line", "line 2")
    assert refused(anna, "POST", "/api/replays", b"nonsense") == (400, "replay/line", "line 1")
    assert refused(nobody, "POST", "/api/replays", answer.body)[:2] == (401, "token/missing")
    assert refused(nobody, "GET", f"/api/replays/{replay}.pdf") == (404, "replay/format", "format")


def test_a_token_made_on_the_command_line_works(server: Server, nobody: Api) -> None:
    server.manage("createtoken", "operator")
    token = server.manage("createtoken", "operator").split()[-1]
    assert Api(nobody.port, token).call("GET", "/api/games").status == 200


def test_the_process_tells_of_its_health_and_its_work(nobody: Api, anna: Api) -> None:
    open_table(anna, bots=["taker", "taker"])
    health = nobody.get("/healthz")
    assert health["alive"]
    assert health["ready"]
    text = nobody.call("GET", "/metrics").body.decode()
    assert "spieltisch_steps_total" in text
    assert 'spieltisch_api_requests_total{operation="POST tables",status="201"}' in text


def test_too_many_requests_are_turned_away_with_a_time(make_server: Callable[..., Server]) -> None:
    # One in four seconds: a machine that is busy with other things must not be too slow to ask too often.
    server = make_server(LIMIT_REQUESTS_PER_SECOND="0.25").start()
    api = Api(server.ports["web"])
    answers = [api.call("GET", "/api/games") for _ in range(10)]
    late = [answer for answer in answers if answer.status == 429]
    assert late
    assert late[0].json["error"]["code"] == "request/too_many"
    assert int(late[0].headers["retry-after"]) >= 1
    assert api.call("GET", "/healthz").status == 200
