"""What happens at the seats of a table: sitting down, rising, holding, beginning. Called behind the turnstile."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import TYPE_CHECKING

from gamekit.errors import Refused
from gamekit.reception import SeatInfo
from gamekit.rules import Json
from spieltisch.tables import storage
from spieltisch.tables.botplay import bot_kind
from spieltisch.tables.openings import goes_on
from spieltisch.tables.seating import LONGEST_NAME, Claim, SeatRecord

if TYPE_CHECKING:
    from spieltisch.tables.actor import TableActor

logger = logging.getLogger(__name__)


async def sit(actor: TableActor, claim: Claim) -> SeatRecord:
    """Give the claim a seat, or back the one that is its own already."""
    own = actor.seating.of_holder(claim.holder) or actor.seating.of_token(claim.token_hash)
    if own is not None and (claim.token_hash or claim.seat in (None, own.seat)) and _is_underway(actor):
        return await _come_back(actor, own, claim)
    if _is_underway(actor):
        raise Refused("the match has begun", "table/started")
    if actor.record.status != "open":
        raise Refused("this table is closed; open another one", "table/closed")
    left = own if not claim.token_hash else None
    seat = actor.seating.choose(claim, left)
    held = actor.seating.find(seat)
    others = _others(actor, seat, left.seat if left is not None else seat)
    record = SeatRecord(
        seat,
        (claim.name or (held.name if held else "") or f"Player {seat + 1}")[:LONGEST_NAME],
        claim.number,
        claim.kind,
        claim.bot,
        actor.game.check_seat({**(held.data if held else {}), **claim.data}, others),
        claim.ready or claim.kind != "client",
        claim.holder,
        claim.user_id if claim.user_id is not None else held.user_id if held else None,
        claim.token_hash or (held.token_hash if held else ""),
    )
    # Nothing was changed so far: whoever is refused a seat keeps the one he has.
    if left is not None:
        actor.absence.returned(left)
    if left is not None and left.seat != seat:
        actor.seating.clear(left.seat)
        await actor.around.writer.submit(storage.seat_clearer(actor.record.number, left.seat))
        record.connections = rehouse(actor, left.seat, seat)
    await _store(actor, record)
    await _disown(actor, record)
    actor.absence.expect(record)
    return record


def rehouse(actor: TableActor, seat: int, to: int | None, lobby: bool = False) -> int:
    """Let all who hear the table from a seat hear it from another, or pages as spectators; return how many they are.

    Nobody may be left at a seat that is free: he would be shown what its next owner is, and could play for him. In a
    `lobby` that lives on programs become spectators as well: their protocol says so by itself. Counted are those who
    are there to play.
    """
    hub, code = actor.around.hub, actor.record.code
    found = [listener for viewer, listener in hub.listeners(code) if viewer == seat]
    for listener in found:
        hub.leave(code, seat, listener)
        if to is not None or listener.page or lobby:
            hub.join(code, to, listener)
        if listener.page or not lobby:
            listener.seat_moved(to)
    return sum(not listener.looks_on for listener in found)


async def _disown(actor: TableActor, sitting: SeatRecord) -> None:
    """Take from somebody who sits down what he could see of the clients he gave tokens to: now they are opponents."""
    if sitting.kind != "person" or sitting.user_id is None:
        return
    for other in actor.seating.all():
        if other.seat != sitting.seat and other.kind in ("held", "client") and other.user_id == sitting.user_id:
            other.user_id = None
            await actor.around.writer.submit(storage.seat_writer(actor.record.number, other))


async def _come_back(actor: TableActor, own: SeatRecord, claim: Claim) -> SeatRecord:
    if own.holder != claim.holder:
        own.holder = claim.holder
        if claim.user_id is not None:
            # A program says nothing of accounts: its seat stays that of the one who has moved to it.
            own.user_id = claim.user_id
        if own.kind == "held":
            own.kind = claim.kind
        await actor.around.writer.submit(storage.seat_writer(actor.record.number, own))
    return own


def own_seat(actor: TableActor, seat: int, holder: str) -> int:
    """Return the seat by now of somebody who sat at that one when he asked; Refused when it is his no longer."""
    now = actor.seating.seat_of(seat, holder, _is_underway(actor))
    if now is None:
        raise Refused("this seat is yours no longer", "seat/lost", "seat")
    return now


async def unseat(actor: TableActor, seat: int) -> None:
    """Free somebody's seat before the match begins."""
    if _is_underway(actor):
        # Begun perhaps while this waited for its turn: whoever sits there must not lose the match by it.
        raise Refused("the match has begun", "table/started")
    await rise(actor, seat)


async def rise(actor: TableActor, seat: int, command: str = "", holder: str = "") -> None:
    """Free the seat, of its holder if one is given; a player of a running match withdraws from it."""
    seat = own_seat(actor, seat, holder)
    record = actor.seating.get(seat)
    if _is_underway(actor):
        match = actor.running()
        if match.outcome() is None:
            await actor.perform("withdraw", seat, None, command)
        record.holder = ""
        await actor.around.writer.submit(storage.seat_writer(actor.record.number, record))
        return
    await _free(actor, record)
    actor.tell_table_changed()


async def _free(actor: TableActor, record: SeatRecord, lobby: bool = False) -> None:
    actor.seating.clear(record.seat)
    rehouse(actor, record.seat, None, lobby)
    await actor.around.writer.submit(storage.seat_clearer(actor.record.number, record.seat))
    actor.absence.returned(record)


async def update(
    actor: TableActor, seat: int, name: str | None, data: Mapping[str, Json] | None, ready: bool | None, holder: str
) -> SeatRecord:
    """Change name, data or readiness before the match begins, which may then begin."""
    if _is_underway(actor):
        raise Refused("the match has begun", "table/started")
    seat = own_seat(actor, seat, holder)
    record = actor.seating.get(seat)
    if data is not None:
        record.data = actor.game.check_seat({**record.data, **data}, _others(actor, seat))
    if name is not None:
        record.name = name[:LONGEST_NAME]
    if ready is not None:
        record.ready = ready
    await _store(actor, record)
    return record


async def set_token(actor: TableActor, seat: int | None, token_hash: str, user_id: int | None) -> int:
    """Let a token open a seat: a free one is held for it, one's own can be taken over with it."""
    if seat is None:
        # Asked again, it is the same seat.
        held = actor.seating.of_token(token_hash)
        seat = held.seat if held is not None else actor.seating.choose(Claim("", "held", "", 0))
    if not 0 <= seat < actor.record.size:
        raise Refused(f"this table has seats 0 to {actor.record.size - 1}", "seat/unknown", "seat")
    record = actor.seating.find(seat)
    if record is None:
        if _is_underway(actor):
            raise Refused("the match has begun", "table/started")
        record = SeatRecord(seat, f"Player {seat + 1}", 0, "held")
    if record.kind == "bot":
        raise Refused(f"a bot sits at seat {seat + 1}", "seat/taken", "seat")
    if record.kind != "held" and (user_id is None or record.user_id != user_id):
        # Who runs a table must not get at the seats of those who play there.
        raise Refused(f"somebody sits at seat {seat + 1}", "seat/taken", "seat")
    record.token_hash = token_hash
    if record.kind == "held":
        # Whoever asked for the token owns the client that brings it: he may see what goes over its wire, unless he
        # plays against it.
        sits = any(other.kind == "person" and other.user_id == user_id for other in actor.seating.all())
        record.user_id = None if sits else user_id
    await _store(actor, record)
    return seat


async def release(actor: TableActor, token_hash: str) -> None:
    """Free the seat that a token holds; one that is taken already stays so."""
    record = actor.seating.of_token(token_hash)
    if record is not None and record.kind == "held":
        actor.seating.clear(record.seat)
        await actor.around.writer.submit(storage.seat_clearer(actor.record.number, record.seat))
        actor.tell_table_changed()


async def move(actor: TableActor, seat: int, to: int) -> None:
    """Move somebody to a free seat before the match."""
    record = actor.seating.get(seat)
    if _is_underway(actor):
        raise Refused("the match has begun", "table/started")
    if not 0 <= to < actor.record.size or actor.seating.find(to) is not None:
        raise Refused(f"seat {to + 1} is not free", "seat/taken", "to")
    actor.seating.clear(seat)
    record.seat = to
    actor.seating.place(record)
    actor.absence.moved({seat: to})
    await actor.around.writer.submit(storage.seats_rewriter(actor.record.number, actor.seating.all()))
    rehouse(actor, seat, to)
    actor.tell_table_changed()


async def stand_in(actor: TableActor, seat: int, bot: str, holder: str) -> None:
    """Let a bot play for somebody; "" gives the seat back to its owner."""
    record = actor.seating.get(own_seat(actor, seat, holder))
    if record.kind == "bot":
        raise Refused("a bot sits there already", "seat/bot", "seat")
    if bot:
        bot_kind(actor.game, bot)
    await set_stand_in(actor, record, bot, stepped_out=bool(bot))


async def set_stand_in(actor: TableActor, record: SeatRecord, bot: str, *, stepped_out: bool = False) -> None:
    """Let a bot play the seat, or nobody but its owner; kept, so that the next process goes on with it."""
    record.stand_in, record.stepped_out = bot, stepped_out
    await actor.around.writer.submit(storage.seat_writer(actor.record.number, record))
    actor.tell_table_changed()
    actor.bots.wake()


async def start(actor: TableActor) -> None:
    """Begin with those who sit there, if they are enough."""
    if _is_underway(actor):
        raise Refused("the match has begun", "table/started")
    if actor.around.draining():
        raise Refused("the server is about to be restarted: no new matches begin", "server/draining")
    # A match that goes on has as many players as it began with.
    smallest = actor.record.size if goes_on(actor.record) else actor.game.seats[0]
    if len(actor.seating.taken()) < smallest:
        raise Refused(f"{actor.game.title} needs at least {smallest} players", "table/too_few")
    await actor.begin()


async def rematch(actor: TableActor) -> None:
    """Begin another match with the same seats, once the last one is over and all whom we cut off are back."""
    if actor.match is None or actor.match.outcome() is None:
        raise Refused("the match is not over yet", "table/running")
    for record in actor.seating.all():
        if record.kind != "bot" and not record.connections and not actor.absence.expects_back(record):
            await _free(actor, record)
    await reopen(actor)
    await begin_if_ready(actor)


async def reopen(actor: TableActor) -> None:
    """Make the table ready for its next match."""
    actor.match = None
    actor.record.match_code = ""
    actor.record.status = "open"
    await actor.around.writer.submit(storage.status_writer(actor.record))
    actor.tell_table_changed()


async def close(actor: TableActor) -> None:
    """Close a table that does not play."""
    if actor.match is None:
        actor.record.status = "aborted"
        await actor.around.writer.submit(storage.status_writer(actor.record))
    actor.tell_pages("table/notice", {"text": "This table was closed.", "level": "warning"})
    actor.tell_table_changed()


async def after_match(actor: TableActor) -> None:
    """Do what the table's kind asks for: a lobby that lives on is cleared for the next two, a demo begins again."""
    logger.info("table %s: match %s is over", actor.record.code, actor.record.replay)
    if actor.record.extra.get("reopen"):
        for record in actor.seating.all():
            await _free(actor, record, lobby=True)
        await reopen(actor)
    elif actor.record.demo:
        actor.absence.begin_again()


async def begin_if_ready(actor: TableActor) -> None:
    """Begin as soon as the table's rule for it is met.

    Not part of sitting down: whoever sat down is first told so in the words of his protocol, then the match opens.
    """
    if _is_underway(actor) or actor.record.status != "open" or actor.around.draining() or actor.absence.awaited:
        return
    infos = [record.info() for record in actor.seating.taken()]
    full = len(infos) == actor.record.size
    enough = len(infos) >= actor.game.seats[0]
    if enough and (actor.record.house or full) and actor.game.ready(infos, actor.record.size):
        await actor.begin()


async def _store(actor: TableActor, record: SeatRecord) -> None:
    before = actor.seating.find(record.seat)
    if before is not None:
        record.connections = max(record.connections, before.connections)
    actor.seating.place(record)
    await actor.around.writer.submit(storage.seat_writer(actor.record.number, record))
    actor.tell_table_changed()


def _others(actor: TableActor, *but: int) -> list[SeatInfo]:
    return [record.info() for record in actor.seating.taken() if record.seat not in but]


def _is_underway(actor: TableActor) -> bool:
    return actor.match is not None
