"""Talk at a table: limited in length and pace, kept with the table, told to pages and to protocol clients."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.db.models import F, Q, QuerySet
from django.utils import timezone

from gamekit import container
from gamekit.errors import MalformedMessage, Refused
from gamekit.rules import Json
from spieltisch import ratelimits
from spieltisch.tables.livematch import TableMessage
from spieltisch.tables.models import ChatLine

if TYPE_CHECKING:
    from spieltisch.tables.actor import TableActor

LONGEST = 500
#: Lines shown to those who come.
RECENT = 50


async def take_turn(caller: str) -> None:
    """Count a line of somebody, whatever page or process it comes through; Refused when it is too soon."""
    if await ratelimits.take_async("chat", caller):
        raise Refused("you are writing too fast; wait a moment", "chat/too_fast", "text")


async def relay(actor: TableActor, text: str, name: str, seat: int | None, caller: str, *, spectators: bool) -> None:
    """Show on the pages what a program said in its protocol; one that talks without end is not shown all the time."""
    if not await ratelimits.take_async("chat", caller):
        await tell(actor, text, name, seat, spectators=spectators)


async def say(actor: TableActor, text: Any, name: str, seat: int | None, user: Any, caller: str) -> None:
    """Store what a page says and tell it to everybody at the table."""
    if not isinstance(text, str) or not text.strip():
        raise MalformedMessage("say something", "chat/empty", "text")
    if len(text) > LONGEST:
        raise MalformedMessage(f"at most {LONGEST} characters, not {len(text)}", "chat/too_long", "text")
    await take_turn(caller)
    record = actor.seating.find(seat)
    await tell(actor, text.strip(), record.name if record else name, seat, user.pk if user else None)
    if actor.game.write_chat is not None:
        number = record.number if record else 0
        kind, payload = actor.game.write_chat(record.name if record else name, seat, number, text.strip())
        message = TableMessage(kind, payload, container.timestamp())
        # As the protocols have it: players speak to all, spectators to spectators.
        only = None if seat is not None else (None,)
        actor.tell(message, pages=False, only=only)


async def tell(
    actor: TableActor, text: str, name: str, seat: int | None, user_id: int | None = None, *, spectators: bool = False
) -> None:
    """Store a line and show it on every page of the table, or on those of spectators alone."""
    line = ChatLine(table_id=actor.record.number, user_id=user_id, name=name[:80], seat=seat, text=text[:LONGEST])
    if spectators:
        # Said among spectators: not kept, because those who come later may be players.
        line.time = timezone.now()
        message = TableMessage("table/chat", shown(line), container.timestamp())
        actor.tell(message, protocol=False, only=(None,))
        return
    await actor.around.writer.submit(line.save)
    actor.tell_pages("table/chat", shown(line))


async def report(actor: TableActor, number: Any) -> None:
    """Ask staff to look at a line."""
    found = _found(actor, number)
    await actor.around.writer.submit(lambda: found.update(reports=F("reports") + 1))


async def remove(actor: TableActor, number: Any) -> None:
    """Take a line away from everybody."""
    found = _found(actor, number)
    await actor.around.writer.submit(lambda: found.update(removed=True))
    actor.tell_pages("table/chat_removed", {"id": number})


def _found(actor: TableActor, number: Any) -> QuerySet[ChatLine]:
    if not isinstance(number, int) or isinstance(number, bool):
        raise MalformedMessage("id must be the number of a line", "chat/id", "id")
    return ChatLine.objects.filter(table_id=actor.record.number, pk=number)


def shown(line: ChatLine) -> dict[str, Json]:
    """Return a line as pages show it."""
    time = line.time.isoformat(timespec="seconds")
    return {"id": line.pk, "name": line.name, "seat": line.seat, "text": line.text, "time": time}


def recent(table_id: int, hidden: float = 0) -> list[dict[str, Json]]:
    """Return the last lines, oldest first; without what players said in the last `hidden` seconds."""
    found = ChatLine.objects.filter(table_id=table_id, removed=False)
    if hidden:
        found = found.filter(Q(seat=None) | Q(time__lt=timezone.now() - timedelta(seconds=hidden)))
    return [shown(line) for line in reversed(found.order_by("-pk")[:RECENT])]
