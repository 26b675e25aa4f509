"""Playing on from a step of a replay."""

from __future__ import annotations

from asgiref.sync import async_to_sync
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from gamekit.errors import GameError
from spieltisch.lobby import services
from spieltisch.lobby.gametexts import refusal
from spieltisch.lobby.views import person_of
from spieltisch.refusals import limited


@require_POST
@limited("tables")
def play_on(request: HttpRequest, code: str) -> HttpResponse:
    """Open a table that goes on from a step, with oneself at a seat and bots or open seats around."""
    try:
        step, seat = int(request.POST.get("step", "")), int(request.POST.get("seat", "0"))
    except ValueError:
        messages.error(request, _("Step and seat must be whole numbers."))
        return redirect("replays:viewer", code)
    try:
        bots = request.POST.get("others", "bots") == "bots"
        opened = async_to_sync(services.play_on)(code, step, person_of(request), request.session, seat=seat, bots=bots)
    except GameError as error:
        messages.error(request, refusal(error))
        return redirect("replays:viewer", code)
    return redirect(f"{opened['url']}#sit={seat}")
