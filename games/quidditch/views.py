"""What players and spectators see. Nothing is hidden but a formation sent before the other team's."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from gamekit.errors import IllegalMove
from gamekit.rules import Json
from gamekit.views import Clock, Message, Room
from games.quidditch.config import match_config
from games.quidditch.hints import formation_hints, turn_hints
from games.quidditch.messages import match_start, next_payload, position, user_names
from games.quidditch.rules.board import Board
from games.quidditch.rules.delta import PHASES
from games.quidditch.rules.engine import ABORTED, VIOLATION
from games.quidditch.rules.entities import PLAYERS
from games.quidditch.rules.events import Asked, Changed, Event, Finished, Opened, PauseAnswered
from games.quidditch.rules.pitch import NOWHERE
from games.quidditch.rules.state import State
from games.quidditch.snapshots import snapshot

#: Stands in the nested containers of a `reconnect` where no clock is known; the reception writes the real times.
NO_TIME = "1970-01-01 00:00:00.000"


class QuidditchViews:
    """Implements `gamekit.views.Views`."""

    def render(self, room: Room, state: State, event: Event, viewer: int | None) -> Iterable[Message]:
        """Return the standard's message for the event; everybody gets the same."""
        match event:
            case Opened():
                yield "matchStart", match_start(room.options, room.players)
            case Changed(delta, board):
                yield "snapshot", snapshot(board, delta, state.setup.fans, room.spectators)
            case Asked(entity, kind, timeout):
                yield "next", next_payload(entity, kind, timeout)
            case PauseAnswered(side, message, paused):
                name = "" if side is None else user_names(room.players)[side]
                yield "pauseResponse", {"message": message, "userName": name, "pause": paused}
            case Finished():
                yield "matchFinish", _finish(room, event)
            case _:
                assert_never(event)

    def snapshot(self, room: Room, state: State, viewer: int | None) -> Json:
        """Return what a page shows; team pictures are left to the question `team`, they are large."""
        return {
            "snapshot": _snapshot(room, state),
            "next": _next(state, None),
            "formed": [formation is not None for formation in state.formations],
            "formation": None if viewer is None else _own_formation(state, viewer),
            "teams": [{key: value for key, value in p.data["team"].items() if key != "image"} for p in room.players],
            "userNames": list(user_names(room.players)),
            "maxRounds": state.setup.max_rounds,
            "paused": state.paused,
            "result": None
            if state.result is None
            else {"winner": state.result.winner, "victoryReason": state.result.reason},
        }

    def joined(self, room: Room, state: State, viewer: int | None) -> Iterable[Message]:
        """Return the `reconnect` of a running match."""
        if state.result is None:
            yield "reconnect", reconnect(room, state, None)

    def answer(self, room: Room, state: State, clock: Clock, viewer: int | None, question: str, data: Json) -> Json:
        """Answer a page's or the reception's question."""
        match question:
            case "reconnect":
                return {
                    "reconnect": reconnect(room, state, clock.left),
                    "total": clock.total,
                    "paused": state.paused,
                    "formed": viewer is not None and state.formations[viewer] is not None,
                }
            case "next":
                return _next(state, clock.left)
            case "turn":
                return turn_hints(state)
            case "formation" if viewer is not None:
                return formation_hints(viewer)
            case "team" if isinstance(data, dict) and type(data.get("side")) is int and data["side"] in (0, 1):
                return room.players[data["side"]].data["team"]
            case "config":
                return match_config(room.options)
        raise IllegalMove(
            "questions are reconnect, next, turn, formation (players), team {side: 0 or 1} and config",
            "question/unknown",
            "question",
        )

    def summary(self, room: Room, state: State) -> Json:
        """Return a small picture for lists and live walls."""
        board, setup = state.board, state.setup
        if state.forming:
            progress = "formation"
        else:
            progress = f"round {board.round} of {setup.max_rounds}"
        turn = [side for side in (0, 1) if state.formations[side] is None] if state.forming else []
        if state.ask:
            turn = [state.ask.side]
        return {
            "scores": list(board.points),
            "turn": [] if state.result else turn,
            "progress": progress,
            "mini": _mini(room, board, state.forming),
        }


def _finish(room: Room, event: Finished) -> dict[str, Json]:
    """Return a matchFinish (6.3.2). The standard has no reason for a match that the house ended: a field tells it."""
    aborted = event.reason == ABORTED
    told: dict[str, Json] = {
        "endRound": event.round,
        "leftPoints": event.points[0],
        "rightPoints": event.points[1],
        "winnerUserName": "" if event.winner is None else user_names(room.players)[event.winner],
        "victoryReason": VIOLATION if aborted else event.reason,
    }
    return told | {"aborted": True} if aborted else told


def reconnect(room: Room, state: State, left: int | None) -> dict[str, Json]:
    """Return the payload of a `reconnect` (12.2.1); before the first snapshot there is none."""
    shown = {
        "matchStart": match_start(room.options, room.players),
        "snapshot": _snapshot(room, state),
        "next": _next(state, left),
    }
    return {
        kind: None if payload is None else {"timestamp": NO_TIME, "payloadType": kind, "payload": payload}
        for kind, payload in shown.items()
    }


def _snapshot(room: Room, state: State) -> dict[str, Json] | None:
    if state.last is None:
        return None
    return snapshot(state.board, state.last, state.setup.fans, room.spectators)


def _next(state: State, left: int | None) -> dict[str, Json] | None:
    """Return the question now open, with the time left for it (or its whole time when no clock is known)."""
    ask = state.ask
    if ask is None:
        return None
    return next_payload(ask.entity, ask.kind, state.setup.timeout(ask.kind) if left is None else left)


def _own_formation(state: State, viewer: int) -> Json:
    cells = state.formations[viewer]
    return None if cells is None else [position(at) for at in cells]


def _mini(room: Room, board: Board, forming: bool) -> Json:
    """Return places only: [x, y] of each player on the pitch (null when banned), and of the balls."""
    places = [None if forming or board.is_banned(player) else _pair(board.pos[player]) for player in PLAYERS]
    balls = [_pair(at) for at in (board.snitch, *board.bludgers, board.quaffle)]
    colors = [player.data["team"]["colors"] for player in room.players]
    return {"players": places, "balls": balls, "colors": colors, "phase": PHASES[board.phase]}


def _pair(at: int) -> list[int | None] | None:
    return None if at == NOWHERE else list(position(at).values())
