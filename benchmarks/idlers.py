"""A load: connections that say nothing. `python -m benchmarks.idlers PORT COUNT [PATH]` (a path: WebSocket).

Prints `connected` when all are there, and answers each line on its standard input with how many are left.
"""

from __future__ import annotations

import json
import select
import socket
import sys

from benchmarks import measuring
from benchmarks.spectators import connected


def main(port: int, count: int, path: str) -> None:
    """Connect, then count on request until standard input ends."""
    measuring.open_many_files()
    sockets = [
        connected("127.0.0.1", port, path)[0] if path else socket.create_connection(("127.0.0.1", port))
        for _ in range(count)
    ]
    for one in sockets:
        one.setblocking(False)
    print("connected", flush=True)
    while sys.stdin.readline():
        sockets = [one for one in sockets if is_open(one)]
        print(json.dumps({"left": len(sockets)}), flush=True)


def is_open(one: socket.socket) -> bool:
    """Read what there is; False when the server has hung up."""
    polled = select.poll()
    polled.register(one, select.POLLIN)
    while polled.poll(0):
        try:
            if not one.recv(1 << 16):
                return False
        except OSError:
            return False
    return True


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3] if len(sys.argv) > 3 else "")
