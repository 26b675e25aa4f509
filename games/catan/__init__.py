"""Catan for three to six players, spoken as the Catan-Protokoll 1.0 in three dialects."""

from __future__ import annotations

from gamekit.dialect import LineEndpoint
from gamekit.game import Game
from games.catan.bots import BOTS
from games.catan.chat import read_chat, write_chat
from games.catan.dialects.courses2016 import Courses2016Dialect
from games.catan.dialects.courses2017 import Courses2017Dialect
from games.catan.dialects.document import DocumentDialect
from games.catan.discovery import DISCOVERY
from games.catan.messages import read_move
from games.catan.moments import notable
from games.catan.options import OPTIONS, check_options
from games.catan.reception import CatanReception
from games.catan.refusing import read_refusal
from games.catan.rules.referee import RULES
from games.catan.seating import check_seat, ready
from games.catan.sgn.formats import EXPORTS
from games.catan.views import VIEWS

_HALLO = '{"Hallo":{"Version":"My client 1.0"}}'

GAME = Game(
    slug="catan",
    title="Catan",
    blurb="Settle an island, trade for what you lack, and be the first to ten points.",
    seats=(3, 6),
    default_seats=4,
    options=OPTIONS,
    rules=RULES,
    views=VIEWS,
    read_move=read_move,
    reception=CatanReception,
    endpoints=(
        LineEndpoint("catan", 6785, "PORT_CATAN", DocumentDialect, eager=True),
        LineEndpoint("catan-2016", 6789, "PORT_CATAN_2016", Courses2016Dialect, eager=True),
        LineEndpoint("catan-2017", 6787, "PORT_CATAN_2017", Courses2017Dialect, eager=True),
    ),
    bots=BOTS,
    exports=EXPORTS,
    ready=ready,
    check_seat=check_seat,
    check_options=check_options,
    house={"seats": 4, "options": {}, "on_disconnect": "end"},
    write_chat=write_chat,
    read_chat=read_chat,
    read_refusal=read_refusal,
    notable=notable,
    discovery=DISCOVERY,
    starter_arguments=lambda table, token: ("Starter", token),
    connect={
        "catan": (_HALLO, '{"Spieler":{"Name":"Me","Farbe":"Weiß"}}', '{"Spiel starten":{}}'),
        "catan-2016": (_HALLO, '{"Spieler":{"Name":"Me","Farbe":"Weiß"}}', '{"Spiel starten":{}}'),
        "catan-2017": (_HALLO, '{"Spieler":{"Name":"Me","Farbe":"Weiss"}}', '{"Spiel starten":{}}'),
    },
)
