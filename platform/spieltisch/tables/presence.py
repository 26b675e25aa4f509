"""The programs that are connected to this process, by game, and the one that holds each key (a login's name)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spieltisch.tables.wire import Prepared

if TYPE_CHECKING:
    from spieltisch.tables.protocol import ProtocolConnection

_present: dict[str, dict[ProtocolConnection, None]] = {}
_claimed: dict[tuple[str, str], ProtocolConnection] = {}


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


def claim(game: str, key: str, by: ProtocolConnection) -> bool:
    """Let this connection be the only one here with the key; return whether another had it."""
    had = take_away(game, key, by)
    _claimed[game, key] = by
    return had


def take_away(game: str, key: str, by: ProtocolConnection | None = None) -> bool:
    """Tell whoever holds the key, unless it is this connection, that it is another's now; return whether one did."""
    before = _claimed.get((game, key))
    if before is None or before is by:
        return False
    del _claimed[game, key]
    before.replaced()
    return True


def give_back(game: str, key: str, by: ProtocolConnection) -> None:
    """Free the key if it is this connection's."""
    if _claimed.get((game, key)) is by:
        del _claimed[game, key]
