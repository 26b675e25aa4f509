"""Every line a Qwirkle client may get, as the interface writes it: which keys, in which order, of which type.

Written from the specification alone (qwirkle-rules.md, sections 2.3 and 2.4), for both dialects.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Check = Callable[[Any, str], None]
Field = tuple[str, Check] | tuple[str, Check, bool]


@dataclass(frozen=True)
class Words:
    """What the two dialects call the same things."""

    version: str
    unique: str
    client: str
    game: str
    x: str
    y: str


OLD = Words("1.0.1", "uniqueID", "clientID", "gameID", "x", "y")
NEW = Words("1.1.0", "uniqueId", "clientId", "gameId", "coordX", "coordY")


def of_type(*kinds: type) -> Check:
    """Check for a JSON type; a truth value is no number."""

    def check(value: Any, where: str) -> None:
        assert type(value) in kinds, f"{where}: {value!r} is no {kinds[0].__name__}"

    return check


def one_of(*values: str) -> Check:
    """Check for a word of an enumeration."""

    def check(value: Any, where: str) -> None:
        assert value in values, f"{where}: {value!r} is none of {values}"

    return check


def many(inner: Check) -> Check:
    """Check for a list."""

    def check(value: Any, where: str) -> None:
        assert isinstance(value, list), f"{where}: {value!r} is no list"
        for number, item in enumerate(value):
            inner(item, f"{where}[{number}]")

    return check


def pairs(key: Check, inner: Check) -> Check:
    """Check for a map in the form that every library version can read: a list of pairs."""

    def check(value: Any, where: str) -> None:
        assert isinstance(value, list), f"{where}: {value!r} is no list of pairs"
        for number, item in enumerate(value):
            assert isinstance(item, list), f"{where}[{number}]: {item!r} is no pair"
            assert len(item) == 2, f"{where}[{number}]: {item!r} is no pair"
            key(item[0], f"{where}[{number}].key")
            inner(item[1], f"{where}[{number}].value")

    return check


def record(*fields: Field) -> Check:
    """Check for an object with exactly these keys in this order; a third part True marks a key that may be missing."""

    def check(value: Any, where: str) -> None:
        assert isinstance(value, dict), f"{where}: {value!r} is no object"
        wanted = [field for field in fields if not (len(field) == 3 and field[2] and field[0] not in value)]
        assert list(value) == [field[0] for field in wanted], f"{where}: keys {list(value)}"
        for field in wanted:
            field[1](value[field[0]], f"{where}.{field[0]}")

    return check


INT, TEXT, BOOL = of_type(int), of_type(str), of_type(bool)


def messages(words: Words) -> dict[int, Check]:
    """Return the check of each message the server may send, by number."""
    old = words is OLD
    types = ("PLAYER", "SPECTATOR", "ENGINE_PLAYER") if old else ("PLAYER", "SPECTATOR")
    client = record((words.client, INT), ("clientName", TEXT), ("clientType", one_of(*types)))
    tile = record(("color", INT), ("shape", INT), (words.unique, INT))
    placed = record((words.x, INT), (words.y, INT), ("tile", tile))
    config = record(
        ("colorShapeCount", INT),
        ("tileCount", INT),
        ("maxHandTiles", INT),
        ("turnTime", INT),
        ("timeVisualization", INT),
        ("wrongMove", one_of("NOTHING", "POINT_LOSS", "KICK")),
        ("wrongMovePenalty", INT),
        ("slowMove", one_of("POINT_LOSS", "KICK")),
        ("slowMovePenalty", INT),
        ("maxPlayerNumber", INT),
    )
    states = one_of("NOT_STARTED", "IN_PROGRESS", "PAUSED", "ENDED")
    game = record(
        (words.game, INT),
        ("gameName", TEXT),
        ("gameState", states),
        ("isTournament", BOOL),
        ("players", many(client)),
        ("config", config),
    )
    joined: tuple[Field, ...] = ((words.game, INT),) if old else (("game", game),)
    update: tuple[Field, ...] = (
        (("updates", many(placed)),) if old else (("updates", many(placed)), ("numberTilesInBag", INT))
    )
    error: tuple[Field, ...] = (("message", TEXT),) if old else (("message", TEXT), ("causeId", INT))
    halted: Field = ("paused", BOOL) if old else ("gameState", states)
    fields: dict[int, tuple[Field, ...]] = {
        101: ((words.client, INT),),
        301: (("games", many(game)),),
        303: joined,
        305: joined,
        307: (("message", TEXT), ("client", client)),
        400: (("config", config), ("clients", many(client))),
        401: (),
        402: (),
        403: (),
        404: (),
        406: (("client", client),),
        407: (("client", client), ("score", INT), ("leaderboard", pairs(client, INT))),
        408: (("tiles", many(tile)),),
        409: (("client", client),),
        410: (("tiles", many(tile)),),
        412: (("validation", BOOL),),
        413: (("tiles", many(tile)),),
        415: (("validation", BOOL), ("message", TEXT, True)),
        416: update,
        418: (("scores", pairs(client, INT)),),
        420: (("time", INT),),
        422: (("time", INT),),
        424: (("bag", many(tile)),),
        426: (("hands", pairs(client, many(tile))),),
        499: (("board", many(placed)), ("currentClient", client, True), ("ownTiles", many(tile)), halted),
        900: error,
        910: error,
        920: error,
    }
    if old:
        # Removed from 1.1.0, whose parser throws on it.
        fields[200] = (("reason", TEXT), ("client", client))
    return {number: record(*parts, (words.unique, INT)) for number, parts in fields.items()}


def read_line(line: bytes, words: Words, known: dict[int, Check]) -> dict[str, Any]:
    """Return the message in the words of 1.0.1; AssertionError when the dialect has no such line."""
    text = line.decode("utf-8")
    message = json.loads(text, object_pairs_hook=_without_duplicates)
    assert isinstance(message, dict), text
    number = message.get(words.unique)
    assert number in known, f"a {words.version} client cannot read {text}"
    known[number](message, str(number))
    outside_texts = "".join(part for index, part in enumerate(text.replace('\\"', "").split('"')) if index % 2 == 0)
    assert " " not in outside_texts, f"white space in {text}"
    assert not set("<>&='") & set(text), f"not safe for HTML: {text}"
    result: dict[str, Any] = renamed(message, words, OLD)
    return result


def renamed(value: Any, source: Words, target: Words) -> Any:
    """Return the message in the other dialect's words."""
    names = {getattr(source, part): getattr(target, part) for part in ("unique", "client", "game", "x", "y")}
    if isinstance(value, dict):
        return {names.get(name, name): renamed(inner, source, target) for name, inner in value.items()}
    if isinstance(value, list):
        return [renamed(item, source, target) for item in value]
    return value


def _without_duplicates(parts: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(parts)
    assert len(found) == len(parts), f"a key stands twice in {parts}"
    return found
