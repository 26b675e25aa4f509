"""Over the real port, with the limits every visitor has: each of the standard's seven reasons ends a match (6.2.1)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from gamekit.rules import Json
from tests.end_to_end.quidditch.directing import (
    CERTAIN,
    NO_WAITING,
    RINGS,
    Scene,
    distance,
    foul,
    played,
    skip,
    throw,
    towards,
)
from tests.support.api import Api
from tests.support.server import Server, copy_of

NUMBERS = count()
ROUNDS = 60

#: A free cell beside two rings of the left team.
AT_HOME = (3, 5)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, migrated_data: Path) -> Iterator[Server]:
    """One server for all endings; chance decides nothing but orders and directions."""
    house = {"options": {"maxRounds": ROUNDS, "timings": NO_WAITING, "probabilities": CERTAIN}}
    data = copy_of(migrated_data, tmp_path_factory.mktemp("endings") / "data")
    server = Server(data, {"HOUSE_QUIDDITCH": json.dumps(house)}).start()
    yield server
    server.kill()


@pytest.fixture
def port(server: Server) -> int:
    """The port of the standard."""
    return server.ports["quidditch"]


@pytest.fixture
def lobby() -> str:
    """A lobby nobody has been in."""
    return f"ending{next(NUMBERS)}"


def within(work: Coroutine[Any, Any, Json]) -> Json:
    """Run a match."""
    return asyncio.run(asyncio.wait_for(work, 110))


def score(scene: Scene, entity: str, kind: str) -> Json:
    """Let the left team's first chaser score; who holds the quaffle otherwise throws it to him."""
    if kind == "action" and scene.at(entity) == scene.quaffle:
        return throw(entity, RINGS[1][1] if entity == "leftChaser1" else scene.at("leftChaser1"))
    if entity == "leftChaser1" and kind == "move" and scene.at(entity) != scene.quaffle:
        if scene.quaffle is not None and distance(scene.quaffle, (8, 6)) <= 2:
            return towards(scene, entity, scene.quaffle)
        return towards(scene, entity, (8, 6))
    return skip(entity)


def hunt(scene: Scene, entity: str, within: int = 0) -> Json:
    """Go after the snitch, or only stay near it."""
    return skip(entity) if scene.snitch is None else towards(scene, entity, scene.snitch, within)


def test_three_banned_at_the_end_of_a_round_are_a_disqualification(port: int, lobby: str) -> None:
    def script(scene: Scene, entity: str, kind: str) -> Json:
        fouls = kind == "move" and entity.startswith("left") and scene.banned(0) < 3
        return foul(scene, entity) if fouls else skip(entity)

    finish = within(played(port, lobby, script))
    assert finish == {
        "endRound": 1,
        "leftPoints": 0,
        "rightPoints": 0,
        "winnerUserName": f"{lobby}right",
        "victoryReason": "disqualification",
    }


def test_when_both_are_disqualified_more_points_win(port: int, lobby: str) -> None:
    def script(scene: Scene, entity: str, kind: str) -> Json:
        if scene.points == (0, 0):
            return score(scene, entity, kind)
        fouls = kind == "move" and scene.round > scored.setdefault("round", scene.round)
        return (
            foul(scene, entity) if fouls and scene.banned(0 if entity.startswith("left") else 1) < 3 else skip(entity)
        )

    scored: dict[str, int] = {}
    finish = within(played(port, lobby, script))
    assert finish["victoryReason"] == "bothDisqualificationMostPoints"
    assert (finish["leftPoints"], finish["rightPoints"], finish["winnerUserName"]) == (10, 0, f"{lobby}left")


def test_when_both_are_disqualified_with_equal_points_the_last_one_wins(port: int, lobby: str) -> None:
    last: list[int] = []

    def script(scene: Scene, entity: str, kind: str) -> Json:
        side = 0 if entity.startswith("left") else 1
        if kind == "move" and scene.banned(side) < 3:
            chosen = foul(scene, entity)
            if chosen["deltaType"] == "move" and scene.banned(side) == 2:
                last.append(side)
            return chosen
        return skip(entity)

    finish = within(played(port, lobby, script))
    assert finish["victoryReason"] == "bothDisqualificationPointsEqualLastDisqualification"
    assert sorted(last) == [0, 1]
    assert finish["winnerUserName"] == f"{lobby}{('left', 'right')[last[-1]]}"
    assert finish["leftPoints"] == finish["rightPoints"] == 0


@pytest.mark.parametrize(("goals", "reason"), [(0, "mostPoints"), (3, "pointsEqualSnitchCatch")])
def test_the_snitch_decides_by_points(port: int, lobby: str, goals: int, reason: str) -> None:
    def script(scene: Scene, entity: str, kind: str) -> Json:
        if scene.points[0] < 10 * goals:
            return score(scene, entity, kind)
        return hunt(scene, entity) if entity == "rightSeeker" and kind == "move" else skip(entity)

    finish = within(played(port, lobby, script))
    assert finish["endRound"] >= 13
    assert (finish["victoryReason"], finish["winnerUserName"]) == (reason, f"{lobby}right")
    assert (finish["leftPoints"], finish["rightPoints"]) == (10 * goals, 30)


def test_a_catch_breaks_the_tie_of_two_disqualified_teams(port: int, lobby: str) -> None:
    def script(scene: Scene, entity: str, kind: str) -> Json:
        side = 0 if entity.startswith("left") else 1
        if scene.points[0] < 30:
            return score(scene, entity, kind)
        if kind != "move":
            return skip(entity)
        if entity == "rightSeeker":
            both = min(scene.banned(0), scene.banned(1)) >= 3
            return hunt(scene, entity, within=0 if both else 1)
        if scene.banned(side) < 2 and scene.round > scored.setdefault("round", scene.round):
            return foul(scene, entity)
        if min(scene.banned(0), scene.banned(1)) < 2 or not _ready(scene):
            return towards(scene, entity, AT_HOME) if entity == "leftChaser1" else skip(entity)
        # Only the seeker comes after this player on his side, and one of the other side in between: now or never.
        waits = scene.player("rightSeeker")["turnUsed"] is False
        if side == 1:
            return foul(scene, entity) if waits and scene.waiting(1) == 2 else skip(entity)
        return foul(scene, entity) if waits and scene.banned(1) >= 3 else skip(entity)

    scored: dict[str, int] = {}
    finish = within(played(port, lobby, script))
    assert finish["victoryReason"] == "bothDisqualificationPointsEqualSnitchCatch"
    assert (finish["leftPoints"], finish["rightPoints"], finish["winnerUserName"]) == (30, 30, f"{lobby}right")


def _ready(scene: Scene) -> bool:
    """Tell whether the seeker can reach the snitch in one turn, and everybody of the left team a ring."""
    if scene.snitch is None or scene.snitch in (*RINGS[0], *RINGS[1]):
        return False
    home = scene.player("leftChaser1")["banned"] or scene.at("leftChaser1") == AT_HOME
    return home and distance(scene.at("rightSeeker"), scene.snitch) <= 2


def test_nobody_catches_it_and_overtime_ends_the_match(server: Server) -> None:
    api = Api(server.ports["web"]).as_guest("Referee")
    options = {"maxRounds": 13, "timings": NO_WAITING, "probabilities": CERTAIN}
    lobby = api.post("/api/tables", {"game": "quidditch", "options": options})["id"]
    finish = within(played(server.ports["quidditch"], lobby, lambda scene, entity, kind: skip(entity)))
    # Three rounds of flight, then it goes to the centre, rests for three rounds and gives itself up.
    assert finish["endRound"] >= 13 + 3 + 4
    assert finish["victoryReason"] == "mostPoints"
    assert sorted((finish["leftPoints"], finish["rightPoints"])) == [0, 30]
