"""Lines are cut the same way however the bytes arrive."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.framing.framer import TOLL
from bridge.framing.lines import LineFramer


def cut(data: bytes, pieces: list[int], limit: int = 20) -> tuple[list[bytes], str]:
    """Feed the data in pieces of the given lengths (the last takes the rest); return frames, tolls and error code."""
    framer = LineFramer(limit)
    frames: list[bytes] = []
    position = 0
    for length in [*pieces, len(data)]:
        frames += framer.feed(data[position : position + length])
        position += length
        assert len(framer._partial) <= limit + 1
    frames += framer.finish()
    return frames, framer.error.code if framer.error else ""


def fed(framer: LineFramer, data: bytes) -> list[bytes]:
    """Return what these bytes complete."""
    return list(framer.feed(data))


@pytest.mark.parametrize(
    ("data", "frames"),
    [
        (b"one\ntwo\n", [b"one", b"two"]),
        (b"one\r\ntwo\r\n", [b"one", b"two"]),
        (b"\n\r\n\none\n\n", [TOLL, TOLL, TOLL, b"one", TOLL]),
        (b"one\nlast", [b"one", b"last"]),
        (b"one\nlast\r", [b"one", b"last"]),
        (b"a\rb\n", [b"a\rb"]),
        (b"\xef\xbb\xbf\none\n", [TOLL, b"one"]),
        (b"\xef\xbb\xbfone\n", [b"one"]),
        ("Würfeln\n".encode(), ["Würfeln".encode()]),
        (b"x" * 20 + b"\r\n", [b"x" * 20]),
        (b"", []),
    ],
)
def test_frames_at_every_split_point(data: bytes, frames: list[bytes]) -> None:
    for split in range(len(data) + 1):
        assert cut(data, [split]) == (frames, "")
    assert cut(data, [1] * len(data)) == (frames, "")


@pytest.mark.parametrize(
    ("data", "frames", "code"),
    [
        (b"ok\n" + b"x" * 21 + b"\nmore\n", [b"ok"], "frame/too_long"),
        (b"ok\n" + b"x" * 500, [b"ok"], "frame/too_long"),
        (b"ok\n" + b"x" * 20 + b"\r\r\n", [b"ok"], "frame/too_long"),
        (b"ok\n\xff\xfe\nmore\n", [b"ok"], "frame/not_utf8"),
        (b"ok\n\xc3", [b"ok"], "frame/not_utf8"),
    ],
)
def test_a_fault_is_the_same_at_every_split_point(data: bytes, frames: list[bytes], code: str) -> None:
    for split in range(len(data) + 1):
        assert cut(data, [split]) == (frames, code)
    assert cut(data, [1] * len(data)) == (frames, code)


@given(
    st.lists(st.sampled_from([b"\n", b"\r", b"a", b"\xc3\xbc", b"\xff", b"x" * 19, b"\xef\xbb\xbf"]), max_size=12),
    st.lists(st.integers(0, 30), max_size=12),
)
def test_splits_change_nothing(parts: list[bytes], pieces: list[int]) -> None:
    data = b"".join(parts)
    assert cut(data, pieces) == cut(data, [])


def test_an_endless_line_is_refused_and_forgotten() -> None:
    framer = LineFramer(1000)
    for _ in range(100):
        assert fed(framer, b"x" * 100) == []
    assert framer.error is not None
    assert framer.error.close_code == 1009
    assert "1000 bytes" in framer.error.message
    assert not framer.pending


def test_without_a_limit_a_line_may_have_any_length() -> None:
    framer = LineFramer(0)
    fed(framer, b"x" * 1_000_000)
    assert fed(framer, b"\n") == [b"x" * 1_000_000]


def test_pending_tells_of_a_line_that_has_begun() -> None:
    framer = LineFramer(100)
    assert not framer.pending
    fed(framer, b"be")
    assert framer.pending
    fed(framer, b"gun\n")
    assert not framer.pending


OBJECTS = [b'{"a":{}}', b'{"b":"}{\\\\\\"}"}', b'{"c":[{"d":1},{}]} ', '{"ü":"ß"}'.encode()]


@pytest.mark.parametrize("one", OBJECTS)
def test_an_eager_framer_reads_a_whole_object_before_its_newline_however_it_is_split(one: bytes) -> None:
    for split in range(1, len(one.rstrip())):
        framer = LineFramer(100, eager=True)
        assert fed(framer, one[:split]) == []
        assert fed(framer, one[split:]) == [one]
        assert fed(framer, b"\r") == []
        assert fed(framer, b"\n") == [], "the rest of a line that was heard costs nothing"
        assert fed(framer, one + b"\n\n") == [one, TOLL]
    bytewise = LineFramer(100, eager=True)
    assert [frame for at in range(len(one)) for frame in bytewise.feed(one[at : at + 1])] == [one.rstrip()]


def test_what_nobody_asks_for_is_not_cut() -> None:
    framer = LineFramer(100)
    lines = framer.feed(b"one\ntwo\n\xff\n")
    assert next(lines) == b"one"
    assert framer.error is None
    assert fed(framer, b"\xff\n") == []
    assert framer.error is not None


def test_an_eager_framer_leaves_the_rest_of_a_line_in_one_piece() -> None:
    framer = LineFramer(100, eager=True)
    assert fed(framer, b'{"a":{}}{"b"') == []
    assert fed(framer, b":{}}") == [b'{"a":{}}{"b":{}}']
    assert fed(framer, b'{"a":{}}}\n{"b":{}\n}') == [b'{"a":{}}}', b'{"b":{}']
    assert fed(framer, b"\n") == [b"}"]


def test_an_eager_framer_keeps_to_the_limit_and_to_utf_8() -> None:
    framer = LineFramer(8, eager=True)
    assert fed(framer, b'{"a":"bcd"}') == []
    assert framer.error is not None
    assert framer.error.code == "frame/too_long"
    framer = LineFramer(100, eager=True)
    assert fed(framer, b'{"a":"\xff"}') == []
    assert framer.error is not None
    assert framer.error.code == "frame/not_utf8"
