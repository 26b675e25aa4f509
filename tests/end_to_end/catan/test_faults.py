"""Bad input in the middle of a match, in every dialect: said what is wrong, nothing changed; worse is closed.

The offender is never on turn and the table has a bot for lost players, so that the others need not notice anything.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.end_to_end.catan.faulty import ELSEWHERE, IMPOSSIBLE_NUMBERS, NO_MESSAGE, UNKNOWN_PLACES, WRONG_TYPES
from tests.end_to_end.catan.player import Player
from tests.end_to_end.catan.spelling import PLAIN, A, B, C, Dialect
from tests.support.api import Api
from tests.support.lines import connected
from tests.support.server import Server, copy_of

COLOURS = ("Rot", "Orange", "Blau")
OTHERS = {A: (B, C), B: (C, A), C: (A, B)}
EVERY_DIALECT = pytest.mark.parametrize("dialect", [A, B, C], ids=["A", "B", "C"])
Scenario = Callable[["Table"], Awaitable[None]]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, migrated_data: Path) -> Iterator[Server]:
    data = copy_of(migrated_data, tmp_path_factory.mktemp("faults") / "data")
    server = Server(data, {"LIMIT_MESSAGES_PER_SECOND": "0"}).start()
    yield server
    server.kill()


class Table:
    """A match that waits for its first village; the offender speaks a dialect, the others speak the others."""

    def __init__(self, api: Api, code: str, players: list[Player]) -> None:
        self.api = api
        self.code = code
        self.players = players
        self.acting = next(player for player in players if player.status == "Dorf bauen")

    @property
    def offender(self) -> Player:
        """The one who writes nonsense."""
        return self.players[0]

    async def steps(self) -> int:
        """Return how many steps the match has."""
        table = await asyncio.to_thread(self.api.get, f"/api/tables/{self.code}")
        return int(table["match"]["steps"])

    async def refused(self, line: bytes, reason: str) -> None:
        """Write a line as the offender; it is answered by one error with this reason."""
        await self.offender.wire.send_bytes(line + b"\n")
        word, answer = await self.offender.read()
        assert word == "Fehler", (line, word, answer)
        assert reason in answer["Meldung"], (line, answer)

    async def nothing_came_of_it(self) -> None:
        """The match stands where it stood, and the next thing that anybody hears is the offender's chat."""
        assert await self.steps() == 0
        await self.offender.must("Chatnachricht senden", {"Nachricht": "Verzeihung"})
        for player in self.players[1:]:
            heard = await player.read()
            assert heard == ("Chatnachricht", {"Absender": self.offender.id, "Nachricht": "Verzeihung"})

    async def goes_on(self) -> None:
        """The one on turn builds; the other hears of it next."""
        other = next(player for player in self.players[1:] if player is not self.acting)
        await self.acting.first_village()
        assert (await other.read())[0] == "Bauvorgang"
        assert await self.steps() == 1


def at_a_table(server: Server, dialect: Dialect, scenario: Scenario) -> None:
    """Run the scenario in a match whose offender, of this dialect, is not on turn."""

    async def inside() -> None:
        while True:
            async with AsyncExitStack() as stack:
                table = await begun(stack, server, dialect)
                if table.acting is not table.offender:
                    await scenario(table)
                    return

    asyncio.run(inside())


async def begun(stack: AsyncExitStack, server: Server, dialect: Dialect) -> Table:
    api = Api(server.ports["web"]).as_guest("Owner")
    setup = {"game": "catan", "options": {"turnTime": 0}, "seats": 3, "bots": []}
    code = (await asyncio.to_thread(api.post, "/api/tables", setup))["id"]
    players = []
    for one, colour in zip((dialect, *OTHERS[dialect]), COLOURS, strict=True):
        token = (await asyncio.to_thread(api.post, f"/api/tables/{code}/seats", {}))["token"]
        wire = await stack.enter_async_context(connected(server.ports[one.door]))
        players.append(Player(wire, one, f"Client {one.door}", colour))
        await players[-1].join(token)
    for player in players:
        await player.must("Spiel starten")
    for player in players:
        # The last word of the opening is the status of the one who begins.
        while not any(card["Status"] == "Dorf bauen" for card in player.players.values()):
            await player.read()
    return Table(api, code, players)


@EVERY_DIALECT
def test_a_line_that_is_no_object_with_one_known_key(server: Server, dialect: Dialect) -> None:
    async def scenario(table: Table) -> None:
        for line, reason in NO_MESSAGE:
            await table.refused(line, reason)
        await table.nothing_came_of_it()

    at_a_table(server, dialect, scenario)


@EVERY_DIALECT
@pytest.mark.parametrize(
    "faults",
    [WRONG_TYPES, UNKNOWN_PLACES, IMPOSSIBLE_NUMBERS],
    ids=["wrong types", "unknown places", "impossible numbers"],
)
def test_a_message_with_wrong_content(server: Server, dialect: Dialect, faults: Any) -> None:
    async def scenario(table: Table) -> None:
        for (word, content), reason in faults:
            await table.refused(dialect.write(word, content).rstrip(), reason)
        await table.nothing_came_of_it()

    at_a_table(server, dialect, scenario)


@EVERY_DIALECT
def test_places_of_another_island_are_refused_on_turn(server: Server, dialect: Dialect) -> None:
    async def scenario(table: Table) -> None:
        for word, content in ELSEWHERE:
            assert "Ort" in await table.acting.ask(word, content) or content["Typ"] == "Strasse"
        assert await table.steps() == 0
        await table.goes_on()

    at_a_table(server, dialect, scenario)


@EVERY_DIALECT
def test_moves_out_of_turn_are_answered_one_by_one(server: Server, dialect: Dialect) -> None:
    """Programs of those years end their turn on any message (notes, 2.5): floods out of turn are errors, no more."""

    async def scenario(table: Table) -> None:
        line = dialect.write("Zug beenden", {})
        await table.offender.wire.send_bytes(line * 150)
        for _ in range(150):
            assert await table.offender.read() == ("Fehler", {"Meldung": "Sie sind nicht am Zug"})
        await table.nothing_came_of_it()

    at_a_table(server, dialect, scenario)


@EVERY_DIALECT
@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b'{"Chatnachricht senden":{"Nachricht":"' + b"x" * 70_000 + b'"}}\n', "zu lang"),
        (b"x" * 300_000, "zu lang"),
        (b'{"Chatnachricht senden":{"Nachricht":"\xff\xfe"}}\n', "UTF-8"),
        (bytes(range(128, 256)) + b"\n", "UTF-8"),
    ],
    ids=["a line over the limit", "an endless line", "no UTF-8 inside", "no UTF-8 at all"],
)
def test_what_is_too_long_or_no_text_is_answered_and_closed(
    server: Server, dialect: Dialect, content: bytes, reason: str
) -> None:
    async def scenario(table: Table) -> None:
        await table.offender.wire.send_bytes(content)
        word, answer = await table.offender.read()
        assert word == "Fehler"
        assert reason in answer["Meldung"]
        await table.offender.wire.closed()
        await table.goes_on()

    at_a_table(server, dialect, scenario)


@EVERY_DIALECT
def test_unsorted_places_unknown_keys_and_torn_packets_are_understood(server: Server, dialect: Dialect) -> None:
    async def scenario(table: Table) -> None:
        player = table.acting
        corner = [{"y": 1, "x": 0, "z": 7}, {"x": 1, "y": 0}, {"x": 0, "y": 0}]
        line = player.dialect.write("Bauen", {"Typ": "Dorf", "Ort": corner, "id": 5, "Kommentar": None})
        for byte in (line[:3], line[3:40], line[40:-1], b"\r\n"):
            await player.wire.send_bytes(byte)
        told = [await player.read() for _ in range(3)]
        assert [word for word, _ in told] == ["Bauvorgang", "Statusupdate", "OK"]
        assert told[1][1]["Spieler"]["Status"].translate(PLAIN) == "Strasse bauen"
        road = player.dialect.write("Bauen", {"Typ": "Strasse", "Ort": corner[:2]})
        # Twice in one packet, as impatient programs do: done once, refused once.
        await player.wire.send_bytes(road + road)
        words = [(await player.read())[0] for _ in range(5)]
        assert words == ["Bauvorgang", "Statusupdate", "Statusupdate", "OK", "Fehler"]

    at_a_table(server, dialect, scenario)
