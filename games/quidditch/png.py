"""Tells whether bytes are a whole PNG of a given size: its parts, their check sums, and pixels that can be unpacked."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator

SIGNATURE = b"\x89PNG\r\n\x1a\n"

#: Four samples of 16 bits; an interlaced picture has at most twice as many lines, each with a byte of its own.
_MOST_BYTES_A_PIXEL, _MOST_LINES = 8, 2


def chunk(kind: bytes, data: bytes) -> bytes:
    """Return a part of a PNG with its length and check sum."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def flaw(picture: bytes, side: int) -> str:
    """Say what keeps the bytes from being a PNG of side by side pixels; an empty text when nothing does."""
    if not picture.startswith(SIGNATURE):
        return "must be a PNG"
    try:
        chunks = list(_chunks(picture))
    except (struct.error, ValueError):
        return "must be a whole PNG; a part of it is cut off or damaged"
    if not chunks or chunks[0][0] != b"IHDR" or len(chunks[0][1]) != 13 or chunks[-1][0] != b"IEND":
        return "must be a whole PNG, from its header to its end"
    width, height = struct.unpack(">II", chunks[0][1][:8])
    if (width, height) != (side, side):
        return f"must be {side} by {side} pixels, not {width} by {height}"
    if not _unpacks(b"".join(data for kind, data in chunks if kind == b"IDAT"), side):
        return "must be a PNG whose pixels can be unpacked"
    return ""


def _chunks(picture: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(SIGNATURE)
    kind = b""
    while kind != b"IEND":
        (length,) = struct.unpack_from(">I", picture, at)
        kind, data = picture[at + 4 : at + 8], picture[at + 8 : at + 8 + length]
        (told,) = struct.unpack_from(">I", picture, at + 8 + length)
        if told != zlib.crc32(kind + data):
            raise ValueError("wrong check sum")
        yield kind, data
        at += length + 12


def _unpacks(packed: bytes, side: int) -> bool:
    """Unpack no more than the largest picture of the size holds: a small file must not become a large memory."""
    most = side * side * _MOST_BYTES_A_PIXEL + side * _MOST_LINES
    unpacker = zlib.decompressobj()
    try:
        pixels = unpacker.decompress(packed, most + 1)
    except zlib.error:
        return False
    return side < len(pixels) <= most and unpacker.eof
