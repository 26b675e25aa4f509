"""Headers that keep strangers' scripts out of our pages."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from django.http import HttpRequest, HttpResponse
from django.utils.decorators import sync_and_async_middleware

POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self' ws: wss:; "
    "object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors {ancestors}"
)


@sync_and_async_middleware
def content_security_policy(
    get_response: Callable[[HttpRequest], HttpResponse] | Callable[[HttpRequest], Awaitable[HttpResponse]],
) -> Callable[[HttpRequest], HttpResponse] | Callable[[HttpRequest], Awaitable[HttpResponse]]:
    """Add a Content-Security-Policy without inline script; only pages made for it may be framed elsewhere."""
    from inspect import iscoroutinefunction

    def protect(response: HttpResponse) -> HttpResponse:
        embeddable = getattr(response, "xframe_options_exempt", False)
        response.headers.setdefault("Content-Security-Policy", POLICY.format(ancestors="*" if embeddable else "'none'"))
        return response

    if iscoroutinefunction(get_response):

        async def answer_async(request: HttpRequest) -> HttpResponse:
            return protect(await get_response(request))

        return answer_async

    def answer(request: HttpRequest) -> HttpResponse:
        return protect(get_response(request))  # type: ignore[arg-type]

    return answer
