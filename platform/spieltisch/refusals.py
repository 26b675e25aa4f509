"""What a page says to somebody who asks too often."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from spieltisch import ratelimits

#: Where what only reads is dear to make, every method is counted: a view that reads answers OPTIONS, or a word that
#: somebody made up, just as it answers GET.
READING = None

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]
Refuse = Callable[[HttpRequest, float], HttpResponse]


def address_of(request: HttpRequest) -> str:
    """Return where the request came from; behind a proxy that is trusted, where that says it came from."""
    return str(request.META.get("REMOTE_ADDR") or "unknown")


def callers_of(request: HttpRequest) -> list[str]:
    """Return whom a request counts for: its address, and the account if there is one."""
    user = getattr(request, "user", None)
    known = user is not None and user.is_authenticated
    return [address_of(request), *([f"user:{user.pk}"] if known and user is not None else [])]


def _count(name: str, request: HttpRequest) -> float:
    callers = callers_of(request)
    return ratelimits.take_request(*callers) if name == "requests" else ratelimits.take(name, *callers)


def limited(
    *names: str, methods: Sequence[str] | None = ("POST",), refuse: Refuse | None = None
) -> Callable[[View[P]], View[P]]:
    """Count what is sent to a page (or also what is asked of one that is dear to make); past a limit the answer is 429
    with `Retry-After`."""

    def decorate(view: View[P]) -> View[P]:
        @wraps(view)
        def answer(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            if methods is None or request.method in methods:
                for name in names:
                    if wait := _count(name, request):
                        return (refuse or too_many)(request, wait)
            return view(request, *args, **kwargs)

        return answer

    return decorate


def too_many(request: HttpRequest, wait: float) -> HttpResponse:
    """Tell how long to wait."""
    context = {
        "game": None,
        "heading": _("That was a little too often"),
        "reason": _("Somebody at your address has asked for this many times in a short while."),
        "advice": waiting_time(wait),
    }
    return with_retry_after(render(request, "lobby/gone.html", context, status=429), wait)


def too_many_for_script(request: HttpRequest, wait: float) -> HttpResponse:
    """Tell a page's script how long to wait."""
    told = {"code": "request/too_many", "message": f"too many requests; try again in {wait:.1f} s", "field": ""}
    return with_retry_after(JsonResponse({"error": told}, status=429), wait)


def waiting_time(wait: float) -> str:
    """Say when to try again."""
    seconds = max(1, math.ceil(wait))
    told = ngettext("Please try again in %(n)d second.", "Please try again in %(n)d seconds.", seconds)
    return told % {"n": seconds}


def with_retry_after(answer: HttpResponse, wait: float) -> HttpResponse:
    """Add the header that programs read."""
    answer.headers["Retry-After"] = str(max(1, math.ceil(wait)))
    return answer
