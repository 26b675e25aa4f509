"""The conversation of a Catan client: greeting, name and colour, ready, chat, and moves; exactly one answer each.

server  Hallo                     client  Hallo (its Version may end in #TOKEN, a seat token)
server  Willkommen, the own Statusupdate (to all), the others' Statusupdates
client  Spieler                   server  Statusupdate (to all), OK
client  Spiel starten             server  Statusupdate (to all), with the last one the match, OK
client  a move                    server  its consequences (to all), OK or Fehler
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable

from gamekit.container import MALFORMED, Container
from gamekit.errors import GameError, MalformedMessage, Refused
from gamekit.reception import Desk, SeatInfo, TableInfo
from gamekit.rules import Json
from games.catan.chat import write_chat
from games.catan.german import sentence, sentence_for
from games.catan.messages import read_move
from games.catan.playercard import waiting_player
from games.catan.rules.status import LOST, NOT_READY, READY
from games.catan.seating import colours_for

VERSION, PROTOCOL = "Spieltisch 1.0", "1.0"
#: A client that talks before it greets is heard after its Hallo, or after this many seconds without one.
PATIENCE, MOST_WAITING = 1.0, 20
LONGEST_NAME, LONGEST_CHAT = 40, 500
#: Between finding a free seat and taking it, others may be quicker.
SEATING_TRIES = 3

_TOKEN = re.compile(r"#([\w-]{8,})\s*$", re.ASCII)


class CatanReception:
    """One connection, from its Hallo to its end."""

    listens_to = frozenset(("Spiel gestartet", "Spiel beendet"))

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._me: SeatInfo | None = None
        self._table: TableInfo | None = None
        self._waiting: list[Container] = []
        self._hello_seen = False
        self._welcomed_as = 0
        self._playing = False
        self._over = False
        self._requests: dict[str, Callable[[Json], Awaitable[None]]] = {
            "Hallo": self._hello_again,
            "Spieler": self._choose,
            "Spiel starten": self._start,
            "Chatnachricht senden": self._chat,
        }

    async def connected(self) -> None:
        """Greet first, as section 6 says."""
        self._desk.send("Hallo", {"Version": VERSION, "Protokoll": PROTOCOL})

    async def received(self, container: Container) -> None:
        """Answer a message."""
        if container.payload_type == MALFORMED:
            self._refuse_malformed(container.payload)
        elif self._me is not None:
            await self._answer(container)
        elif container.payload_type == "Hallo":
            self._hello_seen = True
            await self._attempt(self._greet, container.payload)
        else:
            self._keep_waiting(container)

    def _refuse_malformed(self, payload: Json) -> None:
        self._fail(sentence_for(payload.get("code", ""), str(payload.get("reason", "")), payload.get("field", "")))
        if payload.get("fatal"):
            self._desk.close("malformed")

    def _keep_waiting(self, container: Container) -> None:
        if len(self._waiting) >= MOST_WAITING:
            self._fail("Zuerst Hallo senden")
            return
        self._waiting.append(container)
        if len(self._waiting) == 1:
            self._desk.later(PATIENCE, "greet")

    async def timer(self, name: str) -> None:
        """Seat a client that talks without having greeted."""
        if name == "greet" and self._me is None:
            await self._attempt(self._greet, {"Version": ""})

    async def heard(self, container: Container) -> None:
        """Note that the match began or ended."""
        self._playing = container.payload_type == "Spiel gestartet"
        self._over = not self._playing

    async def replaced(self) -> None:
        """Nothing: connections claim no keys."""

    async def gone(self) -> None:
        """Tell those who still wait for the match; in a match the rules do."""
        if self._me is not None and not self._playing and not self._over:
            card = waiting_player(self._me, False, LOST)
            self._desk.tell_table("Statusupdate", {"Spieler": card}, others_only=True)

    # --- answers ----------------------------------------------------------------------------------------------------
    async def _answer(self, container: Container) -> None:
        """Do what is asked; consequences come first, then OK or Fehler."""
        request = self._requests.get(container.payload_type)
        if request is not None:
            await self._attempt(request, container.payload)
            return
        try:
            move = read_move(container.payload_type, container.payload)
            if move is None:
                self._fail(f"Unbekannte Nachricht: {container.payload_type[:40]}")
                return
            await self._desk.play(move)
        except GameError as error:
            self._fail(sentence(error))
        else:
            self._desk.send("OK", {})

    async def _attempt(self, request: Callable[[Json], Awaitable[None]], payload: Json) -> None:
        try:
            if not isinstance(payload, dict):
                raise MalformedMessage("the content must be an object", "message/not_object")
            await request(payload)
        except GameError as error:
            self._fail(sentence(error))

    def _fail(self, text: str) -> None:
        self._desk.send("Fehler", {"Meldung": text})

    # --- greeting ---------------------------------------------------------------------------------------------------
    async def _greet(self, payload: Json) -> None:
        version = payload.get("Version", "")
        if not isinstance(version, str):
            raise MalformedMessage("Version: muss ein Text sein", "hello/version", "Version")
        token = _TOKEN.search(version)
        await self._sit(token.group(1) if token else "", _TOKEN.sub("", version).strip())
        assert self._me is not None
        assert self._table is not None
        if self._table.status in ("running", "paused"):
            self._playing = True
            await self._desk.catch_up()
        else:
            self._tell_status()
            await self._learn_others()
        waiting, self._waiting = self._waiting, []
        for container in waiting:
            await self._answer(container)

    async def _sit(self, token: str, client: str) -> None:
        """Say Willkommen and take a seat; in this order, because who sits hears the others at once."""
        data = {"colour": None, "settled": False, "named": False, "client": client}
        if token:
            table, seat = await self._desk.redeem(token)
            self._welcome(_number_at(table, seat) or self._desk.number)
            self._me = await self._desk.sit(table.table, "", data, seat=seat, token=token)
            self._table = await self._desk.table(table.table)
            return
        for attempt in range(SEATING_TRIES):
            table = await self._desk.house_table()
            self._welcome(self._desk.number)
            try:
                self._me = await self._desk.sit(table.table, f"Spieler {self._desk.number}", data)
            except Refused:
                if attempt == SEATING_TRIES - 1:
                    raise
            else:
                self._table = await self._desk.table(table.table)
                return

    def _welcome(self, number: int) -> None:
        if number != self._welcomed_as:
            self._desk.send("Willkommen", {"id": number})
            self._welcomed_as = number

    async def _learn_others(self) -> None:
        assert self._me is not None
        assert self._table is not None
        for seat in self._table.seats:
            if seat.seat != self._me.seat:
                self._desk.send("Statusupdate", {"Spieler": waiting_player(seat, False)})

    async def _hello_again(self, payload: Json) -> None:
        """Take a late Hallo quietly; a second one is a mistake."""
        if self._hello_seen:
            self._fail("Hallo wurde schon gesagt")
        self._hello_seen = True

    def _tell_status(self, status: str = "") -> None:
        assert self._me is not None
        shown = status or (READY if self._me.ready else NOT_READY)
        self._desk.send("Statusupdate", {"Spieler": waiting_player(self._me, True, shown)})
        card = waiting_player(self._me, False, shown)
        self._desk.tell_table("Statusupdate", {"Spieler": card}, others_only=True)

    # --- before the match -------------------------------------------------------------------------------------------
    def _check_open(self) -> SeatInfo:
        assert self._me is not None
        if self._over:
            raise Refused("Das Spiel ist beendet")
        if self._playing:
            raise Refused("Das Spiel läuft schon")
        if self._me.ready:
            raise Refused("Spiel starten wurde schon gesendet")
        return self._me

    async def _choose(self, payload: Json) -> None:
        self._check_open()
        name, data = self._read_name(payload.get("Name")), dict[str, Json]()
        if payload.get("Farbe") is not None:
            data = {"colour": self._read_colour(payload["Farbe"]), "settled": False}
        if name is not None:
            data["named"] = True
        self._me = await self._desk.update_seat(name=name, data=data)
        self._tell_status()
        self._desk.send("OK", {})

    def _read_name(self, name: Json) -> str | None:
        if name is None:
            return None
        if not isinstance(name, str) or not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
            raise MalformedMessage(f"Name: muss ein Text aus 1 bis {LONGEST_NAME} Zeichen sein", "seat/name", "Name")
        return name.strip()

    def _read_colour(self, colour: Json) -> str:
        assert self._table is not None
        known = colours_for(self._table.size)
        if not isinstance(colour, str) or colour not in known:
            raise MalformedMessage(f"Farbe: muss eine von {', '.join(known)} sein", "seat/colour", "Farbe")
        return colour

    async def _start(self, payload: Json) -> None:
        me = self._check_open()
        if me.data.get("colour") is None or not me.data.get("named"):
            raise Refused("Zuerst Name und Farbe wählen")
        self._me = await self._desk.update_seat(data={"settled": True})
        # Before `ready`: the last one's begins the match, and its messages come after this status.
        self._tell_status(READY)
        try:
            self._me = await self._desk.update_seat(ready=True)
        except GameError:
            self._me = await self._desk.update_seat(data={"settled": False})
            self._tell_status(NOT_READY)
            raise
        self._desk.send("OK", {})

    async def _chat(self, payload: Json) -> None:
        assert self._me is not None
        text = payload.get("Nachricht")
        if not isinstance(text, str) or not text.strip() or len(text) > LONGEST_CHAT:
            raise MalformedMessage(
                f"Nachricht: muss ein Text aus 1 bis {LONGEST_CHAT} Zeichen sein", "chat/text", "Nachricht"
            )
        self._desk.tell_table(*write_chat(self._me.name, self._me.seat, self._me.number, text))
        self._desk.send("OK", {})


def _number_at(table: TableInfo, seat: int) -> int | None:
    """Return the number of the player at the seat of a running match; before it, whoever comes brings his own."""
    if table.status not in ("running", "paused"):
        return None
    return next((one.number for one in table.seats if one.seat == seat), None)
