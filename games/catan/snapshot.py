"""The full state of a match as a page gets it: the protocol's own objects, and what a page needs besides.

The stock of the bank is told as one number: its kinds would give away what others discarded.
"""

from __future__ import annotations

from gamekit.rules import Json
from gamekit.views import Room
from games.catan.messages import write_cards, write_map, write_resources
from games.catan.playercard import player_object
from games.catan.rules.legal import pending_offer, playable
from games.catan.rules.material import (
    CARD_COST,
    CARDS,
    MONOPOLY,
    ROAD_BUILDING,
    ROAD_COST,
    TOWN_COST,
    VICTORY_POINT,
    VILLAGE_COST,
    owns,
)
from games.catan.rules.state import Offer, Phase, State
from games.catan.rules.status import status


def snapshot(room: Room, state: State, viewer: int | None) -> Json:
    """Return all the viewer may know."""
    return {
        "map": write_map(state),
        "large": state.setting.board.island.large,
        "players": [_player(room, state, seat, viewer) for seat in range(state.seats)],
        "phase": state.phase.name.lower(),
        "current": state.current,
        "builder": state.builder if state.builder >= 0 else None,
        "starter": state.starter,
        "turn": state.turn,
        "progress": progress(state),
        "dice": list(state.dice) if state.dice else None,
        "bank": sum(state.bank),
        "deck": sum(state.deck),
        "points": state.setting.points,
        "trading": state.setting.trading,
        "offers": [_offer(state, offer) for offer in state.offers],
        "you": _own(state, viewer) if viewer is not None else None,
    }


def progress(state: State) -> str:
    """Return how far the match is, in words."""
    if state.phase is Phase.OVER:
        return "finished"
    if state.phase in (Phase.SETUP_VILLAGE, Phase.SETUP_ROAD):
        return f"set-up {state.setup_step + 1} of {2 * state.seats}"
    return f"turn {state.turn - 2 * state.seats + 1}"


def _player(room: Room, state: State, seat: int, viewer: int | None) -> Json:
    return {
        **player_object(room, state, seat, viewer),
        "seat": seat,
        "roads_left": state.roads_left[seat],
        "villages_left": state.villages_left[seat],
        "towns_left": state.towns_left[seat],
        "road_length": state.lengths[seat],
        "owes": state.owed[seat],
        "rates": write_resources(state.rates[seat]),
    }


def _offer(state: State, offer: Offer) -> Json:
    return {
        "id": offer.number,
        "seat": state.current,
        "give": write_resources(offer.give),
        "take": write_resources(offer.take),
        "accepted": offer.accepted[:],
        "declined": offer.declined[:],
    }


def _own(state: State, seat: int) -> Json:
    return {
        "seat": seat,
        "status": status(state, seat),
        "discard": state.owed[seat],
        "fresh": write_cards(state.fresh if seat == state.current else [0] * 5),
        "playable": _playable(state, seat),
        "can": _can(state, seat),
        "answer": pending_offer(state, seat) if seat != state.current else None,
    }


def _playable(state: State, seat: int) -> list[str]:
    """Return the kinds of cards the seat may play now."""
    if seat != state.current or state.paused or state.phase not in (Phase.ROLL, Phase.ACT):
        return []
    kinds = [kind for kind in range(VICTORY_POINT) if playable(state, seat, kind)]
    if not state.roads_left[seat] or not state.frontier[seat] & state.open_edges:
        kinds = [kind for kind in kinds if kind != ROAD_BUILDING]
    # Year of Plenty needs a card in the bank; their number is public, so this tells nothing.
    return [CARDS[kind] for kind in kinds if kind <= MONOPOLY or sum(state.bank) > 0]


def _can(state: State, seat: int) -> list[str]:
    """Return the kinds of action open to the seat, as far as its own cards and the board tell."""
    if state.paused or state.phase is Phase.OVER:
        return []
    if state.owed[seat]:
        return ["Karten abgeben"]
    if state.phase is Phase.BUILD:
        return [*_buildable(state, seat), "Zug beenden"] if seat == state.builder else []
    if seat != state.current:
        return ["Handel annehmen"] if pending_offer(state, seat) is not None else []
    match state.phase:
        case Phase.SETUP_VILLAGE:
            return ["Dorf"]
        case Phase.SETUP_ROAD:
            return ["Straße"]
        case Phase.ROLL:
            return ["Würfeln"]
        case Phase.ROBBER:
            return ["Räuber versetzen"]
        case Phase.ACT:
            return [*_buildable(state, seat), *_tradable(state, seat), "Zug beenden"]
        case _:
            return []


def _buildable(state: State, seat: int) -> list[str]:
    hand = state.hands[seat]
    checks = (
        ("Straße", ROAD_COST, state.roads_left[seat] and state.frontier[seat] & state.open_edges),
        ("Dorf", VILLAGE_COST, state.villages_left[seat] and state.reach[seat] & state.open_vertices),
        ("Stadt", TOWN_COST, state.towns_left[seat] and state.villages[seat]),
        ("Entwicklungskarte kaufen", CARD_COST, any(state.deck)),
    )
    return [word for word, cost, possible in checks if possible and owns(hand, cost)]


def _tradable(state: State, seat: int) -> list[str]:
    hand, rates = state.hands[seat], state.rates[seat]
    found = ["Seehandel"] if any(have >= rate for have, rate in zip(hand, rates, strict=True)) else []
    if state.setting.trading and any(hand):
        found.append("Handel anbieten")
    return found
