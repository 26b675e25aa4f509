"""Conversations with the whole application, in a process of its own: whatever strangers say, nothing is logged as a
fault, no answer is a 500 and none takes long. `make soak` has a hundred thousand of them, guided by what they reach."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from gamekit import registry
from tests.support.server import ROOT

#: Of each way to talk.
INPUTS = 60


def test_the_application_takes_any_conversation(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.hostile.talking", str(INPUTS), "1", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, errors="replace", timeout=240)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    ways = 2 + 2 * len(registry.games())
    assert int(done.stdout.split()[-2]) >= ways * INPUTS
