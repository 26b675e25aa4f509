"""The way in to one address: those who wait outside come in a few at a time, and fewer while the process is busy.

asyncio's own server takes everybody who waits at once, up to the whole backlog: a thousand strangers who knock in the
same second then stand between two moves of those who play. Here they wait outside, in the system's queue.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable

logger = logging.getLogger(__name__)

#: Connections that wait in the system's queue; who comes when it is full tries again by himself.
BACKLOG = 1024
#: Connections taken at once, and seconds before the next may come: at most 2,000 a second and entrance.
AT_ONCE = 4
REST = 0.002
#: A loop that is later than this is busy with those who are inside.
LATE = 0.005
#: Seconds after which somebody is taken even by a loop that is always late.
PATIENCE = 0.25
#: Seconds without files (or memory) for another socket before it is tried again.
NO_FILES = 1.0


class Pace:
    """Lets an entrance rest after it took as many as it may, until the loop has time for more."""

    def __init__(self, go_on: Callable[[], None]) -> None:
        self._go_on = go_on
        self._timer: asyncio.TimerHandle | None = None
        self._since = 0.0

    def rest(self, seconds: float = REST) -> None:
        """Call `go_on` after the time, or later when the loop is busy then."""
        self._since = asyncio.get_running_loop().time() + seconds
        self._wait(self._since)

    def stop(self) -> None:
        """Never call it again."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _wait(self, due: float) -> None:
        self._timer = asyncio.get_running_loop().call_at(due, self._look, due)

    def _look(self, due: float) -> None:
        now = asyncio.get_running_loop().time()
        if now - due > LATE and now - self._since < PATIENCE:
            self._wait(now + REST)
            return
        self._timer = None
        self._go_on()


class Entrance:
    """One listening socket."""

    def __init__(self, listening: socket.socket, protocol: Callable[[], asyncio.Protocol]) -> None:
        self._listening = listening
        self._protocol = protocol
        self._pace = Pace(self.open)
        self._beginning: set[asyncio.Task[object]] = set()

    @property
    def address(self) -> tuple[str, int]:
        """Host and port."""
        host, port = self._listening.getsockname()[:2]
        return host, port

    def open(self) -> None:
        """Take those who come."""
        asyncio.get_running_loop().add_reader(self._listening, self._take)

    def close(self) -> None:
        """Take nobody any more; the system turns away those who still wait."""
        self._pace.stop()
        asyncio.get_running_loop().remove_reader(self._listening)
        self._listening.close()

    def _take(self) -> None:
        try:
            for _ in range(AT_ONCE):
                self._begin(self._listening.accept()[0])
        except (BlockingIOError, InterruptedError, ConnectionAbortedError):
            # Nobody else waits, or somebody who has gone again.
            return
        except OSError as error:
            logger.error("nobody can be let in at the moment: %s", error)
            self._rest(NO_FILES)
            return
        self._rest()

    def _begin(self, accepted: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        accepted.setblocking(False)
        task: asyncio.Task[object] = loop.create_task(loop.connect_accepted_socket(self._protocol, accepted))
        self._beginning.add(task)
        task.add_done_callback(self._beginning.discard)

    def _rest(self, seconds: float = REST) -> None:
        asyncio.get_running_loop().remove_reader(self._listening)
        self._pace.rest(seconds)


async def entrances(host: str, port: int, protocol: Callable[[], asyncio.Protocol]) -> list[Entrance]:
    """Listen on every address of the host and return their entrances, still closed; OSError when one is not to be had.

    Port 0 is any free one.
    """
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    made: list[Entrance] = []
    try:
        for family, address in dict.fromkeys((entry[0], entry[4]) for entry in found):
            listening = socket.create_server((str(address[0]), int(address[1])), family=family, backlog=BACKLOG)
            listening.setblocking(False)
            made.append(Entrance(listening, protocol))
    except OSError:
        for entrance in made:
            entrance.close()
        raise
    return made
