"""Listens on the ports of the games' plain TCP endpoints and runs the application for every client."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bridge.connection import Application, Connection
from bridge.encoding import Phrasebook
from bridge.entrance import Entrance, entrances
from bridge.framing.elements import ElementFramer
from bridge.framing.framer import Framer
from bridge.framing.lines import LineFramer
from bridge.limits import Doorkeeper, Limits
from bridge.protocol import BridgeProtocol
from gamekit.dialect import Endpoint, LineEndpoint, XmlEndpoint

logger = logging.getLogger(__name__)

#: Seconds an application has to finish after its client's socket was closed.
APPLICATION_GRACE = 10.0
#: Seconds for all applications to finish, and then for all sockets to close, when the bridge stops.
STOP_WITHIN = 2.0
CLOSE_WITHIN = 1.5

#: A game's slug, one of its endpoints, and the port to listen on (0: any free one).
Listener = tuple[str, Endpoint, int]


@dataclass(frozen=True, slots=True)
class Client:
    """A client whose socket is open."""

    connection: Connection
    application: asyncio.Task[None]
    address: str


class Bridge:
    """The server. One object listens for any number of endpoints; sockets per address count over all of them."""

    def __init__(self, application: Application, limits: Limits, host: str = "127.0.0.1") -> None:
        self.limits = limits
        self.application = application
        self.phrasebook = Phrasebook()
        self.doorkeeper = Doorkeeper(limits.sockets_per_address)
        self.clients: dict[BridgeProtocol, Client] = {}
        self.tasks: set[asyncio.Task[None]] = set()
        self.empty = asyncio.Event()
        self._host = host
        self._entrances: list[Entrance] = []

    async def start(self, listeners: Sequence[Listener]) -> list[tuple[str, str, int]]:
        """Listen; return name, host and port of each. OSError when a port is not to be had: then none is open."""
        addresses = []
        try:
            for slug, endpoint, port in listeners:
                addresses.append(await self._listen(Door(self, slug, endpoint), port))
        except OSError:
            await self.stop()
            raise
        return addresses

    async def stop(self) -> None:
        """Stop listening, say goodbye to every client, and close. Takes a bounded time."""
        for entrance in self._entrances:
            entrance.close()
        self._entrances.clear()
        for client in self.clients.values():
            client.connection.lost(1001, "the server is stopping")
        await self._finish_applications()
        await self._close_sockets()

    async def _listen(self, door: Door, port: int) -> tuple[str, str, int]:
        try:
            opened = await entrances(self._host, port, door.protocol)
        except OSError as error:
            reason = error.strerror or str(error)
            raise OSError(error.errno, f"cannot listen for {door.name} on {self._host}:{port}: {reason}") from None
        for entrance in opened:
            entrance.open()
        self._entrances += opened
        return door.name, *opened[0].address

    async def _finish_applications(self) -> None:
        if not self.tasks:
            return
        _, late = await asyncio.wait(self.tasks, timeout=STOP_WITHIN)
        for task in late:
            task.cancel()
        if late:
            logger.warning("%d applications were still busy and were stopped", len(late))
            await asyncio.wait(late, timeout=1)

    async def _close_sockets(self) -> None:
        for wire in list(self.clients):
            wire.hang_up()
        if self.clients:
            self.empty.clear()
            try:
                await asyncio.wait_for(self.empty.wait(), CLOSE_WITHIN)
            except TimeoutError:
                for wire in list(self.clients):
                    wire.cut_off(1001, "the server is stopping")


class Door:
    """One endpoint of a game that is listened on; the `Host` of the sockets that come in by it."""

    def __init__(self, bridge: Bridge, slug: str, endpoint: Endpoint) -> None:
        if not isinstance(endpoint, (LineEndpoint, XmlEndpoint)):
            raise TypeError(f"the bridge serves lines and XML, {endpoint.name} is a {type(endpoint).__name__}")
        self.name = endpoint.name
        self._bridge = bridge
        self._endpoint = endpoint
        self._path = f"/ws/{slug}/"

    @property
    def limits(self) -> Limits:
        """The limits in force."""
        return self._bridge.limits

    def protocol(self) -> BridgeProtocol:
        """Return the protocol of a new socket."""
        return BridgeProtocol(self, self._framer(), self.name)

    def welcome(self, wire: BridgeProtocol, client: list[Any], server: list[Any]) -> Connection | None:
        """Start the application for a new client; None when its address has too many sockets."""
        bridge = self._bridge
        if not bridge.doorkeeper.admit(client[0]):
            return None
        connection = Connection(self.name, self._endpoint.dialect(), wire, bridge.phrasebook)
        task = asyncio.create_task(self._run(wire, connection, self._scope(connection, client, server)))
        bridge.tasks.add(task)
        task.add_done_callback(bridge.tasks.discard)
        bridge.clients[wire] = Client(connection, task, client[0])
        return connection

    def farewell(self, wire: BridgeProtocol) -> None:
        """Forget a client whose socket is closed; its application gets a while to finish."""
        bridge = self._bridge
        client = bridge.clients.pop(wire)
        bridge.doorkeeper.dismiss(client.address)
        if not bridge.clients:
            bridge.empty.set()
        if not client.application.done():
            deadline = asyncio.get_running_loop().call_later(APPLICATION_GRACE, client.application.cancel)
            client.application.add_done_callback(lambda _: deadline.cancel())

    async def _run(self, wire: BridgeProtocol, connection: Connection, scope: dict[str, Any]) -> None:
        """Run the application until it ends; its faults end this connection and nothing else."""
        code, reason = 1000, ""
        try:
            await self._bridge.application(scope, connection.receive, connection.send)
        except asyncio.CancelledError:
            code, reason = 1001, "the application was stopped"
            raise
        except Exception:
            logger.exception("%s: the application failed", self.name, extra=wire.ids)
            code, reason = 1011, "internal error"
        finally:
            connection.close(code, reason)

    def _framer(self) -> Framer:
        if isinstance(self._endpoint, XmlEndpoint):
            return ElementFramer(self.limits.element_bytes)
        return LineFramer(self.limits.line_bytes, self._endpoint.eager)

    def _scope(self, connection: Connection, client: list[Any], server: list[Any]) -> dict[str, Any]:
        return {
            "type": "websocket",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "scheme": "ws",
            "path": self._path,
            "raw_path": self._path.encode(),
            "root_path": "",
            "query_string": b"",
            "headers": [],
            "client": client,
            "server": server,
            "subprotocols": [],
            "spieltisch": {"endpoint": self.name, "bridge": True, "outlet": connection},
        }
