"""What a player of Nim may see: all but the others' cards."""

from __future__ import annotations

from collections.abc import Iterable

from gamekit.errors import Refused
from gamekit.rules import Json
from gamekit.views import Clock, Message, Room
from tests.contract.shelf.nim.rules import NimState, Taken


class NimViews:
    """Cuts the cards of others."""

    def render(self, room: Room, state: NimState, event: Taken, viewer: int | None) -> Iterable[Message]:
        """Tell everybody the same."""
        yield "Taken", {"seat": event.seat, "heap": event.heap, "count": event.count}

    def snapshot(self, room: Room, state: NimState, viewer: int | None) -> Json:
        """Show heaps, turn and the own card."""
        card = None if viewer is None else state.cards[viewer]
        return {"heaps": state.heaps, "seat": state.seat, "card": card, "winner": state.winner}

    def joined(self, room: Room, state: NimState, viewer: int | None) -> Iterable[Message]:
        """Send the snapshot."""
        yield "State", self.snapshot(room, state, viewer)

    def answer(self, room: Room, state: NimState, clock: Clock, viewer: int | None, question: str, data: Json) -> Json:
        """Tell the time left."""
        if question != "time":
            raise Refused(f"there is no question {question!r}", "ask/unknown", "question")
        return clock.left

    def summary(self, room: Room, state: NimState) -> Json:
        """Show the heaps."""
        progress = f"{sum(state.heaps)} matches left"
        return {"scores": [0] * len(state.cards), "turn": [state.seat], "progress": progress, "mini": state.heaps}
