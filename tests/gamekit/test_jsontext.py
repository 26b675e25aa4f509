"""JSON text is compact, strict and UTF-8."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamekit import jsontext
from gamekit.errors import MalformedMessage

WHOLE = st.integers(-(2**63), 2**63 - 1)
PLAIN = st.none() | st.booleans() | WHOLE | st.floats(allow_nan=False, allow_infinity=False)
TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\x00"))
VALUES = st.recursive(PLAIN | TEXT, lambda inner: st.lists(inner) | st.dictionaries(TEXT, inner), max_leaves=20)


@given(VALUES)
def test_what_is_written_is_read_back(value: Any) -> None:
    assert jsontext.loads(jsontext.dumps(value)) == value


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(text: bytes) -> None:
    with suppress(MalformedMessage):
        jsontext.dumps(jsontext.loads(text))


@pytest.mark.parametrize(
    "text", ["", "{", "NaN", "Infinity", "{'a': 1}", "[1,]", '"\\ud800"', b'"\xff"', "[" * 100_000, "{} {}"]
)
def test_what_is_no_json_is_refused(text: str | bytes) -> None:
    with pytest.raises(MalformedMessage, match="not JSON"):
        jsontext.loads(text)


def test_keys_stay_in_order_and_no_space_is_wasted() -> None:
    assert jsontext.dumps({"b": [1, 2], "a": "ü"}) == '{"b":[1,2],"a":"ü"}'.encode()


def test_numbers_may_be_keys() -> None:
    assert jsontext.dumps({1: "x"}) == b'{"1":"x"}'


def test_nothing_deeper_than_the_limit_is_read_and_everything_read_can_be_written() -> None:
    deepest = "[" * jsontext.DEEPEST + "]" * jsontext.DEEPEST
    assert jsontext.dumps(jsontext.loads(deepest)) == deepest.encode()
    for text in (f"[{deepest}]", '{"]":[' * 40 + "]}" * 40, "[" * 1000 + "]" * 1000):
        with pytest.raises(MalformedMessage, match="deeper"):
            jsontext.loads(text)


def test_brackets_in_texts_and_side_by_side_are_not_depth() -> None:
    assert jsontext.loads(b'{"[[[\\"":"' + b"[{" * 500 + b'","a":[' + b"[]," * 500 + b"[]]}")["a"] == [[]] * 501


@pytest.mark.parametrize("text", ['"\\u0000"', '["a\\u0000"]', '{"\\u0000":1}', '"\\\\\\u0000"'])
def test_nul_is_refused_because_databases_cannot_keep_it(text: str) -> None:
    with pytest.raises(MalformedMessage, match="NUL"):
        jsontext.loads(text)


def test_a_backslash_before_u0000_is_only_text() -> None:
    assert jsontext.loads('"\\\\u0000"') == "\\u0000"


@pytest.mark.parametrize("text", ["1e400", "-1e400", "9" * 5000, '{"a":' + "1" * 400 + "}"])
def test_numbers_beyond_all_measure_are_refused(text: str) -> None:
    with pytest.raises(MalformedMessage, match="not JSON"):
        jsontext.loads(text)


def test_of_a_key_that_comes_twice_the_last_value_counts_everywhere() -> None:
    assert jsontext.loads('{"a":1,"a":2}') == {"a": 2}
