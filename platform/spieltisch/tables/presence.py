"""The programs that are connected to this process, by game, and the one that holds each key (a login's name)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from spieltisch.tables.wire import Prepared

if TYPE_CHECKING:
    from spieltisch.tables.protocol import ProtocolConnection

#: Tells which of two claims is the later one, in all processes: a time, and the process' name should it be the same.
Ticket = tuple[float, str]
#: What became of somebody's claim to a key that another wants: there was none, it is gone, or it is the later one.
Fate = Literal["none", "gone", "kept"]

_present: dict[str, dict[ProtocolConnection, None]] = {}
_claimed: dict[tuple[str, str], tuple[ProtocolConnection, Ticket]] = {}


def come(game: str, connection: ProtocolConnection) -> None:
    """Take note of a connection."""
    _present.setdefault(game, {})[connection] = None


def go(game: str, connection: ProtocolConnection) -> None:
    """Forget it."""
    _present.get(game, {}).pop(connection, None)


def tell(game: str, message: Prepared, but: ProtocolConnection | None = None) -> None:
    """Write to every program that plays this game here."""
    for other in list(_present.get(game, ())):
        if other is not but and not other.closing:
            other.outlet.write(message)


def claim(game: str, key: str, by: ProtocolConnection, ticket: Ticket) -> bool:
    """Let this connection be the only one here with the key; return whether another had it.

    One that claimed later, though it was quicker, keeps it: then this one is replaced.
    """
    fate = take_away(game, key, ticket, by)
    if fate == "kept":
        by.replaced()
    else:
        _claimed[game, key] = by, ticket
    return fate == "gone"


def take_away(game: str, key: str, ticket: Ticket, by: ProtocolConnection | None = None) -> Fate:
    """Tell whoever holds the key, unless it is this connection, that it is another's now; a later claim stays."""
    before, since = _claimed.get((game, key), (None, ticket))
    if before is None or before is by:
        return "none"
    if since > ticket:
        return "kept"
    del _claimed[game, key]
    before.replaced()
    return "gone"


def give_back(game: str, key: str, by: ProtocolConnection) -> None:
    """Free the key if it is this connection's."""
    if _claimed.get((game, key), (None,))[0] is by:
        del _claimed[game, key]
