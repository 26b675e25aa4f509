"""The walk through a document: each entry becomes the moves that our rules need for it."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import replace

from gamekit.chance import RecordedChance
from gamekit.errors import GameError, MalformedMessage
from gamekit.exports import MatchRecord, Step
from gamekit.rules import Player
from games.catan.rules import moves
from games.catan.rules.material import (
    COLOURS,
    KNIGHT,
    MONOPOLY,
    PLENTY,
    ROAD,
    ROAD_BUILDING,
    TOWN,
    VICTORY_POINT,
    VILLAGE,
    Cards,
)
from games.catan.rules.referee import RULES
from games.catan.rules.state import Phase, State
from games.catan.sgn.exporting import repeat
from games.catan.sgn.faults import Fault
from games.catan.sgn.houserules import HouseRules
from games.catan.sgn.islands import first_desert, karte_of
from games.catan.sgn.notation import BANK, Action, Build, Card, Entry, Island, Purchase, Robber, Theft, Throw, Trade
from games.catan.sgn.sidefile import SideFile

#: Time between two steps of a game whose times nobody knows.
PACE_MS = 1000
#: The move that builds, by kind of building and place.
_BUILD: dict[int, Sequence[moves.Move]] = {ROAD: moves.ROADS, VILLAGE: moves.VILLAGES, TOWN: moves.TOWNS}


def _named(action: Action) -> Sequence[int]:
    """Return the players an action speaks of besides the one who acts."""
    if isinstance(action, Theft):
        return (action.victim,)
    return [party for party, _ in action.parties] if isinstance(action, Trade) else ()


class Broken(Exception):
    """The file ends in the middle of an action."""


class Replay:
    """One attempt to replay a document under given house rules."""

    def __init__(self, entries: Sequence[Entry], rules: HouseRules, strict: bool, side: SideFile | None) -> None:
        island = entries[0].action
        assert isinstance(island, Island)
        self.strict = strict
        self.side = side or SideFile()
        self.lost = deque(self.side.lost)
        placed = len(entries) > 1 and isinstance(entries[1].action, Robber)
        start = entries[1].action if placed else Robber(first_desert(island))
        assert isinstance(start, Robber)
        self.entries = entries[1 + placed :]
        self.players = self._players(entries, island)
        self.used: set[int] = set()
        self.steps: list[Step] = []
        self.options = rules.options(karte_of(island, start.field), self.side.options)
        self.chance = [5 if seat == self.seat(1) else 0 for seat in range(len(self.players)) for _ in range(2)]
        self.state = self._start(entries[placed].line)

    def _start(self, line: int) -> State:
        try:
            return RULES.start(self.options, self.players, RecordedChance(self.chance))[0]
        except GameError as error:
            raise Fault(line, error.message, error.code) from None

    def _players(self, entries: Sequence[Entry], island: Island) -> list[Player]:
        count = max(entry.player for entry in entries)
        large = len(island.tiles) > 40
        if not any(isinstance(entry.action, Throw) for entry in entries):
            # The set-up is not complete: more players may follow.
            count = max(count, 5 if large else 3)
        if count < 3 or (count > 4 and not large):
            raise Fault(
                entries[0].line, f"{count} players do not fit this map: three or four, on the large one up to six"
            )
        if self.side.players:
            if len(self.side.players) < count:
                raise Fault(entries[0].line, f"the side file names {len(self.side.players)} of {count} players")
            return list(self.side.players)
        return [Player(f"Player {seat + 1}", seat + 1, "client", {"colour": COLOURS[seat]}) for seat in range(count)]

    def seat(self, player: int) -> int:
        """Return the seat of a player of the notation."""
        return (player - 1 + self.side.starter) % len(self.players)

    def number(self, seat: int) -> int:
        """Return the notation's number of a seat."""
        return (seat - self.side.starter) % len(self.players) + 1

    def record(self) -> MatchRecord:
        """Return the whole match; Fault names the line that the rules refuse."""
        for index, entry in enumerate(self.entries):
            if index in self.used:
                continue
            try:
                self.catch_up(entry.line)
                self.take(index, entry)
            except Broken:
                break
        else:
            self.close()
        return MatchRecord(
            "catan", 0, "", "Settlers Game Notation", self.options, self.players, self.chance, self.side.started,
            self.steps, self.state.outcome,
        )  # fmt: skip

    # --- moves ------------------------------------------------------------------------------------------------------
    def play(self, entry: Entry, seat: int, move: moves.Move, chance: Sequence[int] = ()) -> None:
        """Play a move with the outcomes of chance that the file tells."""
        try:
            RULES.play(self.state, seat, move, RecordedChance(chance))
        except GameError as error:
            raise Fault(entry.line, error.message, error.code) from None
        self.steps.append(Step("play", seat, RULES.dump_move(move), list(chance), PACE_MS * (len(self.steps) + 1)))

    def take(self, index: int, entry: Entry) -> None:
        """Replay an entry."""
        for player in _named(entry.action):
            if player > len(self.players):
                raise Fault(entry.line, f"there is no player {player} in this game")
        if self.state.phase is Phase.DISCARD and not isinstance(entry.action, Trade):
            owing = next(seat for seat, owed in enumerate(self.state.owed) if owed)
            reason = f"player {self.number(owing)} must discard {self.state.owed[owing]} cards first"
            raise Fault(entry.line, reason, "sgn/discard_missing")
        seat = self.seat(entry.player)
        match entry.action:
            case Build(kind, place):
                self.pass_to_builder(entry, seat)
                self.play(entry, seat, _BUILD[kind][place])
            case Purchase(card):
                self.pass_to_builder(entry, seat)
                self.play(entry, seat, moves.BUY_CARD, self.draw(entry, card))
            case Throw(result):
                self.pass_to_roller(entry, seat)
                one, two = self.side.dice.get(entry.line, ((result + 1) // 2, result // 2))
                self.play(entry, seat, moves.ROLL, (one - 1, two - 1))
            case Robber():
                self.move_robber(index, entry, seat)
            case Card():
                self.play_card(index, entry, seat, entry.action)
            case Trade():
                self.trade(entry, entry.action)
            case Theft():
                raise Fault(entry.line, "a card is stolen only after the robber was moved (MR)")
            case Island():
                raise Fault(entry.line, "the map is defined once")

    # --- whose turn -------------------------------------------------------------------------------------------------
    def pass_to_roller(self, entry: Entry, seat: int) -> None:
        """End the turn before, and everybody's special building, so that the seat may roll or play a card."""
        state = self.state
        if state.phase in (Phase.ACT, Phase.BUILD) and state.current != seat:
            following = (state.current + 1) % state.seats
            if seat != following:
                raise Fault(
                    entry.line, f"after player {self.number(state.current)} comes player {self.number(following)}"
                )
            while state.phase in (Phase.ACT, Phase.BUILD) and state.current != seat:
                self.play(entry, state.builder if state.phase is Phase.BUILD else state.current, moves.END_TURN)
        elif state.phase is Phase.ROBBER:
            raise Fault(entry.line, f"player {self.number(state.current)} must move the robber first")

    def pass_to_builder(self, entry: Entry, seat: int) -> None:
        """With five or six players, let those before the seat pass in the special building phase."""
        state = self.state
        if state.seats > 4 and state.phase is Phase.ACT and seat != state.current:
            self.play(entry, state.current, moves.END_TURN)
        while state.phase is Phase.BUILD and state.builder != seat:
            self.play(entry, state.builder, moves.END_TURN)

    def catch_up(self, line: int | None) -> None:
        """Do what the side file tells of before the line, or of all that is left."""
        while self.lost and (line is None or self.lost[0][0] < line) and self.state.outcome is None:
            step = self.lost.popleft()[1]
            try:
                self._pass_to(step)
                repeat(self.state, step)
            except (GameError, StopIteration, IndexError, TypeError) as error:
                raise MalformedMessage(
                    f"the side file's {step.input!r} does not fit: {error}", "sgn/side", "side"
                ) from None
            self.steps.append(replace(step, time_ms=PACE_MS * (len(self.steps) + 1)))

    def _pass_to(self, step: Step) -> None:
        """End turns before one's own end that nobody ended by himself: the clock did, with the lines of that turn."""
        if step.input not in (["end"], "build"):
            return
        for _ in range(self.state.seats):
            acting = self.state.builder if self.state.phase is Phase.BUILD else self.state.current
            if acting == step.seat or self.state.phase not in (Phase.ACT, Phase.BUILD):
                break
            RULES.play(self.state, acting, moves.END_TURN, RecordedChance(()))
            self.steps.append(Step("play", acting, ["end"], [], PACE_MS * (len(self.steps) + 1)))

    def close(self) -> None:
        """End the last turn when that ends the match: its points may have come in another's turn."""
        self.catch_up(None)
        last = self.entries[-1] if self.entries else None
        if last is None or self.state.phase not in (Phase.ACT, Phase.BUILD):
            return
        kept, steps = self.state.clone(), len(self.steps)
        following = (self.state.current + 1) % self.state.seats
        self.pass_to_roller(last, following)
        if self.state.outcome is None:
            self.state = kept
            del self.steps[steps:]

    # --- cards and the robber ---------------------------------------------------------------------------------------
    def draw(self, entry: Entry, card: int) -> list[int]:
        """Return the chance that draws a card of this kind from the stack."""
        if not self.state.deck[card]:
            raise Fault(entry.line, "all cards of this kind have been bought")
        return [sum(self.state.deck[:card])]

    def move_robber(self, index: int, entry: Entry, seat: int) -> None:
        """Move the robber after a seven, with the theft that follows."""
        if self.state.phase is not Phase.ROBBER:
            raise Fault(entry.line, "the robber is moved after a seven or a knight")
        field, victim, chance = self.robbery(index, entry, seat)
        self.play(entry, seat, moves.MoveRobber(field, victim), chance)

    def robbery(self, index: int, entry: Entry, seat: int) -> tuple[int, int | None, list[int]]:
        """Return field, victim and chance of a robber's move at the index and of the theft after it."""
        assert isinstance(entry.action, Robber)
        field, state = entry.action.field, self.state
        theft = self.entries[index + 1] if index + 1 < len(self.entries) else None
        if theft is not None and isinstance(theft.action, Theft) and theft.player == entry.player:
            self.used.add(index + 1)
            return field, self._victim(theft, field), self._card(theft)
        there = [other for other in range(state.seats) if state.around[field] >> other & 1 and other != seat]
        rich = [other for other in there if any(state.hands[other])]
        empty = [other for other in there if not any(state.hands[other])]
        if rich and not empty:
            if theft is None:
                raise Broken
            raise Fault(entry.line, f"a card must be stolen (ST) from player {self.number(rich[0])}")
        return field, state.setting.numbers[empty[0]] if empty else None, []

    def _victim(self, theft: Entry, field: int) -> int:
        assert isinstance(theft.action, Theft)
        victim = self.seat(theft.action.victim)
        if victim >= self.state.seats or not self.state.around[field] >> victim & 1:
            raise Fault(theft.line, f"player {theft.action.victim} has no building at the robber's tile")
        return self.state.setting.numbers[victim]

    def _card(self, theft: Entry) -> list[int]:
        assert isinstance(theft.action, Theft)
        hand = self.state.hands[self.seat(theft.action.victim)]
        if not hand[theft.action.resource]:
            raise Fault(theft.line, f"player {theft.action.victim} does not have this card")
        return [sum(hand[: theft.action.resource])]

    def play_card(self, index: int, entry: Entry, seat: int, action: Card) -> None:
        """Play a development card; cards may also be played before the roll, which begins the turn."""
        if action.card == VICTORY_POINT:
            if not self.state.cards[seat][VICTORY_POINT]:
                raise Fault(entry.line, "this player has no victory point card to reveal")
            return
        self.pass_to_roller(entry, seat)
        if action.card == KNIGHT:
            self.play_knight(index, entry, seat)
        elif action.card == ROAD_BUILDING:
            self.play_roads(index, entry, seat)
        elif action.card == MONOPOLY:
            self.play(entry, seat, moves.PlayMonopoly(action.resources[0]))
        elif action.card == PLENTY:
            cards = tuple(action.resources.count(kind) for kind in range(5))
            self.play(entry, seat, moves.PlayPlenty(cards))

    def play_knight(self, index: int, entry: Entry, seat: int) -> None:
        """Play a knight with the robber's move that must follow."""
        if index + 1 >= len(self.entries):
            raise Broken
        following = self.entries[index + 1]
        if not isinstance(following.action, Robber) or following.player != entry.player:
            raise Fault(following.line, "after a knight the same player moves the robber (MR)")
        self.used.add(index + 1)
        field, victim, chance = self.robbery(index + 1, following, seat)
        self.play(following, seat, moves.PlayKnight(field, victim), chance)

    def play_roads(self, index: int, entry: Entry, seat: int) -> None:
        """Play Road Building with the next one or two roads."""
        roads = self._next_roads(index, entry)
        if not roads and index + 1 < len(self.entries):
            raise Fault(entry.line, "after Road Building comes at least one road (BR)")
        places = [self.entries[one].action for one in roads]
        first, second = [action.place for action in places if isinstance(action, Build)] + [None] * (2 - len(roads))
        last = not roads or roads[-1] + 1 == len(self.entries)
        try:
            if first is None:
                raise Broken
            self.play(entry, seat, moves.PlayRoads(first, second))
        except Fault as fault:
            # The second road may have been cut off with the rest of the file.
            if second is None and last and fault.code == "card/second_road":
                raise Broken from None
            raise
        self.used.update(roads)

    def _next_roads(self, index: int, entry: Entry) -> list[int]:
        """Return where the free roads stand: at once, or (leniently) later in the same turn."""
        found: list[int] = []
        for later in range(index + 1, len(self.entries)):
            other = self.entries[later]
            if len(found) == 2 or other.player != entry.player or isinstance(other.action, Throw):
                break
            if isinstance(other.action, Build) and other.action.kind == ROAD:
                found.append(later)
            elif self.strict:
                break
        return found

    # --- trade ------------------------------------------------------------------------------------------------------
    def trade(self, entry: Entry, action: Trade) -> None:
        """Discard, trade with the bank, or offer, accept and close a trade with each other party."""
        if action.discarding:
            self.discard(entry, action)
            return
        if self.state.phase is Phase.DISCARD:
            raise Fault(entry.line, "cards must be discarded first", "sgn/discard_missing")
        seat = self.state.current
        active = self.number(seat)
        if active not in dict(action.parties):
            raise Fault(entry.line, f"it is player {active}'s turn, who takes no part in this trade")
        for party, change in action.parties:
            give, take = tuple(max(count, 0) for count in change), tuple(max(-count, 0) for count in change)
            if party == BANK:
                self.play(entry, seat, moves.TradeWithBank(give, take))
            elif party != active:
                self.trade_with(entry, seat, self.seat(party), give, take)

    def trade_with(self, entry: Entry, seat: int, partner: int, give: Cards, take: Cards) -> None:
        """Trade with another player: by the offer that the side file told of, or by one that is put in."""
        offers = [
            one.number for one in self.state.offers if (one.give, one.take) == (give, take) and partner in one.accepted
        ]
        offer = offers[0] if offers else self.state.next_offer
        if not offers:
            self.play(entry, seat, moves.OfferTrade(give, take))
            self.play(entry, partner, moves.AnswerOffer(offer))
        self.play(entry, seat, moves.CloseTrade(offer, self.state.setting.numbers[partner]))

    def discard(self, entry: Entry, action: Trade) -> None:
        """Give up cards after a seven."""
        player, change = next(party for party in action.parties if party[0] != BANK)
        seat = self.seat(player)
        if self.state.phase is not Phase.DISCARD or not self.state.owed[seat]:
            count = sum(self.state.hands[seat])
            reason = f"player {player} gives cards for nothing, but with {count} cards need not discard now"
            raise Fault(entry.line, reason, "sgn/discard_unowed")
        self.play(entry, seat, moves.Discard(tuple(-count for count in change)))
