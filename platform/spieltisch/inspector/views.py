"""The wire inspector's pages."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse

from gamekit import jsontext, registry
from spieltisch.connecting.documents import readme
from spieltisch.console.audit import note_look, note_now
from spieltisch.inspector import selectors
from spieltisch.refusals import READING, limited, too_many_for_script
from spieltisch.tables.models import Match


@login_required
@limited("requests", methods=READING)
def overview(request: HttpRequest) -> HttpResponse:
    """List one's connections, those that are wanted; the list alone for the page that refreshes itself."""
    wanted = selectors.Wanted(*(request.GET.get(name, "")[:80] for name in ("game", "text", "match")))
    context = {
        "connections": selectors.connections(request.user, wanted),
        "wanted": wanted,
        "all_games": list(registry.games().values()),
    }
    return render(request, "inspector/rows.html" if request.GET.get("rows") else "inspector/overview.html", context)


@login_required
@limited("requests", methods=READING)
def detail(request: HttpRequest, number: int) -> HttpResponse:
    """Show one connection; its messages come by the page's script."""
    seen, _ = selectors.connection(request.user, number, selectors.LARGEST_NUMBER)
    _note_if_not_own(request, seen)
    context = {"seen": seen, "game": registry.game(seen.game), "replay": _replay(seen)}
    return render(request, "inspector/detail.html", context)


def _replay(seen: selectors.Seen) -> str:
    """Return the replay of the match that the connection was at; "" while there is none."""
    ended = Match.objects.filter(code=seen.match).exclude(status=Match.Status.RUNNING)
    return seen.match if seen.match and ended.exists() else ""


@login_required
@limited("requests", methods=READING, refuse=too_many_for_script)
def entries(request: HttpRequest, number: int) -> HttpResponse:
    """Return the messages after a number, as JSON; the page asks again while the connection lives."""
    after = request.GET.get("after", "0")
    since = int(after) if after.isdecimal() and len(after) < 10 else 0
    seen, messages = selectors.connection(request.user, number, since)
    _note_if_not_own(request, seen, note_look)
    document = readme(seen.game)
    sections = {str(message["section"]) for message in messages if message.get("section")}
    return JsonResponse(
        {
            "live": seen.live,
            "document": reverse("lobby:protocol", args=[seen.game]),
            "titles": {section: document.title(section) or section for section in sections},
            "entries": messages,
        }
    )


@login_required
@limited("requests", methods=READING)
def download(request: HttpRequest, number: int) -> HttpResponse:
    """Hand the messages out as JSON lines."""
    seen, messages = selectors.connection(request.user, number)
    _note_if_not_own(request, seen)
    content = b"".join(jsontext.dumps(message) + b"\n" for message in messages)
    name = f"{seen.endpoint}-{number}.jsonl"
    return HttpResponse(
        content, "application/x-ndjson", headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )


def _note_if_not_own(request: HttpRequest, seen: selectors.Seen, note: Callable[..., None] = note_now) -> None:
    """Let it be known that staff read what went over somebody else's wire."""
    if seen.owner_id != request.user.pk:
        note(request.user, "inspect", f"{seen.endpoint} {seen.number}", seen.name)
