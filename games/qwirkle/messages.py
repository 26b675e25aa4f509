"""What clients say, as typed messages, and the building blocks of what they are told.

Payloads are those of dialect 1.0.1 with what 1.1.0 has besides (416 `numberTilesInBag`, 303 and 305 `game`, 499
`gameState`, errors' `causeId`); a dialect writes the part its readers know. Maps are lists of pairs, the only form
that every version of the official library can read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from gamekit.errors import MalformedMessage
from gamekit.reception import SeatInfo, TableInfo
from gamekit.rules import Json, Player
from games.qwirkle.reading import field, integer, items, text, word
from games.qwirkle.rules.moves import Move, Placement, PlayTiles, Stone, SwapTiles
from games.qwirkle.rules.setup import NAMES as OPTION_NAMES
from games.qwirkle.vocabulary import CLIENT_TYPES, NUMBERS, RESPONSES

LONGEST_NAME = 200
LONGEST_CHAT = 2000
#: The document's Configuration: all options but the switch that is ours.
CONFIGURATION = OPTION_NAMES[:10]
GAME_STATES = {
    "open": "NOT_STARTED",
    "running": "IN_PROGRESS",
    "paused": "PAUSED",
    "finished": "ENDED",
    "aborted": "ENDED",
}


# --- from clients -----------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class ConnectRequest:
    """A client introduces itself (100)."""

    name: str
    type: str


@dataclass(frozen=True, slots=True)
class GameListRequest:
    """A client asks for all games (300)."""


@dataclass(frozen=True, slots=True)
class GameJoinRequest:
    """A client wants to play (302)."""

    game: int


@dataclass(frozen=True, slots=True)
class SpectatorJoinRequest:
    """A client wants to watch (304)."""

    game: int


@dataclass(frozen=True, slots=True)
class MessageSend:
    """A client says something to the others (306)."""

    message: str


@dataclass(frozen=True, slots=True)
class LeavingRequest:
    """A client leaves its game (405)."""


@dataclass(frozen=True, slots=True)
class MoveRequest:
    """A player moves (411, 414)."""

    move: Move


@dataclass(frozen=True, slots=True)
class Question:
    """A client asks about its game (417, 419, 421, 423, 425, 498)."""

    name: str


ClientMessage = (
    ConnectRequest
    | GameListRequest
    | GameJoinRequest
    | SpectatorJoinRequest
    | MessageSend
    | LeavingRequest
    | MoveRequest
    | Question
)


def _connect(payload: Json) -> ClientMessage:
    return ConnectRequest(text(payload, "clientName", LONGEST_NAME), word(payload, "clientType", CLIENT_TYPES))


def _play(payload: Json) -> PlayTiles:
    return PlayTiles(tuple(_placement(item) for item in items(payload, "tiles")))


def _swap(payload: Json) -> SwapTiles:
    return SwapTiles(tuple(_stone(item) for item in items(payload, "tiles")))


def _placement(item: Json) -> Placement:
    return Placement(integer(item, "x"), integer(item, "y"), *_stone(field(item, "tile")))


def _stone(item: Json) -> Stone:
    return Stone(integer(item, "uniqueID"), integer(item, "color"), integer(item, "shape"))


_READERS: Mapping[str, Callable[[Json], ClientMessage]] = {
    "ConnectRequest": _connect,
    "GameListRequest": lambda payload: GameListRequest(),
    "GameJoinRequest": lambda payload: GameJoinRequest(integer(payload, "gameID")),
    "SpectatorJoinRequest": lambda payload: SpectatorJoinRequest(integer(payload, "gameID")),
    "MessageSend": lambda payload: MessageSend(text(payload, "message", LONGEST_CHAT)),
    "LeavingRequest": lambda payload: LeavingRequest(),
    "PlayTiles": lambda payload: MoveRequest(_play(payload)),
    "TileSwapRequest": lambda payload: MoveRequest(_swap(payload)),
    **{name: lambda payload, name=name: Question(name) for name in RESPONSES},  # type: ignore[misc]
}


def read(payload_type: str, payload: Json) -> ClientMessage:
    """Return the client's message; MalformedMessage when it is none, or names the field that is wrong."""
    reader = _READERS.get(payload_type)
    if reader is None:
        known = payload_type in NUMBERS
        reason = "is sent by the server only" if known else "is no message of this protocol"
        raise MalformedMessage(f"{payload_type} {reason}", "message/unknown", "uniqueID")
    return reader(payload)


def read_move(payload_type: str, payload: Json) -> Move | None:
    """Return the move in a container; None when its payload type is no move."""
    if payload_type == "PlayTiles":
        return _play(payload)
    if payload_type == "TileSwapRequest":
        return _swap(payload)
    return None


# --- building blocks --------------------------------------------------------------------------------------------------
def client(number: int, name: str, client_type: str) -> dict[str, Json]:
    """Return a Client."""
    return {"clientID": number, "clientName": name, "clientType": client_type}


def client_of(player: Player | SeatInfo) -> dict[str, Json]:
    """Return the Client for somebody at a seat; a bot is an ENGINE_PLAYER."""
    given = player.data.get("clientType", "PLAYER")
    return client(player.number, player.name, "ENGINE_PLAYER" if player.kind == "bot" else given)


def tile(number: int, count: int, copies: int) -> dict[str, Json]:
    """Return a Tile."""
    color, shape = divmod(number // copies, count)
    return {"color": color, "shape": shape, "uniqueID": number}


def tiles(numbers: Iterable[int], count: int, copies: int) -> list[Json]:
    """Return Tiles."""
    return [tile(number, count, copies) for number in numbers]


def on_position(placement: Placement) -> dict[str, Json]:
    """Return a TileOnPosition."""
    stone = {"color": placement.color, "shape": placement.shape, "uniqueID": placement.tile}
    return {"x": placement.x, "y": placement.y, "tile": stone}


def configuration(options: Mapping[str, Json]) -> dict[str, Json]:
    """Return the Configuration."""
    return {name: options[name] for name in CONFIGURATION}


def game(table: TableInfo) -> dict[str, Json]:
    """Return a Game: players only, never spectators."""
    return {
        "gameID": table.table,
        "gameName": table.name,
        "gameState": GAME_STATES[table.status],
        "isTournament": False,
        "players": [client_of(seat) for seat in table.seats],
        "config": configuration(table.options),
    }
