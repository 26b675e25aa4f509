"""A first Catan player: connects, founds two villages, rolls the dice, builds what it can, and ends its turn.

Run it:  python starter.py [host] [port] [name] [seat token]
It speaks the Catan-Protokoll as documented (port 6785): one JSON object with one key a line, in German.
Only Python's standard library is needed. Make it better in `act`: that is where it decides.
"""

from __future__ import annotations

import json
import socket
import sys
from typing import Any

Field = tuple[int, int]
#: A crossing is the set of its three fields, a path the set of its two.
Place = frozenset[Field]

AROUND = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
TOWN = {"Getreide": 2, "Erz": 3}
VILLAGE = {"Holz": 1, "Lehm": 1, "Wolle": 1, "Getreide": 1}


class Player:
    """One connection, and what it knows of the island."""

    def __init__(self, host: str, port: int) -> None:
        self.stream = socket.create_connection((host, port)).makefile("rw", encoding="utf-8", newline="\n")
        self.number = -1
        self.land: dict[Field, int] = {}
        """Field -> its number chip, 0 for the desert; without the sea."""
        self.robber: Field = (0, 0)
        self.owners: dict[Place, int] = {}
        """Crossing or path -> the player who built there."""
        self.towns: set[Place] = set()
        self.last: Place = frozenset()
        """Our newest village, to which the next road of the set-up belongs."""

    def send(self, kind: str, **content: Any) -> None:
        """Write one message; keys with blanks come as {"Handel id": 1}."""
        self.stream.write(json.dumps({kind: content}, ensure_ascii=False) + "\n")
        self.stream.flush()

    def play(self, name: str, token: str) -> None:
        """Sit down and play until somebody has won."""
        self.send("Hallo", Version="Starter 1.0" + (f"#{token}" if token else ""))
        self.send("Spieler", Name=name, Farbe="Weiß")
        self.send("Spiel starten")
        for line in self.stream:
            ((kind, content),) = json.loads(line).items()
            self.hear(kind, content)
            if kind == "Spiel beendet":
                print(content.get("Nachricht", "the match is over"))
                return
        raise SystemExit("the server closed the connection")

    def hear(self, kind: str, content: Any) -> None:
        """Take in one message."""
        match kind:
            case "Willkommen":
                self.number = content["id"]
            case "Fehler":
                print("refused:", content["Meldung"])
                if content["Meldung"] == "Farbe bereits vergeben":
                    # Somebody was quicker: the server gives a free colour to those who name none.
                    self.send("Spiel starten")
            case "Spiel gestartet":
                print("the match begins")
                fields = [field for field in content["Karte"]["Felder"] if field["Typ"] != "Meer"]
                self.land = {read(field["Ort"]): field.get("Zahl", 0) for field in fields}
                self.robber = read(content["Karte"]["Räuber"])
            case "Bauvorgang":
                built = content["Gebäude"]
                place = frozenset(read(field) for field in built["Ort"])
                self.owners[place] = built["Eigentümer"]
                if built["Typ"] == "Stadt":
                    self.towns.add(place)
            case "Räuber versetzt":
                self.robber = read(content["Ort"])
            case "Statusupdate" if content["Spieler"]["id"] == self.number and self.land:
                # The own status says what is expected of us, and always holds our cards.
                self.act(content["Spieler"]["Status"], content["Spieler"]["Rohstoffe"])

    def act(self, status: str, cards: dict[str, int]) -> None:
        """Do what the status asks for."""
        match status:
            case "Dorf bauen":
                self.last = max((one for one in self.crossings() if self.free(one)), key=self.worth)
                self.build("Dorf", self.last)
            case "Straße bauen":
                self.build("Straße", next(path for path in paths(self.last) if path & self.land.keys()))
            case "Würfeln":
                self.send("Würfeln")
            case "Karten wegen Räuber abgeben":
                hand = [name for name, count in cards.items() for _ in range(count)]
                given = hand[: len(hand) // 2]
                self.send("Karten abgeben", Abgeben={name: given.count(name) for name in cards})
            case "Räuber versetzen":
                self.move_robber()
            case "Handeln oder Bauen":
                villages = [one for one in self.mine() if one not in self.towns]
                places = [one for one in self.crossings() if self.free(one) and self.reached(one)]
                if affordable(TOWN, cards) and villages:
                    self.build("Stadt", villages[0])
                elif affordable(VILLAGE, cards) and places:
                    self.build("Dorf", places[0])
                else:
                    self.send("Zug beenden")
            case "Bauen":
                # The special building phase of five and six players: pass.
                self.send("Zug beenden")

    def move_robber(self) -> None:
        """Send the robber to a field where he hurts nobody, or else somebody other than us."""
        for field in sorted(self.land, key=lambda one: sum(one in place for place in self.owners)):
            victims = {owner for place, owner in self.owners.items() if len(place) == 3 and field in place}
            if field != self.robber and self.number not in victims:
                target = {"Ziel": min(victims)} if victims else {}
                self.send("Räuber versetzen", Ort=write(field), **target)
                return

    def build(self, kind: str, place: Place) -> None:
        """Ask for a building."""
        self.send("Bauen", Typ=kind, Ort=[write(field) for field in place])

    def crossings(self) -> set[Place]:
        """Return all crossings that touch land."""
        rings = [[(x + dx, y + dy) for dx, dy in AROUND] for x, y in self.land]
        pairs = [zip(ring, ring[1:] + ring[:1], strict=True) for ring in rings]
        return {frozenset((land, *two)) for land, twos in zip(self.land, pairs, strict=True) for two in twos}

    def free(self, crossing: Place) -> bool:
        """Return True when nobody has built here or one path away: there, two of three fields are the same."""
        return not any(len(other) == 3 and len(other & crossing) >= 2 for other in self.owners)

    def reached(self, crossing: Place) -> bool:
        """Return True when one of our roads leads here."""
        return any(self.owners.get(path) == self.number for path in paths(crossing))

    def mine(self) -> list[Place]:
        """Return the crossings we have built on."""
        return [place for place, owner in self.owners.items() if owner == self.number and len(place) == 3]

    def worth(self, crossing: Place) -> int:
        """Return of how many throws in 36 the fields around a crossing profit."""
        numbers = [self.land.get(field, 0) for field in crossing]
        return sum(6 - abs(7 - number) for number in numbers if number)


def paths(crossing: Place) -> list[Place]:
    """Return the three paths that meet at a crossing."""
    return [crossing - {field} for field in crossing]


def affordable(costs: dict[str, int], cards: dict[str, int]) -> bool:
    """Return True when the cards pay the costs."""
    return all(cards[name] >= count for name, count in costs.items())


def read(place: dict[str, int]) -> Field:
    """Return a field's place."""
    return place["x"], place["y"]


def write(field: Field) -> dict[str, int]:
    """Return a field's place as the protocol has it."""
    return {"x": field[0], "y": field[1]}


if __name__ == "__main__":
    given = dict(enumerate(sys.argv))
    Player(given.get(1, "127.0.0.1"), int(given.get(2, "6785"))).play(given.get(3, "Starter"), given.get(4, ""))
