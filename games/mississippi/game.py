"""Mississippi Queen as one object."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gamekit.chance import Chance
from gamekit.dialect import XmlEndpoint
from gamekit.game import Game, Option
from gamekit.reception import SeatInfo
from gamekit.refusals import Refusal
from gamekit.rules import Json
from games.mississippi.bots import BOTS
from games.mississippi.dialects.contest import ContestDialect
from games.mississippi.exports import EXPORTS
from games.mississippi.messages import CLOSE, ERROR, GAME_TYPE, read_move
from games.mississippi.moments import notable
from games.mississippi.reception import MississippiReception
from games.mississippi.rules.match import MississippiRules
from games.mississippi.rules.scenario import begin_from, without_river_ahead
from games.mississippi.rules.seating import SWITCHES, check_slots, check_switches
from games.mississippi.rules.state import Setup
from games.mississippi.views import MississippiViews

OPTIONS = (
    Option(
        "softTime",
        "int",
        2000,
        "Soft limit for programs",
        "Milliseconds; a later answer loses. 0: no limit.",
        0,
        3_600_000,
    ),
    Option(
        "hardTime",
        "int",
        10000,
        "Hard limit for programs",
        "Milliseconds without an answer. 0: no limit.",
        0,
        3_600_000,
    ),
    Option(
        "personTime",
        "int",
        180_000,
        "Limit for people",
        "Milliseconds for a move at the board. 0: no limit.",
        0,
        86_400_000,
    ),
    Option("openingPause", "int", 200, "Pause before the first state", "Milliseconds.", 0, 60_000, advanced=True),
    Option(
        "condition",
        "choice",
        "none",
        "Result in the state",
        "The interface document puts the result into the last state; the Java client of 2017 cannot read that.",
        choices=(
            ("none", "Never"),
            ("state", "In the last state"),
            ("repeat", "In a repeated last state, after the result"),
        ),
        advanced=True,
    ),
    Option("slots", "json", None, "Prepared slots", "What a contest controller says of each seat.", advanced=True),
    Option("state", "json", None, "Position", "The state from which the match begins.", advanced=True),
)


def check_options(options: Mapping[str, Json], size: int) -> None:
    """Check slots and position, each as a whole."""
    check_slots(options["slots"])
    if options["state"] is not None:
        begin_from(options["state"], Setup(), Chance.seeded(0))


def check_seat(data: Mapping[str, Json], taken: Sequence[SeatInfo]) -> Mapping[str, Json]:
    """Check a seat's switches; what is none of them is not kept."""
    check_switches(data)
    return {name: data[name] for name in SWITCHES if name in data}


def read_refusal(payload_type: str, payload: Json) -> Refusal | None:
    """Tell the referee's error, or that the server wants to hear nothing more."""
    if payload_type == ERROR:
        return Refusal(str(payload.get("message", "")), "illegal-move")
    return Refusal("", "faults") if payload_type == CLOSE else None


GAME = Game(
    slug="mississippi",
    title="Mississippi Queen",
    blurb="Two paddle steamers race down a river whose end nobody has seen.",
    seats=(2, 2),
    default_seats=2,
    options=OPTIONS,
    rules=MississippiRules(),
    views=MississippiViews(),
    read_move=read_move,
    reception=MississippiReception,
    endpoints=(XmlEndpoint("mississippi", 13050, "PORT_MISSISSIPPI", ContestDialect),),
    bots=BOTS,
    exports=EXPORTS,
    check_seat=check_seat,
    check_options=check_options,
    shown_options=without_river_ahead,
    house={"seats": 2, "on_disconnect": "end"},
    notable=notable,
    read_refusal=read_refusal,
    connect={"mississippi": ("<protocol>", f'  <join gameType="{GAME_TYPE}"/>')},
)
