"""The starter clients of the Connect pages run as they are downloaded and play a match to its end."""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gamekit import registry
from gamekit.chance import RecordedChance
from games.quidditch.rules.entities import BROOMS
from spieltisch.replays import jsonlines
from tests.support.api import Api
from tests.support.server import ROOT, Server, copy_of
from tests.support.waiting import until
from tools import programs

#: House tables on which a match is short and a lone program meets bots at once.
HOUSES: dict[str, dict[str, Any]] = {
    "qwirkle": {
        "seats": 2,
        "assign_after": 0.1,
        "options": {"colorShapeCount": 3, "tileCount": 2, "maxHandTiles": 4, "timeVisualization": 0},
    },
    "catan": {"seats": 3, "options": {"points": 5, "turnLimit": 150}},
}
PHASES = ("Player", "Fan", "Ball", "Unban")
#: Tables with a bot, for games in which a program says where it wants to play. Nothing waits, and the snitch is slow.
TABLES: dict[str, dict[str, Any]] = {
    "mississippi": {"bots": ["random"], "options": {"openingPause": 0, "softTime": 60_000, "hardTime": 120_000}},
    "quidditch": {
        "bots": ["naive"],
        "options": {
            "maxRounds": 13,
            "timings": {f"min{phase}PhaseAnimationDuration": 0 for phase in PHASES},
            "probabilities": {"catchSnitch": 1, "knockOut": 1, "extraMove": dict.fromkeys(BROOMS, 0)},
        },
    },
}
#: Seconds for a whole match, on a busy machine, the start of a Java machine included.
MATCH = 200
#: A ship can be pushed to where it has no move, and has lost. Nobody may say so who could have moved.
TRAPPED = "there is no way on"
#: Matches in a row, where one alone may not show that a starter gives up.
VOYAGES = {"mississippi": 4}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, migrated_data: Path) -> Iterator[Server]:
    houses = {
        f"HOUSE_{slug.upper()}": json.dumps({**house, "fill_with_bots_after": 0.1}) for slug, house in HOUSES.items()
    }
    # Programs answer as fast as they are asked.
    limits = {"LIMIT_MESSAGES_PER_SECOND": "0", "BOT_DELAY": "0"}
    server = Server(copy_of(migrated_data, tmp_path_factory.mktemp("starters") / "data"), {**houses, **limits}).start()
    yield server
    server.kill()


def starter(slug: str, name: str) -> Path:
    return ROOT / "games" / slug / "static" / "games" / slug / name


def played(server: Server, slug: str, command: list[str]) -> None:
    """Let a program play, and check that it left a finished match that it did not give up."""
    api = Api(server.ports["web"])
    known = {replay["id"] for replay in replays(api, slug)}
    port = server.ports[registry.game(slug).endpoints[0].name]
    for _ in range(VOYAGES.get(slug, 1)):
        where = way_to_a_table(api.as_guest("Owner"), slug)
        done = subprocess.run([*command, "127.0.0.1", str(port), *where], capture_output=True, text=True, timeout=MATCH)
        told = done.stdout + done.stderr
        assert done.returncode == 0, told
        assert "refused" not in told
        (new,) = until(lambda: [one for one in replays(api, slug) if one["id"] not in known], "a replay of the match")
        known.add(new["id"])
        assert new["steps"] > 1
        assert TRAPPED not in told or had_no_move(server, new["id"]), "the program gave up although it could move"


def way_to_a_table(owner: Api, slug: str) -> list[str]:
    """Return the arguments that lead a program to a table, beside host and port; none for the house's own."""
    if slug not in TABLES:
        return []
    code: str = owner.post("/api/tables", {"game": slug, "seats": 2, **TABLES[slug]})["id"]
    return [code] if slug == "quidditch" else [owner.post(f"/api/tables/{code}/seats", {})["token"]]


def had_no_move(server: Server, replay: str) -> bool:
    """Return True when the referee agrees that whoever moved last could do nothing but lose."""
    with urllib.request.urlopen(f"{server.web}/api/replays/{replay}.jsonl") as file:
        record = jsonlines.read(file.read())
    rules = registry.game(record.game).rules
    state, _ = rules.start(record.options, record.players, RecordedChance(record.chance))
    *before, last = record.steps
    for step in before:
        assert step.kind == "play"
        assert step.seat is not None
        rules.play(state, step.seat, rules.load_move(step.input), RecordedChance(step.chance))
    assert last.seat is not None
    return all(not rules.dump_move(move)["actions"] for move in rules.legal(state, last.seat))


def replays(api: Api, slug: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = api.get(f"/api/replays?game={slug}")
    return found


@pytest.mark.parametrize("name", ["starter.py", "starter/Starter.java"])
@pytest.mark.parametrize("slug", sorted(registry.games()))
def test_every_game_has_a_starter_in_both_languages(slug: str, name: str) -> None:
    assert starter(slug, name).exists()


@pytest.mark.parametrize("slug", sorted(registry.games()))
def test_the_python_starter_plays_to_the_end(server: Server, slug: str) -> None:
    played(server, slug, [sys.executable, str(starter(slug, "starter.py"))])


@pytest.mark.parametrize("slug", sorted(registry.games()))
def test_the_java_starter_plays_to_the_end(server: Server, slug: str) -> None:
    played(server, slug, [programs.java(), str(starter(slug, "starter/Starter.java"))])
