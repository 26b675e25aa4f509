"""The clocks of those who cannot be heard: they stand while the process of ours that holds their connections is silent.

A front that is dead is let go of only after many seconds (`bus.SILENT_SECONDS`); one that stands still may come back
before. Neither is a reason to let its players' time run.
"""

from __future__ import annotations

from collections.abc import Iterable

from spieltisch.cluster.fronts import FrontProcess
from spieltisch.tables.coming import unheard_since
from spieltisch.tables.directory import Directory


class Silence:
    """The seats of a host's tables at which nobody can be heard just now."""

    def __init__(self, directory: Directory) -> None:
        self._directory = directory
        self._standing: set[tuple[str, int]] = set()
        """Table and seat of each clock that stands because of us."""

    def look(self, fronts: Iterable[FrontProcess]) -> None:
        """Let the clocks of those stand who went silent, and of those run who are heard again."""
        places = set(self._standing)
        for front in fronts:
            if front.silent_since is not None:
                everybody = (one.place for one in front.listeners.values() if one.place is not None)
                places.update((code, seat) for code, seat in everybody if seat is not None)
        for code, seat in places:
            self._look_at(code, seat)

    def _look_at(self, code: str, seat: int) -> None:
        actor = self._directory.loaded(code)
        record = actor.seating.find(seat) if actor is not None else None
        since = unheard_since(actor, seat) if actor is not None else None
        stands = (code, seat) in self._standing
        if actor is None or record is None:
            self._standing.discard((code, seat))
        elif since is not None and not stands and not record.bot_now:
            self._standing.add((code, seat))
            actor.clocks.hold(seat, since)
        elif since is None and stands:
            self._standing.discard((code, seat))
            if record.connections:
                # Of those who were parted with `Absence` has taken note: they have time to come back.
                actor.let_run(seat)
