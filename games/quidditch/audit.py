"""Says what is wrong with a snapshot, and whether deltas alone lead to it: for tests and benchmarks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gamekit.rules import Json
from games.quidditch.rules import rebuild
from games.quidditch.rules.board import Board
from games.quidditch.rules.delta import Delta
from games.quidditch.rules.entities import CAN_HOLD, FAN_KINDS, IS_BEATER, ROLES, SIDES
from games.quidditch.rules.events import Changed
from games.quidditch.rules.pitch import ALL_RINGS, cell, is_valid


def faults(snapshot: Json) -> Iterator[str]:
    """Yield a sentence for everything in a snapshot that cannot be."""
    players = {side + role: snapshot[f"{side}Team"]["players"][role] for side in SIDES for role in ROLES}
    balls = snapshot["balls"]
    if balls["snitch"] != {"xPos": None, "yPos": None}:
        yield from _off_pitch("snitch", balls["snitch"])
    for name in ("quaffle", "bludger1", "bludger2"):
        yield from _off_pitch(name, balls[name])
    for name, player in players.items():
        yield from _off_pitch(name, player)
    yield from _shared_cells(players)
    yield from _wrong_flags(players, balls)
    for side in SIDES:
        yield from _wrong_fans(side, snapshot[f"{side}Team"]["fans"])
    for cube in snapshot["wombatCubes"]:
        yield from _off_pitch("cube", cube)
    changes = snapshot["lastDeltaBroadcast"]["deltaType"] == "phaseChange" and snapshot["phase"] != "gameFinish"
    if changes and cell(balls["quaffle"]["xPos"], balls["quaffle"]["yPos"]) in ALL_RINGS:
        yield "the quaffle is in a ring at a change of phase"


def _off_pitch(name: str, thing: Mapping[str, Json]) -> Iterator[str]:
    x, y = thing["xPos"], thing["yPos"]
    if type(x) is not int or type(y) is not int or not is_valid(x, y):
        yield f"{name} is at ({x}, {y}), which is no cell of the pitch"


def _shared_cells(players: Mapping[str, Mapping[str, Json]]) -> Iterator[str]:
    seen: dict[tuple[int, int], str] = {}
    for name, player in players.items():
        if not player["banned"]:
            other = seen.setdefault((player["xPos"], player["yPos"]), name)
            if other != name:
                yield f"{name} and {other} are on one cell"


def _wrong_flags(players: Mapping[str, Mapping[str, Json]], balls: Mapping[str, Json]) -> Iterator[str]:
    for index, (name, player) in enumerate(players.items()):
        here = {"xPos": player["xPos"], "yPos": player["yPos"]}
        if CAN_HOLD[index] and player["holdsQuaffle"] != (here == balls["quaffle"] and not player["banned"]):
            yield f"{name}: holdsQuaffle is wrong"
        on_bludger = here in (balls["bludger1"], balls["bludger2"])
        if IS_BEATER[index] and player["holdsBludger"] != (on_bludger and not player["banned"]):
            yield f"{name}: holdsBludger is wrong"
        if player["knockout"] and player["banned"]:
            yield f"{name} is both knocked out and banned"
        if any(not isinstance(player[flag], bool) for flag in ("banned", "turnUsed", "knockout")):
            yield f"{name} has a flag that is no boolean"


def _wrong_fans(side: str, fans: Json) -> Iterator[str]:
    if len(fans) != 7 or {fan["fanType"] for fan in fans} != set(FAN_KINDS):
        yield f"the {side} team's fans are not seven of all kinds"


class DeltaReader:
    """Follows a match by its deltas alone, from the first snapshot on, and compares."""

    def __init__(self, first: Changed, fans: rebuild.Fans) -> None:
        self._board = first.board.copy()
        self._fans = fans
        self._previous: Delta = first.delta

    def follow(self, event: Changed) -> str:
        """Apply the event's delta; return what differs from the event's board, or an empty text.

        While a pushed player's own move is still to come, he is compared where the snapshot already shows him.
        """
        rebuild.apply(self._board, event.delta, self._fans, self._previous)
        self._previous = event.delta
        seen = _without_collisions(self._board, event.board)
        mine, theirs = seen.dump(), event.board.dump()
        return ", ".join(
            f"{name}: {mine[name]} by deltas, {theirs[name]} in the snapshot"
            for name in mine
            if mine[name] != theirs[name]
        )


def _without_collisions(board: Board, shown: Board) -> Board:
    copy = board.copy()
    standing: dict[int, int] = {}
    for player, where in enumerate(board.pos):
        if board.is_banned(player):
            continue
        other = standing.setdefault(where, player)
        if other != player:
            pushed = other if shown.pos[other] != where else player
            copy.pos[pushed] = shown.pos[pushed]
    return copy
