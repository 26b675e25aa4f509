"""Whether a browser's socket was opened by a page of ours: asked as Django asks it of a form."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http.request import split_domain_port, validate_host
from django.utils.http import is_same_domain

Application = Callable[[Any, Any, Any], Awaitable[None]]
Headers = Iterable[tuple[bytes, bytes]]


def only_own(application: Application) -> Application:
    """Return the application for sockets of our own pages; those of others are refused (403)."""

    async def checked(scope: Any, receive: Any, send: Any) -> None:
        if is_own(scope.get("headers", ())):
            await application(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": 4403})

    return checked


def is_own(headers: Headers) -> bool:
    """Return whether a request's one origin is the host it was sent to, port and scheme included, or a trusted one."""
    headers = list(headers)
    origins, hosts = _values(headers, b"origin"), _values(headers, b"host")
    if len(origins) != 1 or len(hosts) != 1:
        return False
    return _is_same(origins[0], hosts[0]) or any(_trusts(pattern, origins[0]) for pattern in _trusted())


def _is_same(origin: str, host: str) -> bool:
    domain, _ = split_domain_port(host)
    scheme = "https" if settings.BEHIND_TLS else "http"
    # A foreign name that leads to us would have an origin that fits its host.
    return bool(domain) and validate_host(domain, settings.ALLOWED_HOSTS) and origin == f"{scheme}://{host}"


def _trusts(pattern: str, origin: str) -> bool:
    """Return whether CSRF_TRUSTED_ORIGINS means the origin: the very one, or with `*.` any host below it."""
    if "*" not in pattern:
        return origin == pattern
    try:
        given, wanted = urlsplit(origin), urlsplit(pattern)
    except ValueError:
        return False
    return given.scheme == wanted.scheme and is_same_domain(given.netloc, wanted.netloc.lstrip("*"))


def _trusted() -> list[str]:
    return [pattern.lower() for pattern in settings.CSRF_TRUSTED_ORIGINS]


def _values(headers: Headers, wanted: bytes) -> list[str]:
    return [value.decode("latin-1").lower() for name, value in headers if name == wanted]
