"""A delta: one change of the board, as the standard's deltaBroadcast has it (10.3.1)."""

from __future__ import annotations

from dataclasses import dataclass

from gamekit.rules import Json
from games.quidditch.rules.entities import NOBODY
from games.quidditch.rules.pitch import NOWHERE

PHASES = ("ballPhase", "playerPhase", "fanPhase", "unbanPhase", "gameFinish")
BALL_PHASE, PLAYER_PHASE, FAN_PHASE, UNBAN_PHASE, GAME_FINISH = range(5)
NO_PHASE = -1


@dataclass(frozen=True, slots=True)
class Delta:
    """What changed; fields that do not belong to the type stay at their "null" (None, NOWHERE, NOBODY, NO_PHASE)."""

    type: str
    success: bool | None = None
    old: int = NOWHERE
    new: int = NOWHERE
    active: int = NOBODY
    passive: int = NOBODY
    phase: int = NO_PHASE
    points: tuple[int, int] | None = None
    round: int | None = None
    reason: str | None = None

    def dump(self) -> Json:
        """Return the delta as JSON for a stored state."""
        points = list(self.points) if self.points else None
        return [
            self.type,
            self.success,
            self.old,
            self.new,
            self.active,
            self.passive,
            self.phase,
            points,
            self.round,
            self.reason,
        ]

    @classmethod
    def load(cls, data: Json) -> Delta:
        """Return the delta that `dump` wrote."""
        kind, success, old, new, active, passive, phase, points, number, reason = data
        return cls(
            kind, success, old, new, active, passive, phase, (points[0], points[1]) if points else None, number, reason
        )
