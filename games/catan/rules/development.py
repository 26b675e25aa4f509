"""Development cards: buying, and playing one a turn."""

from __future__ import annotations

from gamekit.chance import Chance
from gamekit.errors import IllegalMove, NotYourTurn
from games.catan.rules.building import (
    check_affordable,
    check_may_build,
    check_road,
    finish_building,
    pay,
    place_road,
)
from games.catan.rules.events import (
    STATUS,
    Built,
    CardBought,
    Event,
    KnightPlayed,
    LargestArmyTaken,
    MonopolyPlayed,
    PlentyPlayed,
    RoadsPlayed,
    gained,
    paid,
)
from games.catan.rules.material import CARD_COST, KNIGHT, MONOPOLY, PLENTY, ROAD, ROAD_BUILDING
from games.catan.rules.moves import BuyCard, PlayKnight, PlayMonopoly, PlayPlenty, PlayRoads, unit
from games.catan.rules.robber import check_robber, steal
from games.catan.rules.state import Phase, State

SMALLEST_ARMY = 3


def buy_card(state: State, seat: int, move: BuyCard, chance: Chance) -> list[Event]:
    """Buy a card; drawing from what is left equals drawing from a shuffled stack."""
    check_may_build(state, seat)
    left = sum(state.deck)
    if not left:
        raise IllegalMove("the stack of development cards is empty", "card/none_left")
    check_affordable(state, seat, CARD_COST, "a development card")
    pay(state, seat, CARD_COST)
    index, card = chance.below(left), 0
    while index >= state.deck[card]:
        index -= state.deck[card]
        card += 1
    state.deck[card] -= 1
    state.cards[seat][card] += 1
    if seat == state.current:
        state.fresh[card] += 1
    return finish_building(state, seat, [paid(seat, CARD_COST, "card"), CardBought(seat, card)])


def check_card(state: State, seat: int, card: int) -> None:
    """Refuse unless the seat may play a card of this kind now."""
    if seat != state.current or state.phase is Phase.BUILD:
        raise NotYourTurn("cards are played in one's own turn")
    if state.phase is not Phase.ROLL and state.phase is not Phase.ACT:
        raise IllegalMove("no card can be played now", "move/not_now")
    if state.card_played:
        raise IllegalMove("only one card may be played in a turn", "card/one_a_turn")
    if not state.cards[seat][card]:
        raise IllegalMove("this card is not in hand", "card/not_owned")
    if state.cards[seat][card] == state.fresh[card]:
        raise IllegalMove("a card bought in this turn cannot be played in it", "card/fresh")


def _use(state: State, seat: int, card: int) -> None:
    state.cards[seat][card] -= 1
    state.card_played = True


def play_knight(state: State, seat: int, move: PlayKnight, chance: Chance) -> list[Event]:
    """Move the robber, rob, and perhaps take Largest Army; nobody discards."""
    check_card(state, seat, KNIGHT)
    victim = check_robber(state, seat, move.field, move.victim)
    _use(state, seat, KNIGHT)
    state.robber = move.field
    state.knights[seat] += 1
    events: list[Event] = [KnightPlayed(seat, move.field, victim)]
    steal(state, seat, victim, chance, events)
    _settle_army(state, seat, events)
    return finish_building(state, seat, events)


def _settle_army(state: State, seat: int, events: list[Event]) -> None:
    holder, knights = state.army_holder, state.knights
    if seat == holder or knights[seat] < SMALLEST_ARMY or (holder >= 0 and knights[seat] <= knights[holder]):
        return
    state.points[seat] += 2
    state.army_holder = seat
    events.append(LargestArmyTaken(seat))
    if holder >= 0:
        state.points[holder] -= 2
        events.append(STATUS[holder])


def play_roads(state: State, seat: int, move: PlayRoads, chance: Chance) -> list[Event]:
    """Build two roads for free; all is checked before anything is changed."""
    check_card(state, seat, ROAD_BUILDING)
    check_road(state, seat, move.first, state.frontier[seat])
    after = frontier_after(state, seat, move.first)
    if move.second is None:
        if state.roads_left[seat] > 1 and after:
            raise IllegalMove("a second road is possible and must be named", "card/second_road", "Straße 2")
    elif state.roads_left[seat] < 2 or move.second == move.first:
        raise IllegalMove("the second road is impossible", "card/second_road", "Straße 2")
    else:
        check_road(state, seat, move.second, after | state.frontier[seat])
    _use(state, seat, ROAD_BUILDING)
    events: list[Event] = [RoadsPlayed(seat, move.first, move.second)]
    for edge in (move.first,) if move.second is None else (move.first, move.second):
        events.append(Built(seat, ROAD, edge))
        place_road(state, seat, edge, events)
    return finish_building(state, seat, events)


def frontier_after(state: State, seat: int, edge: int) -> int:
    """Return where a second road could go after a first one."""
    island, frontier = state.setting.board.island, state.frontier[seat]
    for vertex in island.edge_ends[edge]:
        if state.owner[vertex] in (-1, seat):
            frontier |= island.vertex_edge_mask[vertex]
    return frontier & state.open_edges & ~(1 << edge)


def play_monopoly(state: State, seat: int, move: PlayMonopoly, chance: Chance) -> list[Event]:
    """Take all cards of one resource from all others."""
    check_card(state, seat, MONOPOLY)
    _use(state, seat, MONOPOLY)
    resource = move.resource
    events: list[Event] = [MonopolyPlayed(seat, resource)]
    taken = 0
    for other, hand in enumerate(state.hands):
        if other != seat and hand[resource]:
            events.append(paid(other, unit(resource, hand[resource]), "monopoly"))
            taken += hand[resource]
            hand[resource] = 0
    if taken:
        state.hands[seat][resource] += taken
        events.append(gained(seat, unit(resource, taken), "monopoly"))
    events.append(STATUS[seat])
    return events


def play_plenty(state: State, seat: int, move: PlayPlenty, chance: Chance) -> list[Event]:
    """Take two cards from the bank, equal or not; one when the bank has no more (or by option, if one is enough)."""
    check_card(state, seat, PLENTY)
    wanted = min(2, sum(state.bank))
    if sum(move.cards) == 1 and state.setting.options.get("plenty") == "upToTwo":
        wanted = 1
    if min(move.cards) < 0 or sum(move.cards) != wanted or not wanted:
        raise IllegalMove("Year of Plenty brings exactly two cards", "card/plenty_count", "Rohstoffe")
    if any(count > state.bank[resource] for resource, count in enumerate(move.cards)):
        raise IllegalMove("the bank has not enough of this resource", "bank/empty", "Rohstoffe")
    _use(state, seat, PLENTY)
    for resource, count in enumerate(move.cards):
        state.bank[resource] -= count
        state.hands[seat][resource] += count
    return [PlentyPlayed(seat, move.cards), gained(seat, move.cards, "plenty", (seat,)), STATUS[seat]]
