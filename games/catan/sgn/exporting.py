"""A recorded match as a document of the notation.

Only what the notation has words for is written; yields, costs, awards, ends of turns and offers follow from the rest or
are lost (the side file keeps them). The notation names bought and stolen cards: it is for finished matches.
"""

from __future__ import annotations

from gamekit.chance import RecordedChance
from gamekit.exports import MatchRecord, Step
from games.catan.rules import events as happened
from games.catan.rules.events import Event
from games.catan.rules.material import KNIGHT, MONOPOLY, PLENTY, ROAD_BUILDING, Cards
from games.catan.rules.referee import RULES
from games.catan.rules.state import State
from games.catan.sgn.islands import island_of
from games.catan.sgn.notation import BANK, Action, Build, Card, Entry, Purchase, Robber, Theft, Throw, Trade


def export(record: MatchRecord) -> list[Entry]:
    """Return the match's messages."""
    return Scribe(record).write_all()


def repeat(state: State, step: Step) -> list[Event]:
    """Do a recorded step again."""
    chance = RecordedChance(step.chance)
    if step.kind == "control":
        return RULES.control(state, step.input, chance)
    assert step.seat is not None
    if step.kind == "play":
        return RULES.play(state, step.seat, RULES.load_move(step.input), chance)
    if step.kind == "withdraw":
        return RULES.withdraw(state, step.seat, chance)
    expected = next(one for one in RULES.expects(state) if one.seat == step.seat and one.kind == step.input)
    return RULES.expire(state, expected, chance, late=step.kind == "late")


class Scribe:
    """Replays a match and writes down what happens."""

    def __init__(self, record: MatchRecord) -> None:
        self.record = record
        self.state, _ = RULES.start(record.options, record.players, RecordedChance(record.chance))
        self.entries: list[Entry] = []
        self.dice: list[tuple[int, tuple[int, int]]] = []
        """Line and both dice of every throw."""
        self._discards: list[tuple[int, Cards]] = []
        self._partner = BANK
        self._given: Cards = ()

    def number(self, seat: int) -> int:
        """Return the player's number: 1 is the one who began."""
        return (seat - self.state.starter) % self.state.seats + 1

    def write_all(self) -> list[Entry]:
        """Replay the whole match."""
        self.begin()
        for step in self.record.steps:
            self.take(step)
        self.finish()
        return self.entries

    def begin(self) -> None:
        """Write the map and where the robber stands."""
        board = self.state.setting.board
        self.entries += [Entry(1, 1, island_of(board)), Entry(2, 1, Robber(board.robber))]

    def take(self, step: Step) -> None:
        """Replay a step and write what it says."""
        for event in repeat(self.state, step):
            self._event(event)

    def finish(self) -> None:
        """Write what still waits: discards of a match that broke off before the robber moved."""
        # The notation wants them in the order of players, whoever was quickest.
        for player, cards in sorted(self._discards):
            lost = tuple(-count for count in cards)
            self._add(player, Trade(((player, lost), (BANK, cards))))
        self._discards.clear()

    def _add(self, player: int, action: Action) -> None:
        self.entries.append(Entry(len(self.entries) + 1, player, action))

    def _event(self, event: Event) -> None:
        match event:
            case happened.Rolled(seat, dice):
                self.dice.append((len(self.entries) + 1, dice))
                self._add(self.number(seat), Throw(sum(dice)))
            case happened.Built(seat, kind, place):
                self._add(self.number(seat), Build(kind, place))
            case happened.CardBought(seat, card):
                self._add(self.number(seat), Purchase(card))
            case happened.RobberMoved(seat, field, _):
                self.finish()
                self._add(self.number(seat), Robber(field))
            case happened.KnightPlayed(seat, field, _):
                self._add(self.number(seat), Card(KNIGHT))
                self._add(self.number(seat), Robber(field))
            case happened.RoadsPlayed(seat, _, _):
                self._add(self.number(seat), Card(ROAD_BUILDING))
            case happened.MonopolyPlayed(seat, resource):
                self._add(self.number(seat), Card(MONOPOLY, (resource,)))
            case happened.PlentyPlayed(seat, cards):
                named = tuple(kind for kind in range(5) for _ in range(cards[kind]))
                self._add(self.number(seat), Card(PLENTY, named))
            case happened.Traded(_, partner, _):
                self._partner = self.number(partner)
            case happened.Paid():
                self._paid(event)
            case happened.Gained():
                self._gained(event)

    def _paid(self, event: happened.Paid) -> None:
        player = self.number(event.seat)
        if event.reason == "discard":
            self._discards.append((player, event.cards))
        elif event.reason == "steal":
            self._partner = player
        elif event.reason == "bank":
            self._partner, self._given = BANK, event.cards
        elif event.reason == "trade" and player != self._partner:
            self._given = event.cards

    def _gained(self, event: happened.Gained) -> None:
        player = self.number(event.seat)
        if event.reason == "steal":
            self._add(player, Theft(player, self._partner, event.cards.index(1)))
        elif event.reason in ("bank", "trade") and player != self._partner:
            change = tuple(got - gave for got, gave in zip(event.cards, self._given, strict=True))
            self._add(player, Trade(((player, change), (self._partner, tuple(-count for count in change)))))
