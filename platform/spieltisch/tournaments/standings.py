"""The table of results: who played, won and scored how much."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from gamekit.rules import Json, Outcome


@dataclass(slots=True)
class Standing:
    """A bot's line. A shared victory counts in parts."""

    bot: str
    played: int = 0
    won: float = 0.0
    points: int = 0


class Standings:
    """The lines of all bots of a tournament."""

    def __init__(self, bots: Sequence[str]) -> None:
        self._lines = {bot: Standing(bot) for bot in bots}

    def count(self, lineup: Sequence[str], outcome: Outcome) -> None:
        """Take in the outcome of one match."""
        for seat, bot in enumerate(lineup):
            line = self._lines[bot]
            line.played += 1
            line.points += outcome.scores[seat]
            if seat in outcome.winners:
                line.won += 1 / len(outcome.winners)

    def lines(self) -> list[dict[str, Json]]:
        """Return the lines, the best first."""
        ordered = sorted(self._lines.values(), key=_worth, reverse=True)
        return [asdict(line) for line in ordered]


def _worth(line: Standing) -> tuple[float, float]:
    played = max(1, line.played)
    return line.won / played, line.points / played
