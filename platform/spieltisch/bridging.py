"""The bridge in a process of its own: each TCP client becomes a WebSocket connection to the web server.

    client ──TCP──▶ bridge process ──WebSocket, containers──▶ web server's /ws/<game>/

What only the bridge knows (the endpoint, the client's address, the dialect's variant, the bytes as they came, how long
ago) travels beside the container in its field `bridge`. The web server believes it only from somebody who knows the
server's secret.
"""

from __future__ import annotations

import asyncio
import hmac
import time
from collections.abc import Iterable
from http import HTTPStatus
from http.client import HTTPConnection, HTTPSConnection
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from bridge.protocol import LAST_ANSWERS
from gamekit import jsontext
from gamekit.errors import GameError
from spieltisch import health

PASS = "x-spieltisch-bridge"  # the name of a header  # nosec B105
ENDPOINT = "x-spieltisch-endpoint"
ADDRESS = "x-spieltisch-address"


#: Close code by which a bridge that stops tells that its clients did not want to go.
STOPPING = 4012
#: What the bridge tells an application whose client says nothing more and still reads. WebSocket has no word for it: it
#: goes up in a message of its own, and the web server closes when it has answered what came before.
CLIENT_ENDED = 1000
#: Seconds for the end of a connection to the web server, which may be silent.
CLOSE_WITHIN = 1.0
#: What the bridge tells an application that it ends because it stops itself.
GOING_AWAY = 1001


def password() -> str:
    """Return the word by which the web server knows its bridges."""
    return hmac.new(settings.SECRET_KEY.encode(), b"bridge", "sha256").hexdigest()


def recognised(scope: dict[str, Any]) -> dict[str, Any] | None:
    """Return the scope of a client behind a bridge; None for any other connection."""
    headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope.get("headers", ())}
    given = headers.get(PASS)
    # As bytes: texts that are not ASCII cannot be compared in constant time.
    if given is None or not hmac.compare_digest(given.encode(), password().encode()):
        return None
    known = {"endpoint": headers.get(ENDPOINT, ""), "bridge": True, "remote": True}
    return {**scope, "client": [headers.get(ADDRESS, ""), 0], "spieltisch": known}


def with_knowledge(event: dict[str, Any]) -> dict[str, Any]:
    """Return a bridge's event with what it says beside the container."""
    try:
        data = jsontext.loads(event.get("text") or "")
    except GameError:
        return event
    beside = data.get("bridge") if isinstance(data, dict) else None
    if not isinstance(beside, dict):
        return event
    if beside.get("end"):
        return {"type": "websocket.disconnect", "code": CLIENT_ENDED}
    ago = beside.get("ago", 0.0)
    raw = beside.get("raw", "")
    return {
        **event,
        "variant": str(beside.get("variant", "")),
        "raw": raw.encode(errors="replace") if isinstance(raw, str) else b"",
        "received": time.monotonic() - (ago if isinstance(ago, (int, float)) else 0.0),
    }


class Relay:
    """The bridge's ASGI application: passes events to the web server and back."""

    def __init__(self, upstream: str) -> None:
        self._upstream = upstream.rstrip("/")

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve one client to its end."""
        await receive()
        headers = {PASS: password(), ENDPOINT: scope["spieltisch"]["endpoint"], ADDRESS: str(scope["client"][0])}
        try:
            async with connect(
                self._upstream + scope["path"],
                additional_headers=headers,
                max_size=None,
                proxy=None,
                close_timeout=CLOSE_WITHIN,
            ) as socket:
                await send({"type": "websocket.accept"})
                await _first_to_end(self._up(socket, receive), self._down(socket, send))
        except (OSError, InvalidHandshake):
            # The web server is away: the client hears it as a closed connection and may come again.
            await send({"type": "websocket.close", "code": 1013, "reason": "the server is away"})

    async def reach(self) -> None:
        """Raise when the web process is away, or cannot serve itself: then we cannot, either."""
        await asyncio.to_thread(self._ask_for_health)

    def _ask_for_health(self) -> None:
        place = urlsplit(self._upstream)
        kind = HTTPSConnection if place.scheme == "wss" else HTTPConnection
        connection = kind(place.netloc, timeout=health.PATIENCE)
        try:
            connection.request("GET", f"{place.path}/healthz")
            # Any other answer is one: it may not like to be asked by this name.
            if connection.getresponse().status == HTTPStatus.SERVICE_UNAVAILABLE:
                raise ConnectionError("the web process is not ready")
        finally:
            connection.close()

    async def _up(self, socket: ClientConnection, receive: Any) -> None:
        while (event := await receive())["type"] == "websocket.receive":
            await socket.send(_beside(event))
        if event.get("code") == GOING_AWAY:
            await socket.close(STOPPING)
        elif event.get("code") == CLIENT_ENDED:
            await socket.send(jsontext.dumps({"bridge": {"end": True}}).decode())
            await asyncio.wait([asyncio.ensure_future(socket.wait_closed())], timeout=LAST_ANSWERS)

    async def _down(self, socket: ClientConnection, send: Any) -> None:
        try:
            async for text in socket:
                await send({"type": "websocket.send", "text": text})
        except ConnectionClosed:
            pass
        await send({"type": "websocket.close", "code": 1000, "reason": socket.close_reason or ""})


def _beside(event: dict[str, Any]) -> str:
    data = jsontext.loads(event["text"])
    data["bridge"] = {
        "variant": event["variant"],
        "raw": event["raw"].decode(errors="replace"),
        "ago": time.monotonic() - event["received"],
    }
    return jsontext.dumps(data).decode()


async def _first_to_end(*work: Any) -> None:
    tasks = [asyncio.ensure_future(one) for one in work]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        _raise_first(done)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _raise_first(done: Iterable[asyncio.Task[Any]]) -> None:
    for task in done:
        error = task.exception()
        if error is not None and not isinstance(error, ConnectionClosed):
            raise error
