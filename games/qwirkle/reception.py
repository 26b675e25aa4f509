"""The conversation around a game: greeting, lobby, joining, watching, chat, leaving, and the three errors.

A client is somewhere: not yet greeted, in the lobby, at a table as a player, or at a table as a spectator. What it may
say depends on that alone. When several errors apply, the one with the highest priority is sent: 910 before 900 before
920 (document, section 5); so everything that makes a message unreadable is looked at first, then rights, then the time.
"""

from __future__ import annotations

from contextlib import suppress
from enum import Enum

from gamekit.container import MALFORMED, Container
from gamekit.errors import GameError, IllegalMove, MalformedMessage, Refused
from gamekit.reception import Desk, TableInfo
from gamekit.rules import Json
from games.qwirkle import messages
from games.qwirkle.answers import before_start
from games.qwirkle.dialects.version_1_1_0 import VARIANT as NEWER
from games.qwirkle.messages import (
    ClientMessage,
    ConnectRequest,
    GameJoinRequest,
    GameListRequest,
    LeavingRequest,
    MessageSend,
    MoveRequest,
    Question,
    SpectatorJoinRequest,
)
from games.qwirkle.rules.acting import check_known
from games.qwirkle.rules.moves import PlayTiles
from games.qwirkle.rules.setup import Setup
from games.qwirkle.vocabulary import ERRORS, FOR_SPECTATORS, NUMBERS, RESPONSES

#: A seat token is at least this long; shorter names are never looked up.
TOKEN = 12


class Place(Enum):
    """Where a client is."""

    DOOR = "door"
    LOBBY = "lobby"
    SEAT = "seat"
    STANDS = "stands"


class Denied(GameError):
    """The client has no right to say this (900)."""

    default_code = "access/denied"


class QwirkleReception:
    """One client's conversation."""

    listens_to = frozenset({"StartGame", "Winner", "LeavingPlayer"})

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._place = Place.DOOR
        self._name = ""
        self._type = "PLAYER"
        self._table: TableInfo | None = None
        self._begun = False
        self._chooses = False
        """The client looks for games itself: it is never seated unasked."""
        self._waits = 0
        """Counts the times the client came to the lobby, so that a timer of an earlier stay does nothing."""

    # --- called by the platform -----------------------------------------------------------------------------------
    async def connected(self) -> None:
        """Wait for ConnectRequest: the client speaks first."""

    async def received(self, container: Container) -> None:
        """Answer what the client said."""
        payload_type, payload = container.payload_type, container.payload
        if payload_type in ERRORS:
            return
        if payload_type == MALFORMED:
            self._refuse("ParsingError", payload["reason"], payload.get("cause") or 0)
            return
        cause = NUMBERS.get(payload_type, 0)
        try:
            await self._handle(messages.read(payload_type, payload))
        except MalformedMessage as error:
            self._refuse("ParsingError", error.message, cause)
        except Denied as error:
            self._refuse("AccessDenied", error.message, cause)
        except GameError as error:
            self._refuse("NotAllowed", error.message, cause)

    async def heard(self, container: Container) -> None:
        """Follow what happens at the table: the start, the end, one's own exclusion."""
        if self._place not in (Place.SEAT, Place.STANDS):
            return
        if container.payload_type == "StartGame":
            self._begun = True
        elif container.payload_type == "Winner":
            await self._back_to_lobby()
        elif self._place is Place.SEAT and container.payload["client"]["clientID"] == self._desk.number:
            await self._excluded()

    async def timer(self, name: str) -> None:
        """Seat a client that has waited in the lobby long enough."""
        if name == f"assign/{self._waits}" and self._place is Place.LOBBY and not self._chooses:
            try:
                table = await self._desk.house_table()
                await self._sit(table)
            except GameError:
                # Somebody else took the last seat: try again, the client is still waiting.
                self._wait_for_seat()

    async def replaced(self) -> None:
        """No keys are claimed, so nobody is replaced."""

    async def gone(self) -> None:
        """Tell those who wait at the same table, and everybody connected (200)."""
        if self._place is Place.DOOR:
            return
        if self._place is Place.SEAT and not self._begun:
            self._desk.tell_table("LeavingPlayer", {"client": self._client()}, others_only=True)
        self._desk.tell_everybody("DisconnectSignal", {"reason": "connection closed", "client": self._client()})

    # --- what clients say -----------------------------------------------------------------------------------------
    async def _handle(self, message: ClientMessage) -> None:
        if isinstance(message, ConnectRequest):
            await self._connect(message)
            return
        if self._place is Place.DOOR:
            raise Refused("send ConnectRequest (100) first", "connection/unknown")
        match message:
            case GameListRequest():
                await self._list_games()
            case GameJoinRequest(number):
                await self._join(number)
            case SpectatorJoinRequest(number):
                await self._watch(number)
            case MessageSend(text):
                self._chat(text)
            case LeavingRequest():
                await self._leave()
            case MoveRequest():
                await self._move(message)
            case Question(name):
                await self._answer(name)

    async def _connect(self, message: ConnectRequest) -> None:
        if self._place is not Place.DOOR:
            raise Refused("this client is connected already", "connection/known")
        self._name, self._type = message.name, message.type
        table, token = await self._redeemed()
        self._desk.send("ConnectAccepted", {"clientID": self._desk.number})
        self._enter_lobby()
        if table is not None:
            # A token that opens no seat any more leaves its bearer in the lobby; real programs exit on any 920.
            with suppress(GameError):
                await self._sit(table, token)

    async def _list_games(self) -> None:
        if self._place is not Place.LOBBY:
            raise Refused("GameListRequest is for the lobby; leave the game first", "client/in_game")
        self._chooses = True
        games = [messages.game(table) for table in await self._desk.tables()]
        self._desk.send("GameListResponse", {"games": games})

    async def _join(self, number: int) -> None:
        if self._place is Place.STANDS or self._type == "SPECTATOR":
            raise Denied("spectators cannot join as players")
        if self._place is Place.SEAT:
            raise Refused("this client is in a game already", "client/in_game")
        self._chooses = True
        await self._sit(await self._open_table(number))

    async def _open_table(self, number: int) -> TableInfo:
        table = await self._desk.table(number)
        if table.status != "open":
            raise Refused(f"game {number} has already begun", "table/started", "gameID")
        limit = table.options["maxPlayerNumber"]
        if len(table.seats) >= min(table.size, limit or table.size):
            raise Refused(f"game {number} is full", "table/full", "gameID")
        return table

    async def _sit(self, table: TableInfo, token: str = "") -> None:
        """Take a seat: first the seat, then 303, then readiness, so that 400 cannot overtake 303."""
        data = {"clientType": self._type}
        seat = await self._desk.sit(table.table, self._name, data, token=token)
        others = [other for other in table.seats if other.seat != seat.seat]
        seats = sorted((*others, seat), key=lambda one: one.seat)
        self._place, self._table, self._begun = Place.SEAT, table, table.status != "open"
        self._name = seat.name
        game = {**messages.game(table), "players": [messages.client_of(one) for one in seats]}
        self._desk.send("GameJoinAccepted", {"gameID": table.table, "game": game})
        if self._begun:
            await self._desk.catch_up()
            return
        # Refused when the table's owner began the match in between: the seat is taken, all is well.
        with suppress(Refused):
            await self._desk.update_seat(ready=True)

    async def _watch(self, number: int) -> None:
        if self._place is not Place.LOBBY:
            raise Refused("this client plays or watches already", "client/in_game")
        self._chooses = True
        table = await self._desk.watch(number)
        self._place, self._table, self._begun = Place.STANDS, table, table.status != "open"
        self._desk.send("SpectatorJoinAccepted", {"gameID": table.table, "game": messages.game(table)})
        if table.status in ("finished", "aborted"):
            # An ended game shows its result and lets go.
            await self._desk.catch_up()
            await self._back_to_lobby()

    def _chat(self, text: str) -> None:
        self._needs_game()
        told = {"message": text, "client": self._client()}
        self._desk.tell_table("MessageSignal", told, spectators_only=self._place is Place.STANDS)

    async def _leave(self) -> None:
        self._needs_game()
        confirmation = {"client": self._client()}
        seated, begun = self._place is Place.SEAT, self._begun
        if seated and not begun:
            self._desk.tell_table("LeavingPlayer", confirmation)
        # From here on this client's own 406 means that it left, not that it was excluded.
        self._enter_lobby()
        await self._desk.leave()
        if not seated:
            self._desk.send("LeavingPlayer", confirmation)

    async def _move(self, message: MoveRequest) -> None:
        move = message.move
        if isinstance(move, PlayTiles) and self._table is not None:
            check_known(Setup.of(self._table.options), move.tiles)
        if self._place is Place.STANDS or (self._place is Place.LOBBY and self._type == "SPECTATOR"):
            raise Denied("spectators cannot move")
        self._needs_game()
        if not self._begun:
            raise IllegalMove("the game has not begun", "move/not_started")
        await self._desk.play(move)

    async def _answer(self, question: str) -> None:
        if question in FOR_SPECTATORS and self._place is Place.SEAT:
            raise Denied(f"{question} is for spectators")
        table = self._needs_game()
        if question in FOR_SPECTATORS and not table.house:
            # Whoever plays there may watch his own game by a second connection, and nobody could tell.
            raise Denied(f"{question} is answered at tables of the house, not at one that somebody opened for himself")
        if self._begun:
            answer: Json = await self._desk.ask(question)
        else:
            answer = before_start(await self._desk.table(table.table), question)
        self._desk.send(RESPONSES[question], answer)

    # --- coming and going -----------------------------------------------------------------------------------------
    def _needs_game(self) -> TableInfo:
        if self._table is None:
            raise Refused("this client is in no game", "client/no_game")
        return self._table

    def _enter_lobby(self) -> None:
        self._place, self._table, self._begun = Place.LOBBY, None, False
        self._waits += 1
        self._wait_for_seat()

    def _wait_for_seat(self) -> None:
        after = self._desk.house.assign_after
        if after is not None and not self._chooses and self._type != "SPECTATOR":
            self._desk.later(after, f"assign/{self._waits}")

    async def _back_to_lobby(self) -> None:
        self._enter_lobby()
        await self._desk.unsubscribe()

    async def _excluded(self) -> None:
        """Follow the version the client speaks: 1.0.1 closes the connection, 1.1.0 sends it to the lobby."""
        if self._desk.variant == NEWER:
            await self._back_to_lobby()
        else:
            self._desk.close("excluded from the game")

    async def _redeemed(self) -> tuple[TableInfo | None, str]:
        """Return the table that a seat token in the client's name opens: the token alone, or `Name#token`."""
        name, _, token = self._name.rpartition("#")
        if self._type == "SPECTATOR" or len(token) < TOKEN or any(letter.isspace() for letter in token):
            return None, ""
        try:
            table, _ = await self._desk.redeem(token)
        except Refused:
            return None, ""
        self._name = name
        return table, token

    def _client(self) -> dict[str, Json]:
        return messages.client(self._desk.number, self._name, self._type)

    def _refuse(self, error: str, message: str, cause: int) -> None:
        self._desk.send(error, {"message": message, "causeId": cause})
