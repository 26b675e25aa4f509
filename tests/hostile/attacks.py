"""Attacks through the real doors of a running server, by hand-made bytes: libraries are too polite.

Each returns what the server answered, with `ENDED` behind it when the server has hung up.
"""

from __future__ import annotations

import base64
import gzip
import os
import socket
import struct
import time
import zlib
from collections.abc import Callable
from contextlib import suppress

from tests.support.server import Server

MEGABYTE = 1 << 20
ENDED = b" and hung up"
#: Seconds in which an attacker goes on at the most, and then listens: a server that shares a busy machine may have to
#: read for a while before it hangs up.
LASTS = 3.0
LISTENS = 6.0


def connection(server: Server, door: str) -> socket.socket:
    """Return a connection to a door."""
    return socket.create_connection(("127.0.0.1", server.ports[door]), timeout=10)


def poured(wire: socket.socket, chunk: bytes, times: int) -> bytes:
    """Send the chunk so many times, or as long as the server takes it; return its last words."""
    ends = time.monotonic() + LASTS
    with suppress(OSError):
        for _ in range(times):
            wire.sendall(chunk)
            if time.monotonic() > ends:
                break
    return last_words(wire)


def last_words(wire: socket.socket, seconds: float = LISTENS) -> bytes:
    """Return what the server still says."""
    said = b""
    wire.settimeout(seconds)
    try:
        while data := wire.recv(65536):
            said += data
    except TimeoutError:
        return said
    except ConnectionError:
        # Reset, because it had not read everything.
        return said + ENDED
    finally:
        wire.close()
    return said + ENDED


# --- WebSocket --------------------------------------------------------------------------------------------------------
def frame(opcode: int, payload: bytes, *, final: bool = True, reserved: int = 0, masked: bool = True) -> bytes:
    """Return a frame as RFC 6455 has it, or as it has not."""
    first = (0x80 if final else 0) | reserved << 4 | opcode
    length = len(payload)
    size = bytes([length]) if length < 126 else b"\x7e" + struct.pack(">H", length) if length < 65536 else b""
    size = size or b"\x7f" + struct.pack(">Q", length)
    if not masked:
        return bytes([first]) + size + payload
    # A mask of zeros is allowed, and quick.
    return bytes([first, size[0] | 0x80]) + size[1:] + b"\0\0\0\0" + payload


def upgrade(path: str, more: bytes = b"") -> bytes:
    """Return the request for a WebSocket."""
    key = base64.b64encode(os.urandom(16))
    head = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n".encode()
    return head + more + b"Sec-WebSocket-Key: " + key + b"\r\nSec-WebSocket-Version: 13\r\n\r\n"


def shaken(server: Server, door: str = "web", path: str = "/ws/lobby/", extensions: str = "") -> socket.socket:
    """Return an open WebSocket."""
    wire = connection(server, door)
    wire.sendall(upgrade(path, f"Sec-WebSocket-Extensions: {extensions}\r\n".encode() if extensions else b""))
    answer = b""
    while b"\r\n\r\n" not in answer:
        answer += wire.recv(65536)
    assert b" 101 " in answer, answer
    return wire


def compressed(server: Server) -> bytes:
    """Send a compressed message of a few kilobytes that would be a hundred megabytes."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    bomb = packer.compress(b"\0" * (100 * MEGABYTE)) + packer.flush(zlib.Z_SYNC_FLUSH)
    wire = shaken(server, extensions="permessage-deflate; client_max_window_bits")
    return poured(wire, frame(1, bomb[:-4], reserved=4), 1)


def websocket(chunk: bytes, times: int = 1, path: str = "/ws/lobby/") -> Callable[[Server], bytes]:
    """Return an attack by frames."""
    return lambda server: poured(shaken(server, path=path), chunk, times)


def fragments(piece: bytes) -> Callable[[Server], bytes]:
    """Return an attack by one message in fragments without end."""

    def attack(server: Server) -> bytes:
        wire = shaken(server)
        wire.sendall(frame(1, b"{", final=False))
        return poured(wire, frame(0, piece, final=False) * (1 + 5000 // (len(piece) + 1)), 200)

    return attack


# --- plain sockets ----------------------------------------------------------------------------------------------------
def plain(door: str, chunk: bytes, times: int = 1) -> Callable[[Server], bytes]:
    """Return an attack on a port by the same bytes again and again."""
    return lambda server: poured(connection(server, door), chunk, times)


def begun(door: str, first: bytes, chunk: bytes, times: int) -> Callable[[Server], bytes]:
    """Return an attack with a beginning."""

    def attack(server: Server) -> bytes:
        wire = connection(server, door)
        wire.sendall(first)
        return poured(wire, chunk, times)

    return attack


def by_drops(door: str, data: bytes) -> Callable[[Server], bytes]:
    """Return forty clients that send a byte now and then."""

    def attack(server: Server) -> bytes:
        wires = [connection(server, door) for _ in range(40)]
        for byte in data:
            for wire in wires:
                wire.sendall(bytes([byte]))
            time.sleep(0.1)
        for wire in wires[1:]:
            wire.close()
        return last_words(wires[0], 0.1)

    return attack


def posted(path: str, body: bytes, kind: str = "application/json") -> Callable[[Server], bytes]:
    """Return an attack by a request."""
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: {kind}\r\n"
    head += f"Content-Length: {len(body)}\r\n\r\n"
    return begun("web", head.encode(), body, 1)


def gzip_bomb() -> bytes:
    """Return three hundred kilobytes that would be three hundred megabytes."""
    return gzip.compress(b"<object-stream>" + b" " * (300 * MEGABYTE), 9)
