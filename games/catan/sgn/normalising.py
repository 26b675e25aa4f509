"""A document in the form in which we would write it ourselves: same game, fixed orders."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from games.catan.rules.material import VICTORY_POINT
from games.catan.sgn.islands import first_desert, normal_island
from games.catan.sgn.notation import BANK, Card, Entry, Island, Robber, Throw, Trade
from games.catan.sgn.writing import write


def normalised(entries: Sequence[Entry]) -> bytes:
    """Return the file that says the same in normal form."""
    return write(_ordered(_placed(entries)))


def _placed(entries: Sequence[Entry]) -> Iterator[Entry]:
    """Put the map in order and see that the robber's first field is named."""
    island = entries[0].action
    assert isinstance(island, Island)
    yield Entry(entries[0].line, 1, normal_island(island))
    rest = list(entries[1:])
    if not (rest and isinstance(rest[0].action, Robber)):
        rest.insert(0, Entry(entries[0].line, 1, Robber(first_desert(island))))
    rest[0] = Entry(rest[0].line, 1, rest[0].action)
    yield from rest


def _ordered(entries: Iterable[Entry]) -> Iterator[Entry]:
    active = 1
    discards: list[Entry] = []
    for entry in entries:
        if isinstance(entry.action, Trade) and entry.action.discarding:
            discards.append(_discard(entry))
            continue
        yield from sorted(discards, key=lambda one: one.player)
        discards.clear()
        if isinstance(entry.action, Throw):
            active = entry.player
        if not (isinstance(entry.action, Card) and entry.action.card == VICTORY_POINT):
            yield _trade(entry, active) if isinstance(entry.action, Trade) else entry
    yield from sorted(discards, key=lambda one: one.player)


def _discard(entry: Entry) -> Entry:
    assert isinstance(entry.action, Trade)
    parties = sorted(entry.action.parties, key=lambda party: party[0] == BANK)
    return Entry(entry.line, parties[0][0], Trade(tuple(parties)))


def _trade(entry: Entry, active: int) -> Entry:
    """Let the active player act and stand first, the bank last."""
    assert isinstance(entry.action, Trade)
    order = sorted(entry.action.parties, key=lambda party: (party[0] != active, party[0] == BANK, party[0]))
    return Entry(entry.line, active, Trade(tuple(order)))
