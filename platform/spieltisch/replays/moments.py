"""Notable moments of a match, to jump to: leaps of the score, and what the game itself names.

A game may bring `static/games/<slug>/moments.json`, {payload type: English label}: each such message is a moment.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders

from spieltisch.replays.services import forget_messages, opening, record_of, rows_of
from spieltisch.tables.livematch import LiveMatch
from spieltisch.tables.models import Match

#: More than a reader would look through.
MOST = 40


@dataclass(frozen=True, slots=True)
class Moment:
    """Something that happened in a step: points for a seat, or an event with the game's own label."""

    step: int
    seat: int | None
    points: int
    label: str = ""


def moments_of(match: Match) -> list[Moment]:
    """Return the notable moments of a finished match in order."""
    record = record_of(match)
    live = opening(record, match.code)
    labels = labels_of(match.game)
    leaps: list[Moment] = []
    named: list[Moment] = []
    before = _scores(live)
    for row in rows_of(record):
        forget_messages(live)
        live.repeat(row)
        after = _scores(live)
        leaps += _leaps(row.number, before, after)
        named += _named(live, row.number, labels)
        before = after
    return sorted([*_largest(leaps), *_last(named)], key=lambda moment: moment.step)


@cache
def labels_of(slug: str) -> Mapping[str, str]:
    """Return which messages of the game are moments, and what they are called."""
    path = finders.find(f"games/{slug}/moments.json")
    if not isinstance(path, str):
        return {}
    labels: Mapping[str, str] = json.loads(Path(path).read_text(encoding="utf-8"))
    return labels


def _scores(live: LiveMatch) -> Sequence[int]:
    scores: Sequence[int] = live.game.views.summary(live.room, live.state)["scores"]
    return scores


def _leaps(step: int, before: Sequence[int], after: Sequence[int]) -> list[Moment]:
    return [
        Moment(step, seat, new - old) for seat, (old, new) in enumerate(zip(before, after, strict=True)) if new != old
    ]


def _named(live: LiveMatch, step: int, labels: Mapping[str, str]) -> list[Moment]:
    told = {message.payload_type for message in live.audiences[None].kept}
    return [Moment(step, None, 0, labels[kind]) for kind in labels if kind in told]


def _largest(leaps: list[Moment]) -> list[Moment]:
    return sorted(leaps, key=lambda moment: (-abs(moment.points), moment.step))[:MOST]


def _last(named: list[Moment]) -> list[Moment]:
    return named[-MOST:]
