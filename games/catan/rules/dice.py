"""The roll: who begins, what the fields yield when the bank is short, and what a seven asks for."""

from __future__ import annotations

from functools import lru_cache

from gamekit.chance import Chance
from gamekit.errors import IllegalMove, NotYourTurn
from games.catan.rules.events import STATUS, Event, OrderRolled, gained, rolled
from games.catan.rules.geometry import bits
from games.catan.rules.moves import EndTurn, Roll
from games.catan.rules.state import Phase, State
from games.catan.rules.winning import finish_turn, pass_building

#: Names of the hot path: a member of an enumeration is slow to look up.
_ACT, _ROLL, _BUILD = Phase.ACT, Phase.ROLL, Phase.BUILD


#: The same few buildings stand round a field for many throws.
_corners = lru_cache(4096)(bits)


def throw(chance: Chance) -> tuple[int, int]:
    """Return the throw of two dice."""
    return chance.die(), chance.die()


def roll_for_start(state: State, chance: Chance, events: list[Event]) -> None:
    """Let the dice name the first player; those who tie for the highest throw roll again."""
    left = list(range(state.seats))
    while len(left) > 1:
        throws = [(seat, throw(chance)) for seat in left]
        events.extend(OrderRolled(seat, dice) for seat, dice in throws)
        best = max(sum(dice) for _, dice in throws)
        left = [seat for seat, dice in throws if sum(dice) == best]
    state.starter = state.current = left[0]


def roll(state: State, seat: int, move: Roll, chance: Chance) -> list[Event]:
    """Throw the dice of the turn and pay the yields, or set the robber loose."""
    if seat != state.current or state.builder >= 0:
        raise NotYourTurn("it is another player's turn")
    if state.phase is not _ROLL:
        raise IllegalMove("the dice are thrown once, at the beginning of one's turn", "move/not_now")
    dice = throw(chance)
    state.dice = dice
    events: list[Event] = [rolled(seat, dice)]
    if dice[0] + dice[1] == 7:
        _seven(state, events)
    else:
        _pay_yields(state, dice[0] + dice[1], events)
        state.phase = _ACT
        events.append(STATUS[seat])
    return events


def _seven(state: State, events: list[Event]) -> None:
    for seat, hand in enumerate(state.hands):
        cards = sum(hand)
        state.owed[seat] = cards // 2 if cards > state.setting.discard_limit else 0
    if not any(state.owed):
        state.phase = Phase.ROBBER
        events.append(STATUS[state.current])
        return
    state.phase = Phase.DISCARD
    events.extend(STATUS[seat] for seat in range(state.seats) if not state.owed[seat])
    events.extend(STATUS[seat] for seat in range(state.seats) if state.owed[seat])


def _pay_yields(state: State, number: int, events: list[Event]) -> None:
    gains: dict[int, list[int]] = {}
    owner, level, robber, buildings = state.owner, state.level, state.robber, state.buildings
    fields = state.setting.board.yields[number]
    for field, resource, mask in fields:
        there = mask & buildings
        if there and field != robber:
            for vertex in _corners(there):
                seat = owner[vertex]
                if seat not in gains:
                    gains[seat] = [0] * 5
                gains[seat][resource] += level[vertex]
    if not gains:
        return
    bank = state.bank
    for _, resource, _ in fields:
        # A field pays at most three towns, so a fuller bank cannot run short.
        if bank[resource] < 6 * len(fields):
            _ration(gains, resource, bank[resource])
    for seat in sorted(gains):
        gain = gains[seat]
        if any(gain):
            hand = state.hands[seat]
            for resource, count in enumerate(gain):
                if count:
                    hand[resource] += count
                    bank[resource] -= count
            events.append(gained(seat, tuple(gain), "roll"))


def _ration(gains: dict[int, list[int]], resource: int, supply: int) -> None:
    """Pay nobody a resource that does not suffice for all, but a single creditor what is left."""
    creditors = [gain for gain in gains.values() if gain[resource]]
    if sum(gain[resource] for gain in creditors) > supply:
        for gain in creditors:
            gain[resource] = supply if len(creditors) == 1 else 0


def end_turn(state: State, seat: int, move: EndTurn, chance: Chance) -> list[Event]:
    """End the turn (never before the roll), or one's part of the special building phase."""
    events: list[Event] = []
    if state.phase is _BUILD and seat == state.builder:
        pass_building(state, events)
        return events
    if seat != state.current or state.builder >= 0:
        raise NotYourTurn("it is another player's turn")
    if state.phase is not _ACT:
        raise IllegalMove("a turn ends after the roll, when nothing else is pending", "move/not_now")
    finish_turn(state, events)
    return events
