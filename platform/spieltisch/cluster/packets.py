"""What travels through Redis: a JSON head, then the bodies it gives the lengths of, byte for byte."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import orjson

Head = dict[str, Any]


def pack(head: Head, bodies: Sequence[bytes] = ()) -> bytes:
    """Return one packet."""
    if bodies:
        head = {**head, "lengths": [len(body) for body in bodies]}
    return b"\n".join((orjson.dumps(head), b"".join(bodies)))


def unpack(data: bytes) -> tuple[Head, list[bytes]]:
    """Return head and bodies."""
    first, _, rest = data.partition(b"\n")
    head: Head = orjson.loads(first)
    bodies, begin = [], 0
    for length in head.pop("lengths", ()):
        bodies.append(rest[begin : begin + length])
        begin += length
    return head, bodies
