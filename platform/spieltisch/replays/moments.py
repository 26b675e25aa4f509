"""Notable moments of a match, to jump to: leaps of the score, and what the game itself calls notable."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from spieltisch.replays.playback import walk
from spieltisch.replays.workbench import at_work
from spieltisch.tables.livematch import LiveMatch
from spieltisch.tables.models import Match

#: Of each kind; more than a reader would look through.
MOST = 60


@dataclass(frozen=True, slots=True)
class Moment:
    """Something that happened in a step: points for a seat, or what the game calls notable, with the points for it."""

    step: int
    seat: int | None
    points: int
    label: str = ""


#: Of the matches that were asked for last; the steps of a finished match do not change.
_kept: OrderedDict[str, list[Moment]] = OrderedDict()
KEPT = 64


def moments_of(match: Match) -> list[Moment]:
    """Return the notable moments of a finished match in order; Refused when too many ask for that at once."""
    if match.code not in _kept:
        with at_work():
            _kept[match.code] = _found(match)
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
    return _kept.get(match.code) or []


def _found(match: Match) -> list[Moment]:
    leaps: list[Moment] = []
    named: list[Moment] = []
    before: Sequence[int] = ()
    for live, row in walk(match, 0, match.steps_count):
        after = _scores(live)
        if row is not None:
            gains = _leaps(row.number, before, after)
            labels = _labels(live)
            named += [_with_points(Moment(row.number, row.seat, 0, label), gains) for label in labels]
            leaps += [] if labels else gains
        before = after
    return sorted([*_largest(leaps), *_last(named)], key=lambda moment: moment.step)


def _scores(live: LiveMatch) -> Sequence[int]:
    scores: Sequence[int] = live.game.views.summary(live.room, live.state)["scores"]
    return scores


def _leaps(step: int, before: Sequence[int], after: Sequence[int]) -> list[Moment]:
    return [
        Moment(step, seat, new - old) for seat, (old, new) in enumerate(zip(before, after, strict=True)) if new != old
    ]


def _labels(live: LiveMatch) -> list[str]:
    notable = live.game.notable
    if notable is None:
        return []
    told = (notable(live.state, message.payload_type, message.payload) for message in live.audiences[None].kept)
    return list(dict.fromkeys(label for label in told if label))


def _with_points(moment: Moment, gains: Sequence[Moment]) -> Moment:
    own = sum(gain.points for gain in gains if gain.seat == moment.seat)
    return replace(moment, points=own)


def _largest(leaps: list[Moment]) -> list[Moment]:
    return sorted(leaps, key=lambda moment: (-abs(moment.points), moment.step))[:MOST]


def _last(named: list[Moment]) -> list[Moment]:
    return named[-MOST:]
