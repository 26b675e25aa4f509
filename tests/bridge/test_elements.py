"""Elements are cut the same way however the bytes arrive, and only harmless XML gets through."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridge.framing.elements import ATTRIBUTE_BYTES, ATTRIBUTES, DEPTH, END, PARTS, PARTS_FREE, ElementFramer
from bridge.framing.framer import TOLL

JOIN = b'<join gameType="swc_2017_mississippi_queen"/>'
MOVE = (
    b'<room roomId="r">\n  <data class="move">\n    <advance order="0" distance="1"/>'
    b"<hint content='a > b \"quoted\" &lt;'/>\n  </data>\n</room>"
)


def cut(data: bytes, pieces: list[int], limit: int = 300) -> tuple[list[bytes], str]:
    """Feed the data in pieces of the given lengths (the last takes the rest); return frames, tolls and error code."""
    framer = ElementFramer(limit)
    frames: list[bytes] = []
    position = 0
    for length in [*pieces, len(data)]:
        frames += framer.feed(data[position : position + length])
        position += length
        assert len(framer._buffer) <= limit
    frames += framer.finish()
    return frames, framer.error.code if framer.error else ""


def fed(framer: ElementFramer, data: bytes) -> list[bytes]:
    """Return what these bytes complete."""
    return list(framer.feed(data))


def every_split(data: bytes, limit: int = 300) -> tuple[list[bytes], str]:
    """Return what comes out, after checking that it does at every split point."""
    whole = cut(data, [], limit)
    for split in range(len(data) + 1):
        assert cut(data, [split], limit) == whole
    assert cut(data, [1] * len(data), limit) == whole
    return whole


@pytest.mark.parametrize(
    ("data", "frames"),
    [
        (b"<protocol>" + JOIN + MOVE + b"</protocol>", [JOIN, MOVE, END]),
        (b'<?xml version="1.0" encoding="UTF-8"?>\n<protocol>\n  ' + JOIN, [TOLL, JOIN]),
        (b"<?xml version='1.0'?><protocol>" + JOIN, [TOLL, JOIN]),
        (b"\xef\xbb\xbf<protocol>" + JOIN, [JOIN]),
        (b"<any name='x'><a/><b></b></any  >", [b"<a/>", b"<b></b>", END]),
        (b"<protocol/>", [END]),
        (b"<p><a x='/>' y=\"/p>\"/></p>", [b"<a x='/>' y=\"/p>\"/>", END]),
        (b"<p><!-- a comment <a> --><a><!-- </a> --></a></p>", [TOLL, b"<a><!-- </a> --></a>", END]),
        (b"<p><!----><a/><!----><!-- x -->\n<!--", [TOLL, b"<a/>", TOLL, TOLL]),
        (b"<p><a><![CDATA[</a>]]></a>", [b"<a><![CDATA[</a>]]></a>"]),
        (b"<p><a>/></a><a>&amp;&#252;</a>", [b"<a>/></a>", b"<a>&amp;&#252;</a>"]),
        ("<p><a>ü€</a>".encode(), ["<a>ü€</a>".encode()]),
        (
            b"<p><sc.protocol.responses.CloseConnection/></p> anything <",
            [b"<sc.protocol.responses.CloseConnection/>", END],
        ),
        (b"<p><a><a><a/></a></a><unfinished", [b"<a><a><a/></a></a>"]),
        (b" \r\n\t", []),
    ],
)
def test_frames_at_every_split_point(data: bytes, frames: list[bytes]) -> None:
    assert every_split(data) == (frames, "")


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"hello", "xml/malformed"),
        (b'{"uniqueID": 100}', "xml/malformed"),
        (b"\xff\xfe<\x00", "xml/malformed"),
        (b"</p>", "xml/malformed"),
        (b"<p>" + JOIN + b"text", "xml/malformed"),
        (b"<p>" + JOIN + b"<![CDATA[text]]>", "xml/malformed"),
        (b"<p>" + JOIN + b"<a></b>", "xml/malformed"),
        (b"<p>" + JOIN + b"<a><b></a>", "xml/malformed"),
        (b"<p>" + JOIN + b"</q>", "xml/malformed"),
        (b"<p>" + JOIN + b"<a b='<'/>", "xml/malformed"),
        (b"<p>" + JOIN + b"<a <b/>", "xml/malformed"),
        (b"<p>" + JOIN + b"<a b=c/>", "xml/malformed"),
        (b"<p>" + JOIN + b"<a b='1' b='2'/>", "xml/malformed"),
        (b"<p>" + JOIN + b"<1/>", "xml/malformed"),
        (b"<p>" + JOIN + b"<>", "xml/malformed"),
        (b"<p>" + JOIN + b"<!-x", "xml/malformed"),
        (b"<p>" + JOIN + b"<a>&unknown;</a>", "xml/malformed"),
        (b"<p>" + JOIN + b"<a>&#0;</a>", "xml/malformed"),
        (b"<p>" + JOIN + b"<a>\x00</a>", "xml/malformed"),
        (b"<p>" + JOIN + b"<a>]]></a>", "xml/malformed"),
        (b"<p>" + JOIN + b"<a>\xff</a>", "frame/not_utf8"),
        (b"<?xml version='1.0' encoding='ISO-8859-1'?><p>", "frame/not_utf8"),
        (b"<!DOCTYPE p [<!ENTITY a 'b'>]><p>", "xml/not_allowed"),
        (b"<p>" + JOIN + b"<!DOCTYPE", "xml/not_allowed"),
        (b"<p>" + JOIN + b"<!ENTITY a 'b'>", "xml/malformed"),
        (b"<?php echo ?><p>", "xml/not_allowed"),
        (b"<p>" + JOIN + b"<?pi", "xml/not_allowed"),
        (b"<p>" + JOIN + b"<a><?xml version='1.0'?></a>", "xml/not_allowed"),
        (b"<p>" + JOIN + b"<a>" * DEPTH + b"<b/>", "xml/not_allowed"),
        (b"<p>" + JOIN + b"<a>" + b"x" * 300 + b"</a>", "frame/too_long"),
        (b"<p>" + JOIN + b"<a><![CDATA[" + b"x" * 400, "frame/too_long"),
        (b"<p>" + JOIN + b"<!--" + b"x" * 400, "frame/too_long"),
        (b"<p>" + JOIN + b"<a b='" + b"x" * 400, "frame/too_long"),
        (b"<" + b"p" * 400, "frame/too_long"),
    ],
)
def test_a_fault_is_the_same_at_every_split_point(data: bytes, code: str) -> None:
    expected = [JOIN] if JOIN in data else []
    assert every_split(data) == (expected, code)


@pytest.mark.parametrize("size", [297, 298, 299, 300, 301, 302, 303])
def test_faults_near_the_limit_do_not_depend_on_splits(size: int) -> None:
    for tail in (b"<!DOCTYPE", b"<?pi", b"<1", b"<!-x", b"</b>", b"<a '<'", b"</a>"):
        every_split(b"<p><a>" + b"x" * (size - 3 - len(tail)) + tail)


def test_an_element_of_exactly_the_limit_is_allowed() -> None:
    element = b"<a>" + b"x" * 293 + b"</a>"
    assert cut(b"<p>" + element, []) == ([element], "")


def test_white_space_between_elements_is_never_kept() -> None:
    framer = ElementFramer(300)
    fed(framer, b"<p>")
    for _ in range(50):
        assert fed(framer, b" \n" * 1000) == []
    assert fed(framer, JOIN) == [JOIN]
    assert not framer._buffer


def test_attributes_are_bounded_in_number_and_length() -> None:
    many = b"".join(b" a%d='1'" % number for number in range(ATTRIBUTES + 1))
    assert cut(b"<p><a" + many + b"/>", [], 10_000) == ([], "xml/not_allowed")
    assert cut(b"<p" + many + b"><a/>", [], 10_000) == ([], "xml/not_allowed")
    long = b"x" * ATTRIBUTE_BYTES
    assert cut(b"<p><a b='" + long + b"'/>", [], 100_000) == ([], "xml/not_allowed")


@pytest.mark.parametrize(
    "part", [b"<b/>", b"<b></b>", b"<!---->", b"<b><!----></b>", b"<![CDATA[<b/>]]>", b"<!--<b/>-->&lt;"]
)
def test_an_element_may_have_only_so_many_parts_however_short_they_are(part: bytes) -> None:
    each = 2 if part == b"<b><!----></b>" else 1
    most = b"<a>" + part * ((PARTS - 1) // each) + b"</a>"
    frames, code = cut(b"<p>" + most + most, [], 100_000)
    assert ([frame for frame in frames if frame], code) == ([most, most], "")
    assert len(frames) - 2 >= 2 * (PARTS // PARTS_FREE - 1)
    one_more = b"<p>" + JOIN + b"<a>" + part * ((PARTS - 1) // each + 1) + b"</a>" + JOIN
    refused = cut(one_more, [], 100_000)
    assert refused == ([JOIN, *[TOLL] * (PARTS // PARTS_FREE)], "xml/not_allowed")
    assert cut(one_more, [1] * len(one_more), 100_000) == refused
    assert cut(one_more, [len(one_more) // 2], 100_000) == refused


def test_what_nobody_asks_for_is_not_cut() -> None:
    framer = ElementFramer(300)
    frames = framer.feed(b"<p><a/><a/><nonsense")
    assert next(frames) == b"<a/>"
    assert framer._buffer.startswith(b"<a/><nonsense")


def test_an_element_is_handed_over_with_its_last_byte() -> None:
    framer = ElementFramer(1000)
    fed(framer, b"<protocol>")
    for byte in MOVE[:-1]:
        assert fed(framer, bytes([byte])) == []
        assert framer.pending
    assert fed(framer, MOVE[-1:]) == [MOVE]
    assert not framer.pending


def test_single_bytes_cost_no_more_than_their_number() -> None:
    """A scanner that began again with every byte would need minutes for this."""
    framer = ElementFramer(200_000)
    fed(framer, b"<p><a b='")
    begin = time.process_time()
    for _ in range(60_000):
        fed(framer, b"x")
    assert time.process_time() - begin < 5
    assert framer.error is None


TOKENS = [
    b"<p>", b"</p>", b"<a>", b"</a>", b"<a b='1'/>", b'<b c=">">', b"</b>", b" ", b"text", b"<!-- x -->",
    b"<![CDATA[<]]>", b"&lt;", b"&x;", b"\xc3\xbc", b"\xff", b"<", b">", b"<?xml version='1.0'?>", b"<!DOCTYPE",
]  # fmt: skip


@settings(max_examples=300)
@given(st.lists(st.sampled_from(TOKENS), max_size=14), st.lists(st.integers(0, 12), max_size=30), st.integers(8, 80))
def test_splits_change_nothing(tokens: list[bytes], pieces: list[int], limit: int) -> None:
    data = b"<p>" + b"".join(tokens)
    assert cut(data, pieces, limit) == cut(data, [], limit)
