"""The island as a client sees it: places worked out from the fields of the Karte alone."""

from __future__ import annotations

from typing import Any

Hex = tuple[int, int]
Place = frozenset[Hex]

AROUND = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
KIND = {"Wald": "Holz", "Huegelland": "Lehm", "Weideland": "Wolle", "Ackerland": "Getreide", "Gebirge": "Erz"}


def near(field: Hex) -> list[Hex]:
    """Return the six neighbours in a circle."""
    return [(field[0] + dx, field[1] + dy) for dx, dy in AROUND]


def read_place(place: Any) -> Place:
    """Return an Ort as a set."""
    return frozenset((one["x"], one["y"]) for one in place)


def write_place(place: Place) -> list[dict[str, int]]:
    """Return a set as an Ort, in no particular order."""
    return [{"x": x, "y": y} for x, y in place]


class Island:
    """Fields, corners and sides, and who built where."""

    def __init__(self, karte: Any) -> None:
        self.fields = {(f["Ort"]["x"], f["Ort"]["y"]): f for f in karte["Felder"]}
        land = [place for place, field in self.fields.items() if field["Typ"] != "Meer"]
        self.land = land
        self.corners = {frozenset((f, near(f)[i], near(f)[(i + 1) % 6])) for f in land for i in range(6)}
        self.sides = {frozenset((f, other)) for f in land for other in near(f)}
        self.robber = (karte["Raeuber"]["x"], karte["Raeuber"]["y"])
        self.owners: dict[Place, int] = {}
        self.kinds: dict[Place, str] = {}
        for building in karte["Gebaeude"]:
            self.built(building)

    def built(self, building: Any) -> None:
        """Take note of a building."""
        place = read_place(building["Ort"])
        assert place in (self.sides if building["Typ"] == "Strasse" else self.corners)
        self.owners[place] = building["Eigentuemer"]
        self.kinds[place] = building["Typ"]

    def worth(self, corner: Place) -> int:
        """Return how often the corner yields."""
        numbers = [self.fields[field].get("Zahl") for field in corner if field in self.fields]
        return sum(6 - abs(7 - number) for number in numbers if number)

    def sides_at(self, corner: Place) -> list[Place]:
        """Return the sides that end in a corner."""
        fields = list(corner)
        sides = [frozenset((fields[i], fields[(i + 1) % 3])) for i in range(3)]
        return [side for side in sides if side in self.sides]

    def ends(self, side: Place) -> list[Place]:
        """Return the two corners of a side."""
        one, two = side
        return [side | {third} for third in set(near(one)) & set(near(two))]

    def free_corner(self, corner: Place) -> bool:
        """Return True when nobody has built there or one side away."""
        others = [end for side in self.sides_at(corner) for end in self.ends(side)]
        return not any(end in self.owners for end in others)

    def mine(self, me: int, kind: str) -> list[Place]:
        """Return a player's buildings of a kind."""
        return [place for place, owner in self.owners.items() if owner == me and self.kinds[place] == kind]

    def victims(self, field: Hex, me: int) -> list[int]:
        """Return the others with a building at the field."""
        return sorted({o for p, o in self.owners.items() if len(p) == 3 and field in p and o != me})
