"""Who asks: the bearer of a token, or the person of a session, who must show that our own page sent the request."""

from __future__ import annotations

from copy import copy

from asgiref.sync import sync_to_async
from django.http import HttpRequest, HttpResponse, QueryDict
from django.middleware.csrf import CsrfViewMiddleware

from spieltisch.accounts.models import User
from spieltisch.accounts.services import user_for_token
from spieltisch.api.problems import Problem
from spieltisch.console.gate import find_ban

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


class ForgeryCheck(CsrfViewMiddleware):
    """Django's check with our own answer."""

    def _reject(self, request: HttpRequest, reason: str) -> HttpResponse:
        raise Problem(403, "request/forged", f"a request with a session needs the header X-CSRFToken: {reason}")


async def caller_of(request: HttpRequest) -> User | None:
    """Return who asks, or None for somebody without a name; Problem when the token or the session does not do."""
    header = request.headers.get("Authorization", "")
    if header:
        return await _bearer(header)
    person = await request.auser()
    if not isinstance(person, User):
        return None
    if request.method not in SAFE_METHODS:
        # The header alone counts: a body, which may be anything, is not read in search of a form's field.
        bare = copy(request)
        bare._post = QueryDict()  # type: ignore[attr-defined]
        check = ForgeryCheck(lambda _: HttpResponse())
        check.process_request(bare)
        check.process_view(bare, lambda _: HttpResponse(), (), {})
    return person


async def _bearer(header: str) -> User:
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise Problem(401, "token/malformed", "Authorization must be: Bearer TOKEN", "Authorization")
    user = await sync_to_async(user_for_token)(token.strip())
    if user is None:
        raise Problem(401, "token/unknown", "this token is unknown or was revoked", "Authorization")
    # The gate at the pages has seen the address, and no session.
    ban = None if user.is_staff else await sync_to_async(find_ban)(user.pk, None)
    if ban is not None:
        raise Problem(403, "account/banned", ban.told)
    return user
