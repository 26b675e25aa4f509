"""A file of the notation read line by line: syntax and places are checked here, the rules when it is replayed.

Accepted in any order: keys of objects, hexes of an intersection, ends of a path, entries of a trade. Accepted beside
what we write: coordinates as strings, CRLF, blank lines, a missing last newline, `player` inside a value when it is the
actor, paths of more than two intersections (they are several roads).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from gamekit import jsontext
from gamekit.errors import GameError
from gamekit.rules import Json
from games.catan.rules.material import MONOPOLY, PLENTY, ROAD, Cards
from games.catan.sgn.faults import Fault
from games.catan.sgn.islands import read_island
from games.catan.sgn.notation import (
    BANK,
    BUILD_CODES,
    CARD_CODES,
    RESOURCE_CODES,
    Action,
    Build,
    Card,
    Document,
    Entry,
    Island,
    Purchase,
    Robber,
    Theft,
    Throw,
    Trade,
)
from games.catan.sgn.places import field_at, intersection_at, path_between

_WHOLE = re.compile(r"-?[0-9]{1,3}")
#: No hand can hold more of one resource.
_MOST_CARDS = 24
#: A thousand turns of six, after which a table gives up by default, have four thousand; each costs time to play again.
MOST_ENTRIES = 20_000


def read(content: bytes, strict: bool = False) -> Document:
    """Return what the file says; Fault names the first line that is wrong."""
    entries: list[Entry] = []
    for number, text in enumerate(content.removeprefix(b"\xef\xbb\xbf").split(b"\n"), 1):
        if text.strip():
            entries += _Line(number, strict).read(text)
            if len(entries) > MOST_ENTRIES:
                raise Fault(number, f"a game has at most {MOST_ENTRIES} messages, each road of a path counted")
            _check_place(entries[-1], len(entries))
    if not entries:
        raise Fault(1, "the file is empty")
    island = entries[0].action
    assert isinstance(island, Island)
    return Document(tuple(entries), tuple(_warnings(entries[0].line, island)))


def _check_place(entry: Entry, count: int) -> None:
    if isinstance(entry.action, Island) != (count == 1):
        raise Fault(entry.line, "the first message, and only it, defines the map (DM)")


def _warnings(line: int, island: Island) -> list[str]:
    usual = 9 if len(island.tiles) < 40 else 11
    found = len(island.harbours)
    return [] if found == usual else [f"line {line}: the map has {found} harbors, not {usual}"]


class _Line:
    """Reads one line; every refusal names it."""

    def __init__(self, number: int, strict: bool) -> None:
        self.number = number
        self.strict = strict

    def fault(self, reason: str) -> Fault:
        return Fault(self.number, reason)

    def read(self, text: bytes) -> list[Entry]:
        try:
            message = jsontext.loads(text)
        except GameError as error:
            raise self.fault(error.message) from None
        if not isinstance(message, list) or len(message) != 3:
            raise self.fault("a message is an array of player, action and value")
        player, code, value = message
        if not isinstance(code, str) or code not in _READERS:
            raise self.fault(f"the action must be one of {', '.join(_READERS)}, not {code!r}")
        actor = self.player(player)
        if actor == BANK:
            raise self.fault("the bank does not act")
        return [Entry(self.number, actor, action) for action in _READERS[code](self, code, value, actor)]

    # --- parts ------------------------------------------------------------------------------------------------------
    def player(self, value: Json) -> int:
        if value == "B":
            return BANK
        if not isinstance(value, str) or value not in ("1", "2", "3", "4", "5", "6"):
            raise self.fault(f'a player is one of "1" to "6", not {value!r}')
        return int(value)

    def object(self, value: Json, actor: int, *keys: str, optional: tuple[str, ...] = ()) -> dict[str, Any]:
        """Check that the value has exactly these keys (`player` is ignored when it names the actor)."""
        if not isinstance(value, dict):
            raise self.fault(f"the value must be an object with {', '.join(keys)}")
        given: dict[str, Any] = value
        if "player" in value and "player" not in keys:
            if self.player(value["player"]) != actor:
                raise self.fault("the player in the value is not the one who acts")
            given = {key: part for key, part in value.items() if key != "player"}
        missing = [key for key in keys if key not in given]
        unknown = [key for key in given if key not in (*keys, *optional)]
        if missing or unknown:
            raise self.fault(
                f"the value must have {', '.join(keys)}; {', '.join(missing + unknown)} is missing or unknown"
            )
        return given

    def whole(self, value: Json) -> int:
        if type(value) is int and -99 <= value <= 99:
            return value
        if isinstance(value, str) and _WHOLE.fullmatch(value):
            return int(value)
        raise self.fault(f"a coordinate is a whole number, not {value!r}")

    def hexagon(self, value: Json) -> tuple[int, int]:
        if not isinstance(value, list) or len(value) != 2:
            raise self.fault(f"a tile is [q, r], not {value!r}")
        return self.whole(value[0]), self.whole(value[1])

    def intersection(self, value: Json) -> int:
        if not isinstance(value, list) or len(value) != 3:
            raise self.fault("an intersection is a list of three tiles")
        found = intersection_at(frozenset(self.hexagon(one) for one in value))
        if found is None:
            raise self.fault(f"there is no intersection between {value!r} on an island")
        return found

    def path(self, value: Json) -> list[int]:
        """Return the numbers of the single paths."""
        if not isinstance(value, list) or not 2 <= len(value) <= 20:
            raise self.fault("a path is a list of two intersections")
        points = [self.intersection(one) for one in value]
        edges = [path_between(one, two) for one, two in pairwise(points)]
        if None in edges:
            raise self.fault("the intersections of a path must be neighbours")
        return [edge for edge in edges if edge is not None]

    def code(self, value: Json, codes: tuple[str, ...], what: str) -> int:
        if not isinstance(value, str) or value not in codes:
            raise self.fault(f"a {what} is one of {', '.join(codes)}, not {value!r}")
        return codes.index(value)

    def parties(self, value: Json) -> tuple[tuple[int, Cards], ...]:
        """Return who gains and loses what; all must balance."""
        if not isinstance(value, list) or len(value) < 2:
            raise self.fault("the value must be a list of two entries with player and resources")
        found: dict[int, Cards] = {}
        for one in value:
            entry = self.object(one, BANK, "player", "resources")
            party = self.player(entry["player"])
            if party in found:
                raise self.fault("a player is named twice")
            found[party] = self.changes(entry["resources"])
        if any(sum(changes[kind] for changes in found.values()) for kind in range(5)):
            raise self.fault("the resources do not balance")
        return tuple(found.items())

    def changes(self, value: Json) -> Cards:
        if not isinstance(value, dict) or not value:
            raise self.fault("resources must be an object with at least one resource")
        changes = [0] * 5
        for name, count in value.items():
            if type(count) is not int or abs(count) > _MOST_CARDS:
                raise self.fault(f"{name} must be a whole number from -{_MOST_CARDS} to {_MOST_CARDS}")
            changes[self.code(name, RESOURCE_CODES, "resource")] = count
        if not any(changes):
            raise self.fault("resources must not be empty")
        return tuple(changes)

    # --- actions ----------------------------------------------------------------------------------------------------
    def island(self, code: str, value: Json, actor: int) -> list[Action]:
        parts = self.object(value, actor, "tiles", "harbors")
        return [read_island(self, parts["tiles"], parts["harbors"])]

    def build(self, code: str, value: Json, actor: int) -> list[Action]:
        kind = BUILD_CODES.index(code)
        if kind == ROAD:
            return [Build(ROAD, edge) for edge in self.path(self.object(value, actor, "path")["path"])]
        return [Build(kind, self.intersection(self.object(value, actor, "intersection")["intersection"]))]

    def purchase(self, code: str, value: Json, actor: int) -> list[Action]:
        return [Purchase(self.code(self.object(value, actor, "cCode")["cCode"], CARD_CODES, "development card"))]

    def robber(self, code: str, value: Json, actor: int) -> list[Action]:
        place = self.hexagon(self.object(value, actor, "tile")["tile"])
        field = field_at(place)
        if field is None:
            raise self.fault(f"there is no tile {list(place)!r}")
        return [Robber(field)]

    def card(self, code: str, value: Json, actor: int) -> list[Action]:
        parts = self.object(value, actor, "cCode", optional=("rCodes",))
        card = self.code(parts["cCode"], CARD_CODES, "development card")
        named = parts.get("rCodes", [])
        if not isinstance(named, list):
            raise self.fault("rCodes must be a list of resources")
        resources = tuple(self.code(one, RESOURCE_CODES, "resource") for one in named)
        allowed = {MONOPOLY: (1,), PLENTY: (2,) if self.strict else (1, 2)}.get(card, (0,))
        if len(resources) not in allowed:
            raise self.fault(
                f"{CARD_CODES[card]} names {' or '.join(map(str, allowed))} resources, not {len(resources)}"
            )
        return [Card(card, resources)]

    def throw(self, code: str, value: Json, actor: int) -> list[Action]:
        result = self.object(value, actor, "result")["result"]
        if type(result) is not int or not 2 <= result <= 12:
            raise self.fault(f"the result of the dice is a number from 2 to 12, not {result!r}")
        return [Throw(result)]

    def theft(self, code: str, value: Json, actor: int) -> list[Action]:
        parties = dict(self.parties(value))
        gains = [(party, kind) for party, cards in parties.items() for kind in range(5) if cards[kind] == 1]
        moved = sum(abs(count) for cards in parties.values() for count in cards)
        if BANK in parties or len(parties) != 2 or moved != 2 or not gains or gains[0][0] != actor:
            raise self.fault("the one who steals gets exactly one card from one other player")
        victim = next(party for party in parties if party != actor)
        return [Theft(actor, victim, gains[0][1])]

    def trade(self, code: str, value: Json, actor: int) -> list[Action]:
        return [Trade(self.parties(value))]


_READERS: dict[str, Callable[[_Line, str, Json, int], list[Action]]] = {
    "DM": _Line.island,
    "MR": _Line.robber,
    "BS": _Line.build,
    "BR": _Line.build,
    "BC": _Line.build,
    "BD": _Line.purchase,
    "RD": _Line.throw,
    "PD": _Line.card,
    "ST": _Line.theft,
    "TR": _Line.trade,
}
