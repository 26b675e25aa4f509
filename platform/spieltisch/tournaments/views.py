"""The staff's pages of tournaments."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from gamekit import registry
from spieltisch.console.audit import note_now
from spieltisch.console.views import staff_only
from spieltisch.lobby.gametexts import say
from spieltisch.tables.botplay import bot_kind
from spieltisch.tournaments import services
from spieltisch.tournaments.forms import TournamentForm
from spieltisch.tournaments.models import Tournament

MOST_LISTED = 30


@staff_only
def overview(request: HttpRequest) -> HttpResponse:
    """Open a tournament, and list those there were."""
    slug = request.POST.get("game") or request.GET.get("game") or next(iter(registry.games()))
    if slug not in registry.games():
        raise Http404(slug)
    game = registry.game(slug)
    form = TournamentForm(game, request.user, request.POST or None)
    if request.method == "POST" and form.is_valid() and form.opened is not None:
        note_now(request.user, "tournament", f"{slug}/{form.opened.pk}", f"{form.opened.total} matches")
        return redirect("tournaments:tournament", form.opened.pk)
    known = Tournament.objects.filter(game__in=list(registry.games()))
    listed = [(tournament, registry.game(tournament.game)) for tournament in known[:MOST_LISTED]]
    context = {"section": "tournaments", "chosen": game, "form": form, "listed": listed}
    return render(request, "tournaments/overview.html", context)


@staff_only
def tournament(request: HttpRequest, number: int) -> HttpResponse:
    """Show how far a tournament is and how the bots stand."""
    found = get_object_or_404(Tournament, pk=number, game__in=list(registry.games()))
    context = {
        "section": "tournaments",
        "tournament": found,
        "played": registry.game(found.game),
        "now": described(found),
    }
    return render(request, "tournaments/tournament.html", context)


@staff_only
def progress(request: HttpRequest, number: int) -> HttpResponse:
    """Return how far a tournament is, for the page that shows it."""
    return JsonResponse(described(get_object_or_404(Tournament, pk=number, game__in=list(registry.games()))))


@staff_only
@require_POST
def stop(request: HttpRequest, number: int) -> HttpResponse:
    """Stop a tournament; what was played counts."""
    found = get_object_or_404(Tournament, pk=number)
    services.stop_tournament(found)
    note_now(request.user, "stop tournament", f"{found.game}/{found.pk}")
    return redirect("tournaments:tournament", found.pk)


def described(tournament: Tournament) -> dict[str, Any]:
    """Return what changes while a tournament runs; one that lost its process has failed."""
    game = registry.game(tournament.game)
    lost = tournament.status == Tournament.Status.RUNNING and not tournament.is_running
    status = Tournament.Status.FAILED if lost else Tournament.Status(tournament.status)
    return {
        "status": status.value,
        "word": str(status.label),
        "done": tournament.done,
        "total": tournament.total,
        "steps": tournament.steps,
        "standings": [{**line, "bot": say(game, _title(game, line["bot"]))} for line in tournament.results],
    }


def _title(game: Any, bot: str) -> str:
    known = {kind.name for kind in game.bots}
    return bot_kind(game, bot).title if bot in known else bot
