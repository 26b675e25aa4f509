"""Pages of the lobby: home, a game's lobby, opening a table, and quick play."""

from __future__ import annotations

from typing import Any

from asgiref.sync import async_to_sync
from django.conf import settings
from django.contrib.auth import login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from gamekit import registry
from gamekit.dialect import Endpoint, LineEndpoint, XmlEndpoint
from gamekit.errors import GameError, Refused
from gamekit.game import Game
from spieltisch import environment
from spieltisch.accounts.models import User
from spieltisch.accounts.names import suggest_name
from spieltisch.accounts.services import create_guest
from spieltisch.accounts.views import BACKEND, visitor
from spieltisch.lobby import selectors, services
from spieltisch.lobby.forms import TableForm
from spieltisch.lobby.tablepages import assets_of, gone, invite, table
from spieltisch.lobby.templatetags.tabletop import board_asset

__all__ = ["connect", "game", "home", "invite", "new", "page", "quick", "table", "tv"]

#: The languages of starter clients, and where a game has them beside its board.
STARTERS = (("Python", "starter.py"), ("Java", "starter/Starter.java"))


def find_game(slug: str) -> Game:
    """Return the game; a page that says so when there is none."""
    try:
        return registry.game(slug)
    except Refused as error:
        raise Http404(error.message) from error


def home(request: HttpRequest) -> HttpResponse:
    """Show what is going on now, and the shortest way into a game."""
    context = {
        "running": selectors.running_tables(),
        "waiting": selectors.open_tables(most=8),
        "latest": selectors.latest_replays(),
        "config": lobby_config(None),
    }
    return render(request, "lobby/home.html", context)


def game(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a game's tables."""
    played = find_game(slug)
    context = {
        "game": played,
        "running": selectors.running_tables(slug, 24),
        "waiting": selectors.open_tables(slug),
        "latest": selectors.latest_replays(slug),
        "config": lobby_config(slug),
    }
    return render(request, "lobby/game.html", context)


def page(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Show a page that a game brings itself."""
    played = find_game(slug)
    if name not in played.pages:
        raise Http404(f"{played.title} has no page {name}")
    return render(request, f"games/{slug}/{name}.html", {"game": played, "title": played.pages[name]})


def new(request: HttpRequest, slug: str) -> HttpResponse:
    """Open a table with chosen options."""
    played = find_game(slug)
    form = TableForm(played, request.POST or None)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            opened = async_to_sync(services.open_table)(
                slug,
                person_of(request),
                name=data["name"],
                seats=data["size"],
                options=data["options"],
                private=data["private"],
                bots=form.bots(),
            )
        except GameError as error:
            form.add_error(None, error.message)
        else:
            return redirect(opened["url"] + ("#sit" if form.joins() else ""))
    return render(request, "lobby/new.html", {"game": played, "form": form})


@require_POST
def quick(request: HttpRequest, slug: str) -> HttpResponse:
    """Sit down with bots at once."""
    played = find_game(slug)
    size = played.default_seats
    # Of middling strength: a first game should neither bore nor crush.
    bot = played.bots[len(played.bots) // 2].name
    try:
        opened = async_to_sync(services.open_table)(slug, person_of(request), seats=size, bots=[bot] * (size - 1))
    except GameError as error:
        return gone(
            request, played, _("No table could be opened"), error.message, _("Please try again in a moment."), 503
        )
    return redirect(opened["url"] + "#sit")


def connect(request: HttpRequest, slug: str) -> HttpResponse:
    """Tell authors of programs where to connect and what to say first."""
    played = find_game(slug)
    host = request.get_host()
    context = {
        "game": played,
        "host": host.rsplit(":", 1)[0],
        "doors": [door(played, endpoint, host.rsplit(":", 1)[0]) for endpoint in played.endpoints],
        "socket": f"{'wss' if request.is_secure() else 'ws'}://{host}/ws/{slug}/",
        "base": f"{request.scheme}://{host}",
        "strongest": played.bots[-1].name,
        "starters": starters(slug),
    }
    return render(request, "lobby/connect.html", context)


def starters(slug: str) -> list[dict[str, str]]:
    """Return the first programs a game brings for client authors, in the languages it has them."""
    found = ((language, path, board_asset(slug, path)) for language, path in STARTERS)
    return [
        {"language": language, "name": path.rsplit("/", 1)[-1], "address": address}
        for language, path, address in found
        if address
    ]


def tv(request: HttpRequest, slug: str) -> HttpResponse:
    """Follow the best running match of a game."""
    played = find_game(slug)
    config = {"game": slug, "assets": assets_of(slug), "lobby": "/ws/lobby/"}
    return render(request, "lobby/tv.html", {"game": played, "config": config})


def door(played: Game, endpoint: Endpoint, host: str) -> dict[str, Any]:
    """Return what the Connect page tells about an endpoint."""
    port = int(environment.number(endpoint.environment, endpoint.port))
    kind = (
        "TCP, JSON"
        if isinstance(endpoint, LineEndpoint)
        else "TCP, XML"
        if isinstance(endpoint, XmlEndpoint)
        else "WebSocket"
    )
    plain = isinstance(endpoint, (LineEndpoint, XmlEndpoint))
    return {
        "name": endpoint.name,
        "kind": kind,
        "port": port,
        "environment": endpoint.environment,
        "lines": played.connect.get(endpoint.name, ()),
        "try_it": f"nc {host} {port}" if plain else f"websocat ws://{host}:{port}/",
    }


def lobby_config(slug: str | None) -> dict[str, Any]:
    """Return what the lobby's script needs to know."""
    titles = {name: played.title for name, played in registry.games().items()}
    return {
        "game": slug,
        "socket": "/ws/lobby/",
        "games": {name: {"title": title, "assets": assets_of(name)} for name, title in titles.items()},
        "demo": settings.DEMO,
    }


def person_of(request: HttpRequest) -> User:
    """Return who asks; somebody unknown becomes a guest with a name, so that one click is enough."""
    person = visitor(request)
    if person is None:
        person = create_guest(suggest_name())
        login(request, person, backend=BACKEND)
    return person
