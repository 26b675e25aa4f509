"""The wire inspector's pages."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render

from gamekit import jsontext, registry
from spieltisch.inspector import selectors


@login_required
def overview(request: HttpRequest) -> HttpResponse:
    """List one's connections."""
    return render(request, "inspector/overview.html", {"connections": selectors.connections(request.user)})


@login_required
def detail(request: HttpRequest, number: int) -> HttpResponse:
    """Show every message of one connection."""
    seen, _ = selectors.connection(request.user, number)
    return render(request, "inspector/detail.html", {"seen": seen, "game": registry.game(seen.game)})


@login_required
def entries(request: HttpRequest, number: int) -> JsonResponse:
    """Return the messages after a number, as JSON; the page asks again while the connection lives."""
    seen, messages = selectors.connection(request.user, number)
    after = request.GET.get("after", "0")
    since = int(after) if after.isdecimal() and len(after) < 10 else 0
    game = registry.game(seen.game)
    return JsonResponse(
        {
            "live": seen.live,
            "refusals": dict(game.refusals),
            "readme": f"/connect/{seen.game}/",
            "entries": [message for message in messages if message["number"] > since],
        }
    )


@login_required
def download(request: HttpRequest, number: int) -> HttpResponse:
    """Hand the messages out as JSON lines."""
    seen, messages = selectors.connection(request.user, number)
    content = b"".join(jsontext.dumps(message) + b"\n" for message in messages)
    name = f"{seen.endpoint}-{number}.jsonl"
    return HttpResponse(
        content, "application/x-ndjson", headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )
