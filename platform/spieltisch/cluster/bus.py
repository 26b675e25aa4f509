"""This process's place on Redis: an inbox of its own, the news for all, and one ordered way out.

Redis' publish and subscribe loses what is sent while a connection is down. So everything to one inbox is numbered, and
so are the news; the heartbeat says up to which number it went: a receiver notices at the latest with the next beat that
it missed something, and says so to whoever cares (`on_gap`, `on_news_missed`). A process that was taken for dead and
is heard of again is a new acquaintance: its numbers begin where none of an earlier one can be, so that whatever it
missed in between, and the number itself, can not look like the next one.

Heartbeats also carry what all processes agree on (`agree`): whoever comes late learns it with the next one.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import secrets
import socket
import time
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from redis.asyncio import Redis
from redis.exceptions import RedisError

from spieltisch import metrics
from spieltisch.cluster.packets import Head, pack, unpack
from spieltisch.upkeep import for_good

logger = logging.getLogger(__name__)

Kind = Literal["front", "host"]

BEAT_SECONDS = 0.5
#: Seconds without a sign of life after which a process is taken for dead. To suspect a host costs a question to the
#: database; to drop a front costs its players their seats.
SILENT_SECONDS: dict[Kind, float] = {"host": 1.5, "front": 10.0}
#: Seconds of silence after which it is not waited for, whatever its kind.
QUIET_SECONDS = 1.5
#: Seconds without our own heartbeat after which Redis is taken for dead.
DEAF_SECONDS = 2.0
#: Bytes that may wait for a Redis that does not take them; older ones are dropped, and noticed as a gap.
MOST_WAITING = 64 * 1024 * 1024
RETRY_SECONDS = 0.2
#: Seconds for Redis to take a connection, and to answer on one; the inbox waits for packets without end.
CONNECT_SECONDS = 2.0
ANSWER_SECONDS = 5.0
#: The inbox of all, as numbers are kept.
ALL = "*"
#: Numbers that an acquaintance may use up.
ACQUAINTANCE = 1 << 32

PACKETS = metrics.counter("spieltisch_cluster_packets_total", "Packets to and from other processes.", ("way",))
DROPPED = metrics.counter("spieltisch_cluster_dropped_total", "Packets that Redis did not take.")
GAPS = metrics.counter("spieltisch_cluster_gaps_total", "Times that packets from another process were missing.")


def machine_prefix(kind: Kind) -> str:
    """Return how the names of this machine's processes of a kind begin."""
    return f"{kind}-{socket.gethostname()[:40]}-"


@dataclass(slots=True)
class Peer:
    """Another process as its heartbeats show it."""

    name: str
    kind: Kind
    seen: float
    received: int = 0
    """Number of its last packet to us."""
    news: int | None = None
    """Number of its last news; None before the first sign of life."""


class Bus:
    """Sends to other processes and hears them."""

    def __init__(self, url: str, kind: Kind) -> None:
        self.name = f"{machine_prefix(kind)}{secrets.token_hex(6)}"
        self.kind: Kind = kind
        self.peers: dict[str, Peer] = {}
        self.on_packet: Callable[[Head, list[bytes]], Awaitable[None]] | None = None
        self.on_gap: Callable[[str], None] = lambda peer: None
        self.on_gone: Callable[[str, float], None] = lambda peer, seen: None
        """Told when a process is gone, and when it last showed a sign of life."""
        self.on_new: Callable[[Peer], None] = lambda peer: None
        self.on_news_missed: Callable[[Peer], None] = lambda peer: None
        self.on_agreed: Callable[[Any], None] = lambda value: None
        self._agreed: tuple[float, Any] = (0.0, None)
        """What all processes agree on, and since when."""
        self._waiting: deque[tuple[str, bytes]] = deque()
        self._waiting_bytes = 0
        self._wake = asyncio.Event()
        self._idle = asyncio.Event()
        """Set while nothing waits to be sent."""
        self._numbers: dict[str, int] = {}
        """Process -> number of the last packet to it."""
        self._acquaintances = itertools.count()
        self._heard_myself = self._opened = time.monotonic()
        self._tasks: list[asyncio.Task[None]] = []
        self._pubsub: Any = None
        self._redis = Redis.from_url(
            url, socket_connect_timeout=CONNECT_SECONDS, socket_timeout=ANSWER_SECONDS, protocol=2
        )
        self._ended = False

    # --- life -----------------------------------------------------------------------------------------------------
    async def start(self) -> None:
        """Begin to hear and to send; returns when the inbox is open."""
        subscribed = asyncio.Event()
        self._tasks = [for_good(work) for work in (self._read(subscribed), self._write(), self._beat())]
        await subscribed.wait()

    async def stop(self) -> None:
        """Say goodbye, let it out, and end."""
        self.broadcast({"t": "bye"})
        # Whatever came after it would be taken for a sign of life, and others would ask us on.
        self._ended = True
        try:
            await asyncio.wait_for(self._idle.wait(), 1)
        except TimeoutError:
            logger.warning("Redis did not take our goodbye")
        for task in self._tasks:
            task.cancel()
        # Not for ever: a connection that breaks at this very moment may swallow the cancellation.
        await asyncio.wait(self._tasks, timeout=1)
        await _close(self._redis)

    @property
    def connected(self) -> bool:
        """Tell whether Redis carries our packets: our own heartbeats come back."""
        return time.monotonic() - self._heard_myself < DEAF_SECONDS

    @property
    def heard_myself(self) -> float:
        """When our own heartbeat last came back (monotonic clock)."""
        return self._heard_myself

    @property
    def waiting(self) -> int:
        """How many packets wait for Redis."""
        return len(self._waiting)

    def alive(self, kind: Kind) -> list[str]:
        """Return the processes of a kind that showed a sign of life lately."""
        limit = time.monotonic() - SILENT_SECONDS[kind]
        return sorted(peer.name for peer in self.peers.values() if peer.kind == kind and peer.seen > limit)

    def quiet(self, name: str) -> bool:
        """Tell whether a process has missed so many beats that nobody need wait for its answer; it may yet be alive."""
        peer = self.peers.get(name)
        return peer is None or time.monotonic() - peer.seen > QUIET_SECONDS

    # --- out ------------------------------------------------------------------------------------------------------
    def send(self, to: str, head: Head, bodies: Sequence[bytes] = ()) -> None:
        """Send a packet to one process; whether it arrives is not known."""
        head = {**head, "from": self.name, "kind": self.kind}
        if to in self.peers:
            # One that is gone misses nothing; numbers kept for it would never be forgotten.
            self._numbers[to] += 1
            head["n"] = self._numbers[to]
        self._put(f"st:inbox:{to}", pack(head, bodies))

    def broadcast(self, head: Head, bodies: Sequence[bytes] = ()) -> None:
        """Send a packet to every process, this one too."""
        number = self._numbers[ALL] = self._numbers.get(ALL, 0) + 1
        self._put("st:news", pack({**head, "from": self.name, "kind": self.kind, "news": number}, bodies))

    async def time(self) -> float:
        """Return the time by one clock for all processes, Redis'; by our own when it is away."""
        try:
            seconds, micros = await self._redis.time()
        except (RedisError, OSError):
            return time.time()
        return float(seconds) + float(micros) / 1e6

    def agree(self, value: Any) -> None:
        """Let every process know a value, those too that are not there yet; the newest word counts."""
        self._agreed = (time.time(), value)
        self._say_beat()

    def _put(self, channel: str, data: bytes) -> None:
        if self._ended:
            return
        self._waiting.append((channel, data))
        self._waiting_bytes += len(data)
        while self._waiting_bytes > MOST_WAITING:
            self._waiting_bytes -= len(self._waiting.popleft()[1])
            DROPPED.inc()
        self._idle.clear()
        self._wake.set()

    async def _write(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            batch, self._waiting, self._waiting_bytes = self._waiting, deque(), 0
            try:
                pipeline = self._redis.pipeline(transaction=False)
                for channel, data in batch:
                    pipeline.publish(channel, data)
                await pipeline.execute()
                PACKETS.inc(len(batch), way="out")
                if not self._waiting:
                    self._idle.set()
            except (RedisError, OSError) as error:
                # Lost, for all we know: calls are sent again, and receivers of views notice the gap.
                logger.warning("Redis took %d packets not: %s", len(batch), type(error).__name__)
                DROPPED.inc(len(batch))
                await asyncio.sleep(RETRY_SECONDS)

    async def _beat(self) -> None:
        while True:
            self._say_beat()
            said = time.monotonic()
            await asyncio.sleep(BEAT_SECONDS)
            if self.connected:
                self._bury()
            elif time.monotonic() - said > DEAF_SECONDS:
                # It was we who stood still: what arrived meanwhile waits to be read.
                continue
            elif time.monotonic() - self._opened > DEAF_SECONDS:
                # The connection may be half open: a new one finds out, once it had time to hear us.
                await self._hang_up()

    async def _hang_up(self) -> None:
        connection = self._pubsub.connection if self._pubsub is not None else None
        if connection is None:
            # It is being opened just now.
            return
        try:
            await connection.disconnect()
        except (RedisError, OSError) as error:
            logger.warning("the inbox on Redis broke before it was closed: %s", type(error).__name__)

    def _say_beat(self) -> None:
        head = {"t": "beat", "from": self.name, "kind": self.kind, "sent": self._numbers, "agreed": self._agreed}
        self._put("st:news", pack(head))

    def _bury(self) -> None:
        now = time.monotonic()
        for peer in [peer for peer in self.peers.values() if now - peer.seen > SILENT_SECONDS[peer.kind]]:
            self._forget(peer.name)

    def _forget(self, name: str) -> None:
        peer = self.peers.pop(name, None)
        if peer is not None:
            self._numbers.pop(name, None)
            self.on_gone(name, peer.seen)

    # --- in -------------------------------------------------------------------------------------------------------
    async def _read(self, subscribed: asyncio.Event) -> None:
        while not self._ended:
            self._pubsub = self._redis.pubsub(ignore_subscribe_messages=True)
            try:
                await self._pubsub.subscribe(f"st:inbox:{self.name}", "st:news")
                self._opened = time.monotonic()
                subscribed.set()
                while True:
                    message = await self._pubsub.get_message(timeout=None)
                    if message is not None:
                        await self._take(message["data"])
            except (RedisError, OSError) as error:
                logger.warning("the inbox on Redis is lost, opening it again: %s", type(error).__name__)
                await asyncio.sleep(RETRY_SECONDS)
            finally:
                await _close(self._pubsub)

    async def _take(self, data: bytes) -> None:
        try:
            await self._handle(*unpack(data))
        except Exception:
            # One bad packet must not close the inbox for all others.
            logger.exception("a packet of %d bytes could not be handled", len(data))

    async def _handle(self, head: Head, bodies: list[bytes]) -> None:
        sender, kind = head["from"], head["t"]
        if sender == self.name:
            if kind == "beat":
                self._welcome_back()
        elif kind == "bye":
            self._forget(sender)
            return
        else:
            self._note(head)
        if kind == "beat":
            return
        PACKETS.inc(way="in")
        if self.on_packet is not None:
            await self.on_packet(head, bodies)

    def _welcome_back(self) -> None:
        now = time.monotonic()
        if not self.connected:
            # Redis was away: the silence of the others meant nothing.
            for peer in self.peers.values():
                peer.seen = now
        self._heard_myself = now

    def _note(self, head: Head) -> None:
        name, now = head["from"], time.monotonic()
        peer = self.peers.get(name)
        if peer is None:
            peer = self.peers[name] = Peer(name, head["kind"], now)
            self._numbers[name] = next(self._acquaintances) * ACQUAINTANCE
            self.on_new(peer)
        peer.seen = now
        if "n" in head:
            # Fewer than we have had came late or twice; more, and some before it are lost.
            self._note_number(peer, head["n"], head["n"] - 1)
        elif "news" in head:
            self._note_news(peer, head["news"], head["news"] - 1)
        elif "sent" in head:
            # Of somebody we see for the first time, too: what it sent before may have been lost.
            latest = head["sent"].get(self.name, 0)
            self._note_number(peer, latest, latest)
            self._note_news(peer, head["sent"].get(ALL, 0), head["sent"].get(ALL, 0))
            self._note_agreed(*head["agreed"])

    def _note_number(self, peer: Peer, latest: int, complete_with: int) -> None:
        begins = peer.received == 0 and complete_with % ACQUAINTANCE == 0
        missed, peer.received = complete_with != peer.received and not begins, latest
        if missed:
            GAPS.inc()
            self.on_gap(peer.name)

    def _note_news(self, peer: Peer, latest: int, complete_with: int) -> None:
        missed = peer.news is not None and complete_with > peer.news
        peer.news = latest if peer.news is None else max(peer.news, latest)
        if missed:
            self.on_news_missed(peer)

    def _note_agreed(self, since: float, value: Any) -> None:
        if since > self._agreed[0]:
            self._agreed = (since, value)
            self.on_agreed(value)


async def _close(connection: Any) -> None:
    try:
        await connection.aclose()
    except (RedisError, OSError):
        # It was broken already.
        return
