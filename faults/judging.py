"""What the journals themselves tell: who did not go on, whose clock was charged, who was left alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from faults.journal import Clock, DoorJournal, Journal
from faults.logends import Ends
from faults.results import Slowness

#: Seconds of one's own time that may be gone though nothing was heard: our own delays.
CHARGED = 1.0
#: Seconds after a service is back in which connections may still break because it was gone.
AFTERMATH = 5.0
#: Seconds in which a table that was opened must have begun.
BEGUN = 30.0


@dataclass(frozen=True, slots=True)
class Stall:
    """A time in which the trial itself was not let run."""

    when: float
    """When it was over."""
    seconds: float


@dataclass
class Span:
    """The time of a fault, and how far each log was around it."""

    begun: float
    before: Ends
    since: float = 0.0
    """From here on recovery is counted."""
    ends: Ends = field(default_factory=dict)
    """How far each log was then."""
    done: float = 0.0
    """Everything was started again."""
    cuts: bool = True
    """Whether processes went that clients were connected to."""

    def excuses(self, journal: DoorJournal) -> bool:
        """Tell whether a program may have lost its connection or its companions by the fault."""
        if journal.moves and not self.cuts:
            # In the middle of a match a program notices a pause and nothing else; those who only come are turned away.
            return False
        return journal.ended is not None and journal.came <= self.done + AFTERMATH and journal.ended >= self.begun


# --- pages ----------------------------------------------------------------------------------------------------------
def gone_on(journal: Journal, ends: Ends) -> float | None:
    """Return when a step was told that the log did not have yet; None before."""
    known = ends.get(journal.match, 0)
    return next((when for when, step in journal.steps if step > known), None)


def stuck(journals: Iterable[Journal], ends: Ends) -> list[Journal]:
    """Return those whose match is not over and has not gone on."""
    return [journal for journal in journals if not journal.over and gone_on(journal, ends) is None]


def overcharged(journal: Journal, begun: float, until: float, stalls: Sequence[Stall] = ()) -> float:
    """Return the most seconds that a player's clock ran while nothing was heard from the server.

    A player answers at once, so its clock may run as long as it and the server talk; a long silence is the server's,
    unless the trial itself stood still: then the machine is busy with other things, and everything on it waits.
    """
    worst = 0.0
    for earlier, later in pairwise(journal.clocks):
        if later.used is None or later.when < begun or earlier.when > until:
            continue
        same_turn = earlier.used is not None and later.used >= earlier.used
        grown = later.used - (earlier.used if same_turn and earlier.used is not None else 0.0)
        stood = sum(stall.seconds for stall in stalls if earlier.when < stall.when <= later.when)
        worst = max(worst, grown - stood - (later.when - earlier.when - _silence(journal, earlier, later)))
    return worst


def _silence(journal: Journal, earlier: Clock, later: Clock) -> float:
    heard = [when for when in journal.heard if earlier.when < when < later.when]
    return max(after - before for before, after in pairwise([earlier.when, *heard, later.when]))


def page_faults(
    journal: Journal, span: Span, recovered: float, rested: float, stalls: Sequence[Stall] = ()
) -> list[str]:
    """Return which promises were broken to the visitor of a page."""
    found = [f"{journal.table} seat {journal.seat}: {fault}" for fault in journal.faults]
    charged = overcharged(journal, span.begun, recovered, stalls)
    if charged > CHARGED:
        found.append(Slowness(f"{journal.table} was charged {charged:.1f} s in which it was told nothing"))
    if not journal.match and rested - journal.came > BEGUN:
        found.append(f"{journal.table} never began")
    if journal.match and not journal.over:
        found.append(f"{journal.table} seat {journal.seat} was not told of its match's end")
    return found


def never_timed(journals: Iterable[Journal]) -> list[str]:
    """Return the games whose players were never shown a running clock: nobody could have been charged there."""
    timed: dict[str, bool] = {}
    for journal in journals:
        if journal.seat is not None:
            seen = any(clock.used is not None for clock in journal.clocks)
            timed[journal.game] = timed.get(journal.game, False) or seen
    return [game for game, seen in timed.items() if not seen]


# --- stops ----------------------------------------------------------------------------------------------------------
def farewell_faults(farewells: Sequence[tuple[Journal, Sequence[int]]], told: frozenset[int]) -> list[tuple[str, str]]:
    """Return (game, what is wrong) where a page was not told to come back.

    `farewells` are the codes with which its connections ended since the stop, `told` those with which the first must
    have; none, where nobody was to be told anything.
    """
    first = [(journal, codes[0]) for journal, codes in farewells if codes]
    if told and farewells and not first:
        return [(farewells[0][0].game, "nobody was told anything when the processes stopped")]
    return [
        (journal.game, f"{journal.table} was left with code {code}")
        for journal, code in first
        if told and code not in told
    ]


def cut_off(farewells: Sequence[tuple[Journal, Sequence[int]]]) -> list[tuple[str, str]]:
    """Return (game, what is wrong) where a page lost its connection though nobody went that it was connected to."""
    return [
        (journal.game, f"{journal.table} was cut off with code {codes[0]}") for journal, codes in farewells if codes
    ]


# --- doors ----------------------------------------------------------------------------------------------------------
def still_there(journal: DoorJournal, span: Span) -> bool:
    """Tell whether a program was playing when the fault was done, and kept its connection."""
    playing = journal.begun is not None and journal.begun < span.begun
    return playing and (journal.ended is None or (journal.ended >= span.begun and journal.end == "over"))


def stuck_doors(journals: Iterable[DoorJournal], span: Span) -> list[DoorJournal]:
    """Return the programs that are still at their match, and have made no move since the fault."""
    return [
        journal
        for journal in journals
        if still_there(journal, span) and journal.ended is None and journal.confirmed(span.since) is None
    ]


def lane_recovery(journals: Iterable[DoorJournal], lane: int, span: Span) -> float | None:
    """Return how long after the fault the first move was confirmed in a lane that was said after it."""
    told = [journal.confirmed(span.since) for journal in journals if journal.lane == lane]
    return min((when - span.since for when in told if when is not None), default=None)


def door_faults(journal: DoorJournal, span: Span) -> list[str]:
    """Return which promises were broken to a program at a game's own door."""
    found = [f"{journal.name}: {fault}" for fault in journal.faults]
    if journal.end in ("cut", "unseated") and not span.excuses(journal):
        what = "its connection was lost" if journal.end == "cut" else "no match began for it"
        when = f"{journal.came - span.begun:+.1f} to {(journal.ended or 0) - span.begun:+.1f} s from the fault"
        found.append(f"{journal.name}: {what} ({when}; it last heard {', '.join(journal.words)})")
    return found


def answered_for(journal: DoorJournal, span: Span, rested: Ends) -> Ends | None:
    """Return up to which step of each log nothing may have happened to the program's seat; None: to the end."""
    if journal.end == "over":
        return None
    # Who lost its connection had it up to the fault; who was there at last, until all were sent home.
    return rested if journal.ended is None else span.before
