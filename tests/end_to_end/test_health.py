"""A process knows whether it can serve, and not only whether it lives."""

from __future__ import annotations

import resource
from collections.abc import Callable

from tests.support.api import Api
from tests.support.server import Server
from tests.support.waiting import until

LONG = {"turnTime": 600_000, "timeVisualization": 0, "colorShapeCount": 12, "tileCount": 3}


def readiness(api: Api) -> tuple[int, dict[str, str]]:
    """Return the status of /healthz and what it says of each part."""
    answer = api.call("GET", "/healthz")
    assert api.call("GET", "/healthz/alive").json == {"alive": True}
    return answer.status, answer.json["parts"]


def figure(api: Api, name: str) -> float:
    """Return one sample of the metrics."""
    lines = api.call("GET", "/metrics").body.decode().splitlines()
    return next(float(line.removeprefix(name)) for line in lines if line.startswith(f"{name} "))


def test_a_server_on_a_full_disk_is_alive_and_not_ready(make_server: Callable[..., Server]) -> None:
    server = make_server(BOT_DELAY="0.05").start()
    api = Api(server.ports["web"]).as_guest("Owner")
    api.post("/api/tables", {"game": "qwirkle", "seats": 2, "bots": ["random"] * 2, "options": LONG})
    until(lambda: figure(api, "spieltisch_steps_total") > 2, "they play")
    assert readiness(api) == (200, {"database": "ok", "log": "ok"})
    before = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
    # No file may grow: to the database it is a disk without room, while it still answers questions.
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (0, before[1]))
    until(lambda: readiness(api) == (503, {"database": "ok", "log": "Unavailable"}), "it says that it cannot write")
    stuck = figure(api, "spieltisch_steps_total")
    assert figure(api, 'spieltisch_queue_length{queue="log"}') == 1, "the step that is tried again and again waits"
    assert figure(api, "spieltisch_steps_total") == stuck, "what is tried is not counted as written"
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, before)
    until(lambda: readiness(api)[0] == 200, "it is ready again")
    until(lambda: figure(api, "spieltisch_steps_total") > stuck, "they play on")


def test_a_bridge_is_ready_as_long_as_its_web_process_is(make_server: Callable[..., Server]) -> None:
    web = make_server().start()
    bridge = Server(web.data, {"PORT_MONITOR": "0", "WEB_URL": web.websocket}, command="runbridge")
    # What it does not need must not make it unready.
    bridge.environment["REDIS_URL"] = "redis://127.0.0.1:1"
    try:
        api = Api(bridge.start().ports["monitor"])
        assert readiness(api) == (200, {"web": "ok"})
        web.kill()
        assert readiness(api) == (503, {"web": "ConnectionRefusedError"})
    finally:
        bridge.kill()
