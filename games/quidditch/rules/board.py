"""The board: everything a snapshot shows, and nothing else."""

from __future__ import annotations

from gamekit.rules import Json
from games.quidditch.rules import pitch
from games.quidditch.rules.delta import BALL_PHASE
from games.quidditch.rules.entities import (
    CAN_HOLD,
    IS_BEATER,
    KEEPERS,
    NOBODY,
    PLAYERS,
    SEEKERS,
    SIDE_OF,
    TEAM,
)


class Board:
    """Places and flags. Sets of players and of fans are bit masks: bit i is player i, or fan i (left block 0..6)."""

    __slots__ = (
        "banned",
        "bludgers",
        "cubes",
        "fans_banned",
        "fans_used",
        "goal",
        "knocked",
        "phase",
        "points",
        "pos",
        "quaffle",
        "round",
        "snitch",
        "used",
    )

    def __init__(self) -> None:
        self.pos: list[int] = [pitch.NOWHERE] * len(PLAYERS)
        self.banned = self.knocked = self.used = self.fans_banned = self.fans_used = 0
        self.snitch = pitch.NOWHERE
        self.quaffle = pitch.CENTRE
        self.bludgers = [pitch.CENTRE, pitch.CENTRE]
        self.cubes: list[int] = []
        self.points = [0, 0]
        self.phase = BALL_PHASE
        self.round = 1
        self.goal = False

    def copy(self) -> Board:
        """Return an independent copy."""
        other = Board.__new__(Board)
        other.pos = self.pos[:]
        other.banned = self.banned
        other.knocked = self.knocked
        other.used = self.used
        other.fans_banned = self.fans_banned
        other.fans_used = self.fans_used
        other.snitch = self.snitch
        other.quaffle = self.quaffle
        other.bludgers = self.bludgers[:]
        other.cubes = self.cubes[:]
        other.points = self.points[:]
        other.phase = self.phase
        other.round = self.round
        other.goal = self.goal
        return other

    def dump(self) -> Json:
        """Return the board as JSON."""
        return {name: getattr(self, name) for name in self.__slots__}

    @classmethod
    def load(cls, data: Json) -> Board:
        """Return the board that `dump` wrote."""
        board = cls()
        for name in cls.__slots__:
            value = data[name]
            setattr(board, name, list(value) if isinstance(value, list) else value)
        return board

    # --- reading --------------------------------------------------------------------------------------------------
    def is_banned(self, player: int) -> bool:
        """Return whether the player is off the pitch."""
        return bool(self.banned >> player & 1)

    def is_knocked(self, player: int) -> bool:
        """Return whether the player is knocked out."""
        return bool(self.knocked >> player & 1)

    def player_at(self, at: int, but: int = NOBODY) -> int:
        """Return the player on the cell (not the one excepted), or NOBODY."""
        for player, where in enumerate(self.pos):
            if where == at and player != but and not self.banned >> player & 1:
                return player
        return NOBODY

    def holder(self) -> int:
        """Return the chaser or keeper who holds the quaffle, or NOBODY."""
        player = self.player_at(self.quaffle)
        return player if player != NOBODY and CAN_HOLD[player] else NOBODY

    def holds_quaffle(self, player: int) -> bool:
        """Return whether this player holds the quaffle."""
        return CAN_HOLD[player] and self.pos[player] == self.quaffle and not self.banned >> player & 1

    def holds_bludger(self, player: int) -> bool:
        """Return whether this beater has a bludger on his cell."""
        return IS_BEATER[player] and self.pos[player] in self.bludgers and not self.banned >> player & 1

    def occupied(self) -> set[int]:
        """Return the cells with a player or a ball."""
        taken = {where for player, where in enumerate(self.pos) if not self.banned >> player & 1}
        taken.add(self.quaffle)
        taken.add(self.snitch)
        taken.update(self.bludgers)
        return taken

    def is_free(self, at: int) -> bool:
        """Return whether a cell has neither player nor ball."""
        return at != self.quaffle and at != self.snitch and at not in self.bludgers and self.player_at(at) == NOBODY

    def team_banned(self, side: int) -> int:
        """Return how many players of a side are banned."""
        return (self.banned >> side * TEAM & 0x7F).bit_count()

    def ready_seekers(self) -> list[int]:
        """Return the seekers who are not banned."""
        return [seeker for seeker in SEEKERS if not self.is_banned(seeker)]

    def keeper_in_zone(self, side: int) -> int:
        """Return the side's keeper if he can be given the quaffle: in his zone, beside the rings, able to hold it."""
        keeper = KEEPERS[side]
        where = self.pos[keeper]
        able = not self.is_banned(keeper) and not self.is_knocked(keeper)
        return keeper if able and where in pitch.ZONES[side] and where not in pitch.ALL_RINGS else NOBODY

    def defender_on(self, ring: int) -> int:
        """Return the player of the ring's own side who stands on it, or NOBODY."""
        player = self.player_at(ring)
        return player if player != NOBODY and SIDE_OF[player] == pitch.ring_side(ring) else NOBODY
