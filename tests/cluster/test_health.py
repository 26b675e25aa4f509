"""Each kind of process says which part it lacks, lives on meanwhile, and is ready again by itself."""

from __future__ import annotations

from collections.abc import Callable

from tests.support.api import Api
from tests.support.scaled import Process, Scaled
from tests.support.waiting import until


def lacking(process: Process, door: str = "monitor") -> set[str]:
    """Return the parts at fault; a process that lives says so whatever it lacks."""
    api = Api(process.ports[door])
    answer = api.call("GET", "/healthz")
    assert api.call("GET", "/healthz/alive").json == {"alive": True}
    faults = {name for name, state in answer.json["parts"].items() if state != "ok"}
    assert (answer.status == 503) == bool(faults)
    return faults


def test_each_process_lacks_what_was_taken_from_it(scaled: Callable[..., Scaled]) -> None:
    deployment = scaled()
    tables, web = deployment.process("tables"), deployment.process("web")
    bridge = deployment.process("bridge", web)
    until(lambda: [lacking(tables), lacking(web, "web"), lacking(bridge)] == [set()] * 3, "all are ready")
    deployment.postgres.stop()
    until(lambda: lacking(tables) == {"database", "lease"}, "the host knows that its lease has run out")
    until(lambda: "database" in lacking(web, "web"), "the web process misses the database")
    until(lambda: lacking(bridge) == {"web"}, "the bridge misses a web process that can serve")
    deployment.postgres.start()
    until(lambda: [lacking(tables), lacking(web, "web"), lacking(bridge)] == [set()] * 3, "all are ready again")
    deployment.redis.stop()
    until(lambda: lacking(tables) == {"redis"}, "the host misses Redis")
    until(lambda: lacking(web, "web") == {"redis", "hosts"}, "nobody is reached without Redis")
    deployment.redis.start()
    until(lambda: [lacking(tables), lacking(web, "web"), lacking(bridge)] == [set()] * 3, "all are ready again")
    tables.kill()
    until(lambda: lacking(web, "web") == {"hosts"}, "no process runs tables")
