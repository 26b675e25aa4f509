"""LAN discovery: datagrams of three texts (type, TCP port, description) separated by NUL, on UDP port 30303.

A server announces itself when it starts and answers a client's announcement directly; at most one datagram in 50 ms.
This module only writes and reads the datagrams; who runs it owns the socket.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from gamekit.discovery import Discovery
from gamekit.errors import MalformedMessage

PORT = 30303
LONGEST = 8191
PAUSE_MS = 50

SERVER, CLIENT = "SERVER", "CLIENT"
_PORT = re.compile("[0-9]{1,5}")


@dataclass(frozen=True, slots=True)
class Announcement:
    """What a program on the net says of itself."""

    kind: str
    port: int
    text: str


def encode(announcement: Announcement) -> bytes:
    """Return the datagram; MalformedMessage when it would be too long or hold a NUL."""
    parts = (announcement.kind, str(announcement.port), announcement.text)
    datagram = "\0".join(parts).encode()
    if datagram.count(b"\0") != 2:
        raise MalformedMessage("an announcement's texts hold no NUL", "discovery/nul")
    if len(datagram) > LONGEST:
        raise MalformedMessage(f"an announcement has at most {LONGEST} bytes", "discovery/length")
    return datagram


def decode(datagram: bytes) -> Announcement:
    """Return the announcement in the datagram; MalformedMessage when there is none."""
    if len(datagram) > LONGEST:
        raise MalformedMessage(f"an announcement has at most {LONGEST} bytes", "discovery/length")
    try:
        parts = datagram.decode().split("\0")
    except UnicodeDecodeError:
        raise MalformedMessage("an announcement is UTF-8", "discovery/encoding") from None
    if len(parts) != 3 or not _PORT.fullmatch(parts[1]) or int(parts[1]) > 65535:
        raise MalformedMessage("an announcement is type, port and text, separated by NUL", "discovery/parts")
    return Announcement(parts[0], int(parts[1]), parts[2])


def announce(port: int) -> bytes:
    """Return the datagram by which the server makes itself known."""
    return encode(Announcement(SERVER, port, "Spieltisch"))


def answer(datagram: bytes, port: int) -> bytes | None:
    """Return the answer to a client that looks for servers; None to anything else."""
    try:
        asked = decode(datagram)
    except MalformedMessage:
        return None
    return announce(port) if asked.kind == CLIENT else None


DISCOVERY = Discovery("CATAN_DISCOVERY", PORT, "catan", PAUSE_MS, announce, answer)
