"""A client that knows nothing but the document: it plays to win, in a simple way, and checks what it is told."""

from __future__ import annotations

from typing import Any

from tests.end_to_end.catan.island import Island, Place, write_place
from tests.end_to_end.catan.spelling import Dialect
from tests.support.lines import LineClient

RESOURCES = ("Holz", "Lehm", "Wolle", "Getreide", "Erz")
COSTS = {
    "Strasse": {"Holz": 1, "Lehm": 1},
    "Dorf": {"Holz": 1, "Lehm": 1, "Wolle": 1, "Getreide": 1},
    "Stadt": {"Getreide": 2, "Erz": 3},
    "Karte": {"Wolle": 1, "Getreide": 1, "Erz": 1},
}


class Player:
    """One connection and what it has learned."""

    def __init__(self, wire: LineClient, dialect: Dialect, name: str, colour: str) -> None:
        self.wire = wire
        self.dialect = dialect
        self.name = name
        self.colour = colour
        self.id = 0
        self.status = ""
        self.hand: dict[str, int] = dict.fromkeys(RESOURCES, 0)
        self.players: dict[int, Any] = {}
        self.island: Island | None = None
        self.end: Any = None
        self.words: set[str] = set()
        self.last_village: Place | None = None
        self.offers: dict[int, Any] = {}

    @property
    def map(self) -> Island:
        """The island, once the match began."""
        assert self.island is not None
        return self.island

    # --- talking ----------------------------------------------------------------------------------------------------
    async def read(self) -> tuple[str, Any]:
        """Read one message and learn from it."""
        word, content = self.dialect.read(await self.wire.receive_line())
        self.words.add(word)
        self.learn(word, content)
        return word, content

    async def ask(self, word: str, content: dict[str, Any] | None = None) -> str:
        """Send a request and read up to its one answer; return the error's text, or nothing."""
        await self.wire.send_bytes(self.dialect.write(word, content or {}))
        while True:
            kind, answer = await self.read()
            if kind == "OK":
                return ""
            if kind == "Fehler":
                assert answer["Meldung"]
                return str(answer["Meldung"])

    async def must(self, word: str, content: dict[str, Any] | None = None) -> None:
        """Send a request that is granted."""
        refused = await self.ask(word, content)
        assert not refused, f"{self.name}: {word} {content} was refused: {refused}"

    async def join(self, token: str = "") -> None:
        """Greet, perhaps with the token of a seat, and choose a name and a colour."""
        word, hello = await self.read()
        assert (word, hello["Protokoll"]) == ("Hallo", "1.0")
        version = f"{self.name} 1.0 (KI)" + (f" #{token}" if token else "")
        await self.wire.send_bytes(self.dialect.write("Hallo", {"Version": version}))
        word, welcome = await self.read()
        assert word == "Willkommen"
        self.id = welcome["id"]
        assert self.id > 0
        await self.must("Spieler", {"Name": self.name, "Farbe": self.colour})
        assert self.status == "Spiel starten"

    # --- learning ---------------------------------------------------------------------------------------------------
    def learn(self, word: str, content: Any) -> None:
        """Keep what a message tells."""
        if word == "Statusupdate":
            self.learn_player(content["Spieler"])
        elif word == "Spiel gestartet":
            self.island = Island(content["Karte"])
            assert len(self.island.fields) in (37, 52)
        elif word == "Bauvorgang":
            self.map.built(content["Gebaeude"])
        elif word in ("Raeuber versetzt", "Ritter ausspielen"):
            self.map.robber = (content["Ort"]["x"], content["Ort"]["y"])
        elif word in ("Ertrag", "Kosten") and content["Spieler"] == self.id:
            for name, count in content["Rohstoffe"].items():
                self.hand[name] += count if word == "Ertrag" else -count
        elif word == "Handelsangebot" and content["Spieler"] != self.id:
            self.offers[content["Handel id"]] = content["Nachfrage"]
        elif word in ("Handelsangebot abgebrochen", "Handel ausgefuehrt"):
            self.offers.clear()
        elif word == "Spiel beendet":
            self.end = content

    def learn_player(self, card: Any) -> None:
        """Keep a player's object; one's own cards must be what was told one by one."""
        self.players[card["id"]] = card
        if card["id"] == self.id:
            self.status = card["Status"]
            assert set(card["Rohstoffe"]) == set(RESOURCES)
            assert card["Rohstoffe"] == self.hand, f"{self.name}: {card['Rohstoffe']} is not {self.hand}"
            assert len(card["Entwicklungskarten"]) == 5
        elif self.id:
            assert self.dialect.count(card["Rohstoffe"]) >= 0
            assert self.dialect.count(card["Entwicklungskarten"]) >= 0

    # --- playing ----------------------------------------------------------------------------------------------------
    async def play(self) -> None:
        """Play until the match is over."""
        while self.end is None:
            match self.status:
                case "Dorf bauen":
                    await self.first_village()
                case "Strasse bauen":
                    await self.first_road()
                case "Wuerfeln":
                    await self.must("Wuerfeln")
                case "Karten wegen Raeuber abgeben":
                    await self.discard()
                case "Raeuber versetzen":
                    await self.move_robber()
                case "Handeln oder Bauen":
                    await self.act()
                case "Bauen":
                    await self.must("Zug beenden")
                case _ if self.offers:
                    await self.answer(*self.offers.popitem())
                case _:
                    await self.read()

    async def answer(self, number: int, wanted: dict[str, int]) -> None:
        """Accept an offer that can be paid, decline any other; it may be gone by then."""
        able = all(self.hand[name] >= count for name, count in wanted.items())
        if able or self.dialect.unknown:
            more = {"Annehmen": able} if self.dialect.unknown else {}
            await self.ask("Handel annehmen", {"Handel id": number, **more})
        else:
            await self.ask("Handel abbrechen", {"Handel id": number})

    async def first_village(self) -> None:
        """Settle at the best free corner."""
        free = [corner for corner in self.map.corners if self.map.free_corner(corner)]
        self.last_village = max(free, key=self.map.worth)
        await self.must("Bauen", {"Typ": "Dorf", "Ort": write_place(self.last_village)})

    async def first_road(self) -> None:
        """Build a road at the village just built."""
        assert self.last_village is not None
        side = self.map.sides_at(self.last_village)[0]
        await self.must("Bauen", {"Typ": "Strasse", "Ort": write_place(side)})

    async def discard(self) -> None:
        """Give up half, most of what there is most of."""
        left, gone = dict(self.hand), dict.fromkeys(RESOURCES, 0)
        for _ in range(sum(left.values()) // 2):
            name = max(left, key=lambda one: left[one])
            left[name] -= 1
            gone[name] += 1
        await self.must("Karten abgeben", {"Abgeben": {name: count for name, count in gone.items() if count}})

    async def move_robber(self) -> None:
        """Put the robber where others are and this player is not."""
        own = {f for place in (*self.map.mine(self.id, "Dorf"), *self.map.mine(self.id, "Stadt")) for f in place}
        free = [field for field in self.map.land if field != self.map.robber]
        field = max(free, key=lambda one: (one not in own, len(self.map.victims(one, self.id))))
        move: dict[str, Any] = {"Ort": {"x": field[0], "y": field[1]}}
        victims = self.map.victims(field, self.id)
        if victims:
            move["Ziel"] = victims[0]
        await self.must("Raeuber versetzen", move)

    def can_pay(self, what: str) -> bool:
        """Return True when the hand suffices."""
        return all(self.hand[name] >= count for name, count in COSTS[what].items())

    async def act(self) -> None:
        """Do the best thing that can be paid, or end the turn."""
        if not (await self.build() or await self.trade()):
            await self.must("Zug beenden")

    async def build(self) -> bool:
        """Build a town, a village, a road or buy a card; return True when something was done."""
        roads = self.map.mine(self.id, "Strasse")
        reached = {end for road in roads for end in self.map.ends(road)}
        sites = [corner for corner in reached if self.map.free_corner(corner)]
        wishes: list[tuple[str, list[Place]]] = [
            ("Stadt", self.map.mine(self.id, "Dorf")),
            ("Dorf", sites),
            (
                "Strasse",
                [] if sites else [s for c in reached for s in self.map.sides_at(c) if s not in self.map.owners],
            ),
        ]
        for kind, places in wishes:
            if self.can_pay(kind):
                for place in sorted(places, key=lambda one: -self.map.worth(one))[:3]:
                    if not await self.ask("Bauen", {"Typ": kind, "Ort": write_place(place)}):
                        return True
        return self.can_pay("Karte") and not await self.ask("Entwicklungskarte kaufen")

    async def trade(self) -> bool:
        """Trade four of a kind for what there is least of."""
        most = max(self.hand, key=lambda name: self.hand[name])
        least = min(self.hand, key=lambda name: self.hand[name])
        if self.hand[most] < 6:
            return False
        return not await self.ask("Seehandel", {"Angebot": {most: 4}, "Nachfrage": {least: 1}})
