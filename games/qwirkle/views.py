"""What each viewer of a match is told.

A hand is told to its owner alone; the bag to nobody, only how much is left in it. Spectators may *ask* for both (423,
425): the protocol grants it, so `answer` does; the reception passes it on at tables of the house alone. What is sent
unasked (messages, snapshot, joined) does not hold them, and `redeal` for a spectator draws all of it anew.
"""

from __future__ import annotations

from collections.abc import Iterable

from gamekit.errors import IllegalMove, MalformedMessage
from gamekit.rules import Json
from gamekit.views import Clock, Message, Room
from games.qwirkle import hints, messages
from games.qwirkle.rules import events as happened
from games.qwirkle.rules.board import place_of
from games.qwirkle.rules.events import Event
from games.qwirkle.rules.moves import Placement
from games.qwirkle.rules.state import Phase, State
from games.qwirkle.vocabulary import FOR_SPECTATORS

#: What 420 says when there is no limit: the largest number every reader of an int or a long can take.
NO_LIMIT = 2**31 - 1


class QwirkleViews:
    """Cuts messages and states for each audience."""

    def render(self, room: Room, state: State, event: Event, viewer: int | None) -> Iterable[Message]:
        """Return what the viewer is told of the event. One who is out hears of the going, then nothing more."""
        if viewer is not None and not state.present[viewer] and not _of_leaver(event, viewer):
            return ()
        if isinstance(event, _PRIVATE):
            return _told_in_private(state, event) if event.seat == viewer else ()
        return _told_to_all(room, event)

    def joined(self, room: Room, state: State, viewer: int | None) -> Iterable[Message]:
        """Return what brings a client that comes to a running match up to date; of a finished one, its end."""
        if state.outcome is not None:
            winner = state.outcome.winners[0]
            board = tuple((seat, state.scores[seat]) for seat in state.remaining())
            return _told_to_all(room, happened.Won(winner, state.scores[winner], board))
        told: list[Message] = [_start(room)]
        if viewer is not None and state.present[viewer]:
            told.append(("StartTiles", {"tiles": _tiles(state, state.hands[viewer])}))
        told.append(("Update", {"updates": _board(state), "numberTilesInBag": len(state.bag)}))
        told.append(("CurrentPlayer", {"client": messages.client_of(room.players[state.current])}))
        if state.paused:
            told.append(("PauseGame", {}))
        return told

    def snapshot(self, room: Room, state: State, viewer: int | None) -> Json:
        """Return all the viewer may know."""
        over = state.phase == Phase.OVER
        return {
            **_picture(state),
            "options": state.setup.options(),
            "players": [
                {"seat": seat, "score": score, "tiles": len(hand), "present": here}
                for seat, (score, hand, here) in enumerate(zip(state.scores, state.hands, state.present, strict=True))
            ],
            "current": None if over else state.current,
            "phase": state.phase.name.lower(),
            "turn": state.turn,
            "paused": state.paused,
            "bag": len(state.bag),
            "hand": None if viewer is None else [[one, *state.color_shape(one)] for one in state.hands[viewer]],
            "journal": [list(entry) for entry in state.journal],
            "winner": state.outcome.winners[0] if state.outcome else None,
            "reason": state.outcome.reason if state.outcome else None,
        }

    def answer(self, room: Room, state: State, clock: Clock, viewer: int | None, question: str, data: Json) -> Json:
        """Answer the protocol's questions by their names, and a page's "cells" and "points"."""
        if question in FOR_SPECTATORS and viewer is not None:
            raise IllegalMove(f"{question} is for spectators", "access/denied")
        match question:
            case "ScoreRequest":
                return {"scores": [[_client(room, seat), state.scores[seat]] for seat in state.remaining()]}
            case "TurnTimeLeftRequest":
                return {"time": _time_left(state, clock)}
            case "TotalTimeRequest":
                return {"time": clock.total}
            case "BagRequest":
                return {"bag": _tiles(state, state.bag)}
            case "PlayerHandsRequest":
                return {"hands": [[_client(room, s), _tiles(state, state.hands[s])] for s in state.remaining()]}
            case "GameDataRequest":
                return _game_data(room, state, viewer)
            case "cells":
                return hints.cells(state, viewer, data)
            case "points":
                return hints.points(state, viewer, data)
        raise MalformedMessage(f"{question} is no question", "ask/unknown", "question")

    def summary(self, room: Room, state: State) -> Json:
        """Return a small public picture."""
        return {
            "scores": list(state.scores),
            "turn": [state.current] if state.phase == Phase.TURN else [],
            "progress": f"{len(state.bag)} of {state.setup.tiles} tiles in the bag",
            "mini": {**_picture(state), "options": {"colorShapeCount": state.setup.color_shape_count}},
        }


_PRIVATE = (happened.Dealt, happened.Refilled, happened.PlayJudged, happened.SwapJudged, happened.Swapped)
_Private = happened.Dealt | happened.Refilled | happened.PlayJudged | happened.SwapJudged | happened.Swapped


def _of_leaver(event: Event, viewer: int) -> bool:
    own = (happened.PlayJudged, happened.SwapJudged, happened.PlayerLeft)
    return isinstance(event, own) and event.seat == viewer


def _told_in_private(state: State, event: _Private) -> list[Message]:
    match event:
        case happened.Dealt(_, tiles):
            return [("StartTiles", {"tiles": _tiles(state, tiles)})]
        case happened.Refilled(_, tiles):
            return [("SendTiles", {"tiles": _tiles(state, tiles)})]
        case happened.PlayJudged(_, valid, message):
            return [("MoveValid", {"validation": valid, "message": message})]
        case happened.SwapJudged(_, valid, _):
            return [("TileSwapValid", {"validation": valid})]
        case happened.Swapped(_, _, got):
            return [("TileSwapResponse", {"tiles": _tiles(state, got)})]


def _told_to_all(room: Room, event: Event) -> list[Message]:
    match event:
        case happened.Started():
            return [_start(room)]
        case happened.TurnBegan(seat):
            return [("CurrentPlayer", {"client": _client(room, seat)})]
        case happened.Laid(_, tiles, _, bag):
            updates = [messages.on_position(placement) for placement in tiles]
            return [("Update", {"updates": updates, "numberTilesInBag": bag})]
        case happened.PlayerLeft(seat, _):
            return [("LeavingPlayer", {"client": _client(room, seat)})]
        case happened.Paused():
            return [("PauseGame", {})]
        case happened.Resumed():
            return [("ResumeGame", {})]
        case happened.Ended(aborted):
            return [("AbortGame" if aborted else "EndGame", {})]
        case happened.Won(seat, score, leaderboard):
            ranks = [[_client(room, other), points] for other, points in leaderboard]
            return [("Winner", {"client": _client(room, seat), "score": score, "leaderboard": ranks})]
    # Penalties and passing over have no message in the protocol; pages read of them in the journal.
    return []


def _start(room: Room) -> Message:
    clients = [messages.client_of(player) for player in room.players]
    return "StartGame", {"config": messages.configuration(room.options), "clients": clients}


def _client(room: Room, seat: int) -> dict[str, Json]:
    return messages.client_of(room.players[seat])


def _tiles(state: State, numbers: Iterable[int]) -> list[Json]:
    return messages.tiles(numbers, state.setup.color_shape_count, state.setup.tile_count)


def _board(state: State) -> list[Json]:
    laid = state.board.tiles.items()
    return [messages.on_position(Placement(*place_of(cell), one, *state.color_shape(one))) for cell, one in laid]


def _picture(state: State) -> dict[str, Json]:
    return {
        "board": [[*place_of(cell), *state.color_shape(one), one] for cell, one in state.board.tiles.items()],
        "fresh": [list(place_of(cell)) for cell in state.fresh],
    }


def _time_left(state: State, clock: Clock) -> int:
    """Return what 420 says: nothing is left while a move is shown."""
    if state.phase != Phase.TURN:
        return 0
    return NO_LIMIT if clock.left is None else clock.left


def _game_data(room: Room, state: State, viewer: int | None) -> dict[str, Json]:
    over = state.phase == Phase.OVER
    return {
        "board": _board(state),
        "currentClient": None if over else _client(room, state.current),
        "ownTiles": [] if viewer is None else _tiles(state, state.hands[viewer]),
        "paused": state.paused,
        "gameState": "ENDED" if over else "PAUSED" if state.paused else "IN_PROGRESS",
    }
