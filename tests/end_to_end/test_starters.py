"""The starter clients of the Connect pages run as they are downloaded and play a match to its end."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gamekit import registry
from tests.support.api import Api
from tests.support.server import ROOT, Server, copy_of
from tests.support.waiting import until

#: House tables on which a match is short and a lone program meets bots at once.
HOUSES: dict[str, dict[str, Any]] = {
    "qwirkle": {
        "seats": 2,
        "assign_after": 0.1,
        "options": {"colorShapeCount": 3, "tileCount": 2, "maxHandTiles": 4, "timeVisualization": 0},
    },
    "catan": {"seats": 3, "options": {"points": 5, "turnLimit": 150}},
    "mississippi": {"options": {"openingPause": 0}},
}
#: Seconds for a whole match, on a busy machine, the start of a Java machine included.
MATCH = 200


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, migrated_data: Path) -> Iterator[Server]:
    houses = {
        f"HOUSE_{slug.upper()}": json.dumps({**house, "fill_with_bots_after": 0.1}) for slug, house in HOUSES.items()
    }
    server = Server(copy_of(migrated_data, tmp_path_factory.mktemp("starters") / "data"), houses).start()
    yield server
    server.kill()


def starters(name: str) -> list[str]:
    """Return the games that bring such a starter client."""
    return [slug for slug in sorted(registry.games()) if starter(slug, name).exists()]


def starter(slug: str, name: str) -> Path:
    return ROOT / "games" / slug / "static" / "games" / slug / name


def played(server: Server, slug: str, command: list[str]) -> None:
    """Let a program play, and check that it left a finished match."""
    api = Api(server.ports["web"])
    known = {replay["id"] for replay in replays(api, slug)}
    port = server.ports[registry.game(slug).endpoints[0].name]
    done = subprocess.run([*command, "127.0.0.1", str(port)], capture_output=True, text=True, timeout=MATCH)
    told = done.stdout + done.stderr
    assert done.returncode == 0, told
    assert "refused" not in told
    (replay,) = until(lambda: [one for one in replays(api, slug) if one["id"] not in known], "a replay of the match")
    assert replay["steps"] > 3


def replays(api: Api, slug: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = api.get(f"/api/replays?game={slug}")
    return found


@pytest.mark.parametrize("slug", starters("starter.py"))
def test_the_python_starter_plays_to_the_end(server: Server, slug: str) -> None:
    played(server, slug, [sys.executable, str(starter(slug, "starter.py"))])


@pytest.mark.skipif(shutil.which("java") is None, reason="there is no java on the PATH")
@pytest.mark.parametrize("slug", starters("starter/Starter.java"))
def test_the_java_starter_plays_to_the_end(server: Server, slug: str) -> None:
    played(server, slug, ["java", str(starter(slug, "starter/Starter.java"))])
