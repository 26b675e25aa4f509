"""The load of the fan-out benchmark: many WebSocket spectators in a process of their own that only count bytes.

`python -m benchmarks.spectators HOST PORT PATH COUNT` connects, prints `connected`, and then answers each line on its
standard input with one line of JSON: bytes received so far by all, bytes and frames of the first spectator, processor
time used, and how many spectators are left. What a frame says is never looked at.
"""

from __future__ import annotations

import json
import os
import resource
import select
import socket
import sys
import time

#: Larger than what a socket holds, so that one call empties it.
BUFFER = 1 << 20


class FrameCounter:
    """Counts the frames in one spectator's bytes."""

    def __init__(self) -> None:
        self.bytes = 0
        self.frames = 0
        self._rest = b""

    def feed(self, data: bytes) -> None:
        """Count on."""
        self._rest += data
        while (length := frame_length(self._rest)) and length <= len(self._rest):
            self._rest = self._rest[length:]
            self.bytes += length
            self.frames += 1


def frame_length(data: bytes) -> int:
    """Return the length of the frame that begins here, header included; 0 while that is unknown."""
    if len(data) < 2:
        return 0
    extra = {126: 2, 127: 8}.get(data[1], 0)
    if len(data) < 2 + extra:
        return 0
    return 2 + extra + (int.from_bytes(data[2 : 2 + extra], "big") if extra else data[1])


def connected(host: str, port: int, path: str) -> tuple[socket.socket, bytes]:
    """Return a socket that was upgraded, and what came behind the answer."""
    spectator = socket.create_connection((host, port))
    spectator.sendall(
        f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: c3BlY3RhdG9yIGF0IHRhYg==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    answer = b""
    while b"\r\n\r\n" not in answer:
        received = spectator.recv(4096)
        if not received:
            raise SystemExit(f"the server closed the connection: {answer!r}")
        answer += received
    head, _, rest = answer.partition(b"\r\n\r\n")
    if b" 101 " not in head:
        raise SystemExit(f"the server did not upgrade: {head!r}")
    spectator.setblocking(False)
    return spectator, rest


def report(total: int, counter: FrameCounter, left: int) -> str:
    """Return the counters of this moment."""
    counted = {"bytes": total, "first_bytes": counter.bytes, "first_frames": counter.frames, "left": left}
    return json.dumps({**counted, "time": time.monotonic(), "cpu": time.process_time()})


def main(host: str, port: int, path: str, count: int) -> None:
    """Connect, count, and answer until standard input ends."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    counter = FrameCounter()
    total = 0
    spectators: dict[int, socket.socket] = {}
    polling = select.epoll()
    for _ in range(count):
        spectator, rest = connected(host, port, path)
        if not spectators:
            first = spectator.fileno()
            counter.feed(rest)
        total += len(rest)
        spectators[spectator.fileno()] = spectator
        polling.register(spectator.fileno(), select.EPOLLIN)
    questions = sys.stdin.fileno()
    polling.register(questions, select.EPOLLIN)
    print("connected", flush=True)
    buffer = bytearray(BUFFER)
    view = memoryview(buffer)
    while True:
        for descriptor, _ in polling.poll():
            if descriptor == questions:
                if not os.read(questions, 4096):
                    return
                print(report(total, counter, len(spectators)), flush=True)
                continue
            try:
                length = spectators[descriptor].recv_into(buffer)
            except OSError:
                length = 0
            if not length:
                polling.unregister(descriptor)
                spectators.pop(descriptor).close()
            elif descriptor == first:
                counter.feed(bytes(view[:length]))
            total += length


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3], int(sys.argv[4]))
