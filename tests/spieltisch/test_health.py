"""A process is alive when it answers, and ready when all it needs is there."""

from __future__ import annotations

import asyncio

import pytest
from django.test import Client

from spieltisch import health


@pytest.mark.django_db(transaction=True)
def test_a_process_with_its_database_is_ready(client: Client) -> None:
    answer = client.get("/healthz")
    assert answer.status_code == 200
    assert answer.json()["alive"]
    assert answer.json()["ready"]
    assert answer.json()["parts"]["database"] == "ok"


@pytest.mark.django_db(transaction=True)
def test_a_part_at_fault_is_named_without_its_secrets(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail() -> None:
        raise ConnectionError("redis://:password@host")

    monkeypatch.setitem(health._checks, "far", fail)
    answer = client.get("/healthz")
    assert answer.status_code == 503
    assert answer.json()["alive"]
    assert not answer.json()["ready"]
    assert answer.json()["parts"]["far"] == "ConnectionError"
    assert client.get("/healthz/alive").status_code == 200


def test_a_part_that_hangs_is_not_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    async def hang() -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(health, "PATIENCE", 0.05)
    monkeypatch.setattr(health, "_checks", {"slow": hang})
    assert asyncio.run(health.report()) == {"slow": "no answer within 0.05 s"}


def test_metrics_are_text_for_prometheus(client: Client) -> None:
    answer = client.get("/metrics")
    assert answer.status_code == 200
    assert answer.headers["Content-Type"].startswith("text/plain; version=0.0.4")
    assert b"# TYPE spieltisch_api_requests_total counter" in answer.content
