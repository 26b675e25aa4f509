"""Qwirkle as the platform knows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gamekit.dialect import LineEndpoint
from gamekit.errors import MalformedMessage
from gamekit.game import Game
from gamekit.reception import SeatInfo
from gamekit.refusals import Refusal
from gamekit.rules import Json
from games.qwirkle.bots import BOTS
from games.qwirkle.chat import read_chat, write_chat
from games.qwirkle.dialects.connection import QwirkleDialect
from games.qwirkle.exports import EXPORTS
from games.qwirkle.messages import read_move
from games.qwirkle.moments import notable
from games.qwirkle.options import OPTIONS, check_options
from games.qwirkle.reception import QwirkleReception
from games.qwirkle.rules.referee import QwirkleRules
from games.qwirkle.views import QwirkleViews
from games.qwirkle.vocabulary import CLIENT_TYPES


def all_ready(seats: Sequence[SeatInfo], size: int) -> bool:
    """Begin when every seat is taken and every client was told so."""
    return len(seats) == size and all(seat.ready for seat in seats)


def check_seat(data: Mapping[str, Json], taken: Sequence[SeatInfo]) -> Mapping[str, Json]:
    """Return the seat's data: the client's type, PLAYER for those who say nothing."""
    client_type = data.get("clientType", "PLAYER")
    if client_type not in CLIENT_TYPES:
        raise MalformedMessage(
            f"clientType must be one of {', '.join(CLIENT_TYPES)}, not {client_type!r}", "seat/data", "clientType"
        )
    return {"clientType": client_type}


#: Payload types that refuse -> the section of the README about them.
SECTIONS = {"AccessDenied": "accessdenied-900", "ParsingError": "parsingerror-910", "NotAllowed": "notallowed-920"}


def read_refusal(payload_type: str, payload: Json) -> Refusal | None:
    """Tell an error, or a move found wrong (412, 415)."""
    if payload_type in SECTIONS:
        return Refusal(str(payload.get("message", "")), SECTIONS[payload_type])
    if payload_type in ("MoveValid", "TileSwapValid") and not payload["validation"]:
        return Refusal(str(payload.get("message", "")), "rules")
    return None


GAME = Game(
    slug="qwirkle",
    title="Qwirkle",
    blurb="Lay tiles in lines of one colour or one shape, and let every tile count in two directions.",
    seats=(2, 12),
    default_seats=2,
    options=OPTIONS,
    rules=QwirkleRules(),
    views=QwirkleViews(),
    read_move=read_move,
    reception=QwirkleReception,
    endpoints=(LineEndpoint("qwirkle", 33100, "PORT_QWIRKLE", QwirkleDialect),),
    bots=BOTS,
    exports=EXPORTS,
    ready=all_ready,
    check_seat=check_seat,
    check_options=check_options,
    house={"seats": 2, "assign_after": 2, "on_disconnect": "end"},
    write_chat=write_chat,
    read_chat=read_chat,
    referee_questions=frozenset({"BagRequest", "PlayerHandsRequest"}),
    read_refusal=read_refusal,
    notable=notable,
    starter_arguments=lambda table, token: (f"Starter#{token}",),
    connect={
        "qwirkle": (
            '{"clientName":"Anna","clientType":"PLAYER","uniqueID":100}',
            '{"uniqueID":300}',
        )
    },
)
