"""What happens to a table that another process has written to: it is that one's, and whoever asked us asks there."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any, TypeVar

from gamekit.errors import Unavailable
from spieltisch.tables.log import FencedOff
from spieltisch.tables.reloading import reload

if TYPE_CHECKING:
    from spieltisch.tables.actor import TableActor

T = TypeVar("T")


async def fenced(actor: TableActor, work: Coroutine[Any, Any, T]) -> T:
    """Do the work behind a table's turnstile; Unavailable when log or database say that the table is not ours."""
    try:
        if actor.astray:
            # The log could not be read when it had to be: nothing may be built on what memory has.
            await reload(actor)
        return await work
    except FencedOff:
        actor.around.fenced(actor)
        raise Unavailable("the table has moved to another server process; try again", "table/moved") from None
