"""A document of the notation replayed by our rules, as the record of a match.

The notation leaves out what follows from the rest: ends of turns, offers and answers, the first throws. They are put
in. Chance is made to come out as the file says: the dice are split (7 is 4 and 3), stolen and bought cards are found in
hand and stack. A file may stop anywhere; an action that its last lines only begin (a robber without his theft) is left
out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gamekit.exports import MatchRecord
from games.catan.rules.material import PLENTY
from games.catan.sgn.faults import Fault
from games.catan.sgn.houserules import LIMITS, MOST_POINTS, HouseRules
from games.catan.sgn.notation import Card, Document, Entry
from games.catan.sgn.replaying import Replay
from games.catan.sgn.sidefile import SideFile

#: Steps that are played again in search of house rules: enough for two dozen attempts at any game that people play.
MOST_SEARCHED = 60_000


def record_of(document: Document, strict: bool = False, side: SideFile | None = None) -> MatchRecord:
    """Return the match; Fault names the first line against the rules.

    Lenient reading looks for house rules under which the whole file is right: another limit for the seven, more points,
    one card for Year of Plenty, as long as `MOST_SEARCHED` allows. The fault reported is always the one under the
    standard rules.
    """
    entries = document.entries
    if strict or side is not None:
        return Replay(entries, HouseRules(), strict, side).record()
    return _leniently(entries)


def _leniently(entries: Sequence[Entry]) -> MatchRecord:
    rules = HouseRules(short_plenty=any(_short(entry) for entry in entries))
    limits = iter(LIMITS[1:])
    first: Fault | None = None
    searched = 0
    while True:
        replay = Replay(entries, rules, False, None)
        try:
            return replay.record()
        except Fault as fault:
            first = first or fault
            searched += len(replay.steps)
            if searched > MOST_SEARCHED:
                raise first from None
            if fault.code == "move/match_over" and rules.points < MOST_POINTS:
                rules = replace(rules, points=rules.points + 1)
                continue
            limit = next(limits, None)
            if not fault.code.startswith("sgn/discard") or limit is None:
                raise first from None
            rules = replace(rules, limit=limit)


def _short(entry: Entry) -> bool:
    return isinstance(entry.action, Card) and entry.action.card == PLENTY and len(entry.action.resources) == 1
