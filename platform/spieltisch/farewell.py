"""The end of a process that holds connections: clients are told that they are to come back."""

from __future__ import annotations

import asyncio
import logging
import os
import sys

from spieltisch.tables.connection import CONNECTED

#: What WebSocket calls "service restart" (RFC 6455's registry): the client is to come back.
RESTARTING = 1012
#: Seconds that clients have to answer a goodbye.
LAST_WORDS = 0.4


def say_goodbye() -> None:
    """Tell every WebSocket client that the server is about to be restarted; the bridge tells its own."""
    for connection in list(CONNECTED):
        if not connection.bridged or connection.scope["spieltisch"].get("remote"):
            connection.close(RESTARTING, "the server is being restarted; come back in a moment")


async def end(status: int = 0) -> None:
    """End the process once the clients have taken their leave, or after a moment.

    Not by stopping the reactor: Daphne makes it wait for every application, and one whose view waits for an answer that
    nobody will give any more never ends. What has to be written is written before.
    """
    if CONNECTED:
        await asyncio.wait(CONNECTED.values(), timeout=LAST_WORDS)
    leave(status)


def leave(status: int = 0) -> None:
    """End the process at once, when all is written: the interpreter would wait for the threads of views.

    A view in the middle of its work may wait for the event loop, which does not run any more.
    """
    logging.shutdown()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)
