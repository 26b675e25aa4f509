"""What may be done at tables only so often, whichever door it comes by: to begin matches again, to order them about."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from gamekit.errors import Refused
from gamekit.rules import Order
from spieltisch import ratelimits

if TYPE_CHECKING:
    from spieltisch.tables.actor import TableActor


async def count_match(*callers: str) -> None:
    """Count a match like a table, for it keeps as much; Refused when there are too many."""
    await _count("tables", "tables", "table/too_many", *callers)


async def count_return(actor: TableActor, *callers: str) -> None:
    """Count a match that somebody makes by sitting down again in a lobby that lives on."""
    if actor.record.extra.get("reopen") and actor.record.matches and actor.record.status == "open":
        await count_match(*callers)


async def count_order(table: str, order: Order) -> None:
    """Count an order to a table's match, whoever gives it, for each is a step of the log; Refused when there are too
    many. To break it off is never refused."""
    if order != "abort":
        await _count("controls", "orders", "control/too_many", f"table:{table}")


async def _count(limit: str, what: str, code: str, *callers: str) -> None:
    if wait := await ratelimits.take_async(limit, *callers):
        raise Refused(f"too many {what}; try again in {math.ceil(wait)} s", code, retry_after=wait)
