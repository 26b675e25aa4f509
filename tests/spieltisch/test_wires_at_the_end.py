"""A process that ends keeps what its connections said, as far as its little time reaches."""

from __future__ import annotations

import asyncio
import inspect
import time
from collections.abc import Iterator
from math import inf
from types import SimpleNamespace

import pytest

from gamekit import jsontext, registry
from spieltisch.inspector import live
from spieltisch.inspector import tap as taps
from spieltisch.inspector.tap import MOST_BYTES, OPEN, WireTap, unpacked
from spieltisch.tables.log import LogWriter


@pytest.fixture(autouse=True)
def nothing_open() -> Iterator[None]:
    """Let no test see another's connections."""
    OPEN.clear()
    yield
    OPEN.clear()


def opened(number: int, messages: int, owner: int | None = 1) -> WireTap:
    """Return a connection at a table that said so much."""
    tap = OPEN[number] = WireTap(registry.game("qwirkle"), number, "qwirkle")
    tap.table, tap.owner_id = "atable", owner
    payload = jsontext.dumps({"tiles": list(range(150))}).decode()
    text = f'{{"timestamp":"","payloadType":"PlayTiles","payload":{payload}}}'
    for _ in range(messages):
        tap.heard(text.encode(), text)
    return tap


def kept(taken: list[WireTap] | None = None) -> list[int]:
    """Keep everything with a log that does not write yet; return the numbers of those to be written."""

    async def keep() -> list[int]:
        writer = LogWriter()
        live.keep_all(writer, taken)
        works = [job.work for job in writer._jobs]
        return [inspect.getclosurevars(work).nonlocals["self"].number for work in works if callable(work)]

    return asyncio.run(keep())


def test_thirty_full_wires_do_not_keep_a_process_from_ending(caplog: pytest.LogCaptureFixture) -> None:
    for number in range(30):
        assert opened(number, 4000).size > MOST_BYTES / 2
    began = time.process_time()
    written = len(kept())
    assert time.process_time() - began < 2
    assert not OPEN
    assert 0 < written <= 30
    assert written == 30 or f"the messages of {30 - written} of 30 connections are not kept" in caplog.text


def test_what_belongs_to_nobody_and_what_is_long_comes_last() -> None:
    for number, (messages, owner) in enumerate([(1, None), (9, 1), (2, None), (3, 2)]):
        opened(number, messages, owner)
    assert kept() == [3, 1, 0, 2]


def test_a_wire_is_made_ready_from_its_newest_message_on_until_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    tap = opened(1, 100)
    moments = iter(range(1, 100))
    monkeypatch.setattr(taps, "time", SimpleNamespace(monotonic=lambda: next(moments)))
    packed, _ = tap._packed(inf, 10)
    assert [entry["number"] for entry in unpacked(packed)] == list(range(91, 101))


def test_what_was_taken_over_is_kept_later() -> None:
    opened(1, 1)
    opened(2, 1).table = ""
    taken = live.take_all()
    assert not OPEN
    assert kept(taken) == [1]
