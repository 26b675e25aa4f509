"""The Spieler object (section 7.5): complete for its owner, numbers only for the others; also before the match."""

from __future__ import annotations

from collections.abc import Sequence

from gamekit.reception import SeatInfo
from gamekit.rules import Json, Player
from gamekit.views import Room
from games.catan.messages import write_cards, write_resources
from games.catan.rules.material import NOTHING
from games.catan.rules.state import Phase, State
from games.catan.rules.status import NOT_READY, READY, status
from games.catan.seating import final_colours


def player_object(room: Room, state: State, seat: int, viewer: int | None) -> Json:
    """Return the player at the seat as the viewer may see him; after the end everybody's points lie open."""
    own = viewer == seat
    hand, cards = state.hands[seat], state.cards[seat]
    return {
        "id": state.setting.numbers[seat],
        "Farbe": colour_of(room.players, seat),
        "Name": room.players[seat].name,
        "Status": status(state, seat),
        "Siegpunkte": state.total(seat) if own or state.phase is Phase.OVER else state.points[seat],
        "Rohstoffe": write_resources(hand) if own else sum(hand),
        "Rittermacht": state.knights[seat],
        "Entwicklungskarten": write_cards(cards) if own else sum(cards),
        "Größte Rittermacht": state.army_holder == seat,
        "Längste Handelsstraße": state.road_holder == seat,
    }


def colour_of(players: Sequence[Player], seat: int) -> str:
    """Return the seat's colour."""
    return final_colours(players)[seat]


def waiting_player(seat: SeatInfo, own: bool, status_now: str = "") -> Json:
    """Return the Spieler object of somebody at a table that has not begun; an unset colour is left out."""
    named = seat.data.get("named", True)
    card: dict[str, Json] = {"id": seat.number, "Name": seat.name if named else None}
    if seat.data.get("colour") is not None:
        card["Farbe"] = seat.data["colour"]
    is_ready = seat.ready or seat.kind != "client"
    card |= {
        "Status": status_now or (READY if is_ready else NOT_READY),
        "Siegpunkte": 0,
        "Rohstoffe": write_resources(NOTHING) if own else 0,
        "Rittermacht": 0,
        "Entwicklungskarten": write_cards(NOTHING) if own else 0,
        "Größte Rittermacht": False,
        "Längste Handelsstraße": False,
    }
    return card
