"""Quidditch by the FantasticFeasts standard (REVIEWME-14)."""

from gamekit.dialect import WebSocketEndpoint
from gamekit.game import Game, Option
from games.quidditch.bots import BOTS
from games.quidditch.config import (
    DEFAULT_PROBABILITIES,
    DEFAULT_ROUNDS,
    DEFAULT_TIMINGS,
    LEAST_ROUNDS,
    MOST_ROUNDS,
    check_options,
)
from games.quidditch.exports import EXPORTS
from games.quidditch.messages import read_move
from games.quidditch.moments import notable
from games.quidditch.reception import QuidditchReception
from games.quidditch.rules.engine import QuidditchRules
from games.quidditch.team import check_seat
from games.quidditch.trouble import read_refusal
from games.quidditch.views import QuidditchViews

GAME = Game(
    slug="quidditch",
    title="Quidditch",
    blurb="Two teams on brooms, one quaffle, two bludgers, and a snitch that ends it all.",
    seats=(2, 2),
    default_seats=2,
    options=(
        Option(
            "maxRounds",
            "int",
            DEFAULT_ROUNDS,
            "Rounds before overtime",
            minimum=LEAST_ROUNDS,
            maximum=MOST_ROUNDS,
        ),
        Option(
            "timings",
            "json",
            DEFAULT_TIMINGS,
            "Timings",
            help="Timeouts and the least time between snapshots, in milliseconds, as in a matchConfig.",
            advanced=True,
        ),
        Option(
            "probabilities",
            "json",
            DEFAULT_PROBABILITIES,
            "Probabilities",
            help="Numbers from 0 to 1, as in a matchConfig.",
            advanced=True,
        ),
    ),
    rules=QuidditchRules(),
    views=QuidditchViews(),
    read_move=read_move,
    reception=QuidditchReception,
    endpoints=(WebSocketEndpoint("quidditch", 4488, "PORT_QUIDDITCH"),),
    bots=BOTS,
    exports=EXPORTS,
    check_seat=check_seat,
    check_options=check_options,
    house={"seats": 2, "on_disconnect": "wait:30", "reopen": True},
    read_refusal=read_refusal,
    notable=notable,
    pages={"editors": "Team and match editor"},
    starter_arguments=lambda table, token: (table, "starter", token),
    connect={
        "quidditch": (
            '{"timestamp": "2019-02-11 11:13:12.111", "payloadType": "joinRequest", "payload": {"lobby": "hogwarts", '
            '"userName": "dealwithit", "password": "1337", "isArtificialIntelligence": false, "mods": []}}',
        )
    },
)
