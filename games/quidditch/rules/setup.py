"""What is fixed for a whole match: the matchConfig and, of both teams, what the rules need to know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gamekit.rules import Json, Options, Player
from games.quidditch.config import read_probabilities, read_timings
from games.quidditch.rules.delta import BALL_PHASE, FAN_PHASE, GAME_FINISH, PLAYER_PHASE, UNBAN_PHASE
from games.quidditch.rules.entities import FAN_FIELDS, ROLES

#: The round in whose ball phase the snitch appears.
SNITCH_ROUND = 13
GOAL_POINTS, CATCH_POINTS = 10, 30

_ANIMATIONS = {
    BALL_PHASE: "minBallPhaseAnimationDuration",
    PLAYER_PHASE: "minPlayerPhaseAnimationDuration",
    FAN_PHASE: "minFanPhaseAnimationDuration",
    UNBAN_PHASE: "minUnbanPhaseAnimationDuration",
}
_TIMEOUTS = {
    "move": "playerTurnTimeout",
    "action": "playerTurnTimeout",
    "fan": "fanTurnTimeout",
    "removeBan": "unbanTurnTimeout",
}


@dataclass(frozen=True, slots=True)
class Setup:
    """Figures and facts that no step changes; states share it."""

    max_rounds: int
    timings: Mapping[str, int]
    probabilities: Mapping[str, Json]
    brooms: tuple[str, ...]
    """The broom of each of the 14 players."""
    fans: tuple[tuple[int, ...], tuple[int, ...]]
    """The kind of each of the seven fans of both sides."""
    artificial: tuple[bool, bool]
    """Sides played by a client that called itself artificial: they may not pause."""

    def animation(self, phase: int) -> int:
        """Return the least time between two snapshots of the phase, in milliseconds."""
        return 0 if phase == GAME_FINISH else self.timings[_ANIMATIONS[phase]]

    def timeout(self, kind: str) -> int:
        """Return the time for an answer to a `next` of this kind, in milliseconds."""
        return self.timings[_TIMEOUTS[kind]]

    def fan(self, index: int) -> int:
        """Return the kind of fan 0..13."""
        return self.fans[index // 7][index % 7]

    def dump(self) -> Json:
        """Return the setup as JSON."""
        return {
            "max_rounds": self.max_rounds,
            "timings": dict(self.timings),
            "probabilities": dict(self.probabilities),
            "brooms": list(self.brooms),
            "fans": [list(block) for block in self.fans],
            "artificial": list(self.artificial),
        }

    @classmethod
    def load(cls, data: Json) -> Setup:
        """Return the setup that `dump` wrote."""
        left, right = data["fans"]
        return cls(
            data["max_rounds"],
            data["timings"],
            data["probabilities"],
            tuple(data["brooms"]),
            (tuple(left), tuple(right)),
            (data["artificial"][0], data["artificial"][1]),
        )


def read_setup(options: Options, players: Sequence[Player]) -> Setup:
    """Return the setup of a match from its options and the two players' teams."""
    teams = [player.data["team"] for player in players]
    return Setup(
        options["maxRounds"],
        read_timings(options["timings"]),
        read_probabilities(options["probabilities"]),
        tuple(team["players"][role]["broom"] for team in teams for role in ROLES),
        (_fans(teams[0]), _fans(teams[1])),
        (bool(players[0].data.get("ai")), bool(players[1].data.get("ai"))),
    )


def _fans(team: Mapping[str, Json]) -> tuple[int, ...]:
    return tuple(kind for kind, field in enumerate(FAN_FIELDS) for _ in range(team["fans"][field]))
