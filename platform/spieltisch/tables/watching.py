"""Who watched a match at some time: those known by name, for the replay files that list them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from gamekit.exports import MOST_SPECTATORS
from spieltisch.tables import storage
from spieltisch.tables.delivery import Listener
from spieltisch.tables.livematch import LiveMatch

if TYPE_CHECKING:
    from spieltisch.tables.actor import TableActor


def let_in(actor: TableActor, viewer: int | None, listener: Listener) -> None:
    """Let a connection hear the table, and remember a spectator's name."""
    actor.around.hub.join(actor.record.code, viewer, listener)
    if viewer is None:
        note(actor, actor.match, (listener.known_as,))


def note(actor: TableActor, match: LiveMatch | None, names: Iterable[str]) -> None:
    """Remember the names, each once a match and as many as a replay names; those who come when it is over have not
    watched it."""
    if match is None or match.outcome() is not None:
        return
    new = [name for name in dict.fromkeys(names) if name and name not in match.watchers]
    new = new[: MOST_SPECTATORS - len(match.watchers)]
    if new:
        match.watchers.update(new)
        # Nobody waits for it: what is written after it (the end of the match) is not written without it.
        actor.around.writer.submit(storage.watcher_writer(match.match_id, new))
