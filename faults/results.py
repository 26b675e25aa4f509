"""What a trial found: figures and broken promises, game by game."""

from __future__ import annotations

from dataclasses import dataclass, field

from faults.choosing import CHOOSERS


class Slowness(str):
    """A fault of time alone: once it may be the machine's, which is busy with other things."""

    __slots__ = ()


@dataclass
class GameResult:
    """The figures of one game in one trial."""

    tables: int = 0
    moves: int = 0
    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    recovery: float | None = None
    """Seconds until all had gone on; None where nobody was playing who could."""
    faults: list[str] = field(default_factory=list)

    @property
    def good(self) -> bool:
        """Tell whether every promise was kept."""
        return not (self.faults or self.lost or self.doubled)

    def needed(self, seconds: float) -> None:
        """Take note of how long somebody needed to go on."""
        self.recovery = seconds if self.recovery is None else max(self.recovery, seconds)

    def measure(self, within: float | None) -> None:
        """Take as faults what the figures tell: others took over too late, or nothing was put to the test."""
        if within is not None and self.recovery is not None and self.recovery > within:
            self.faults.append(Slowness(f"recovery took {self.recovery:.1f} s, not {within:g}"))
        if not self.acknowledged:
            self.faults.append("no move was acknowledged that could have been lost")


@dataclass
class Result:
    """The verdict on one trial."""

    deployment: str
    injury: str
    games: dict[str, GameResult]
    notes: list[str]

    @property
    def merely_slow(self) -> bool:
        """Tell whether promises were broken, and all of them promises of time alone."""
        found = [fault for figures in self.games.values() for fault in figures.faults]
        wrong = any(figures.lost or figures.doubled for figures in self.games.values())
        return bool(found) and not wrong and all(isinstance(fault, Slowness) for fault in found)


def given_up(deployment: str, injury: str, reason: str) -> Result:
    """Return the verdict on a trial that could not be finished."""
    return Result(deployment, injury, {game: GameResult(faults=[reason]) for game in CHOOSERS}, ["given up"])
