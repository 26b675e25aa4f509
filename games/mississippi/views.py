"""What each viewer is told. The river beyond the last visible tile is the only secret, and it is nobody's to know."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from gamekit.rules import Json
from gamekit.views import Clock, Message, Room
from games.mississippi import hints, messages
from games.mississippi.rules.events import Broken, Decided, Event, HeldBack, Parted, Requested, Shown, Welcomed
from games.mississippi.rules.fields import KIND_NAMES
from games.mississippi.rules.hexes import xy_of
from games.mississippi.rules.state import BLUE, COLOURS, RED, TURNS, State
from games.mississippi.rules.tiles import FIELDS


class MississippiViews:
    """The game's views, as the platform asks for them."""

    def render(self, room: Room, state: State, event: Event, viewer: int | None) -> Iterable[Message]:
        """Return the messages that tell the viewer of the event."""
        match event:
            case Welcomed():
                return self._welcome(room, viewer)
            case Shown(condition):
                return [self._memento(room, state, condition)]
            case Requested(seat):
                return [(messages.MOVE_REQUEST, {"roomId": room.code})] if viewer == seat else []
            case HeldBack(seat):
                return [self._paused(room, state, seat)] if viewer is None else []
            case Broken(seat, code, reason, move):
                name = room.players[seat].name
                return [(messages.ERROR, messages.error_json(room.code, name, reason, move, code))]
            case Decided(offender):
                if viewer is not None and viewer == offender:
                    return [(messages.CLOSE, {})]
                return [(messages.RESULT, {"roomId": room.code, **messages.result_json(state, room.players)})]
            case Parted(offender):
                return [] if viewer is not None and viewer == offender else [(messages.LEFT, {"roomId": room.code})]
            case _:
                assert_never(event)

    def _welcome(self, room: Room, viewer: int | None) -> list[Message]:
        """Welcome a player; in a prepared room `joined` was kept back until now."""
        if viewer is None:
            return []
        welcome = {"roomId": room.code, "color": COLOURS[viewer].lower()}
        told: list[Message] = [(messages.JOINED, {"roomId": room.code})] if room.options.get("slots") else []
        return [*told, (messages.WELCOME, welcome)]

    def _memento(self, room: Room, state: State, condition: bool = False) -> Message:
        told = messages.state_json(state, room.players, condition)
        return messages.MEMENTO, {"roomId": room.code, "state": told}

    def _paused(self, room: Room, state: State, seat: int) -> Message:
        player = messages.player_json(state, seat, room.players[seat].name)
        return messages.PAUSED, {"roomId": room.code, "nextPlayer": player}

    def joined(self, room: Room, state: State, viewer: int | None) -> Iterable[Message]:
        """Bring a client up to date: its colour, the current state, and the request or pause that is open."""
        if viewer is not None:
            welcome = {"roomId": room.code, "color": COLOURS[viewer].lower()}
            yield messages.WELCOME, welcome
        if state.phase == "opening":
            return
        yield self._memento(room, state)
        if state.requested and viewer == state.current:
            yield messages.MOVE_REQUEST, {"roomId": room.code}
        if state.held and viewer is None:
            yield self._paused(room, state, state.current)
        if state.ending is not None:
            yield messages.RESULT, {"roomId": room.code, **messages.result_json(state, room.players)}
            yield messages.LEFT, {"roomId": room.code}

    def snapshot(self, room: Room, state: State, viewer: int | None) -> Json:
        """Return all that a page shows."""
        asked = state.phase == "playing" and state.requested
        return {
            "roomId": room.code,
            "state": messages.state_json(state, room.players),
            "you": None if viewer is None else COLOURS[viewer],
            "asked": COLOURS[state.current] if asked else None,
            "opening": state.phase == "opening",
            "pausing": state.pausing,
            "round": min(state.turn // 2 + 1, TURNS // 2),
            "rounds": TURNS // 2,
            "lastMover": None if state.last_mover is None else COLOURS[state.last_mover],
            "trail": hints.trail(state),
            "result": None if state.ending is None else messages.result_json(state, room.players),
        }

    def answer(self, room: Room, state: State, clock: Clock, viewer: int | None, question: str, data: Json) -> Json:
        """Answer a page's question about a move being built."""
        return hints.answer(state, viewer, question, data)

    def summary(self, room: Room, state: State) -> Json:
        """Return a small public picture."""
        return {
            "scores": [state.points(RED), state.points(BLUE)],
            "turn": [state.current] if state.phase == "playing" else [],
            "progress": f"round {min(state.turn // 2 + 1, TURNS // 2)} of {TURNS // 2}",
            "mini": mini_json(state),
        }


def mini_json(state: State) -> Json:
    """Return the visible river and the ships in few bytes: fields as [x, y, kind]."""
    tiles = []
    for tile in range(state.low, state.high + 1):
        cells = state.river.cells[tile]
        kinds = state.kinds[tile * FIELDS : (tile + 1) * FIELDS]
        fields = [[*xy_of(cell), KIND_NAMES[kind]] for cell, kind in zip(cells, kinds, strict=True)]
        tiles.append({"index": tile, "direction": state.river.directions[tile], "fields": fields})
    ships = []
    for ship in state.ships:
        x, y = xy_of(ship.cell)
        ships.append({"x": x, "y": y, "direction": ship.direction})
    return {"tiles": tiles, "ships": ships}
