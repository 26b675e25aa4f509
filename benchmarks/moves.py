"""Moves a second at 50 tables with the durable log on, beside the same game on Channels' stock group_send path."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks import measuring
from tests.support.server import ROOT, Server, quiet_environment
from tests.support.waiting import until

TABLES = measuring.scaled(50, 10)
SECONDS = 6.0
ROUNDS = measuring.scaled(3, 1)
HOUSE = {"seats": 2, "assign_after": 0, "options": {"turnTime": 600_000, "timeVisualization": 0}}


def measured(port: int, path: str) -> dict[str, float]:
    """Run the load generator against a port and return its figures."""
    command = [sys.executable, "-m", "benchmarks.movers", "127.0.0.1", str(port), path, str(TABLES), str(SECONDS)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    if done.returncode:
        raise SystemExit(f"the load generator failed:\n{done.stderr[-2000:]}")
    figures: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return figures


def product(folder: Path) -> dict[str, float]:
    """Measure the whole product."""
    house, unlimited = json.dumps(HOUSE), {"LIMIT_MESSAGES_PER_SECOND": "0"}
    server = Server(folder, {"HOUSE_QWIRKLE": house, **unlimited}).start()
    try:
        return measured(server.ports["web"], "/ws/qwirkle/")
    finally:
        server.stop()


def stock(folder: Path) -> dict[str, float]:
    """Measure the stock path under the same Daphne and on the same kind of database."""
    folder.mkdir(parents=True, exist_ok=True)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment: dict[str, Any] = quiet_environment(folder)
    subprocess.run([sys.executable, str(ROOT / "manage.py"), "migrate", "-v0"], env=environment, check=True)
    command = [sys.executable, "-m", "daphne", "-v0", "-p", str(port), "benchmarks.stock:application"]
    environment["PYTHONPATH"] = f"{ROOT}:{ROOT / 'platform'}"
    server = subprocess.Popen(command, cwd=ROOT, env=environment)
    try:
        until(lambda: _answers(port), "the stock server")
        return measured(port, "/ws/{table}/")
    finally:
        server.kill()
        server.wait()


def _answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def run() -> None:
    """Print both, and the ratio of their medians."""
    ours, theirs = [], []
    for number in range(ROUNDS):
        with tempfile.TemporaryDirectory() as folder:
            ours.append(product(Path(folder) / "product"))
            theirs.append(stock(Path(folder) / "stock"))
        for name, figures in (("spieltisch", ours[-1]), ("stock group_send", theirs[-1])):
            print(
                f"round {number + 1} {name:>16}: {figures['moves']:7.0f} moves/s, p50 {figures['p50']:6.1f} ms, "
                f"p99 {figures['p99']:6.1f} ms (generator busy {figures['generator']:.0%})",
                flush=True,
            )
    ratio = median(f["moves"] for f in ours) / median(f["moves"] for f in theirs)
    print(f"ratio of the medians: {ratio:.1f} times the stock path at {TABLES} tables (goal: 5)")


if __name__ == "__main__":
    run()
