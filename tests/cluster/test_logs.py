"""Every process of a deployment writes its log as asked for, and a host's lines name the table they are about."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable

import pytest

from spieltisch import logs
from spieltisch.tables import directory as directories
from tests.cluster.hosting import called, hosting, table_of_two
from tests.support.api import Api
from tests.support.scaled import Scaled


def test_every_process_writes_json_alone_and_no_invitation(scaled: Callable[..., Scaled]) -> None:
    deployment = scaled(LOG_FORMAT="json", LOG_LEVEL="DEBUG")
    web = (deployment.process("tables"), deployment.process("web"))[1]
    deployment.process("bridge", web)
    api = Api(web.ports["web"]).as_guest("Owner")
    table = api.post("/api/tables", {"game": "qwirkle", "seats": 2})["id"]
    api.call("GET", f"/qwirkle/{table}/?invite=a-secret-invitation")
    for process in deployment.all:
        process.stop()
        said = (line for line in process.lines if not line.startswith(("listening ", "running tables as ")))
        records = [json.loads(line) for line in said if line != "ready"]
        assert all({"time", "level", "logger", "message", "process"} <= set(record) for record in records)
        assert "a-secret-invitation" not in process.output
    asked = [json.loads(line) for line in web.lines if f"GET /qwirkle/{table}/" in line]
    assert [record["address"] for record in asked if record["logger"] == "spieltisch.accesslog"] == ["127.0.0.1"]


@pytest.mark.django_db(transaction=True)
def test_what_a_host_logs_of_a_call_names_the_table(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(directories, "_directory", None)
    caplog.handler.setFormatter(logs.LineFormatter())

    async def scenario() -> str:
        async with hosting("host-a") as host:
            table = await table_of_two(host, "person")
            await called(host, "front-1", table.record.code, "an operation that is none")
            return table.record.code

    code = asyncio.run(scenario())
    (line,) = (line for line in caplog.text.splitlines() if "the call an operation that is none failed" in line)
    assert line.endswith(f"[table={code}]")
