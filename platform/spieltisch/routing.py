"""Where each connection leads: pages to Django, sockets to tables, and a game's own port to its protocol."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import Any

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from django.conf import settings
from django.urls import re_path

from gamekit import registry
from spieltisch.bridging import recognised
from spieltisch.lobby.connection import LobbyConnection
from spieltisch.origins import only_own
from spieltisch.proxies import networks, seen_through
from spieltisch.tables.page import PageConnection
from spieltisch.tables.protocol import ProtocolConnection

Application = Callable[[Any, Any, Any], Awaitable[None]]

#: Ports on which any path is a game's protocol: port -> slug. Filled when the ports are bound.
GAME_PORTS: dict[int, str] = {}


def socket_router() -> Application:
    """Return the router of all socket addresses; the bridge uses it as it is."""
    game = "(?P<game>" + "|".join(registry.games()) + ")"
    router: Application = URLRouter(
        [
            re_path(r"^ws/lobby/$", LobbyConnection.as_asgi()),  # type: ignore[arg-type]
            re_path(rf"^ws/{game}/$", ProtocolConnection.as_asgi()),  # type: ignore[arg-type]
            re_path(rf"^ws/{game}/(?P<table>[a-z0-9]{{4,40}})/$", PageConnection.as_asgi()),  # type: ignore[arg-type]
        ]
    )
    return router


def route(http: Application) -> Application:
    """Return the whole application: HTTP, browsers' sockets behind an origin check, and the games' own ports."""
    router = guarded(socket_router())
    sessions: Application = AuthMiddlewareStack(router)
    browser: Application = only_own(sessions)

    async def socket(scope: Any, receive: Any, send: Any) -> None:
        bridged = recognised(scope)
        if bridged is not None:
            await router(bridged, receive, send)
            return
        game = _game_at(scope)
        if game is not None:
            # Clients of a published protocol are programs: they send any path and any origin, and have no session.
            await router({**scope, "path": f"/ws/{game}/"}, receive, send)
        elif scope.get("spieltisch"):
            # Through the bridge: a plain socket brings no cookie that a session could be read from.
            await router(scope, receive, send)
        elif not _has_origin(scope.get("headers", ())):
            await sessions(scope, receive, send)
        else:
            await browser(scope, receive, send)

    async def page(scope: Any, receive: Any, send: Any) -> None:
        if _game_at(scope) is None:
            await http(scope, receive, send)
        else:
            # A proxy that stands before the pages does not stand here.
            await send({"type": "http.response.start", "status": 426, "headers": [(b"upgrade", b"websocket")]})
            await send({"type": "http.response.body", "body": b"This port is for WebSocket.\n"})

    whole: Application = ProtocolTypeRouter({"http": page, "websocket": socket})
    return seen_through(whole, networks(settings.TRUSTED_PROXIES))


def guarded(router: Application) -> Application:
    """Close connections to addresses that lead nowhere, instead of failing."""

    async def application(scope: Any, receive: Any, send: Any) -> None:
        try:
            await router(scope, receive, send)
        except ValueError as error:
            if "No route found" not in str(error):
                raise
            await send({"type": "websocket.close", "code": 4404})

    return application


def _game_at(scope: Any) -> str | None:
    """Return the game whose own port a connection came to."""
    return GAME_PORTS.get((scope.get("server") or (None, 0))[1] or 0)


def _has_origin(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    return any(name == b"origin" for name, _ in headers)
