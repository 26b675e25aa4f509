"""The real application in this process, spoken to without sockets: as fast as it can answer, and every fault is heard.

Clients of plain TCP go through the bridge's own protocol class with a transport that is none; WebSocket and HTTP
clients are ASGI events. The database is SQLite in a folder of its own. Used by programs, never inside pytest:
`surround` sets up Django with its own environment.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from gamekit import registry

#: Seconds one client may take; a conversation takes some milliseconds.
PATIENCE = 30.0
#: Conversations after which ended tables are put away, as the server does after some minutes.
SWEEP_EVERY = 50
#: Turns of the loop between two messages of a client.
TURNS = 20
JSON = b"application/json"

ENVIRONMENT = {
    "DEMO": "0", "BOT_DELAY": "0", "LIMIT_MESSAGES_PER_SECOND": "0", "LIMIT_SOCKETS_PER_ADDRESS": "0",
    "LIMIT_CONNECTS_PER_MINUTE": "0",
    "LIMIT_REQUESTS_PER_SECOND": "0", "LIMIT_GUESTS_PER_MINUTE": "0", "LIMIT_TABLES_PER_MINUTE": "0",
    "LIMIT_UPLOADS_PER_MINUTE": "0", "LIMIT_SIGNUPS_PER_MINUTE": "0", "LIMIT_SEARCHES_PER_MINUTE": "0",
    "LIMIT_SIGNINS_PER_MINUTE": "0", "LIMIT_TOKENS_PER_MINUTE": "0", "LIMIT_CHAT_PER_MINUTE": "0",
    "LIMIT_WIRES_PER_MINUTE": "0", "LIMIT_CONTROLS_PER_MINUTE": "0",
    "DJANGO_SETTINGS_MODULE": "spieltisch.settings",
    "HOUSE_QWIRKLE": '{"assign_after": 0, "fill_with_bots_after": 0, "options": {"timeVisualization": 0}}',
    "HOUSE_CATAN": '{"seats": 3, "fill_with_bots_after": 0}',
    "HOUSE_MISSISSIPPI": '{"fill_with_bots_after": 0, "options": {"openingPause": 0}}',
    "HOUSE_QUIDDITCH": '{"on_disconnect": "end"}',
}  # fmt: skip


def surround(folder: Path) -> None:
    """Set up Django with its data in a folder, before anything of the platform is imported."""
    for name in ("DATABASE_URL", "REDIS_URL"):
        os.environ.pop(name, None)
    os.environ.update(ENVIRONMENT, DATA_DIR=str(folder))
    import django

    django.setup()


def _prepare() -> None:
    """Make an empty database, and make slow things quick that are not what is tested."""
    from django.conf import settings
    from django.core.management import call_command

    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    call_command("migrate", verbosity=0)
    for slug, game in registry.games().items():
        # Good players think for seconds; what strangers say is to be tested, not how bots answer it.
        registry.games()[slug] = replace(game, bots=game.bots[:1])


class Faults(logging.Handler):
    """Hears everything that the application logs as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep the message with its traceback."""
        self.heard.append(logging.Formatter().format(record))


class Line(asyncio.Transport):
    """A transport without a socket: what is written is thrown away."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__({"peername": ("127.0.0.1", 1), "sockname": ("127.0.0.1", 2), "socket": _NoSocket()})
        self._loop = loop
        self._closed = False
        self.protocol: asyncio.Protocol | None = None

    def write(self, data: Any) -> None:
        """Take the bytes."""

    def write_eof(self) -> None:
        """Take the end."""

    def can_write_eof(self) -> bool:
        """Behave as TCP does."""
        return True

    def get_write_buffer_size(self) -> int:
        """Say that the client reads everything at once."""
        return 0

    def pause_reading(self) -> None:
        """Nothing is read from here."""

    def resume_reading(self) -> None:
        """Nothing is read from here."""

    def close(self) -> None:
        """End the connection in the loop's next turn."""
        if not self._closed and self.protocol is not None:
            self._closed = True
            self._loop.call_soon(self.protocol.connection_lost, None)

    def abort(self) -> None:
        """End the connection."""
        self.close()


class _NoSocket:
    def setsockopt(self, *_: Any) -> None:
        """There is nothing to be set."""


def _text_or_bytes(message: bytes) -> dict[str, str | bytes]:
    try:
        return {"text": message.decode()}
    except UnicodeDecodeError:
        return {"bytes": message}


class House:
    """The running application."""

    def __init__(self) -> None:
        _prepare()
        self.faults = Faults()
        self.loop = asyncio.new_event_loop()
        asyncio.set_event_loop(self.loop)
        self._conversations = 0
        self.loop.run_until_complete(self._open())

    async def _open(self) -> None:
        from bridge.limits import Limits
        from bridge.server import Bridge
        from spieltisch.asgi import application
        from spieltisch.tables.directory import directory

        self.application: Any = application
        self.bridge = Bridge(application, Limits(messages_per_second=0, sockets_per_address=0))
        await directory().start()
        # Not before: the application configures the log when it is made.
        root = logging.getLogger()
        root.handlers[:] = [self.faults]
        answer = await self._request("POST", "/api/guests", b'{"name": "Stranger"}', "")
        self.token: str = json.loads(answer[1])["token"]

    def close(self) -> None:
        """Stop everything."""
        from spieltisch.tables.directory import directory

        self.loop.run_until_complete(directory().stop())
        self.loop.close()

    # --- clients ----------------------------------------------------------------------------------------------------
    def stream(self, slug: str, endpoint: Any, chunks: Sequence[bytes]) -> None:
        """Be a TCP client that sends the chunks and hangs up."""
        self._run(self._stream(slug, endpoint, chunks))

    def socket(self, path: str, messages: Iterable[bytes], query: str = "") -> None:
        """Be a WebSocket client that sends the messages, as binary ones what is no text, and closes."""
        self._run(self._socket(path, messages, query))

    def request(self, method: str, path: str, body: bytes, query: str = "", kind: bytes = JSON) -> int:
        """Send an HTTP request with a body of some kind as a guest and return the status."""
        status: int = self._run(self._request(method, path, body, self.token, query, kind))[0]
        assert status < 500, f"{method} {path}?{query} was answered with {status} for {body[:300]!r}"
        return status

    def open_table(self, game: str, seats: int) -> str:
        """Open a table that the guest owns, with bots at all seats but one, and return its code."""
        bots = [registry.game(game).bots[0].name] * (seats - 1)
        body = json.dumps({"game": game, "seats": seats, "bots": bots}).encode()
        answer = self._run(self._request("POST", "/api/tables", body, self.token))
        assert answer[0] == 201, answer
        code: str = json.loads(answer[1])["id"]
        return code

    def _run(self, work: Any) -> Any:
        result = self.loop.run_until_complete(asyncio.wait_for(work, PATIENCE))
        self._conversations += 1
        if self._conversations % SWEEP_EVERY == 0:
            self.loop.run_until_complete(self._sweep())
        heard, self.faults.heard = self.faults.heard, []
        assert not heard, "\n".join(heard)
        return result

    async def _sweep(self) -> None:
        from spieltisch.tables.directory import directory

        tables = directory()
        for actor in tables.actors():
            if not tables.hub.viewers(actor.record.code):
                tables._actors.pop(actor.record.code, None)
                await actor.close()

    async def _stream(self, slug: str, endpoint: Any, chunks: Sequence[bytes]) -> None:
        from bridge.server import Door

        protocol = Door(self.bridge, slug, endpoint).protocol()
        line = Line(self.loop)
        line.protocol = protocol
        protocol.connection_made(line)
        application = self.bridge.clients[protocol].application
        for chunk in chunks:
            protocol.data_received(chunk)
            # A few turns of the loop, in which the application mostly answers before the next chunk comes.
            for _ in range(TURNS):
                await asyncio.sleep(0)
        protocol.eof_received()
        await asyncio.wait([application])
        line.close()
        await asyncio.sleep(0)

    async def _socket(self, path: str, messages: Iterable[bytes], query: str) -> None:
        pending = asyncio.Queue[dict[str, Any]]()
        pending.put_nowait({"type": "websocket.connect"})
        for message in messages:
            pending.put_nowait({"type": "websocket.receive", **_text_or_bytes(message)})
        pending.put_nowait({"type": "websocket.disconnect", "code": 1000})

        async def send(event: dict[str, Any]) -> None:
            if event["type"] == "websocket.close":
                pending.put_nowait({"type": "websocket.disconnect", "code": 1000})

        await self.application(self._scope("websocket", path, query), pending.get, send)

    async def _request(
        self, method: str, path: str, body: bytes, token: str, query: str = "", kind: bytes = JSON
    ) -> tuple[int, bytes]:
        events = [{"type": "http.request", "body": body, "more_body": False}]
        told: list[dict[str, Any]] = []
        forever = asyncio.Event()

        async def receive() -> dict[str, Any]:
            if not events:
                await forever.wait()
            return events.pop(0)

        async def send(event: dict[str, Any]) -> None:
            told.append(event)

        scope = self._scope("http", path, query) | {"method": method}
        scope["headers"] += [(b"authorization", f"Bearer {token}".encode())] if token else []
        scope["headers"] += [(b"content-type", kind), (b"content-length", str(len(body)).encode())]
        await self.application(scope, receive, send)
        content = b"".join(event.get("body", b"") for event in told)
        return told[0]["status"], content

    def _scope(self, kind: str, path: str, query: str) -> dict[str, Any]:
        return {
            "type": kind, "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "ws" if kind != "http" else kind,
            "path": path, "raw_path": path.encode(), "root_path": "", "query_string": query.encode(),
            "headers": [(b"host", b"localhost")], "client": ["127.0.0.1", 1], "server": ["127.0.0.1", 2],
            "subprotocols": [],
        }  # fmt: skip
