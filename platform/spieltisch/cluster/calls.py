"""Calls from a front to hosts: each has an id, is sent again until it is answered, and is carried out once."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from spieltisch.cluster.bus import Bus
from spieltisch.cluster.packets import Head
from spieltisch.cluster.refusals import read_refusal

#: Seconds after which a call without an answer is sent again.
RESEND_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Reply:
    """A host's answer."""

    head: Head
    bodies: Sequence[bytes]

    @property
    def moved(self) -> bool:
        """Tell whether the host does not run the table (any more)."""
        return bool(self.head.get("moved"))

    def value(self) -> Any:
        """Return what was answered, or raise the refusal."""
        refused = self.head.get("refused")
        if refused is not None:
            raise read_refusal(refused)
        return self.head.get("value")


#: A call that was sent already: its id, and the answer to come.
Begun = tuple[str, "asyncio.Future[Reply]"]


class Calls:
    """The calls of this process that wait for an answer."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._waiting: dict[str, tuple[str, asyncio.Future[Reply]]] = {}
        """Call -> the host that was asked last, and the answer to come."""

    def new_id(self) -> str:
        """Return the id of a new call."""
        return secrets.token_hex(12)

    async def ask(self, host: str, number: str, head: Head, within: float = RESEND_SECONDS) -> Reply | None:
        """Send the call (again) and return the answer; None when there was none in time."""
        return await self.wait(self.send(host, number, head), within)

    async def wait(self, future: asyncio.Future[Reply], within: float = RESEND_SECONDS) -> Reply | None:
        """Return the answer to a call that was sent; None when there is none in time."""
        try:
            return await asyncio.wait_for(asyncio.shield(future), within)
        except TimeoutError:
            return None

    def send(self, host: str, number: str, head: Head) -> asyncio.Future[Reply]:
        """Send the call at once; return the answer to come."""
        waiting = self._waiting.get(number)
        future = waiting[1] if waiting is not None else asyncio.get_running_loop().create_future()
        self._waiting[number] = (host, future)
        self._bus.send(host, {**head, "t": "call", "id": number})
        return future

    def lost(self, host: str) -> None:
        """Wait no longer for a host that is gone: its calls are asked elsewhere."""
        for number, (asked, _) in list(self._waiting.items()):
            if asked == host:
                self.answered({"id": number, "moved": True}, ())

    def forget(self, number: str) -> None:
        """Wait no longer for the answer."""
        self._waiting.pop(number, None)

    def answered(self, head: Head, bodies: Sequence[bytes]) -> None:
        """Take an answer; one that nobody waits for any more is ignored."""
        _, future = self._waiting.pop(head["id"], ("", None))
        if future is not None and not future.done():
            future.set_result(Reply(head, bodies))
