"""What is asked for is run, or refused with the names that there are; the table tells nothing that was not measured."""

from __future__ import annotations

import subprocess
import sys
from itertools import groupby
from pathlib import Path

import pytest

from faults.__main__ import trials, unknown
from faults.choosing import CHOOSERS
from faults.deployments import Deployment, ports
from faults.report import table
from faults.results import GameResult, Result
from faults.smalldisk import OnSmallDisk
from tests.support.server import ROOT


def test_a_fault_that_does_not_exist_is_refused_with_the_names_that_do() -> None:
    command = [sys.executable, "-m", "faults", "--only", "kill-hots"]
    environment = {"PYTHONPATH": f"{ROOT}:{ROOT / 'platform'}", "PATH": ""}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 2
    assert "kill-hots" in done.stderr
    assert "kill-host" in done.stderr


def test_names_choose_faults_and_words_of_titles_deployments() -> None:
    assert {injury.name for _, injury in trials(["stop-host"])} == {"stop-host"}
    assert {kind.title for kind, _ in trials(["scaled out"])} == {"scaled out: 2 web, 2 bridges, 2 table hosts"}
    assert unknown(["stop", "scaled out", "nonsense"]) == ["nonsense"]


def test_each_deployment_stands_under_one_title() -> None:
    titles = [kind.title for kind, _ in trials()]
    assert len([title for title, _ in groupby(titles)]) == len(set(titles))


def test_a_disk_that_may_not_be_mounted_is_no_reason_to_fail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # As in a container without that right, where root runs everything else.
    refusing = tmp_path / "mount"
    refusing.write_text("#!/bin/sh\necho 'permission denied' >&2\nexit 32\n")
    refusing.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert not OnSmallDisk.possible()
    assert "disk-full" not in [injury.name for _, injury in trials()]
    assert unknown(["disk-full"]) == ["disk-full"]


def test_every_door_has_a_port_of_its_own() -> None:
    taken = [*ports().values(), *ports().values()]
    assert len(set(taken)) == len(taken)
    assert "0" not in taken


def test_what_was_not_measured_is_a_dash() -> None:
    games = {game: GameResult() for game in CHOOSERS}
    games["catan"].needed(0.4)
    games["catan"].needed(0.2)
    text = table([Result(Deployment.title, "a fault", games, [])], 8)
    assert text.count("0 / 0 / 0 / 0, –") == len(CHOOSERS) - 1
    assert "0 / 0 / 0 / 0, 0.4 s" in text
