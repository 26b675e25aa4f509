"""The two command lines of section 3 as processes: a server with its match file, and artificial players."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest

from games.quidditch.config import DEFAULT_PROBABILITIES, DEFAULT_TIMINGS
from games.quidditch.team import default_team
from tests.support.server import ROOT, quiet_environment
from tests.support.waiting import until

FAST = {name: 0 if name.startswith("min") else 5000 for name in DEFAULT_TIMINGS}
SERVER, PLAYER = "clients.quidditch.server", "clients.quidditch.ai"


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """Write a match in a container and two teams, one of them bare."""
    match = {"maxRounds": 13, "timings": FAST, "probabilities": DEFAULT_PROBABILITIES}
    (tmp_path / "match.json").write_text(
        json.dumps({"timestamp": "2019-05-18 10:00:00.000", "payloadType": "matchConfig", "payload": match})
    )
    (tmp_path / "left.json").write_text(json.dumps(default_team(0)))
    (tmp_path / "right.json").write_text(
        json.dumps({"timestamp": "", "payloadType": "teamConfig", "payload": default_team(1)})
    )
    return tmp_path


class Running:
    """The server as a process, with what it printed."""

    def __init__(self, files: Path) -> None:
        environment = quiet_environment(files / "data", PYTHONPATH=f"{ROOT}:{ROOT / 'platform'}")
        self.lines: list[str] = []
        self.process = subprocess.Popen(
            [sys.executable, "-m", SERVER, "-m", str(files / "match.json"), "-p", "0", "-v", "1"],
            cwd=files,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.reader = Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line.rstrip())

    @property
    def port(self) -> str:
        """Return the port it listens on."""
        found = re.search(r"listening quidditch \S+:(\d+)", "\n".join(self.lines))
        assert found, self.lines
        return found[1]


@pytest.fixture
def server(files: Path) -> Iterator[Running]:
    """Start the server and stop it."""
    running = Running(files)
    try:
        until(lambda: "ready" in running.lines, "the server is ready", 60)
        yield running
    finally:
        running.process.send_signal(signal.SIGTERM)
        assert running.process.wait(20) == 0
        running.reader.join(5)
        assert running.process.stdout is not None
        running.process.stdout.close()


def player(files: Path, port: str, team: str, user: str, *more: str) -> subprocess.Popen[str]:
    """Start an artificial player."""
    return subprocess.Popen(
        [sys.executable, "-m", PLAYER, "-a", "127.0.0.1", "-p", port, "-t", str(files / team), "-u", user, *more],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_two_players_finish_a_match_and_its_replay_is_on_disk(files: Path, server: Running) -> None:
    assert [line.split()[1] for line in server.lines if line.startswith("listening")] == ["web", "quidditch"]
    one = player(files, server.port, "left.json", "alpha", "-d", "0", "-l", "ulm2019", "-k", "one")
    two = player(files, server.port, "right.json", "bravo", "-d", "1", "-l", "ulm2019", "-v", "2")
    for process in (one, two):
        _, told = process.communicate(timeout=90)
        assert process.returncode == 0, told
        assert "matchFinish" in told
    folder = files / "data" / "replays"
    until(lambda: len(list(folder.glob("*.json"))) == 2, "both replay files are written", 20)
    replay = json.loads(next(folder.glob("ulm2019-*.replay.json")).read_text())
    assert replay["payloadType"] == "replay"
    assert replay["payload"]["lobby"] == "ulm2019"
    assert {replay["payload"]["leftTeamUserName"], replay["payload"]["rightTeamUserName"]} == {"alpha", "bravo"}
    assert replay["payload"]["log"][-1]["payload"]["victoryReason"] != "violationOfProtocol"


@pytest.mark.parametrize("module", [SERVER, PLAYER])
def test_help_is_in_words(module: str) -> None:
    told = subprocess.run([sys.executable, "-m", module, "-h"], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert told.returncode == 0
    assert "--verbosity" in told.stdout
    assert "--port" in told.stdout


def test_a_wrong_file_is_named_and_nothing_is_started(tmp_path: Path) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text('{"maxRounds": 12}')
    for arguments in ([SERVER, "-m"], [PLAYER, "-a", "127.0.0.1", "-t"]):
        told = subprocess.run(
            [sys.executable, "-m", *arguments, str(bad)], cwd=ROOT, capture_output=True, text=True, timeout=60
        )
        assert told.returncode == 2
        assert "bad.json" in told.stderr
