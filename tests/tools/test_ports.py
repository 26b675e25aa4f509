"""Ports that servers are told beforehand stay theirs."""

from __future__ import annotations

import socket
import subprocess
import sys

from tests.support.server import ROOT
from tools.ports import free_port

ASK = "from tools.ports import free_port; print(*(free_port() for _ in range(200)))"


def test_no_port_is_given_twice_even_to_processes_side_by_side() -> None:
    here = [free_port() for _ in range(200)]
    done = subprocess.run([sys.executable, "-c", ASK], cwd=ROOT, capture_output=True, text=True, check=True)
    there = [int(word) for word in done.stdout.split()]
    assert len({*here, *there}) == 400


def test_a_port_is_not_one_the_system_gives_away_by_itself() -> None:
    with socket.socket() as given:
        given.bind(("127.0.0.1", 0))
        assert free_port() < given.getsockname()[1]
