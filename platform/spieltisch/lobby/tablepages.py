"""The table page: the one frame for all games."""

from __future__ import annotations

from typing import Any

from asgiref.sync import async_to_sync
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_POST

from gamekit import registry
from gamekit.errors import GameError, Refused
from gamekit.game import Game
from spieltisch.accounts.names import suggest_name
from spieltisch.accounts.views import visitor
from spieltisch.lobby import services
from spieltisch.lobby.gametexts import say
from spieltisch.lobby.selectors import title_of
from spieltisch.lobby.standing import announced_status
from spieltisch.lobby.templatetags.tabletop import board_asset, emblem
from spieltisch.refusals import limited, too_many_for_script
from spieltisch.tables.admission import INVITED, accepted, may_enter
from spieltisch.tables.models import Table


def table(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Show a table: to play, to watch, or (embed) to frame elsewhere."""
    played = registry.games().get(slug)
    found = Table.objects.filter(game=slug, code=code).first() if played else None
    if played is None or found is None:
        return gone(
            request,
            played,
            _("There is no such table"),
            _("It was closed, or the address is not complete."),
            _("Ask for a new link, or open a table of your own."),
        )
    if token := request.GET.get("invite"):
        return accept(request, played, found, token)
    if not may_see(request, found):
        return gone(
            request,
            played,
            _("This table is private"),
            _("Only those who were invited can see it, and your link is not an invitation."),
            _("Ask the one who invited you for the whole link."),
            403,
        )
    if request.GET.get("embed"):
        return embedded(request, played, found)
    context = {
        "game": played,
        "table": found,
        "title": title_of(found),
        "status": announced_status(found),
        "suggested_name": suggest_name(),
        "config": table_config(request, played, found),
    }
    return render(request, "lobby/table.html", context)


@xframe_options_exempt
def embedded(request: HttpRequest, played: Game, found: Table) -> HttpResponse:
    """Show only the board, for other people's pages; private tables are not shown there."""
    if found.private:
        return gone(request, played, _("This table is private"), _("It cannot be shown on other pages."), "", 403)
    config = {"game": played.slug, "assets": assets_of(played.slug), "socket": f"/ws/{played.slug}/{found.code}/"}
    context = {"game": played, "table": found, "title": title_of(found), "config": config}
    return render(request, "lobby/embed.html", context)


def accept(request: HttpRequest, played: Game, found: Table, token: str) -> HttpResponse:
    """Remember an invitation and show the table under its plain address."""
    try:
        invited = services.table_of_invitation(token) == found
    except Refused:
        invited = False
    if not invited:
        return gone(
            request,
            played,
            _("This invitation does not work any more"),
            _("It has expired, or the link is not complete."),
            _("Ask the one who invited you for a new link."),
            410,
        )
    request.session[INVITED] = {**request.session.get(INVITED, {}), found.code: token}
    return redirect("lobby:table", played.slug, found.code)


@require_POST
@limited("tokens", refuse=too_many_for_script)
def invite(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Return a link that opens a private table: a new one for its owner, their own for those invited."""
    found = get_object_or_404(Table, game=slug, code=code)
    token = accepted(found.pk, code, request.session)
    if not token:
        try:
            token = async_to_sync(services.invite)(code, visitor(request))
        except GameError as error:
            return JsonResponse(
                {"error": {"code": error.code, "message": error.message, "field": error.field}}, status=403
            )
    address = reverse("lobby:table", args=[slug, found.code])
    return JsonResponse({"link": request.build_absolute_uri(f"{address}?invite={token}")})


def may_see(request: HttpRequest, found: Table) -> bool:
    """Return True for public tables, and for those whom a private one concerns."""
    return not found.private or may_enter(found.pk, found.code, found.owner_id, visitor(request), request.session)


def table_config(request: HttpRequest, played: Game, found: Table) -> dict[str, Any]:
    """Return what the page's script needs to know."""
    return {
        "game": played.slug,
        "code": found.code,
        "socket": f"/ws/{played.slug}/{found.code}/",
        "invite": reverse("lobby:invite", args=[played.slug, found.code]) if found.private else "",
        "seats": f"/api/tables/{found.code}/seats",
        "connect": reverse("lobby:connect", args=[played.slug]),
        "assets": assets_of(played.slug),
        "smallest": played.seats[0],
        "bots": [{"name": bot.name, "title": say(played, bot.title)} for bot in played.bots],
        "replays": reverse("replays:viewer", args=["REPLAY"]),
        "person": request.user.is_authenticated,
    }


def assets_of(slug: str) -> dict[str, str]:
    """Return the addresses of a game's board."""
    return {
        "board": board_asset(slug, "board.js"),
        "style": board_asset(slug, "board.css"),
        "texts": board_asset(slug, "de.json"),
        "emblem": emblem(slug),
    }


def gone(
    request: HttpRequest, played: Game | None, heading: str, reason: str, advice: str, status: int = 404
) -> HttpResponse:
    """Say what is wrong with a link to a table and what to do next."""
    context = {"game": played, "heading": heading, "reason": reason, "advice": advice}
    return render(request, "lobby/gone.html", context, status=status)
