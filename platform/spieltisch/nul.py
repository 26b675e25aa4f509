"""Keeps the character NUL out of pages: PostgreSQL holds no text with it, and nobody means it. A query or a form that
cannot be read at all is refused here as well.

Messages and JSON bodies are refused where they are read (`gamekit.jsontext`), the API's query where its fields are
(`spieltisch.api.reading`), session cookies in `spieltisch.accounts.sessions`. What is left are addresses and forms.
"""

from __future__ import annotations

from collections.abc import Callable

from django.core.exceptions import BadRequest, SuspiciousOperation
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, QueryDict
from django.http.multipartparser import MultiPartParserError
from django.http.request import UnreadablePostError
from django.template.loader import render_to_string

#: The API says itself which field is wrong, and reads bodies within its own limits.
ELSEWHERE = "/api/"


def refuse_nul(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: answer 400 to a query or a form with a NUL in it, and to one that is garbled or too much."""

    def answer(request: HttpRequest) -> HttpResponse:
        if not request.path.startswith(ELSEWHERE):
            try:
                wrong = _has_nul(request.GET) or _has_nul(_form(request))
            except (BadRequest, MultiPartParserError, SuspiciousOperation):
                wrong = True
            if wrong:
                # Not raised: that would be noted with all its circumstances, as often as a stranger likes. Nor Django's
                # own view, which looks into the form once more.
                return HttpResponseBadRequest(render_to_string("400.html"))
        return get_response(request)

    return answer


def _form(request: HttpRequest) -> QueryDict:
    try:
        return request.POST
    except UnreadablePostError:
        # Broken off; the check against forgery, which comes next, deals with that.
        return QueryDict()


def _has_nul(given: QueryDict) -> bool:
    return any("\0" in str(value) for _, values in given.lists() for value in values)
