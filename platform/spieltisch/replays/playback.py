"""Shows finished matches step by step, without beginning at their first step each time.

On the way through a match copies of its state are kept: some at regular distances, for those who jump, and the last
one, for those who read on.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from threading import Lock

from gamekit import jsontext
from gamekit.rules import Json
from spieltisch.replays.services import opening, setup_of
from spieltisch.replays.workbench import at_work
from spieltisch.tables import storage
from spieltisch.tables.chain import step_hash
from spieltisch.tables.livematch import Audience, LiveMatch
from spieltisch.tables.log import StepRow
from spieltisch.tables.models import Match

#: Steps between two copies, and matches of which copies are kept: some kilobytes a copy, and fifty copies at most.
SPACING = 1000
MATCHES = 8


@dataclass(slots=True)
class Course:
    """The way through one match, as far as somebody went it."""

    players: bytes
    """As they were called."""
    stops: dict[int, LiveMatch] = field(default_factory=dict)
    """Copies at regular distances; never changed."""
    latest: LiveMatch | None = None
    """A copy of where somebody stopped last."""

    def before(self, step: int) -> LiveMatch:
        """Return a copy of the match, as late as there is one, but before the step."""
        known = [*self.stops.values(), *([self.latest] if self.latest else [])]
        return copied(max((live for live in known if live.steps < max(1, step)), key=lambda live: live.steps))

    def note(self, live: LiveMatch) -> None:
        """Keep a copy if the match is at a place for one."""
        if live.steps % SPACING == 0 and live.steps not in self.stops:
            self.stops[live.steps] = copied(live)


_courses: OrderedDict[str, Course] = OrderedDict()
_lock = Lock()


def course_of(match: Match) -> Course:
    """Return the way through the match, which may have been gone before."""
    players = jsontext.dumps(match.players)
    with _lock:
        known = _courses.get(match.code)
        # Names change when somebody deletes an account; then nothing that was kept may be shown.
        if known is not None and known.players == players:
            _courses.move_to_end(match.code)
            return known
    live = opening(setup_of(match), match.code)
    live.audiences = {None: live.audiences[None]}
    course = Course(players, {0: live})
    with _lock:
        _courses[match.code] = course
        _courses.move_to_end(match.code)
        while len(_courses) > MATCHES:
            _courses.popitem(last=False)
    return course


def walk(match: Match, first: int, last: int) -> Iterator[tuple[LiveMatch, StepRow | None]]:
    """Yield the match after each of the steps first..last, with the step (none for 0, the opening): what spectators
    were told so far is what this step told them."""
    if first > last:
        return
    course = course_of(match)
    live = course.before(first)
    if first <= 0:
        yield live, None
    for row in storage.step_rows(match.pk, live.steps, last):
        forget_messages(live)
        # Shown as it was played, whatever the log's hashes say: that they do not fit is said beside it.
        head = step_hash(live.head, row.number, row.time_ms, row.kind, row.seat, row.input, row.chance)
        live.repeat(replace(row, hash=head))
        course.note(live)
        if row.number >= first:
            yield live, row
    course.latest = copied(live)


def states(match: Match, first: int, last: int) -> list[dict[str, Json]]:
    """Return what a spectator saw after each of the steps first..last; Refused when too many ask for that at once."""
    with at_work():
        return [_shown(live, row.time_ms if row else 0) for live, row in walk(match, first, last)]


def copied(live: LiveMatch) -> LiveMatch:
    """Return a copy that goes its own way."""
    audiences = {viewer: Audience(one.version, one.kept.copy()) for viewer, one in live.audiences.items()}
    return replace(live, state=live.game.rules.clone(live.state), audiences=audiences)


def forget_messages(live: LiveMatch) -> None:
    """Drop what was told so far, so that what is kept belongs to the steps that follow."""
    for audience in live.audiences.values():
        audience.kept.clear()


def _shown(live: LiveMatch, time_ms: int) -> dict[str, Json]:
    outcome = live.outcome()
    return {
        "step": live.steps,
        "time_ms": time_ms,
        "state": live.game.views.snapshot(live.room, live.state, None),
        "messages": [[message.payload_type, message.payload] for message in live.audiences[None].kept],
        "expected": [{"seat": e.seat, "kind": e.kind} for e in live.expects()],
        "outcome": None
        if outcome is None
        else {"winners": list(outcome.winners), "scores": list(outcome.scores), "reason": outcome.reason},
    }
