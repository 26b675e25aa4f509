"""Processor time is counted whole, also that of children which have ended; and what ended a measurement is told."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from benchmarks import measuring
from tests.support.waiting import until

BURN = "import time\nwhile time.process_time() < 0.3: pass"
SWELL = """
print("ready", flush=True)
input()
held = bytearray(64 * 2**20)
input()
del held
print("done", flush=True)
input()
"""


def test_the_processor_time_of_a_family_counts_who_has_ended() -> None:
    before, alone = measuring.family_time(os.getpid()), measuring.processor_time(os.getpid())
    subprocess.run([sys.executable, "-c", BURN], check=True)
    # To the tick of the system's books.
    assert measuring.family_time(os.getpid()) - before > 0.27
    assert measuring.processor_time(os.getpid()) - alone < 0.27


def test_the_processor_time_of_the_machine_has_everybodys() -> None:
    before = measuring.machine_time()
    subprocess.run([sys.executable, "-c", BURN], check=True)
    assert measuring.machine_time() - before > 0.27


def test_memory_that_was_given_back_before_the_end_is_seen() -> None:
    with subprocess.Popen([sys.executable, "-c", SWELL], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdout.readline()
        with measuring.Growth(process.pid) as growth:
            process.stdin.write(b"\n")
            process.stdin.flush()
            until(lambda: growth.largest > 40 * 2**20, "it is seen")
            process.stdin.write(b"\n")
            process.stdin.flush()
            process.stdout.readline()
        assert measuring.resident(process.pid) < growth.largest


def test_what_ends_a_measurement_is_told_where_it_is_not_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    assert measuring.limit_of(0.5, 1.5) == ""
    assert "generator" in measuring.limit_of(0.96, 1.5)
    assert "machine" in measuring.limit_of(0.5, 1.95)
