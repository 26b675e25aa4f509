"""What pages and the HTTP API do with tables; every function says no with a GameError that names the field."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from asgiref.sync import sync_to_async
from django.utils import timezone

from gamekit import registry
from gamekit.errors import Refused
from gamekit.rules import Json, Order
from spieltisch.console.audit import note
from spieltisch.lobby.presets import options_of
from spieltisch.tables import delaying
from spieltisch.tables.actor import TableActor
from spieltisch.tables.admission import may_enter, reader
from spieltisch.tables.directory import bot_claim, directory, new_token, token_hash
from spieltisch.tables.models import Invitation, Table
from spieltisch.tables.quotas import count_order

#: How long an invitation opens a private table.
INVITATION_DAYS = 7


async def open_table(
    game: str, owner: Any, *, options: Json = None, seats: int | None = None, bots: Sequence[str] = (),
    private: bool = False, name: str = "", spectator_delay: int | None = None,
    preset: str = "",
) -> dict[str, Json]:  # fmt: skip
    """Open a table for its owner (a user or guest, or None); one with only bots begins by itself."""
    kind = registry.game(game)
    if preset:
        options = {**await sync_to_async(options_of)(kind, preset), **(options or {})}
    delay = delaying.checked(spectator_delay)
    actor = await directory().open_table(
        kind, name=name, options=options, size=seats, private=private,
        owner_id=owner.pk if owner else None, bots=bots, extra={delaying.OPTION: delay} if delay else {},
    )  # fmt: skip
    return await actor.announced()


async def table_json(code: str, user: Any, session: Mapping[str, Any]) -> dict[str, Json]:
    """Return a table; Refused when there is none, or a private one that does not concern whoever asks."""
    actor = await directory().get(code)
    await _admit(actor, user, session)
    return await actor.announced()


async def tables_json(game: str | None = None, status: str | None = None) -> list[dict[str, Json]]:
    """Return the public tables in memory, newest first."""
    shown = await directory().feed.listing.tables()
    return [t for t in shown if (not game or t["game"] == game) and (not status or t["status"] == status)]


async def start_table(code: str, user: Any) -> dict[str, Json]:
    """Begin with those who sit there."""
    actor = await _owned(code, user, "start")
    await actor.start()
    return await actor.announced()


async def control_table(code: str, user: Any, order: Order) -> dict[str, Json]:
    """Pause, resume, step or abort."""
    actor = await _owned(code, user, order)
    await count_order(code, order)
    await actor.control(order)
    return await actor.announced()


async def add_bots(code: str, user: Any, bots: Sequence[str]) -> dict[str, Json]:
    """Seat bots at the free seats."""
    actor = await _owned(code, user, "add_bot")
    for bot in bots:
        await actor.sit(await bot_claim(actor.game, bot))
    await actor.settle()
    return await actor.announced()


async def seat_token(code: str, user: Any, seat: int | None = None) -> dict[str, Json]:
    """Hold a seat (or one's own) for whoever brings the token; it is shown this once and only its hash is kept."""
    actor = await _owned(code, user, "seat token")
    token, hashed = new_token()
    return {"seat": await actor.set_token(seat, hashed, user.pk), "token": token}


async def play_on(
    replay: str, step: int, user: Any, session: Mapping[str, Any], *, seat: int = 0, bots: bool = True
) -> dict[str, Json]:
    """Open a table that goes on from a step of a replay: oneself at a seat, bots (or whoever comes) at the others."""
    from spieltisch.replays.services import find_match

    match = await sync_to_async(find_match)(replay, reader(user, session))
    game = registry.game(match.game)
    size = len(match.players)
    if not 0 <= step < match.steps_count:
        raise Refused(f"the replay can be taken up at steps 0 to {match.steps_count - 1}", "replay/step", "step")
    if not 0 <= seat < size:
        raise Refused(f"the match has seats 0 to {size - 1}", "seat/unknown", "seat")
    actor = await directory().open_table(
        game, name=f"{replay} · {step}", options=match.options, size=size, private=True,
        owner_id=user.pk if user else None, extra={"play_on": {"match": replay, "step": step}},
    )  # fmt: skip
    for other in range(size) if bots else ():
        if other != seat:
            await actor.sit(await bot_claim(game, game.bots[-1].name, other))
    return await actor.announced() | {"seat": seat}


async def invite(code: str, user: Any) -> str:
    """Return a new invitation to the table; its text is the end of the link."""
    actor = await _owned(code, user, "invite")
    token = secrets.token_urlsafe(9)
    await sync_to_async(Invitation.objects.create)(
        table_id=actor.record.number,
        token_hash=token_hash(token),
        expires=timezone.now() + timedelta(days=INVITATION_DAYS),
    )
    return token


def table_of_invitation(token: str) -> Table:
    """Return the table an invitation opens; Refused when it is unknown or has expired."""
    found = Invitation.objects.filter(token_hash=token_hash(token)).select_related("table").first()
    if found is None:
        raise Refused("this invitation is not known; ask for a new link", "invitation/unknown")
    if found.expires < timezone.now():
        raise Refused("this invitation has expired; ask for a new link", "invitation/expired")
    return found.table


async def _owned(code: str, user: Any, act: str) -> TableActor:
    """Return the table to its owner or to staff, whose act is written down; Refused to all others."""
    actor = await directory().get(code)
    if user and actor.record.owner_id == user.pk:
        return actor
    if not (user and user.acts_as_staff):
        await _admit(actor, user, {})
        raise Refused("only the table's owner may do this", "table/not_owner")
    await note(user, act, f"{actor.record.game}/{code}", "API")
    return actor


async def _admit(actor: TableActor, user: Any, session: Mapping[str, Any]) -> None:
    """Refuse a private table to those whom it does not concern, as if there were none."""
    record = actor.record
    if record.private:
        # A session is read from the database when it is first looked into: not in the loop.
        admitted = sync_to_async(may_enter)
        if not await admitted(record.number, record.code, record.owner_id, user, session):
            raise Refused(f"there is no table {record.code!r}", "table/unknown", "table")
