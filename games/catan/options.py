"""The options of a Catan table."""

from __future__ import annotations

from collections.abc import Mapping

from gamekit.errors import MalformedMessage
from gamekit.game import Option
from gamekit.rules import Json
from games.catan.rules.layout import read_layout

OPTIONS = (
    Option("map", "choice", "random", "Island", choices=(("random", "Random"), ("beginner", "Fixed, for beginners"))),
    Option("points", "int", 10, "Points to win", minimum=3, maximum=20),
    Option("trade", "bool", True, "Players trade with each other"),
    Option(
        "turnTime",
        "int",
        120_000,
        "Time for a turn (ms)",
        "Then a simple bot finishes the turn; 0 is no limit.",
        minimum=0,
        maximum=86_400_000,
    ),
    Option(
        "answerTime",
        "int",
        15_000,
        "Time to answer an offer or to build out of turn (ms)",
        "Then the offer is declined or the building phase passed; 0 is no limit.",
        minimum=0,
        maximum=86_400_000,
    ),
    Option("discardLimit", "int", 7, "Cards in hand that a seven spares", minimum=2, maximum=99, advanced=True),
    Option(
        "turnLimit",
        "int",
        1000,
        "Turns after which a match ends without a winner",
        "The set-up counts too. Only a blocked game gets there.",
        minimum=50,
        maximum=100_000,
        advanced=True,
    ),
    Option(
        "withdrawal",
        "choice",
        "end",
        "When a player leaves for good",
        choices=(("end", "The match ends"), ("continue", "A simple bot plays the seat on")),
        advanced=True,
    ),
    Option(
        "plenty",
        "choice",
        "two",
        "Year of Plenty brings",
        choices=(("two", "Two cards"), ("upToTwo", "One or two cards")),
        advanced=True,
    ),
    Option(
        "board",
        "json",
        None,
        "Given island",
        "A Karte object of the Catan-Protokoll, section 7.4, in place of the drawn one.",
        advanced=True,
    ),
)


def check_options(options: Mapping[str, Json], size: int) -> None:
    """Refuse a given island that cannot be read or is too small for the table."""
    if options["board"] is None:
        return
    board = read_layout(options["board"])
    if size > 4 and not board.island.large:
        raise MalformedMessage("board: five or six play on the large island", "options/invalid", "board")
