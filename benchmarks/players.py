"""Fifty tables that play while something else happens: moves a second and how long a move takes to be answered."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

from benchmarks import measuring
from benchmarks.measuring import ask, helper, line_of
from tests.support.server import Server

#: Seconds a client thinks: fifty tables make about seventy moves a second, as fifty tables of people and bots do.
THINK = 0.5
HOUSE = json.dumps({"seats": 2, "assign_after": 0, "options": {"turnTime": 600_000, "timeVisualization": 0}})

Figures = dict[str, float]


def tables() -> int:
    """Return at how many tables they play."""
    return measuring.scaled(50, 10)


@contextmanager
def playing(
    server: Server, seconds: float, count: int | None = None, think: float = THINK
) -> Iterator[subprocess.Popen[str]]:
    """Let pairs of clients play; `figures_of` looks at them for so many seconds, once all of them do."""
    arguments = ("127.0.0.1", server.ports["web"], "/ws/qwirkle/", count or tables(), seconds, think)
    with helper("movers", *arguments) as movers:
        assert line_of(movers) == "begun"
        yield movers


@contextmanager
def echoing(port: int, seconds: float) -> Iterator[subprocess.Popen[str]]:
    """Let as many clients of a bare server ask at the same pace."""
    with helper("echoes", port, tables(), seconds, THINK) as echoes:
        assert line_of(echoes) == "begun"
        yield echoes


def figures_of(movers: subprocess.Popen[str]) -> Figures:
    """Look from now on for as long as they were told; return moves a second, p50 and p99 in milliseconds."""
    figures: Figures = ask(movers)
    return figures


def told(figures: Figures) -> str:
    """Return the figures as words."""
    return f"{figures['moves']:6.1f} moves/s, p50 {figures['p50']:6.2f} ms, p99 {figures['p99']:7.2f} ms"
