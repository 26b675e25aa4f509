"""A match on the stage: who is there, and what everybody was told."""

from __future__ import annotations

from contextlib import AsyncExitStack
from dataclasses import dataclass, field

from tests.hidden.audience import PageWitness, Speaker
from tests.hidden.programs import PROGRAMS, Program
from tests.hidden.worlds import Twins


@dataclass
class Told:
    """What everybody was told in one world."""

    streams: dict[str, list[str]] = field(default_factory=dict)
    looks: list[tuple[str, str]] = field(default_factory=list)
    tries: int = 0
    """How often somebody was refused something."""
    replay: bytes = b""
    """The match with everything that was hidden, for all to see after its end."""


@dataclass
class Scene:
    """A match on the stage, and those who are there."""

    twins: Twins
    way: str
    code: str
    address: str
    watching: PageWitness
    seat: AsyncExitStack
    """Ends the connection of the one who plays."""
    playing: Speaker = field(default_factory=Speaker)
    observer: Speaker | None = None
    """Watches as the game's protocol has it."""
    token: str = ""
    match: str = ""
    before: list[str] = field(default_factory=list)
    """What was told to the one who plays before he hung up and came back."""

    @property
    def program(self) -> Program | None:
        """The program that plays, if one does."""
        return PROGRAMS[self.twins.game.slug] if self.way == "program" else None

    @property
    def page(self) -> PageWitness | None:
        """The page that plays, if one does."""
        return self.playing if self.way != "program" and isinstance(self.playing, PageWitness) else None
