"""The staff's view of tables, matches and their log, with what staff may do to a running table."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from asgiref.sync import async_to_sync
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest

from gamekit.errors import GameError
from gamekit.rules import Order
from spieltisch.console.administration import NotedAdmin
from spieltisch.console.audit import note, note_look, note_now
from spieltisch.replays.services import verify
from spieltisch.tables.models import ChatLine, Invitation, Match, MatchPlayer, ProtocolLogin, Seat, Table

Action = Callable[[Any, HttpRequest, "QuerySet[Table]"], None]


def _order(order: Order, title: str) -> Action:
    """Return an admin action that gives the order to every chosen table."""

    @admin.action(description=title)
    def act(modeladmin: Any, request: HttpRequest, tables: QuerySet[Table]) -> None:
        for table in tables:
            _try(request, table, _control, table.code, order)

    act.__name__ = f"{order}_tables"
    return act


async def _control(code: str, order: Order) -> None:
    from spieltisch.tables.directory import directory

    await (await directory().get(code)).control(order)


async def _rise(code: str, seat: int) -> None:
    from spieltisch.tables.directory import directory

    await (await directory().get(code)).rise(seat)


async def _announce(code: str, text: str) -> None:
    from spieltisch.tables.directory import directory

    (await directory().get(code)).tell_pages("table/notice", {"text": text, "level": "info"})


async def _close(code: str) -> None:
    from spieltisch.tables.directory import directory

    actor = await directory().get(code)
    if actor.playing:
        await actor.control("abort")
    else:
        await actor.close_for_good()


def _try(request: HttpRequest, thing: object, work: Callable[..., Coroutine[Any, Any, None]], *given: Any) -> None:
    try:
        async_to_sync(work)(*given)
        async_to_sync(note)(request.user, work.__name__.strip("_"), str(thing), " ".join(map(str, given[1:])))
    except GameError as error:
        messages.error(request, f"{thing}: {error.message}")
    else:
        messages.success(request, f"{thing}: done")


@admin.action(description="Close (a running match is aborted)")
def close_tables(modeladmin: Any, request: HttpRequest, tables: QuerySet[Table]) -> None:
    """Close tables."""
    for table in tables:
        _try(request, table, _close, table.code)


@admin.action(description="Announce: the server will be restarted soon")
def announce_restart(modeladmin: Any, request: HttpRequest, tables: QuerySet[Table]) -> None:
    """Tell the tables of a restart."""
    text = "The server will be restarted soon. Your match goes on afterwards where it is now."
    for table in tables:
        _try(request, table, _announce, table.code, text)


class SeatInline(admin.TabularInline[Seat, Table]):
    """The seats of a table."""

    model = Seat
    extra = 0
    fields = readonly_fields = ("seat", "name", "kind", "bot", "user", "ready")
    can_delete = False


@admin.register(Table)
class TableAdmin(NotedAdmin[Table]):
    """Tables, with orders for those that run."""

    list_display = ("code", "game", "name", "status", "size", "owner", "house", "private", "created")
    list_filter = ("game", "status", "house", "private", "demo")
    search_fields = ("code", "name", "seats__name")
    readonly_fields = ("code", "game", "status", "size", "options", "created", "changed", "host")
    inlines = (SeatInline,)
    actions = (
        _order("pause", "Pause"), _order("resume", "Resume"), _order("abort", "Abort"), close_tables, announce_restart,
    )  # fmt: skip


@admin.register(Seat)
class SeatAdmin(NotedAdmin[Seat]):
    """Who sits where, and the way to kick."""

    list_display = ("table", "seat", "name", "kind", "user", "bot")
    list_filter = ("kind", "table__game", "table__status")
    search_fields = ("name", "table__code")
    exclude = ("token_hash",)
    actions = ("kick",)

    @admin.action(description="Kick from the table")
    def kick(self, request: HttpRequest, seats: QuerySet[Seat]) -> None:
        """Take the seat away; in a running match that is to withdraw."""
        for seat in seats.select_related("table"):
            _try(request, seat, _rise, seat.table.code, seat.seat)


class PlayerInline(admin.TabularInline[MatchPlayer, Match]):
    """Who played."""

    model = MatchPlayer
    extra = 0
    fields = readonly_fields = ("seat", "name", "user", "score", "won")
    can_delete = False


@admin.register(Match)
class MatchAdmin(NotedAdmin[Match]):
    """Matches and replays."""

    list_display = ("code", "game", "name", "status", "steps_count", "verified", "imported", "started", "finished")
    list_filter = ("game", "status", "verified", "imported")
    search_fields = ("code", "name", "played_by__name")
    readonly_fields = tuple(field.name for field in Match._meta.fields if field.name not in ("name", "private"))
    inlines = (PlayerInline,)
    actions = ("verify_replays",)

    def get_fields(self, request: HttpRequest, obj: Match | None = None) -> Any:
        """Leave out what is still to come: chance holds the stacks and the dealt hands in their order."""
        fields = super().get_fields(request, obj)
        if obj is None or obj.status != Match.Status.RUNNING:
            return fields
        note_look(request.user, "look", str(obj))
        return [name for name in fields if name != "chance"]

    @admin.action(description="Verify by playing again")
    def verify_replays(self, request: HttpRequest, matches: QuerySet[Match]) -> None:
        """Play the chosen matches again and say whether they fit."""
        for match in matches.exclude(status=Match.Status.RUNNING):
            note_now(request.user, "verify", str(match))
            if verify(match.code):
                messages.success(request, f"{match}: verified")
            else:
                messages.error(request, f"{match}: does not verify")


@admin.register(ChatLine)
class ChatLineAdmin(NotedAdmin[ChatLine]):
    """What was said; removed lines are no longer shown."""

    list_display = ("time", "table", "name", "text", "reports", "removed")
    list_filter = ("removed", "table__game")
    ordering = ("-reports", "-pk")
    list_editable = ("removed",)
    search_fields = ("text", "name")


@admin.register(Invitation)
class InvitationAdmin(NotedAdmin[Invitation]):
    """Invitations; deleting one revokes it."""

    list_display = ("table", "expires")
    exclude = ("token_hash",)


@admin.register(ProtocolLogin)
class ProtocolLoginAdmin(NotedAdmin[ProtocolLogin]):
    """Names registered by a game's own login; deleting one frees the name."""

    list_display = ("game", "name")
    list_filter = ("game",)
    search_fields = ("name",)
    exclude = ("password",)
