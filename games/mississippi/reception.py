"""The conversation around a room: joining, reserving, observing, steering, and every fault of section 3.7.

    newcomer ──join, joinPrepared──▶ player ──result, left──▶ guest of a finished game, soon closed
        └──prepare, observe, pause, step, cancel──▶ controller: stays until it goes

A fault ends the connection: with an error and the close element, with the close element alone, or without a word, as
the real server did. Whoever is thrown out of a running game loses it.
"""

from __future__ import annotations

import hmac
from collections.abc import Awaitable, Callable
from contextlib import suppress

from gamekit.container import MALFORMED, Container
from gamekit.errors import GameError, IllegalMove, MalformedMessage, MatchOver, NotYourTurn, Refused, Unavailable
from gamekit.reception import Desk, TableInfo
from gamekit.rules import Json, Order
from games.mississippi import messages
from games.mississippi.rules.actions import Move, move_from_json

#: Seconds a client has for its own goodbye after a game; then the server ends the document, as the interface says.
GRACE = 0.5
#: What those are called who come without a reservation.
NOBODY = "Unknown"
#: How often to look for another room when the free seat was gone.
TRIES = 5


class MississippiReception:
    """The conversation of one connection."""

    listens_to = frozenset({messages.LEFT, messages.CLOSE})

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._room = ""
        self._playing = False
        self._finished = False
        self._trusted = False
        self._answers: dict[str, Callable[[Json], Awaitable[None]]] = {
            messages.MOVE: self._move,
            messages.JOIN: self._join,
            messages.JOIN_PREPARED: self._join_prepared,
            messages.AUTHENTICATE: self._authenticate,
            messages.GOODBYE: self._goodbye,
            messages.PREPARE: self._as_controller(self._prepare),
            messages.FREE_RESERVATION: self._as_controller(self._free_reservation),
            messages.OBSERVE: self._as_controller(self._observe),
            messages.PAUSE: self._as_controller(self._pause),
            messages.STEP: self._as_controller(self._step),
            messages.CANCEL: self._as_controller(self._cancel),
        }

    async def connected(self) -> None:
        """Say nothing: the client speaks first."""

    async def received(self, container: Container) -> None:
        """Answer a request; what is no request, or cannot be read, ends the connection without a word."""
        answer = self._answers.get(container.payload_type)
        if answer is None or container.payload_type == MALFORMED or not isinstance(container.payload, dict):
            await self._end()
            return
        try:
            await answer(container.payload)
        except MalformedMessage:
            await self._end()

    async def heard(self, container: Container) -> None:
        """Close behind a player whose game is over, at once if he broke the rules."""
        if container.payload_type == messages.CLOSE:
            self._playing = False
            self._desk.close()
            return
        await self._desk.unsubscribe()
        if self._playing:
            self._playing, self._finished = False, True
            self._desk.later(GRACE, "goodbye")

    async def timer(self, name: str) -> None:
        """End a finished game's connection."""
        if name == "goodbye" and self._finished:
            self._desk.close()

    async def replaced(self) -> None:
        """Never happens: nothing is claimed here."""

    async def gone(self) -> None:
        """Leave it to the platform: the seat of a lost connection is given up."""

    # --- endings --------------------------------------------------------------------------------------------------
    async def _end(self, *, close_element: bool = False) -> None:
        """Close the connection, and give up a game that runs; what the others are told of it does not come here."""
        if close_element:
            self._desk.send(messages.CLOSE, {})
        if self._playing and (await self._desk.table(self._room)).status == "open":
            # Nobody waits for a ghost: the seat is free before the client hears that the connection ends.
            self._playing = False
            await self._desk.leave()
        self._desk.close()
        if self._playing:
            self._playing = False
            # The game may have ended on its own in the same moment.
            with suppress(GameError):
                await self._desk.leave()

    async def _goodbye(self, payload: Json) -> None:
        await self._end()

    # --- players --------------------------------------------------------------------------------------------------
    async def _join(self, payload: Json) -> None:
        if payload.get("gameType") != messages.GAME_TYPE:
            await self._end(close_element=True)
            return
        if self._playing:
            await self._end()
            return
        for _ in range(TRIES):
            try:
                info = await self._desk.house_table()
                await self._desk.sit(info.table, NOBODY)
            except Refused:
                # The seat was taken in the meantime, or the house opens no tables just now.
                continue
            self._enter(info)
            return
        await self._end(close_element=True)

    async def _join_prepared(self, payload: Json) -> None:
        code = str(payload.get("reservationCode", ""))
        try:
            info, seat = await self._desk.redeem(code)
            used = any(taken.seat == seat and taken.connected for taken in info.seats)
            if used or self._playing or info.status in ("finished", "aborted"):
                raise Refused("the reservation is used up", "seat/token", "reservationCode")
            await self._desk.sit(info.table, "", token=code)
        except Refused:
            await self._end(close_element=True)
            return
        self._enter(info)
        if info.status in ("running", "paused"):
            self._desk.send(messages.JOINED, {"roomId": info.code})
            await self._desk.catch_up()

    def _enter(self, info: TableInfo) -> None:
        """Take note of the room, and say so unless it is a prepared one, where `joined` comes with the start."""
        self._room, self._playing, self._finished = info.code, True, False
        if info.status == "open" and not info.options.get("slots"):
            self._desk.send(messages.JOINED, {"roomId": info.code})

    async def _move(self, payload: Json) -> None:
        move = move_from_json(payload)
        if not self._playing or payload.get("roomId") != self._room:
            await self._stray_move(payload, move)
            return
        try:
            await self._desk.play(move)
        except MatchOver:
            await self._stray_move(payload, move)
        except (NotYourTurn, IllegalMove):
            await self._end(close_element=True)
        except Unavailable:
            # Not the player's fault: it is told anew how the game stands, and asked again if it is its turn still.
            with suppress(GameError):
                await self._desk.catch_up()
        except Refused:
            # The room is not full yet, so there is no game in which to move.
            await self._stray_move(payload, move)

    async def _stray_move(self, payload: Json, move: Move) -> None:
        """Answer a move for a room in which this client does not play."""
        room = str(payload.get("roomId", ""))[: messages.LONGEST_ROOM]
        reason = "Der Raum ist unbekannt oder das Spiel ist zu Ende"
        error = messages.error_json(room, NOBODY, reason, move, "move/unknown_room")
        self._desk.send(messages.ERROR, error)
        if self._playing:
            self._desk.tell_table(messages.ERROR, error, others_only=True)
        await self._end(close_element=True)

    # --- controllers ----------------------------------------------------------------------------------------------
    def _as_controller(self, answer: Callable[[Json], Awaitable[None]]) -> Callable[[Json], Awaitable[None]]:
        """Return the answer for those who may steer: everybody, unless the house has a password."""

        async def guarded(payload: Json) -> None:
            if self._desk.house.extra.get("password") and not self._trusted:
                await self._end()
            else:
                await answer(payload)

        return guarded

    async def _authenticate(self, payload: Json) -> None:
        password = str(self._desk.house.extra.get("password") or "")
        given = str(payload.get("passphrase", ""))
        if password and hmac.compare_digest(given.encode(), password.encode()):
            self._trusted = True
        else:
            await self._end()

    async def _prepare(self, payload: Json) -> None:
        slots = payload.get("slots") or []
        if payload.get("gameType") != messages.GAME_TYPE:
            await self._end(close_element=True)
            return
        options = {"slots": slots, "state": payload.get("state")}
        names = [str(slot.get("displayName", NOBODY)) or NOBODY for slot in slots if isinstance(slot, dict)]
        try:
            info, codes = await self._desk.open_table(options=options, hold=names)
        except GameError:
            await self._end()
            return
        self._desk.send(messages.PREPARED, {"roomId": info.code, "reservations": list(codes)})

    async def _free_reservation(self, payload: Json) -> None:
        try:
            await self._desk.release(str(payload.get("reservation", "")))
        except Refused:
            await self._end(close_element=True)

    async def _observe(self, payload: Json) -> None:
        info = await self._find(payload)
        if info is None or self._playing:
            await self._end()
            return
        try:
            await self._desk.watch(info.table)
        except Refused:
            await self._end()
            return
        self._desk.send(messages.OBSERVED, {"roomId": info.code})
        if info.match:
            await self._desk.catch_up()

    async def _find(self, payload: Json) -> TableInfo | None:
        try:
            return await self._desk.table(str(payload.get("roomId", "")))
        except Refused:
            return None

    async def _pause(self, payload: Json) -> None:
        info = await self._find(payload)
        if info is None:
            return
        await self._order("pause" if payload.get("pause") is True else "resume", info)

    async def _step(self, payload: Json) -> None:
        await self._steer("step", payload)

    async def _cancel(self, payload: Json) -> None:
        await self._steer("abort", payload)

    async def _steer(self, order: Order, payload: Json) -> None:
        info = await self._find(payload)
        if info is None:
            await self._end()
        else:
            await self._order(order, info)

    async def _order(self, order: Order, info: TableInfo) -> None:
        """Give an order that has no reply; one that comes at the wrong time does nothing."""
        with suppress(GameError):
            await self._desk.control(order, info.table)
