"""Keeps banned accounts and addresses out, at the pages and at the sockets, and says why."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from asgiref.sync import sync_to_async
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from spieltisch.console.models import Ban, ban_of
from spieltisch.tables.reading import fresh

#: Seconds for which the absence of any ban is remembered: the gate must not cost a query a request.
REMEMBERED = 2.0
#: Answered without a look into the database, which may be what is missing.
OPEN_TO_ALL = ("/static/", "/healthz", "/metrics")
_checked = 0.0
_any = False


def _there_are_bans() -> bool:
    global _checked, _any
    now = time.monotonic()
    if now - _checked > REMEMBERED:
        _any, _checked = Ban.objects.exists(), now
    return _any


def look_again() -> None:
    """Forget what is remembered: a ban was just made."""
    global _checked
    _checked = 0.0


def find_ban(user_id: int | None, address: str | None) -> Ban | None:
    """Return the ban that keeps this visitor out."""
    return ban_of(user_id, address) if _there_are_bans() else None


async def ban_for_socket(scope: dict[str, Any]) -> Ban | None:
    """Return the ban that keeps a socket out."""
    if not _any and time.monotonic() - _checked <= REMEMBERED:
        return None
    user = scope.get("user")
    client = scope.get("client") or (None,)
    known = user.pk if user is not None and user.is_authenticated else None
    return await sync_to_async(fresh)(find_ban, known, client[0])


def keep_out(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: show those kept out a page that says why and until when; staff always come in."""

    def answer(request: HttpRequest) -> HttpResponse:
        if request.path.startswith(OPEN_TO_ALL):
            return get_response(request)
        user = request.user
        if user.is_authenticated and user.is_staff:
            return get_response(request)
        ban = find_ban(user.pk if user.is_authenticated else None, request.META.get("REMOTE_ADDR"))
        if ban is None:
            return get_response(request)
        return render(request, "console/banned.html", {"ban": ban}, status=403)

    return answer
