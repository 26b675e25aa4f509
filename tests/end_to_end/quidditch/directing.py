"""A match over the port whose course is written beforehand: every question is answered by a script.

The server's chance cannot be chosen, but a match configuration can leave it nothing to decide except orders and
directions, and a script can wait until those suit it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from gamekit.rules import Json
from games.quidditch.config import DEFAULT_PROBABILITIES, DEFAULT_TIMINGS
from games.quidditch.rules.pitch import is_valid
from games.quidditch.team import default_team
from tests.end_to_end.quidditch.talking import Talker

Cell = tuple[int, int]

#: Every throw arrives, nobody is knocked out, every foul is seen, everybody moves twice, the snitch is caught.
CERTAIN: Json = {
    name: dict.fromkeys(value, 0.0 if name == "fanFoulDetection" else 1.0)
    if isinstance(value, Mapping)
    else {"throwSuccess": 1.0, "catchSnitch": 1.0}.get(name, 0.0)
    for name, value in DEFAULT_PROBABILITIES.items()
}
NO_WAITING = {name: 0 if name.startswith("min") else 20_000 for name in DEFAULT_TIMINGS}

ROLES = ("seeker", "keeper", "chaser1", "chaser2", "chaser3", "beater1", "beater2")
RINGS: tuple[tuple[Cell, ...], ...] = (((2, 4), (2, 6), (2, 8)), ((14, 4), (14, 6), (14, 8)))
SIDES = ("left", "right")

#: Everybody beside an own ring, ready for a foul, but for the first chaser, who can reach the centre in one turn.
AT_THE_RINGS = ((3, 7), (3, 6), (6, 6), (1, 4), (3, 4), (1, 8), (3, 8))


def formation(side: int) -> Json:
    """Return the teamFormation of a side."""
    places = {
        role: {"xPos": x if side == 0 else 16 - x, "yPos": y} for role, (x, y) in zip(ROLES, AT_THE_RINGS, strict=True)
    }
    return {"players": places}


class Scene:
    """The newest snapshot, with short words for what a script asks."""

    def __init__(self, snapshot: Json) -> None:
        self._snapshot = snapshot
        self.round: int = snapshot["round"]
        self.points: tuple[int, int] = (snapshot["leftTeam"]["points"], snapshot["rightTeam"]["points"])
        self.snitch = _cell(snapshot["balls"]["snitch"])
        self.quaffle = _cell(snapshot["balls"]["quaffle"])

    def player(self, entity: str) -> Json:
        """Return a player's part of the snapshot, found by the standard's name."""
        side = "left" if entity.startswith("left") else "right"
        return self._snapshot[f"{side}Team"]["players"][entity.removeprefix(side).lower()]

    def at(self, entity: str) -> Cell:
        """Return where a player is."""
        found = _cell(self.player(entity))
        assert found is not None
        return found

    def banned(self, side: int) -> int:
        """Return how many players of a side are banned."""
        return sum(player["banned"] for player in self._players(side))

    def waiting(self, side: int) -> int:
        """Return how many players of a side have not had their turn in this round."""
        return sum(not player["banned"] and not player["turnUsed"] for player in self._players(side))

    def taken(self) -> set[Cell | None]:
        """Return the cells with players on them."""
        return {_cell(p) for side in (0, 1) for p in self._players(side) if not p["banned"]}

    def _players(self, side: int) -> list[Json]:
        return list(self._snapshot[f"{SIDES[side]}Team"]["players"].values())


def _cell(found: Json) -> Cell | None:
    return None if found["xPos"] is None else (found["xPos"], found["yPos"])


def distance(one: Cell, other: Cell) -> int:
    """Return the number of king moves."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


# --- what a script answers ----------------------------------------------------------------------------------------
def skip(entity: str) -> Json:
    """Do nothing."""
    return {"deltaType": "skip", "activeEntity": entity}


def move(entity: str, to: Cell) -> Json:
    """Move."""
    return {"deltaType": "move", "activeEntity": entity, "xPosNew": to[0], "yPosNew": to[1]}


def throw(entity: str, to: Cell) -> Json:
    """Throw the quaffle."""
    return {"deltaType": "quaffleThrow", "activeEntity": entity, "xPosNew": to[0], "yPosNew": to[1]}


def towards(scene: Scene, entity: str, target: Cell, within: int = 0) -> Json:
    """Go one step nearer without a foul, or stay when that near already."""
    here = scene.at(entity)
    if distance(here, target) <= within:
        return skip(entity)
    shunned = {*scene.taken(), *RINGS[0], *RINGS[1]} | ({scene.snitch} if within or target != scene.snitch else set())
    around = [(here[0] + dx, here[1] + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
    ways = [to for to in around if to not in shunned and is_valid(*to)]
    best = min(ways, key=lambda to: distance(to, target), default=here)
    return move(entity, best) if distance(best, target) < distance(here, target) else skip(entity)


def foul(scene: Scene, entity: str) -> Json:
    """Move onto an own ring (flacking); skip when none is near or free."""
    rings = RINGS[SIDES.index("left" if entity.startswith("left") else "right")]
    near = [ring for ring in rings if distance(scene.at(entity), ring) == 1 and ring not in scene.taken()]
    return move(entity, near[0]) if near else skip(entity)


#: What is asked (entity, kind) in which scene -> the deltaRequest.
Script = Callable[[Scene, str, str], Json]


async def formed(port: int, lobby: str) -> tuple[Talker, Talker]:
    """Return two silent players of a match whose first `next` has come, left first."""
    left, right = await Talker.to(port), await Talker.to(port)
    for side, talker in enumerate((left, right)):
        await talker.join(f"{lobby}{SIDES[side]}", lobby)
        await talker.say("teamConfig", default_team(side))
        # The first accepted team is the left one; this answer comes after it was accepted.
        await talker.say("sendDebug", {"information": SIDES[side]})
        await talker.hear("globalDebug")
    for side, talker in enumerate((left, right)):
        await talker.hear("matchStart")
        await talker.say("teamFormation", formation(side))
    for talker in (left, right):
        await talker.hear("next")
    return left, right


async def played(port: int, lobby: str, script: Script) -> Json:
    """Play a match by the script and return its matchFinish."""
    pair = await formed(port, lobby)
    left, answered = pair[0], 0
    while await _asked_again(left, answered):
        answered += 1
        asked = left.last("next")
        side = 0 if asked["turn"].startswith("left") else 1
        given = script(Scene(left.last("snapshot")), asked["turn"], asked["type"])
        await pair[side].say("deltaRequest", given)
    for talker in pair:
        await talker.close()
    return left.last("matchFinish")


async def _asked_again(talker: Talker, answered: int) -> bool:
    """Wait for the next question and return True, or False when the match is over."""
    await talker.until(lambda: talker.count("next") > answered or talker.count("matchFinish") > 0, "the next question")
    return talker.count("matchFinish") == 0
