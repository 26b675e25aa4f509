"""Metrics and health of processes that serve no pages (`runtables`, `runbridge`), on a port of their own.

PORT_MONITOR opens it (0: any free one); without it there is none. As on the web port: `/metrics`, `/healthz`,
`/healthz/alive`. It belongs behind a firewall: it answers whoever asks.
"""

from __future__ import annotations

import asyncio
import signal

from django.conf import settings

from gamekit import jsontext
from spieltisch import environment, health, metrics

#: Seconds a question may take to arrive, and bytes it may have.
PATIENCE = 5.0
LONGEST = 8192


async def listen() -> asyncio.Server | None:
    """Open the port if there is to be one, and print it."""
    if not environment.text("PORT_MONITOR"):
        return None
    port = int(environment.number("PORT_MONITOR", 0))
    server = await asyncio.start_server(_serve, settings.BIND, port, limit=LONGEST)
    host, bound = server.sockets[0].getsockname()[:2]
    print(f"listening monitor {host}:{bound}", flush=True)
    return server


async def _serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
        writer.write(await _answer(head.split(b" ", 2)[1].decode("latin-1")))
        await writer.drain()
    except (TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, IndexError, ConnectionError):
        # Not a question of a monitor; there is nothing to tell it.
        pass
    finally:
        writer.close()


async def _answer(path: str) -> bytes:
    match path:
        case "/metrics":
            return _page(200, metrics.CONTENT_TYPE, metrics.render().encode())
        case "/healthz":
            parts = await health.report()
            ready = all(state == "ok" for state in parts.values())
            told = {"alive": True, "ready": ready, "parts": parts}
            return _page(200 if ready else 503, "application/json", jsontext.dumps(told))
        case "/healthz/alive":
            return _page(200, "application/json", jsontext.dumps({"alive": True}))
    return _page(404, "text/plain", b"/metrics, /healthz or /healthz/alive\n")


def _page(status: int, kind: str, body: bytes) -> bytes:
    reason = {200: "OK", 404: "Not Found", 503: "Service Unavailable"}[status]
    head = (f"HTTP/1.1 {status} {reason}", f"Content-Type: {kind}", f"Content-Length: {len(body)}", "Connection: close")
    return "\r\n".join([*head, "", ""]).encode() + body


async def ready_until_stopped() -> None:
    """Say that the process is ready, let monitors ask it, and return when it is told to stop."""
    monitor = await listen()
    print("ready", flush=True)
    stopped = asyncio.Event()
    for sign in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(sign, stopped.set)
    await stopped.wait()
    if monitor is not None:
        monitor.close()
