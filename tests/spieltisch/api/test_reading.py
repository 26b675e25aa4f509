"""Fields of a request are read strictly, and the refusal names the field."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from gamekit.errors import MalformedMessage
from spieltisch.api.reading import Fields


@pytest.mark.parametrize(
    ("value", "read", "result"),
    [
        ("Anna", lambda fields: fields.text("x"), "Anna"),
        (None, lambda fields: fields.text("x", "none"), "none"),
        (3, lambda fields: fields.number("x"), 3),
        ("3", lambda fields: fields.number("x"), 3),
        (None, lambda fields: fields.number("x"), None),
        (True, lambda fields: fields.flag("x"), True),
        ({"a": 1}, lambda fields: fields.mapping("x"), {"a": 1}),
        (None, lambda fields: fields.mapping("x"), {}),
        (["a"], lambda fields: fields.texts("x"), ["a"]),
        ("2026-05-17", lambda fields: fields.moment("x"), datetime(2026, 5, 17, tzinfo=UTC)),
        ("2026-05-17T20:15:00Z", lambda fields: fields.moment("x"), datetime(2026, 5, 17, 20, 15, tzinfo=UTC)),
        ("2026-05-17T20:15:00 02:00", lambda fields: fields.moment("x"), datetime(2026, 5, 17, 18, 15, tzinfo=UTC)),
    ],
)
def test_what_fits_is_returned(value: Any, read: Callable[[Fields], Any], result: Any) -> None:
    assert read(Fields({"x": value})) == result


@pytest.mark.parametrize(
    ("value", "read", "rule"),
    [
        (3, lambda fields: fields.text("x"), "must be a text, not a number"),
        ("a" * 201, lambda fields: fields.text("x"), "longer than 200"),
        ("  ", lambda fields: fields.text("x", required=True), "must not be empty"),
        (None, lambda fields: fields.text("x", required=True), "is missing"),
        ("many", lambda fields: fields.number("x"), "whole number, not a text"),
        (1.5, lambda fields: fields.number("x"), "whole number"),
        (True, lambda fields: fields.number("x"), "not true or false"),
        (-1, lambda fields: fields.number("x"), "from 0 to"),
        ("9" * 30, lambda fields: fields.number("x"), "whole number"),
        ("yes", lambda fields: fields.flag("x"), "true or false"),
        ([1], lambda fields: fields.mapping("x"), "must be an object, not a list"),
        ("greedy", lambda fields: fields.texts("x"), "list of texts"),
        ([1], lambda fields: fields.texts("x"), "list of texts"),
        ("a\0b", lambda fields: fields.text("x"), "NUL"),
        ("yesterday", lambda fields: fields.moment("x"), "must be a date or time"),
        ("2026-13-45", lambda fields: fields.moment("x"), "must be a date or time"),
        ("0001-01-01T00:00:00+14:00", lambda fields: fields.moment("x"), "from 1900 to 2200"),
        ("9999-12-31T23:59:59-14:00", lambda fields: fields.moment("x"), "from 1900 to 2200"),
        ("0000-01-01", lambda fields: fields.moment("x"), "must be a date or time"),
    ],
)
def test_what_does_not_fit_is_refused_by_field_and_rule(value: Any, read: Callable[[Fields], Any], rule: str) -> None:
    with pytest.raises(MalformedMessage, match=rule) as caught:
        read(Fields({"x": value}))
    assert caught.value.field == "x"
