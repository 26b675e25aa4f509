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
from gamekit.errors import GameError, Refused
from gamekit.game import Game
from spieltisch.accounts.models import User
from spieltisch.accounts.names import suggest_name
from spieltisch.accounts.services import create_guest
from spieltisch.accounts.views import BACKEND, visitor
from spieltisch.lobby import selectors, services
from spieltisch.lobby.forms import OPTION, TableForm
from spieltisch.lobby.gametexts import refusal
from spieltisch.lobby.presets import field_values, presets_of, quick_options
from spieltisch.lobby.tablepages import assets_of, gone, invite, table
from spieltisch.refusals import READING, limited
from spieltisch.tables.directory import directory

__all__ = ["game", "home", "invite", "new", "page", "quick", "table", "tv"]


def find_game(slug: str) -> Game:
    """Return the game; a page that says so when there is none."""
    try:
        return registry.game(slug)
    except Refused as error:
        raise Http404(error.message) from error


@limited("requests", methods=READING)
def home(request: HttpRequest) -> HttpResponse:
    """Show what is going on now, and the shortest way into a game."""
    context = {
        "running": selectors.running_tables(),
        "waiting": selectors.open_tables(most=8),
        "latest": selectors.latest_replays(),
        "config": lobby_config(None),
    }
    return render(request, "lobby/home.html", context)


@limited("requests", methods=READING)
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


@limited("tables")
def new(request: HttpRequest, slug: str) -> HttpResponse:
    """Open a table with chosen options."""
    played = find_game(slug)
    presets = {str(preset.pk): preset for preset in presets_of(played)}
    chosen = presets.get(request.GET.get("preset", ""))
    filled = {OPTION + name: value for name, value in field_values(played, chosen).items()} if chosen else {}
    if chosen:
        filled["preset"] = chosen.pk
    form = TableForm(played, request.POST or None, initial=filled, presets=presets)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            check_open()
            opened = async_to_sync(services.open_table)(
                slug,
                person_of(request),
                name=data["name"],
                seats=data["size"],
                options=data["options"],
                private=data["private"],
                spectator_delay=data["spectator_delay"],
                bots=form.bots(),
            )
        except GameError as error:
            form.add_error(None, refusal(error, played))
        else:
            return redirect(opened["url"] + ("#sit" if form.joins() else ""))
    context = {
        "game": played,
        "form": form,
        "presets": presets.values(),
        "chosen": chosen,
        "values": {key: field_values(played, preset) for key, preset in presets.items()},
    }
    return render(request, "lobby/new.html", context)


@require_POST
@limited("tables")
def quick(request: HttpRequest, slug: str) -> HttpResponse:
    """Sit down with bots at once."""
    played = find_game(slug)
    size = played.default_seats
    # Of middling strength: a first game should neither bore nor crush.
    bot = played.bots[len(played.bots) // 2].name
    try:
        check_open()
        opened = async_to_sync(services.open_table)(
            slug, person_of(request), seats=size, bots=[bot] * (size - 1), options=quick_options(played)
        )
    except GameError as error:
        return gone(
            request,
            played,
            _("No table could be opened"),
            refusal(error, played),
            _("Please try again in a moment."),
            503,
        )
    return redirect(opened["url"] + "#sit")


def check_open() -> None:
    """Refuse to seat people at a table at which nothing will begin."""
    if directory().draining:
        raise Refused(
            "the server is about to be restarted: no new matches begin, running ones go on", "server/draining"
        )


def tv(request: HttpRequest, slug: str) -> HttpResponse:
    """Follow the best running match of a game."""
    played = find_game(slug)
    config = {"game": slug, "assets": assets_of(slug), "lobby": "/ws/lobby/"}
    return render(request, "lobby/tv.html", {"game": played, "config": config})


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
