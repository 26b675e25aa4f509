"""Ports for servers that must be told theirs before they start.

A port the system gives away by itself (port 0, or the near end of an outgoing connection) may be given to somebody else
before the server listens on it. So we take from below that range, and hold a lock on each port taken: processes that
run side by side, as the tests do, never choose the same one.
"""

from __future__ import annotations

import fcntl
import random
import socket
import tempfile
from pathlib import Path
from typing import IO

#: Below it are the ports of well-known servers.
FIRST = 15000
#: Where Linux begins to give ports away by itself, should it not tell.
LAST = 32768

#: Locks last as long as the process that took them.
_claims: list[IO[str]] = []


def free_port() -> int:
    """Return a port that nobody listens on, and that no other caller on this machine gets while this process lives."""
    places = list(range(FIRST, _first_given_away()))
    random.shuffle(places)
    for port in places:
        if _claimed(port) and _unused(port):
            return port
    raise OSError(f"no free port from {FIRST} on")


def _first_given_away() -> int:
    told = Path("/proc/sys/net/ipv4/ip_local_port_range")
    first = int(told.read_text().split()[0]) if told.exists() else LAST
    return first if first > FIRST else LAST


def _claimed(port: int) -> bool:
    folder = Path(tempfile.gettempdir()) / "spieltisch-ports"
    folder.mkdir(exist_ok=True)
    folder.chmod(0o777)
    claim = (folder / str(port)).open("w")
    try:
        fcntl.flock(claim, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        claim.close()
        return False
    _claims.append(claim)
    return True


def _unused(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
        return True
