"""Conversations with the whole application, in a process of its own: whatever strangers say, nothing is logged as a
fault, no answer is a 500 and none takes long. `make soak` has a hundred thousand of them, guided by what they reach."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from gamekit import registry
from gamekit.dialect import WebSocketEndpoint
from spieltisch.ratelimits import LIMITS
from tests.hostile.conversations import talks
from tests.hostile.house import ENVIRONMENT, House
from tests.support.server import ROOT

#: Of each way to talk.
INPUTS = 60


def test_the_application_takes_any_conversation(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.hostile.talking", str(INPUTS), "1", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, errors="replace", timeout=240)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    assert int(done.stdout.split()[-2]) == len(list(talks(no_house))) * INPUTS


def no_house() -> House:
    """Who only looks at the list needs none."""
    raise AssertionError("no conversation is held")


def test_every_door_and_page_is_among_the_ways_to_talk() -> None:
    names = {talk.name for talk in talks(no_house)}
    assert {"lobby", "API uploads", "API and site"} < names
    for game in registry.games().values():
        assert {f"reception {game.slug} by WebSocket", f"page {game.slug}"} < names
        for door in game.endpoints:
            assert isinstance(door, WebSocketEndpoint) or f"reception {door.name}" in names


def test_no_limit_keeps_conversations_from_what_lies_behind_it() -> None:
    asked = {f"LIMIT_{name.upper()}_PER_MINUTE" for name in LIMITS.keys() - {"requests", "crowds"}}
    assert {name for name in ENVIRONMENT if name.startswith("LIMIT_")} >= asked | {"LIMIT_REQUESTS_PER_SECOND"}
