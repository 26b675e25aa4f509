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
TEXT = st.text(st.characters(codec="utf-8"))
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
