"""Lets the installed commands play over the standard's port: each difficulty must beat the next.

    python -m benchmarks quidditch_ladder
    python benchmarks/quidditch_ladder.py [--matches 100] [--rounds 13]

One `spieltisch-quidditch-server` without waiting between snapshots, and for every match two processes of
`spieltisch-quidditch-ki` in a lobby of their own; who comes first, and so plays left, changes with every match.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from games.quidditch.bots import BOTS
from games.quidditch.config import DEFAULT_TIMINGS
from games.quidditch.team import default_team

COMMANDS = Path(sysconfig.get_path("scripts"))
NO_WAITING = {name: 0 if name.startswith("min") else 20_000 for name in DEFAULT_TIMINGS}
#: Seconds a match may last at most.
PATIENCE = 120.0


@dataclass
class Ladder:
    """Two neighbours' matches so far."""

    won: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    rounds: int = 0


@contextmanager
def server(folder: Path, rounds: int) -> Iterator[int]:
    """Run the server command; yield its port."""
    match = folder / "match.json"
    match.write_text(json.dumps({"maxRounds": rounds, "timings": NO_WAITING, "probabilities": {}}))
    environment = os.environ | {"DATA_DIR": str(folder / "data"), "PYTHONUNBUFFERED": "1"}
    command = [str(COMMANDS / "spieltisch-quidditch-server"), "-m", str(match), "-p", "0", "-v", "1"]
    with subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            printed = ""
            while "ready" not in printed:
                line = process.stdout.readline()
                if not line:
                    raise SystemExit(f"the server did not start: {printed}")
                printed += line
            found = re.search(r"listening quidditch \S+:(\d+)", printed)
            assert found, printed
            yield int(found[1])
        finally:
            process.terminate()


def player(folder: Path, port: int, lobby: str, difficulty: int, seat: int) -> subprocess.Popen[str]:
    """Start a player command."""
    words = {
        "-a": "127.0.0.1",
        "-p": port,
        "-t": folder / f"team{seat}.json",
        "-l": lobby,
        "-u": f"{lobby}d{difficulty}",
        "-k": "secret",
        "-d": difficulty,
        "-v": 1,
    }
    command = [str(COMMANDS / "spieltisch-quidditch-ki"), *(str(word) for pair in words.items() for word in pair)]
    return subprocess.Popen(command, stderr=subprocess.PIPE, text=True)


def finish_of(process: subprocess.Popen[str]) -> dict[str, object]:
    """Wait for a player and return the matchFinish it logged."""
    _, logged = process.communicate(timeout=PATIENCE)
    found = re.search(r"matchFinish (\{.*\})", logged)
    if process.returncode != 0 or not found:
        raise SystemExit(f"a player ended with status {process.returncode}:\n{logged}")
    told: dict[str, object] = json.loads(found[1])
    return told


def match(folder: Path, port: int, level: int, number: int, ladder: Ladder) -> None:
    """Play one match of a difficulty against the next, and note how it ended."""
    lobby = f"ladder{level}x{number}"
    order = (level, level + 1) if number % 2 == 0 else (level + 1, level)
    players = [player(folder, port, lobby, difficulty, seat) for seat, difficulty in enumerate(order)]
    finish, other = (finish_of(process) for process in players)
    assert finish == other, (finish, other)
    ladder.won += finish["winnerUserName"] == f"{lobby}d{level}"
    ladder.reasons[str(finish["victoryReason"])] += 1
    ladder.rounds += int(str(finish["endRound"]))


def climb(matches: int, rounds: int) -> bool:
    """Play all neighbours; return whether each beat the next."""
    each = True
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for seat in (0, 1):
            (folder / f"team{seat}.json").write_text(json.dumps(default_team(seat)))
        with server(folder, rounds) as port:
            for level in range(len(BOTS) - 1):
                ladder, begun = Ladder(), time.perf_counter()
                for number in range(matches):
                    match(folder, port, level, number, ladder)
                seconds = (time.perf_counter() - begun) / matches
                reasons = ", ".join(f"{reason} {count}" for reason, count in ladder.reasons.most_common())
                print(
                    f"-d {level} against -d {level + 1}: won {ladder.won} of {matches}, "
                    f"{ladder.rounds / matches:.1f} rounds and {seconds:.1f} s a match; {reasons}",
                    flush=True,
                )
                each = each and ladder.won * 2 > matches
    return each


def run() -> None:
    """Print how 20 matches of each two neighbours end."""
    climb(20, 13)


def main() -> int:
    """Play as the command line says; return 1 when one does not beat the next."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=13)
    options = parser.parse_args()
    return 0 if climb(options.matches, options.rounds) else 1


if __name__ == "__main__":
    sys.exit(main())
