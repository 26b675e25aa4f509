"""Every figure that an operator needs is on /metrics, and moves when the thing happens."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from contextlib import AsyncExitStack

from tests.support.api import Api
from tests.support.lines import connected
from tests.support.pages import opened
from tests.support.server import Server
from tests.support.waiting import until

OPTIONS = {"turnTime": 600_000, "timeVisualization": 0}


def figures(server: Server, door: str = "web") -> dict[str, float]:
    """Return every sample by its name with labels."""
    text = Api(server.ports[door]).call("GET", "/metrics").body.decode()
    return {name: float(value) for name, value in re.findall(r"^(\w+(?:\{.*\})?) (\S+)$", text, re.MULTILINE)}


def test_a_match_moves_the_figures_of_tables_the_log_and_delivery(make_server: Callable[..., Server]) -> None:
    server = make_server(BOT_DELAY="0.01").start()
    before = figures(server)
    guest = Api(server.ports["web"]).as_guest("Owner")
    table = guest.post("/api/tables", {"game": "qwirkle", "seats": 2, "options": OPTIONS})["id"]
    open_tables = 'spieltisch_tables{game="qwirkle",status="open"}'
    assert figures(server)[open_tables] == before.get(open_tables, 0) + 1

    async def watch() -> dict[str, float]:
        async with opened(f"{server.websocket}/ws/qwirkle/{table}/") as page:
            await page.receive_type("table/hello")
            for _ in range(2):
                await asyncio.to_thread(guest.post, f"/api/tables/{table}/bots", {"bot": "random"})
            for _ in range(5):
                await page.receive_type("table/state")
            return await asyncio.to_thread(figures, server)

    during = asyncio.run(watch())
    assert during['spieltisch_connections{kind="page"}'] == 1
    assert during["spieltisch_spectators"] == 1
    assert during["spieltisch_steps_total"] >= 4
    for name in ("spieltisch_commit_seconds", "spieltisch_durable_seconds", "spieltisch_fan_out_seconds"):
        assert during[f"{name}_count"] > before[f"{name}_count"]
        assert during[f'{name}_bucket{{le="+Inf"}}'] == during[f"{name}_count"]
        assert during[f"{name}_sum"] > 0
    assert during["spieltisch_deliveries_total"] > before["spieltisch_deliveries_total"]
    for queue in ("log", "commands", "bus"):
        assert during[f'spieltisch_queue_length{{queue="{queue}"}}'] >= 0
    assert {'spieltisch_unread_bytes{of="all"}', 'spieltisch_unread_bytes{of="slowest"}'} <= set(during)
    until(lambda: figures(server)['spieltisch_connections{kind="page"}'] == 0, "the page is counted no more")


def test_refusals_are_counted_by_code_and_door(server: Server) -> None:
    guest = Api(server.ports["web"]).as_guest("Owner")
    table = guest.post("/api/tables", {"game": "qwirkle", "seats": 2})["id"]
    assert guest.call("GET", "/api/tables/nosuchtable1").status == 404

    async def misbehave() -> None:
        async with opened(f"{server.websocket}/ws/qwirkle/{table}/") as page:
            refused = await page.request("table/nonsense", {})
            assert refused["payloadType"] == "table/error"
            code = refused["payload"]["code"]
            counted = await asyncio.to_thread(figures, server)
            assert counted[f'spieltisch_refusals_total{{door="page",code="{code}"}}'] == 1
        async with connected(server.ports["qwirkle"]) as client:
            await client.send_bytes(b"this is no JSON\n")
            await client.receive_line()
        async with connected(server.ports["qwirkle"]) as client:
            await client.send_bytes(b"x" * 70_000)
            await client.closed()

    asyncio.run(misbehave())
    counted = figures(server)
    assert counted['spieltisch_api_errors_total{code="table/unknown"}'] == 1
    protocol = {name: value for name, value in counted.items() if name.startswith('spieltisch_refusals_total{door="pr')}
    assert sum(protocol.values()) >= 2
    dropped = {name: value for name, value in counted.items() if name.startswith("spieltisch_bridge_dropped_total")}
    assert sum(dropped.values()) == 1, dropped


def test_a_bridge_counts_its_clients_and_its_faults(make_server: Callable[..., Server], redis_url: str) -> None:
    web = make_server(REDIS_URL=redis_url).start()
    more = {"PORT_MONITOR": "0", "WEB_URL": web.websocket}
    bridge, lost = Server(web.data, more, command="runbridge"), Server(web.data, more, command="runbridge")
    lost.environment["WEB_URL"] = "nowhere"

    async def scenario() -> None:
        async with AsyncExitStack() as stack:
            for door in ("qwirkle", "catan", "catan"):
                await stack.enter_async_context(connected(bridge.ports[door]))
            await asyncio.to_thread(
                until, lambda: figures(bridge, "monitor")['spieltisch_connections{kind="tcp"}'] == 3, "three clients"
            )
        async with connected(lost.ports["qwirkle"]) as client:
            await client.closed()

    try:
        bridge.start()
        lost.start()
        asyncio.run(scenario())
        until(lambda: figures(bridge, "monitor")['spieltisch_connections{kind="tcp"}'] == 0, "they are counted no more")
        assert figures(lost, "monitor")['spieltisch_log_errors_total{logger="bridge.server"}'] == 1
    finally:
        bridge.kill()
        lost.kill()


def test_processes_without_pages_have_a_port_for_monitors(make_server: Callable[..., Server], redis_url: str) -> None:
    web = make_server(REDIS_URL=redis_url).start()
    more = {"REDIS_URL": redis_url, "PORT_MONITOR": "0", "WEB_URL": web.websocket}
    tables, bridge = (Server(web.data, more, command=command) for command in ("runtables", "runbridge"))
    try:
        for process in (tables.start(), bridge.start()):
            monitor = Api(process.ports["monitor"])
            assert monitor.get("/healthz")["ready"] is True
            assert monitor.get("/healthz/alive") == {"alive": True}
            assert monitor.call("GET", "/console/").status == 404
        assert "spieltisch_commit_seconds_count" in figures(tables, "monitor")

        async def too_long() -> None:
            async with connected(bridge.ports["qwirkle"]) as client:
                await client.send_bytes(b"x" * 70_000)
                await client.closed()

        asyncio.run(too_long())
        dropped = [name for name in figures(bridge, "monitor") if name.startswith("spieltisch_bridge_dropped_total{")]
        assert len(dropped) == 1
        assert tables.stop() == bridge.stop() == 0
    finally:
        tables.kill()
        bridge.kill()


def test_metrics_may_be_kept_for_the_bearer_of_a_token(make_server: Callable[..., Server]) -> None:
    server = make_server(METRICS_TOKEN="only-for-monitors").start()
    port = server.ports["web"]
    assert [Api(port, token).call("GET", "/metrics").status for token in ("", "a-guess", "only-for-monitors")] == [
        401, 401, 200,
    ]  # fmt: skip
    assert Api(port).call("GET", "/healthz").status == 200
