"""The two command lines of section 3 as processes: a server with its match file, and artificial players."""

from __future__ import annotations

import contextlib
import json
import re
import signal
import socket
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest

from games.quidditch.config import DEFAULT_PROBABILITIES, DEFAULT_TIMINGS
from games.quidditch.team import default_team
from tests.support.server import ROOT, STOP_WITHIN, quiet_environment
from tests.support.waiting import until

FAST = {name: 0 if name.startswith("min") else 5000 for name in DEFAULT_TIMINGS}
SERVER, PLAYER = "clients.quidditch.server", "clients.quidditch.ai"
#: Seconds a match may take: players that think, several of them, on a machine with other things to do.
MATCH = 200


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
        until(lambda: "ready" in running.lines, "the server is ready")
        yield running
    finally:
        running.process.send_signal(signal.SIGTERM)
        assert running.process.wait(STOP_WITHIN) == 0
        running.reader.join()
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


def test_players_of_every_difficulty_finish_matches_and_the_replays_are_on_disk(files: Path, server: Running) -> None:
    assert [line.split()[1] for line in server.lines if line.startswith("listening")] == ["web", "quidditch"]
    # Difficulty 0 plays best; over a hundred matches 1 loses none to 2 (see benchmarks/quidditch_bots.py).
    programs = [
        player(files, server.port, "left.json", "alpha", "-d", "0", "-l", "ulm2019", "-k", "one"),
        player(files, server.port, "right.json", "bravo", "-d", "1", "-l", "ulm2019", "-v", "2"),
        player(files, server.port, "left.json", "charlie", "-d", "2", "-l", "ulm2020"),
        player(files, server.port, "right.json", "delta", "-d", "1", "-l", "ulm2020"),
    ]
    for process in programs:
        _, told = process.communicate(timeout=MATCH)
        assert process.returncode == 0, told
        assert "matchFinish" in told
    folder = files / "data" / "replays"
    until(lambda: len(list(folder.glob("*.json"))) == 4, "all replay files are written")
    first, second = (
        json.loads(next(folder.glob(f"{name}-*.replay.json")).read_text()) for name in ("ulm2019", "ulm2020")
    )
    assert first["payloadType"] == "replay"
    assert first["payload"]["lobby"] == "ulm2019"
    assert {first["payload"]["leftTeamUserName"], first["payload"]["rightTeamUserName"]} == {"alpha", "bravo"}
    assert first["payload"]["log"][-1]["payload"]["victoryReason"] != "violationOfProtocol"
    winners = [second["payload"]["log"][-1]["payload"]["winnerUserName"]]
    if winners == ["charlie"]:
        # Luck, as in one match of three hundred.
        winners.append(winner_of_another(files, server.port))
    assert "delta" in winners


def winner_of_another(files: Path, port: str) -> str:
    """Let the same two play once more in another lobby."""
    programs = [
        player(files, port, "left.json", "charlie", "-d", "2", "-l", "ulm2021"),
        player(files, port, "right.json", "delta", "-d", "1", "-l", "ulm2021"),
    ]
    for process in programs:
        _, told = process.communicate(timeout=MATCH)
        assert process.returncode == 0, told
    folder = files / "data" / "replays"
    written = until(lambda: list(folder.glob("ulm2021-*.replay.json")), "the replay file")
    return str(json.loads(written[0].read_text())["payload"]["log"][-1]["payload"]["winnerUserName"])


class Cable:
    """A line to the server that can be cut: connections made later work again."""

    def __init__(self, port: str) -> None:
        self._target = int(port)
        self._sockets: list[socket.socket] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = str(self._listener.getsockname()[1])
        self.connections = 0
        self.carried = 0
        """Bytes from the server since the last cut."""
        Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                far = socket.create_connection(("127.0.0.1", self._target))
                self.connections += 1
                self._sockets += (near, far)
                Thread(target=self._carry, args=(near, far, False), daemon=True).start()
                Thread(target=self._carry, args=(far, near, True), daemon=True).start()

    def _carry(self, source: socket.socket, target: socket.socket, counted: bool) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                self.carried += len(data) if counted else 0
                target.sendall(data)
        for end in (source, target):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def cut(self) -> None:
        """Break every connection off."""
        self.carried = 0
        for end in self._sockets:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Cut it for good."""
        self._listener.close()
        self.cut()
        for end in self._sockets:
            end.close()


def test_a_player_that_was_cut_off_comes_back_and_finishes_its_match(files: Path, server: Running) -> None:
    cable = Cable(server.port)
    one = player(files, cable.port, "left.json", "alpha", "-d", "1")
    two = player(files, server.port, "right.json", "bravo", "-d", "1")
    # A match is more than a megabyte of snapshots.
    until(lambda: cable.carried > 200_000, "the match is on")
    cable.cut()
    until(lambda: cable.carried > 200_000, "the match goes on over another connection")
    for process in (one, two):
        _, told = process.communicate(timeout=MATCH)
        assert process.returncode == 0, told
        assert "violationOfProtocol" not in told
    assert cable.connections == 2
    cable.close()


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("spieltisch-quidditch-server", ("-m --match", "-h --help", "-p --port", "-v --verbosity")),
        (
            "spieltisch-quidditch-ki",
            (
                "-a --address",
                "-t --team",
                "-l --lobby",
                "-u --username",
                "-k --password",
                "-h --help",
                "-p --port",
                "-d --difficulty",
                "-v --verbosity",
            ),
        ),
    ],
)
def test_the_installed_commands_explain_every_option_of_section_3_2(command: str, options: tuple[str, ...]) -> None:
    path = Path(sysconfig.get_path("scripts")) / command
    for help_option in ("-h", "--help"):
        told = subprocess.run([path, help_option], capture_output=True, text=True, timeout=60)
        assert told.returncode == 0
        for option in options:
            short, long = option.split()
            assert re.search(rf"^  {short}[ ,].*{long}", told.stdout, re.MULTILINE), option
        assert "None" not in told.stdout


def test_a_wrong_file_is_named_and_nothing_is_started(tmp_path: Path) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text('{"maxRounds": 12}')
    for arguments in ([SERVER, "-m"], [PLAYER, "-a", "127.0.0.1", "-t"]):
        told = subprocess.run(
            [sys.executable, "-m", *arguments, str(bad)], cwd=ROOT, capture_output=True, text=True, timeout=60
        )
        assert told.returncode == 2
        assert "bad.json" in told.stderr
