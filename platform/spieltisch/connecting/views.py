"""Pages for authors of programs: where to connect and what to say, a seat to try it, and the game's document."""

from __future__ import annotations

from typing import Any

from asgiref.sync import async_to_sync
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from gamekit.dialect import Endpoint, LineEndpoint, XmlEndpoint
from gamekit.errors import GameError
from gamekit.game import Game
from spieltisch.accounts.models import User
from spieltisch.connecting.documents import dialogue, readme
from spieltisch.doors import shown_port
from spieltisch.lobby import services
from spieltisch.lobby.gametexts import refusal
from spieltisch.lobby.templatetags.tabletop import board_asset
from spieltisch.lobby.views import find_game, person_of
from spieltisch.refusals import limited

#: The languages of starter clients, where a game has them beside its board, and how they are run.
STARTERS = (("Python", "starter.py", "python3 starter.py"), ("Java", "starter/Starter.java", "java Starter.java"))
#: Where the session keeps a new seat until it was shown, once.
SEAT = "connect-seat"


def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Tell authors of programs where to connect and what to say first."""
    played = find_game(slug)
    host = request.get_host()
    name = host.rsplit(":", 1)[0]
    seat = request.session.pop(SEAT, None)
    if seat is not None and seat["game"] != slug:
        seat = None
    arguments = played.starter_arguments(seat["table"], seat["token"]) if seat else ()
    doors = [door(played, endpoint, name) for endpoint in played.endpoints]
    context = {
        "game": played,
        "host": name,
        "doors": doors,
        "socket": f"{'wss' if request.is_secure() else 'ws'}://{host}/ws/{slug}/",
        "base": f"{request.scheme}://{host}",
        "strongest": played.bots[-1].name,
        "starters": starters(slug, " ".join((name, str(doors[0]["port"]), *arguments))),
        "seat": seat,
    }
    return render(request, "connecting/page.html", context)


def protocol(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the game's document: rules, messages, sequences and errors."""
    played = find_game(slug)
    document = readme(slug)
    if not document.html:
        raise Http404(f"{played.title} has no document")
    contents = [section for section in document.sections if section.level in (2, 3)]
    return render(request, "connecting/protocol.html", {"game": played, "document": document, "contents": contents})


@require_POST
@limited("tables")
def seat(request: HttpRequest, slug: str) -> HttpResponse:
    """Open a table with bots and a seat for the asker's program; its token is shown once."""
    played = find_game(slug)
    try:
        request.session[SEAT] = async_to_sync(_held)(played, person_of(request))
    except GameError as error:
        messages.error(request, refusal(error, played))
    else:
        messages.success(request, _("A seat is kept for your program."))
    return redirect(reverse("lobby:connect", args=[slug]) + "#seat")


async def _held(played: Game, person: User) -> dict[str, Any]:
    size = played.default_seats
    bots = [played.bots[0].name] * (size - 1)
    table = await services.open_table(played.slug, person, seats=size, bots=bots)
    held = await services.seat_token(table["id"], person)
    return {"game": played.slug, "table": table["id"], "url": table["url"], "token": held["token"]}


def starters(slug: str, arguments: str) -> list[dict[str, str]]:
    """Return the first programs a game brings for client authors, in the languages it has them."""
    found = ((language, path, command, board_asset(slug, path)) for language, path, command in STARTERS)
    return [
        {
            "language": language,
            "name": path.rsplit("/", 1)[-1],
            "address": address,
            "command": f"{command} {arguments}",
        }
        for language, path, command, address in found
        if address
    ]


def door(played: Game, endpoint: Endpoint, host: str) -> dict[str, Any]:
    """Return what the Connect page tells about an endpoint."""
    port = shown_port(endpoint)
    plain = isinstance(endpoint, (LineEndpoint, XmlEndpoint))
    kind = "TCP, JSON" if isinstance(endpoint, LineEndpoint) else "TCP, XML" if plain else "WebSocket"
    return {
        "name": endpoint.name,
        "kind": kind,
        "port": port,
        "environment": endpoint.environment,
        "lines": played.connect.get(endpoint.name, ()),
        "dialogue": dialogue(played.slug, endpoint.name),
        "try_it": f"nc {host} {port}" if plain else f"websocat ws://{host}:{port}/",
    }
