"""The picture of a teamConfig (5.2.8): a PNG is looked through from its first byte to its last pixel."""

from __future__ import annotations

import base64
import struct
import zlib

import pytest

from games.quidditch import png
from games.quidditch.team import striped_image

GOOD = base64.b64decode(striped_image("000000", "FFFFFF"))
HEADER = struct.pack(">IIBBBBB", 4, 4, 8, 0, 0, 0, 0)
ROWS = (b"\0" + b"\x7f" * 4) * 4


def made(*chunks: tuple[bytes, bytes]) -> bytes:
    return png.SIGNATURE + b"".join(png.chunk(kind, data) for kind, data in chunks)


def test_a_whole_png_has_no_flaw_and_may_have_more_behind_it() -> None:
    assert png.flaw(GOOD, 256) == ""
    assert png.flaw(GOOD + b"more", 256) == ""
    assert png.flaw(made((b"IHDR", HEADER), (b"IDAT", zlib.compress(ROWS)), (b"IEND", b"")), 4) == ""


def test_pixels_may_come_in_several_parts_among_others() -> None:
    packed = zlib.compress(ROWS)
    parts = ((b"IHDR", HEADER), (b"tEXt", b"Title\0x"), (b"IDAT", packed[:5]), (b"IDAT", packed[5:]), (b"IEND", b""))
    assert png.flaw(made(*parts), 4) == ""


@pytest.mark.parametrize("length", [0, 8, 20, 33, 60, len(GOOD) - 1])
def test_what_is_cut_off_is_no_png(length: int) -> None:
    assert "PNG" in png.flaw(GOOD[:length], 256)


def test_a_damaged_byte_is_found() -> None:
    damaged = bytearray(GOOD)
    damaged[len(GOOD) // 2] ^= 1
    assert "damaged" in png.flaw(bytes(damaged), 256)


@pytest.mark.parametrize(
    ("chunks", "word"),
    [
        ([(b"IDAT", b""), (b"IEND", b"")], "header"),
        ([(b"IHDR", HEADER[:8]), (b"IDAT", zlib.compress(ROWS)), (b"IEND", b"")], "header"),
        ([(b"IHDR", HEADER), (b"IEND", b"")], "unpacked"),
        ([(b"IHDR", HEADER), (b"IDAT", b"no pixels"), (b"IEND", b"")], "unpacked"),
        ([(b"IHDR", HEADER), (b"IDAT", zlib.compress(ROWS)[:-4]), (b"IEND", b"")], "unpacked"),
        ([(b"IHDR", HEADER), (b"IDAT", zlib.compress(b"\0" * 10_000_000)), (b"IEND", b"")], "unpacked"),
    ],
)
def test_what_only_looks_like_a_png_is_refused(chunks: list[tuple[bytes, bytes]], word: str) -> None:
    assert word in png.flaw(made(*chunks), 4)


def test_another_size_is_named() -> None:
    found = png.flaw(made((b"IHDR", HEADER), (b"IDAT", zlib.compress(ROWS)), (b"IEND", b"")), 256)
    assert found == "must be 256 by 256 pixels, not 4 by 4"
