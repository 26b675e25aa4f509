"""Pages of the replays: library, viewer, upload."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_POST

from gamekit import registry
from gamekit.errors import Refused
from spieltisch.accounts.views import visitor
from spieltisch.lobby.gametexts import refusal
from spieltisch.lobby.tablepages import assets_of, gone
from spieltisch.refusals import READING, limited, too_many_for_script, with_retry_after
from spieltisch.replays import playback, selectors, services
from spieltisch.replays.forms import FilterForm, UploadForm
from spieltisch.replays.moments import moments_of
from spieltisch.replays.progress import reporter, told
from spieltisch.replays.workbench import BUSY
from spieltisch.tables.admission import reader
from spieltisch.tables.models import Match

PAGE = 24
#: States are a few kilobytes each; this many at once are soon there and keep the viewer ahead of its reader.
MOST_STATES = 200


def _problem(code: str, message: str, status: int) -> JsonResponse:
    return JsonResponse({"error": {"code": code, "message": message, "field": ""}}, status=status)


def _refused(error: Refused) -> HttpResponse:
    """Tell a script why there is nothing, and when to ask again for what there will be."""
    if error.code == BUSY:
        return with_retry_after(_problem(error.code, error.message, 503), 1)
    return _problem(error.code, error.message, 404)


@limited("searches", methods=READING)
def library(request: HttpRequest) -> HttpResponse:
    """List replays, filtered."""
    form = FilterForm(request.GET or None)
    chosen = form.cleaned_data if form.is_valid() else {}
    found = selectors.replays(
        chosen.get("game", ""), chosen.get("player", ""), chosen.get("after"), chosen.get("before")
    )
    page = Paginator(found, PAGE).get_page(request.GET.get("page"))
    query = request.GET.copy()
    query.pop("page", None)
    context = {
        "section": "replays",
        "form": form,
        "page": page,
        "query": query.urlencode(),
        "filtered": any(chosen.values()),
    }
    return render(request, "replays/library.html", context)


@limited("requests", methods=READING)
def viewer(request: HttpRequest, code: str) -> HttpResponse:
    """Show a replay on the live board; with ?embed=1 for other people's pages."""
    try:
        match = _found(request, code)
    except Refused as error:
        return not_there(request, error)
    game = registry.game(match.game)
    context = {
        "section": "replays",
        "game": game,
        "match": match,
        "players": list(match.played_by.order_by("seat")),
        "formats": [("jsonl", _("JSON lines")), *((kind.name, kind.title) for kind in game.exports)],
        "config": viewer_config(match),
    }
    if not request.GET.get("embed"):
        return render(request, "replays/viewer.html", context)
    return embedded(request, context)


@xframe_options_exempt
def embedded(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    """Show the viewer without the site round it."""
    return render(request, "replays/embed.html", context)


@gzip_page
@limited("requests", methods=READING, refuse=too_many_for_script)
def states(request: HttpRequest, code: str) -> HttpResponse:
    """Return what a spectator saw after each of the steps from..to."""
    try:
        match = _found(request, code)
        first, last = (int(request.GET.get(name, "0")) for name in ("from", "to"))
        first = max(0, first)
        shown = playback.states(match, first, min(last, first + MOST_STATES - 1, match.steps_count))
    except Refused as error:
        return _refused(error)
    except ValueError:
        return _problem("replay/range", "from and to must be whole numbers", 400)
    answer = JsonResponse({"states": shown})
    # A finished match does not change; only the names in it may, when somebody deletes an account.
    answer["Cache-Control"] = "private, max-age=3600"
    return answer


@gzip_page
@limited("requests", methods=READING, refuse=too_many_for_script)
def moments(request: HttpRequest, code: str) -> HttpResponse:
    """Return the notable moments of a replay."""
    try:
        found = moments_of(_found(request, code))
    except Refused as error:
        return _refused(error)
    answer = JsonResponse({"moments": [asdict(moment) for moment in found]})
    answer["Cache-Control"] = "private, max-age=3600"
    return answer


@require_POST
@limited("requests", refuse=too_many_for_script)
def verify(request: HttpRequest, code: str) -> HttpResponse:
    """Play the match again, once, and say whether it fits its log."""
    try:
        match = _found(request, code)
        good = (
            services.verify(code, reporter(request.GET.get("ticket", ""))) if match.verified is None else match.verified
        )
    except Refused as error:
        return _refused(error)
    return JsonResponse({"verified": good})


def progress(request: HttpRequest, ticket: str) -> HttpResponse:
    """Return how far the work is that a page asked for under its ticket."""
    answer = JsonResponse(told(ticket))
    answer["Cache-Control"] = "no-store"
    return answer


@limited("requests", methods=READING)
def download(request: HttpRequest, code: str, format_name: str) -> HttpResponse:
    """Hand a replay out as a file."""
    try:
        _found(request, code)
        file = services.export(code, format_name, reporter(request.GET.get("ticket", "")))
    except Refused as error:
        return not_there(request, error)
    answer = HttpResponse(file.content, content_type=file.content_type)
    answer["Content-Disposition"] = f'attachment; filename="{file.name}"'
    return answer


@login_required
@limited("uploads")
def upload(request: HttpRequest) -> HttpResponse:
    """Take a replay in from a file."""
    report = reporter(request.GET.get("ticket", ""))
    form = UploadForm(request.POST or None, request.FILES or None, report=report)
    if request.method == "POST" and form.is_valid() and form.stored is not None:
        return redirect("replays:viewer", form.stored.code)
    return render(request, "replays/upload.html", {"section": "replays", "form": form})


def viewer_config(match: Match) -> dict[str, Any]:
    """Return what the viewer's script needs to know."""
    return {
        "game": match.game,
        "id": match.code,
        "steps": match.steps_count,
        "players": [
            {"seat": player.seat, "name": player.name, "kind": _kind(match, player.seat)}
            for player in match.played_by.order_by("seat")
        ],
        "options": match.options,
        "outcome": match.outcome,
        "verified": match.verified,
        "acting": selectors.acting_seats(match),
        "states": reverse("replays:states", args=[match.code]),
        "moments": reverse("replays:moments", args=[match.code]),
        "verify": reverse("replays:verify", args=[match.code]),
        "progress": reverse("replays:progress", args=["TICKET"]),
        "chunk": MOST_STATES // 4,
        "assets": assets_of(match.game),
    }


def not_there(request: HttpRequest, error: Refused) -> HttpResponse:
    """Say why there is no replay and what to do next."""
    if error.code == BUSY:
        return with_retry_after(
            gone(request, None, _("Replays"), refusal(error), _("Please try again in a moment."), 503), 1
        )
    if error.code == "replay/running":
        reason, advice = _("The match is still being played."), _("Watch it live; the replay is there when it is over.")
    elif error.code == "replay/delayed":
        reason = _("Spectators are shown this match later and have not seen its end yet.")
        advice = _("The replay opens when they have: load this page again then.")
    else:
        reason, advice = _("It is not kept any more, or the address is not complete."), _("Look for it in the library.")
    return gone(request, None, _("There is no such replay"), reason, advice)


def _found(request: HttpRequest, code: str) -> Match:
    """Return a match that the visitor may read; Refused otherwise."""
    return services.find_match(code, reader(visitor(request), request.session))


def _kind(match: Match, seat: int) -> str:
    return str(match.players[seat].get("kind", "client"))
