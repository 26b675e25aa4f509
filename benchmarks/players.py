"""Fifty tables that play while something else happens: moves a second and how long a move takes to be answered."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

from benchmarks import measuring
from benchmarks.measuring import helper, line_of
from tests.support.server import Server

#: Seconds a client thinks: fifty tables make about seventy moves a second, as fifty tables of people and bots do.
THINK = 0.5
HOUSE = json.dumps({"seats": 2, "assign_after": 0, "options": {"turnTime": 600_000, "timeVisualization": 0}})

Figures = dict[str, float]


def tables() -> int:
    """Return at how many tables they play."""
    return measuring.scaled(50, 10)


@contextmanager
def playing(server: Server, seconds: float) -> Iterator[subprocess.Popen[str]]:
    """Let pairs of clients play for so many seconds, once all of them do; `figures_of` waits for what came of it."""
    arguments = ("127.0.0.1", server.ports["web"], "/ws/qwirkle/", tables(), seconds, THINK)
    with helper("movers", *arguments) as movers:
        assert line_of(movers) == "begun"
        yield movers


def figures_of(movers: subprocess.Popen[str]) -> Figures:
    """Return moves a second, p50 and p99 in milliseconds."""
    figures: Figures = json.loads(line_of(movers))
    return figures


def told(figures: Figures) -> str:
    """Return the figures as words."""
    return f"{figures['moves']:6.1f} moves/s, p50 {figures['p50']:6.2f} ms, p99 {figures['p99']:7.2f} ms"
