"""Names and colours: what a seat's data holds, who may have which colour, and when a table may begin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gamekit.errors import Refused
from gamekit.reception import SeatInfo
from gamekit.rules import Json, Player
from games.catan.rules.material import COLOURS

#: Two programs compare this text letter by letter.
COLOUR_TAKEN = "Farbe bereits vergeben"
FEWEST = 3
#: Of what a program calls itself, as much is kept for the files of its matches.
LONGEST_CLIENT = 80


def colours_for(size: int) -> tuple[str, ...]:
    """Return the colours at a table of that size: green and brown come with the fifth and sixth player."""
    return COLOURS if size > 4 else COLOURS[:4]


def check_seat(data: Mapping[str, Json], taken: Sequence[SeatInfo]) -> Mapping[str, Json]:
    """Complete a seat's data: `colour`, `named`, `client` (what a program calls itself), and `settled`, False while a
    client is still choosing.

    Two who are still choosing may think of the same colour; who settles second is refused.
    """
    settled = data.get("settled", True) is not False
    kept: dict[str, Json] = {"named": data["named"] is not False} if "named" in data else {}
    if isinstance(data.get("client"), str):
        kept["client"] = data["client"][:LONGEST_CLIENT]
    used = [seat.data.get("colour") for seat in taken]
    if "colour" not in data:
        free = [colour for colour in COLOURS if colour not in used]
        return {**kept, "colour": free[0] if free else None, "settled": True}
    colour = data["colour"]
    if colour is not None and colour not in COLOURS:
        raise Refused(f"Farbe must be one of {', '.join(COLOURS)}, not {colour!r}", "seat/colour", "Farbe")
    if settled and colour in [seat.data.get("colour") for seat in taken if seat.data.get("settled", True)]:
        raise Refused(COLOUR_TAKEN, "seat/colour_taken", "Farbe")
    return {**kept, "colour": colour, "settled": settled}


def ready(seats: Sequence[SeatInfo], size: int) -> bool:
    """Begin when everybody seated is ready and there are at least three."""
    return len(seats) >= FEWEST and all(seat.ready or seat.kind != "client" for seat in seats)


def final_colours(players: Sequence[Player]) -> list[str]:
    """Return a different colour for each seat: the chosen one, or a free one for those who chose none."""
    chosen = [player.data.get("colour") for player in players]
    result: list[str] = []
    for seat, colour in enumerate(chosen):
        if colour not in COLOURS or colour in result:
            colour = next(one for one in COLOURS if one not in result and one not in chosen[seat + 1 :])
        result.append(colour)
    return result
