"""What the metrics tell of this process's tables, queues and clients; the hot paths feed their own beside these."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Coroutine, Iterable
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from bridge.dropped import DROPPED as DROPPED_BY_BRIDGE
from gamekit.errors import GameError
from spieltisch import logs, metrics

if TYPE_CHECKING:
    from bridge.server import Bridge
    from spieltisch.tables.connection import Connection
    from spieltisch.tables.directory import Directory

#: Each kind of connection counts its own; those of a bridge that is a process of its own are asked for.
CONNECTIONS = metrics.gauge("spieltisch_connections", "Open connections.", ("kind",))
TABLES = metrics.gauge("spieltisch_tables", "Tables in this process's memory.", ("game", "status"))
SPECTATORS = metrics.gauge("spieltisch_spectators", "Spectators at this process's tables.")
QUEUES = metrics.gauge(
    "spieltisch_queue_length",
    "What waits: steps for the log, commands before tables, packets for Redis.",
    ("queue",),
)
UNREAD = metrics.gauge(
    "spieltisch_unread_bytes", "Bytes that wait for clients to read: of all, and of the slowest.", ("of",)
)
REFUSALS = metrics.counter(
    "spieltisch_refusals_total", "What clients on sockets were refused, by code.", ("door", "code")
)
BRIDGE_DROPPED = metrics.counter(
    "spieltisch_bridge_dropped_total", "TCP clients refused or hung up on, by reason.", ("reason",)
)
BRIDGE_DROPPED.follow_each(lambda: {(reason,): float(count) for reason, count in DROPPED_BY_BRIDGE.items()})

P = ParamSpec("P")
T = TypeVar("T")


def show(directory: Directory, connected: Iterable[Connection]) -> None:
    """Let the metrics ask this directory from here on."""
    TABLES.follow_each(lambda: _tables(directory))
    SPECTATORS.follow(lambda: sum(actor.spectators() for actor in directory.actors()))
    QUEUES.follow_each(lambda: _queues(directory))
    UNREAD.follow_each(lambda: _unread(connection.outlet.backlog for connection in list(connected)))


def show_bridge(bridge: Bridge) -> None:
    """Let the metrics ask this bridge, which has its process to itself and knows of no tables."""
    CONNECTIONS.follow_each(lambda: {("tcp",): len(bridge.clients)})
    UNREAD.follow_each(lambda: _unread(client.connection.backlog for client in bridge.clients.values()))
    metrics.show_only(CONNECTIONS, UNREAD, BRIDGE_DROPPED, logs.ERRORS)


def counted(door: str) -> Callable[[Callable[P, Coroutine[Any, Any, T]]], Callable[P, Coroutine[Any, Any, T]]]:
    """Count what the decorated coroutine refuses."""

    def decorate(work: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, Coroutine[Any, Any, T]]:
        @wraps(work)
        async def watched(*args: P.args, **kwargs: P.kwargs) -> T:
            try:
                return await work(*args, **kwargs)
            except GameError as error:
                REFUSALS.inc(door=door, code=error.code)
                raise

        return watched

    return decorate


def _tables(directory: Directory) -> dict[tuple[str, ...], float]:
    return {key: float(n) for key, n in Counter((a.record.game, a.record.status) for a in directory.actors()).items()}


def _queues(directory: Directory) -> dict[tuple[str, ...], float]:
    commands = sum(actor.turnstile.waiting for actor in directory.actors())
    return {("log",): directory.writer.backlog(), ("commands",): commands, ("bus",): directory.unsent()}


def _unread(waiting: Iterable[int]) -> dict[tuple[str, ...], float]:
    backlogs = list(waiting)
    return {("all",): sum(backlogs), ("slowest",): max(backlogs, default=0)}
