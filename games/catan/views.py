"""What each viewer may see: the messages of sections 9 to 13, the page's full state, answers to its questions.

The only place that knows what is hidden. Open to all: yields, costs of building and buying, trade, Monopoly. Known to
those concerned, a number for the others: discards, stolen cards, the cards of Year of Plenty, bought cards, hands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from gamekit.reception import SeatInfo
from gamekit.rules import Json
from gamekit.views import Clock, Message, Room
from games.catan import hints, snapshot
from games.catan.messages import EDGE_PLACES, FIELD_PLACES, write_building, write_map, write_resources
from games.catan.playercard import colour_of, player_object, waiting_player
from games.catan.rules import events as happened
from games.catan.rules.events import Event
from games.catan.rules.material import CARDS, RESOURCES, Cards
from games.catan.rules.state import Phase, State
from games.catan.rules.status import expectations

#: Shown to those who may not know which card was bought.
HIDDEN_CARD = 1


class CatanViews:
    """Cuts events and states for each audience."""

    def render(self, room: Room, state: State, event: Event, viewer: int | None) -> Iterable[Message]:
        """Return the messages that tell the viewer of the event."""
        return _WRITERS[type(event)](room, state, event, viewer)

    def snapshot(self, room: Room, state: State, viewer: int | None) -> Json:
        """Return all the viewer may know, for a page."""
        return snapshot.snapshot(room, state, viewer)

    def joined(self, room: Room, state: State, viewer: int | None) -> Iterable[Message]:
        """Return what a client gets when it comes back: the map, everybody's status (its own last), open offers."""
        seats = sorted(range(state.seats), key=lambda seat: seat == viewer)
        messages: list[Message] = [("Spiel gestartet", {"Karte": write_map(state)})]
        messages += [_status(room, state, seat, viewer) for seat in seats]
        numbers = state.setting.numbers
        for offer in state.offers:
            messages.append(_offer(numbers[state.current], offer.number, offer.give, offer.take))
            messages += [_answer(numbers[seat], offer.number, True) for seat in offer.accepted]
        if state.phase is Phase.OVER and state.outcome is not None:
            winners = state.outcome.winners
            messages.append(_end(room, state, winners[0] if winners else None, state.outcome.reason))
        return messages

    def answer(self, room: Room, state: State, clock: Clock, viewer: int | None, question: str, data: Json) -> Json:
        """Answer a page's question: where the viewer may build, whom he may rob."""
        return hints.answer(state, viewer, question, data)

    def summary(self, room: Room, state: State) -> Json:
        """Return a small public picture for lists."""
        over = state.phase is Phase.OVER
        return {
            "scores": [state.total(seat) if over else state.points[seat] for seat in range(state.seats)],
            "turn": [expected.seat for expected in expectations(state) if expected.kind != "answer"],
            "progress": snapshot.progress(state),
            "mini": {
                "map": write_map(state),
                "dice": list(state.dice) if state.dice else None,
                "players": [
                    {"id": _number(state, seat), "Name": player.name} for seat, player in enumerate(room.players)
                ],
            },
        }


def _number(state: State, seat: int) -> int:
    return state.setting.numbers[seat]


def _status(room: Room, state: State, seat: int, viewer: int | None) -> Message:
    return "Statusupdate", {"Spieler": player_object(room, state, seat, viewer)}


def _offer(number: int, offer: int, give: Cards, take: Cards) -> Message:
    return "Handelsangebot", {
        "Spieler": number,
        "Handel id": offer,
        "Angebot": write_resources(give),
        "Nachfrage": write_resources(take),
    }


def _answer(number: int, offer: int, accept: bool) -> Message:
    return "Handelsangebot angenommen", {"Spieler": number, "Handel id": offer, "Annehmen": accept}


def _started(room: Room, state: State, event: happened.MatchStarted, viewer: int | None) -> list[Message]:
    # Clients told of themselves when they came; of people in browsers and of bots nobody has told them yet.
    seated = [
        (
            "Statusupdate",
            {
                "Spieler": waiting_player(
                    SeatInfo(
                        seat,
                        player.name,
                        state.setting.numbers[seat],
                        player.kind,
                        True,
                        True,
                        {"colour": colour_of(room.players, seat)},
                    ),
                    viewer == seat,
                )
            },
        )
        for seat, player in enumerate(room.players)
        if player.kind != "client"
    ]
    return [*seated, ("Spiel gestartet", {"Karte": write_map(state)})]


def _thrown(
    room: Room, state: State, event: happened.OrderRolled | happened.Rolled, viewer: int | None
) -> list[Message]:
    return [("Würfelwurf", {"Spieler": _number(state, event.seat), "Wurf": list(event.dice)})]


def _moved_cards(word: str) -> Callable[[Room, State, happened.Gained | happened.Paid, int | None], list[Message]]:
    def write(room: Room, state: State, event: happened.Gained | happened.Paid, viewer: int | None) -> list[Message]:
        known = event.known_to is None or viewer in event.known_to
        cards = write_resources(event.cards) if known else sum(event.cards)
        return [(word, {"Spieler": _number(state, event.seat), "Rohstoffe": cards})]

    return write


def _built(room: Room, state: State, event: happened.Built, viewer: int | None) -> list[Message]:
    return [("Bauvorgang", {"Gebäude": write_building(_number(state, event.seat), event.kind, event.place)})]


def _bought(room: Room, state: State, event: happened.CardBought, viewer: int | None) -> list[Message]:
    card: Json = CARDS[event.card] if viewer == event.seat else HIDDEN_CARD
    return [("Entwicklungskarte gekauft", {"Spieler": _number(state, event.seat), "Entwicklungskarte": card})]


def _robber(
    word: str,
) -> Callable[[Room, State, happened.RobberMoved | happened.KnightPlayed, int | None], list[Message]]:
    def write(
        room: Room, state: State, event: happened.RobberMoved | happened.KnightPlayed, viewer: int | None
    ) -> list[Message]:
        payload: dict[str, Json] = {"Spieler": _number(state, event.seat), "Ort": FIELD_PLACES[event.field]}
        if event.victim is not None:
            payload["Ziel"] = _number(state, event.victim)
        return [(word, payload)]

    return write


def _roads(room: Room, state: State, event: happened.RoadsPlayed, viewer: int | None) -> list[Message]:
    payload: dict[str, Json] = {"Spieler": _number(state, event.seat), "Straße 1": EDGE_PLACES[event.first]}
    if event.second is not None:
        payload["Straße 2"] = EDGE_PLACES[event.second]
    return [("Straßenbaukarte ausspielen", payload)]


def _monopoly(room: Room, state: State, event: happened.MonopolyPlayed, viewer: int | None) -> list[Message]:
    return [("Monopol", {"Spieler": _number(state, event.seat), "Rohstoff": RESOURCES[event.resource]})]


def _plenty(room: Room, state: State, event: happened.PlentyPlayed, viewer: int | None) -> list[Message]:
    return [("Erfindung", {"Spieler": _number(state, event.seat), "Rohstoffe": write_resources(event.cards)})]


def _offered(room: Room, state: State, event: happened.Offered, viewer: int | None) -> list[Message]:
    return [_offer(_number(state, event.seat), event.offer, event.give, event.take)]


def _answered(room: Room, state: State, event: happened.Answered, viewer: int | None) -> list[Message]:
    return [_answer(_number(state, event.seat), event.offer, event.accept)]


def _cancelled(room: Room, state: State, event: happened.OfferCancelled, viewer: int | None) -> list[Message]:
    return [("Handelsangebot abgebrochen", {"Spieler": _number(state, event.seat), "Handel id": event.offer})]


def _traded(room: Room, state: State, event: happened.Traded, viewer: int | None) -> list[Message]:
    numbers = {"Spieler": _number(state, event.seat), "Mitspieler": _number(state, event.partner)}
    return [("Handel ausgeführt", numbers)]


def _longest(room: Room, state: State, event: happened.LongestRoadTaken, viewer: int | None) -> list[Message]:
    return [("Längste Handelsstraße", {} if event.seat is None else {"Spieler": _number(state, event.seat)})]


def _largest(room: Room, state: State, event: happened.LargestArmyTaken, viewer: int | None) -> list[Message]:
    return [("Größte Rittermacht", {"Spieler": _number(state, event.seat)})]


def _changed(room: Room, state: State, event: happened.StatusChanged, viewer: int | None) -> list[Message]:
    return [_status(room, state, event.seat, viewer)]


def _ended(room: Room, state: State, event: happened.MatchEnded, viewer: int | None) -> list[Message]:
    return [_end(room, state, event.winner, event.reason)]


#: Why a match ended without a winner.
_REASONS = {
    "withdrawn": "Ein Spieler hat das Spiel verlassen.",
    "aborted": "Das Spiel wurde abgebrochen.",
    "turn_limit": "Das Spiel dauerte zu lange und endet ohne Sieger.",
}


def _end(room: Room, state: State, winner: int | None, reason: str) -> Message:
    if winner is None:
        return "Spiel beendet", {"Nachricht": _REASONS.get(reason, "Das Spiel ist beendet.")}
    text = f"Spieler {room.players[winner].name} hat das Spiel gewonnen."
    return "Spiel beendet", {"Nachricht": text, "Sieger": _number(state, winner)}


_WRITERS: dict[type[Event], Callable[[Room, State, Any, int | None], list[Message]]] = {
    happened.MatchStarted: _started,
    happened.OrderRolled: _thrown,
    happened.Rolled: _thrown,
    happened.Gained: _moved_cards("Ertrag"),
    happened.Paid: _moved_cards("Kosten"),
    happened.Built: _built,
    happened.CardBought: _bought,
    happened.RobberMoved: _robber("Räuber versetzt"),
    happened.KnightPlayed: _robber("Ritter ausspielen"),
    happened.RoadsPlayed: _roads,
    happened.MonopolyPlayed: _monopoly,
    happened.PlentyPlayed: _plenty,
    happened.Offered: _offered,
    happened.Answered: _answered,
    happened.OfferCancelled: _cancelled,
    happened.Traded: _traded,
    happened.LongestRoadTaken: _longest,
    happened.LargestArmyTaken: _largest,
    happened.StatusChanged: _changed,
    happened.MatchEnded: _ended,
}

VIEWS = CatanViews()
