"""The known tricks by name: each is refused by the layer that first sees it, at once and without growing."""

from __future__ import annotations

import gzip
import json
import time
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from bridge.framing.elements import DEPTH, PARTS, ElementFramer
from bridge.framing.lines import LineFramer
from gamekit import container, registry
from gamekit.container import MALFORMED
from gamekit.dialect import Dialect, LineEndpoint, XmlEndpoint
from gamekit.errors import GameError, MalformedMessage
from games.mississippi.documents import state_element
from games.mississippi.markup import MOST_ELEMENTS, element, parsed, written
from games.mississippi.replays import reading
from spieltisch.inspector.hiding import redacted_fields, redacted_message, redacted_unread
from spieltisch.redaction import redacted
from spieltisch.replays import services
from tests.hidden.test_positions import position

LIMIT = 64 * 1024
LAUGHS = b"".join(
    b'<!ENTITY l%d "%s">' % (level, b"&l%d;" % (level - 1) * 10 if level else b"ha") for level in range(12)
)
TRICKS = {
    "billion laughs": b"<!DOCTYPE protocol [" + LAUGHS + b"]><protocol><join gameType='&l11;'/></protocol>",
    "external entity": b'<!DOCTYPE p [<!ENTITY x SYSTEM "file:///etc/passwd">]><protocol><join a="&x;"/></protocol>',
    "external DTD": b'<!DOCTYPE protocol SYSTEM "http://127.0.0.1:1/evil.dtd"><protocol><join/></protocol>',
    "parameter entity": b'<!DOCTYPE p [<!ENTITY % x SYSTEM "file:///dev/zero"> %x;]><protocol><join/></protocol>',
    "DOCTYPE": b"<!DOCTYPE protocol><protocol><join/></protocol>",
    "DOCTYPE inside": b"<protocol><!DOCTYPE a><join/></protocol>",
    "processing instruction": b"<protocol><?php system('x'); ?><join/></protocol>",
    "undeclared entity": b"<protocol><join gameType='&xxe;'/></protocol>",
    "NUL by reference": b"<protocol><join gameType='&#0;'/></protocol>",
    "NUL": b"<protocol><join gameType='\x00'/></protocol>",
    "deep nesting": b"<protocol>" + b"<a>" * 5000 + b"</a>" * 5000,
    "many attributes": b"<protocol><join " + b" ".join(b"a%d='1'" % n for n in range(5000)) + b"/>",
    "two attributes of a name": b"<protocol><join gameType='a' gameType='b'/>",
    "a long attribute": b"<protocol><join gameType='" + b"a" * 30_000 + b"'/>",
    "UTF-16": "<?xml version='1.0' encoding='utf-16'?><protocol><join/></protocol>".encode("utf-16"),
    "UTF-7": b"<?xml version='1.0' encoding='utf-7'?><protocol>+ADw-join/></protocol>",
    "lone surrogate": b"<protocol><join gameType='\xed\xa0\x80'/></protocol>",
}


@contextmanager
def bounded(seconds: float = 2.0, megabytes: float = 8.0) -> Iterator[None]:
    """Fail when what happens inside takes too long or too much memory."""
    tracemalloc.start()
    began = time.process_time()
    try:
        yield
        took, peak = time.process_time() - began, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert took < seconds, f"took {took:.2f} s"
    assert peak < megabytes * 2**20, f"took {peak / 2**20:.1f} MB"


@pytest.mark.parametrize("trick", TRICKS)
@pytest.mark.parametrize("piece", [1, 4096], ids=["byte by byte", "in pieces"])
def test_the_framer_refuses_xml_tricks(trick: str, piece: int) -> None:
    data = TRICKS[trick]
    framer = ElementFramer(LIMIT)
    frames: list[bytes] = []
    with bounded():
        for begin in range(0, len(data), piece):
            frames += framer.feed(data[begin : begin + piece])
    assert framer.error is not None
    assert framer.error.code in ("xml/malformed", "xml/not_allowed", "frame/not_utf8", "frame/too_long")
    assert not any(frames), "no message, though there may be tolls"


@pytest.mark.parametrize("trick", TRICKS)
def test_the_replay_reader_refuses_xml_tricks(trick: str) -> None:
    with bounded(), pytest.raises(GameError) as refusal:
        services.examine(TRICKS[trick].replace(b"protocol", b"object-stream"), "mississippi", "xml")
    assert refusal.value.field.startswith("line ") or refusal.value.field == "format"


def test_nothing_of_a_file_is_read_into_an_answer() -> None:
    with pytest.raises(MalformedMessage) as refusal:
        parsed(TRICKS["external entity"])
    assert "root:" not in refusal.value.message


def test_the_deepest_element_allowed_is_read_and_one_more_is_not() -> None:
    for depth, good in ((DEPTH, True), (DEPTH + 1, False)):
        framer = ElementFramer(LIMIT)
        frames = list(framer.feed(b"<protocol>" + b"<a>" * depth + b"</a>" * depth))
        assert (len(frames) == 1, framer.error is None) == (good, good)


def test_the_longest_message_of_the_contest_is_far_from_the_bounds() -> None:
    slots = [element("slot", {"displayName": "a", "canTimeout": True, "shouldBePaused": True})] * 2
    river = element("loadGameInfo", None, state_element(position(1), typed=True))
    message = written(element("prepare", {"gameType": "swc_2017_mississippi_queen"}, *slots, river)).strip().encode()
    framer = ElementFramer(LIMIT)
    cut = list(framer.feed(b"<protocol>" + message))
    assert [frame for frame in cut if frame] == [message]
    assert 100 < framer._parts < PARTS / 4


CROWDS = {
    "elements with text between": b"a<b/>",
    "empty elements": b"<b/>",
    "texts in pieces": b"&amp;\n",
    "comments in a text": b"a<!---->",
    "leaves with text": b"<b>a&lt;a</b>",
}


@pytest.mark.parametrize("crowd", CROWDS)
def test_a_packed_replay_of_very_many_parts_is_refused_at_once(crowd: str) -> None:
    bomb = gzip.compress(b"<object-stream>" + CROWDS[crowd] * 300_000 + b"</object-stream>", 9)
    with bounded(seconds=4, megabytes=150), pytest.raises(MalformedMessage):
        reading.read(bomb)


def test_as_many_elements_as_are_allowed_are_read_and_one_more_is_not() -> None:
    children = b"<b/>" * (MOST_ELEMENTS - 1)
    assert len(parsed(b"<a>" + children + b"</a>").children) == MOST_ELEMENTS - 1
    with pytest.raises(MalformedMessage, match="elements"):
        parsed(b"<a>" + children + b"<b/></a>")


@pytest.mark.parametrize("make", [LineFramer, ElementFramer])
@pytest.mark.parametrize("filler", [b"a", b" ", b"<", b"\r", b"<a ", b"<!--", b"'", b"\xef", b"{", b"<a>"])
def test_a_stream_without_end_keeps_nothing(make: type[LineFramer | ElementFramer], filler: bytes) -> None:
    framer = make(LIMIT)
    chunk = filler * (16_384 // len(filler))
    with bounded(seconds=10, megabytes=2):
        list(framer.feed(b"<protocol><a>" if make is ElementFramer else b"x"))
        for _ in range(600):
            list(framer.feed(chunk))


# --- JSON -------------------------------------------------------------------------------------------------------------
HUGE = "1" * 5000
TEXTS = {
    "infinite number": '{"payloadType":"x","payload":1e400}',
    "number of 5,000 digits": f'{{"payloadType":"x","payload":{HUGE}}}',
    "NaN": '{"payloadType":"x","payload":NaN}',
    "Infinity": '{"payloadType":"x","payload":[-Infinity]}',
    "deep lists": '{"payloadType":"x","payload":' + "[" * 900 + "]" * 900 + "}",
    "deeper lists": "[" * 200_000,
    "deep objects": '{"payload":' * 3000,
    "lone surrogate": '{"payloadType":"\\ud800","payload":{}}',
    "turned surrogates": '{"payloadType":"x","payload":"\\udc00\\ud800"}',
    "NUL": '{"payloadType":"x","payload":"\\u0000"}',
    "bare NUL": '{"payloadType":"x","payload":"\x00"}',
    "cut off": '{"payloadType":"x","payload":{"a":',
    "two values": '{"payloadType":"x","payload":{}} {}',
    "a comment": '{"payloadType":"x"/**/,"payload":{}}',
}


@pytest.mark.parametrize("name", TEXTS)
def test_the_container_reader_refuses_json_tricks(name: str) -> None:
    with bounded(), pytest.raises(MalformedMessage):
        container.decode(TEXTS[name])


def test_of_a_key_that_comes_twice_the_last_one_counts() -> None:
    read = container.decode('{"payloadType":"a","payload":1,"payloadType":"b","payload":2}')
    assert (read.payload_type, read.payload) == ("b", 2)


def dialects() -> Iterator[tuple[str, Dialect]]:
    for game in registry.games().values():
        for door in game.endpoints:
            if isinstance(door, (LineEndpoint, XmlEndpoint)):
                yield door.name, door.dialect()


@pytest.mark.parametrize("name", dict(dialects()))
@pytest.mark.parametrize("trick", [*TEXTS, *TRICKS])
def test_a_dialect_answers_every_trick_as_malformed(name: str, trick: str) -> None:
    dialect = dict(dialects())[name]
    frame = TEXTS[trick].encode("utf-8", "surrogatepass") if trick in TEXTS else TRICKS[trick]
    if trick == "two values" and name.startswith("catan"):
        # The Catan-Protokoll asks for this tolerance: each value is looked at by itself, and the second is no message.
        frame = frame.replace(b"{}}", b"{}}{")
    with bounded():
        read = dialect.decode(frame)
    assert [message.payload_type for message in read] == [MALFORMED]
    assert set(read[0].payload) == {"reason", "code", "field", "cause", "fatal"}
    assert len(read[0].payload["reason"]) < 1000, "a refusal must not repeat what was sent"


def test_an_answer_to_a_long_wrong_value_is_short() -> None:
    for game in registry.games().values():
        for option in game.options:
            with pytest.raises(GameError) as refusal:
                game.read_options({option.name: ["A" * 50_000]})
            assert len(refusal.value.message) < 1000, f"{game.slug} {option.name}"


def test_a_catan_line_of_many_objects_is_read_in_linear_time() -> None:
    from games.catan.dialects.document import MOST_OBJECTS, DocumentDialect

    few = json.dumps({"Würfeln": {}}).encode() * MOST_OBJECTS
    with bounded():
        assert len(DocumentDialect().decode(few)) == MOST_OBJECTS
        assert [m.payload_type for m in DocumentDialect().decode(few * 50)] == [MALFORMED]
        assert [m.payload_type for m in DocumentDialect().decode(b"{}" + b" " * 60_000 + b"{")] == [MALFORMED]


# --- what is written down ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize("begin", ["", "token", "token=", '"', "<token>", "a://", "bearer ", '{"token":[', 'token="'])
def test_secrets_are_looked_for_in_linear_time(begin: str) -> None:
    parts = (
        "a-", "-a", "a_", "a", "password", "password_", "-password", "token ", 'token=\\"', "token='", "a://", "a:b@",
        "bearer ", "#a", "<token ", "<token>", "token =", '\\"', '"', '"a":', '"token":{', "\\", "toke", "a: bearer ",
    )  # fmt: skip
    for part in parts:
        text = (begin + part * 15_000)[:15_000]
        for hide in (redacted, redacted_message, redacted_unread, redacted_fields):
            # Once more, because now and then the collector of garbage comes in between.
            assert any(_computing(hide, text) < 0.2 for _ in range(2)), (hide.__name__, part)


def _computing(hide: Callable[[str], object], text: str) -> float:
    began = time.process_time()
    hide(text)
    return time.process_time() - began
