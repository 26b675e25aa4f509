"""Headers that keep strangers' scripts out of our pages."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.utils.decorators import sync_and_async_middleware

#: What no page of ours needs.
PERMISSIONS = "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()"
POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'{sockets}; "
    "object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors {ancestors}"
)


@sync_and_async_middleware
def content_security_policy(
    get_response: Callable[[HttpRequest], HttpResponse] | Callable[[HttpRequest], Awaitable[HttpResponse]],
) -> Callable[[HttpRequest], HttpResponse] | Callable[[HttpRequest], Awaitable[HttpResponse]]:
    """Add a Content-Security-Policy without inline script; only pages made for it may be framed elsewhere."""
    from inspect import iscoroutinefunction

    def protect(request: HttpRequest, response: HttpResponse) -> HttpResponse:
        embeddable = getattr(response, "xframe_options_exempt", False)
        policy = POLICY.format(ancestors="*" if embeddable else "'none'", sockets=_own_sockets(request))
        response.headers.setdefault("Content-Security-Policy", policy)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        return response

    if iscoroutinefunction(get_response):

        async def answer_async(request: HttpRequest) -> HttpResponse:
            return protect(request, await get_response(request))

        return answer_async

    def answer(request: HttpRequest) -> HttpResponse:
        return protect(request, get_response(request))  # type: ignore[arg-type]

    return answer


def _own_sockets(request: HttpRequest) -> str:
    """Return our own WebSocket address: some browsers do not count it to 'self'."""
    try:
        return f" {'wss' if request.is_secure() else 'ws'}://{request.get_host()}"
    except DisallowedHost:
        return ""
