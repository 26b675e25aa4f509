"""What a front can ask a host to do with a table: name of the call -> what is done. Arguments are JSON."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import Any

from gamekit import container
from spieltisch.cluster.faces import read_claim, seat_json
from spieltisch.cluster.fronts import FrontProcess
from spieltisch.tables.actor import TableActor
from spieltisch.tables.livematch import TableMessage

Arguments = dict[str, Any]
Operation = Callable[[TableActor, FrontProcess, Arguments, str], Awaitable[Any]]


async def look(actor: TableActor, front: FrontProcess, given: Arguments, command: str) -> Any:
    """Nothing: the answer carries the table's face."""


async def sit(actor: TableActor, front: FrontProcess, given: Arguments, command: str) -> Any:
    """Give a claim a seat, and perhaps let its connection hear the table."""
    listener = front.listener(given["listener"]) if given["listener"] else None
    try:
        record = await actor.sit(read_claim(given["claim"]), listener)
    finally:
        if listener is not None and listener.place is None:
            # Not let in: the front's next word about it describes it anew.
            front.listeners.pop(listener.number, None)
    return seat_json(record)


async def update_seat(actor: TableActor, front: FrontProcess, given: Arguments, command: str) -> Any:
    """Change a seat."""
    return seat_json(await actor.update_seat(**given))


async def play(actor: TableActor, front: FrontProcess, given: Arguments, command: str) -> Any:
    """Play a move; it was received so many seconds ago."""
    received = time.monotonic() - given["ago"]
    await actor.play(given["seat"], given["move"], received, command, _holder(given))


async def control(actor: TableActor, front: FrontProcess, given: Arguments, command: str) -> Any:
    """Pause, resume, step or abort."""
    await actor.control(given["order"], given["early"], command)


async def rise(actor: TableActor, front: FrontProcess, given: Arguments, command: str) -> Any:
    """Free a seat, or withdraw from the match."""
    await actor.rise(given["seat"], command, _holder(given))


async def withdraw(actor: TableActor, front: FrontProcess, given: Arguments, command: str) -> Any:
    """Give a seat up."""
    await actor.withdraw(given["seat"], command, _holder(given))


async def attach(actor: TableActor, front: FrontProcess, given: Arguments, command: str) -> Any:
    """Let a front's connection hear the table."""
    await actor.attach(given["viewer"], front.listener(given["listener"]), given["since"])


async def detach(actor: TableActor, front: FrontProcess, given: Arguments, command: str) -> Any:
    """Stop it."""
    listener = front.listeners.get(given["conn"])
    if listener is not None:
        await actor.detach(given["viewer"], listener, given["ours"])


async def catch_up(actor: TableActor, front: FrontProcess, given: Arguments, command: str) -> Any:
    """Bring a program up to date."""
    listener = front.listeners.get(given["conn"])
    if listener is not None:
        await actor.catch_up(given["viewer"], listener)


async def tell(actor: TableActor, front: FrontProcess, given: Arguments, command: str) -> Any:
    """Tell those at the table an unversioned message."""
    said = container.decode(given["text"])
    message = TableMessage(said.payload_type, said.payload, said.timestamp)
    but = front.listeners.get(given["but"]) if given["but"] is not None else None
    actor.tell(message, pages=given["pages"], protocol=given["protocol"], only=given["only"], but=but)


async def inspect(actor: TableActor, front: FrontProcess, given: Arguments, command: str) -> Any:
    """Return what the console shows of a table."""
    return await actor.inspected()


async def announced(actor: TableActor, front: FrontProcess, given: Arguments, command: str) -> Any:
    """Return the table as the API shows it."""
    return await actor.announced(given["viewer"])


def _holder(given: Arguments) -> str:
    """Return who asks; a front of before an update does not say it."""
    return str(given.get("holder", ""))


def plain(name: str) -> Operation:
    """Return the operation that calls the table's method of this name with the arguments as they are."""

    async def operation(actor: TableActor, front: FrontProcess, given: Arguments, command: str) -> Any:
        return await getattr(actor, name)(**given)

    return operation


OPERATIONS: dict[str, Operation] = {
    "look": look,
    "sit": sit,
    "update_seat": update_seat,
    "play": play,
    "control": control,
    "rise": rise,
    "withdraw": withdraw,
    "tell": tell,
    "attach": attach,
    "detach": detach,
    "catch_up": catch_up,
    "inspected": inspect,
    "announced": announced,
    **{
        name: plain(name)
        for name in (
            "settle", "set_token", "release", "move_seat", "stand_in", "unseat", "start", "rematch", "ask",
            "close_for_good",
        )
    },
}  # fmt: skip

#: Calls that change nothing: their answers are not kept. Nor is that of `catch_up`, which is said beside its answer and
#: may be lost with it.
READING = frozenset({"look", "ask", "inspected", "announced", "catch_up"})

#: What a refusal means when an earlier host may have carried out the same call and died before it could say so: it did.
DONE_BEFORE = {
    "start": {"table/started"},
    "rematch": {"table/running"},
    "rise": {"seat/empty", "seat/lost"},
    "unseat": {"seat/empty"},
    "move_seat": {"seat/empty"},
}
