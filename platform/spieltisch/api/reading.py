"""Reads the fields of a request; what is wrong is refused with the field's name and the rule."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.dateparse import parse_date, parse_datetime

from gamekit.errors import MalformedMessage
from gamekit.rules import Json

LONGEST_TEXT = 200
#: Years of times that are compared with ours; near the ends of the calendar a time zone alone leads out of it.
FIRST_YEAR, LAST_YEAR = 1900, 2200


class Fields:
    """The fields of a JSON body or of a query (whose values are all text)."""

    def __init__(self, given: Mapping[str, Json]) -> None:
        self._given = given

    def has(self, name: str) -> bool:
        """Return True when the field is there and not null."""
        return self._given.get(name) is not None

    def text(self, name: str, default: str = "", *, required: bool = False, longest: int = LONGEST_TEXT) -> str:
        """Return a text."""
        value = self._value(name, default, required)
        if not isinstance(value, str):
            raise wrong(name, f"must be a text, not {_kind(value)}")
        if "\0" in value:
            raise wrong(name, "must not contain the character NUL")
        if len(value) > longest:
            raise wrong(name, f"must not be longer than {longest} characters")
        if required and not value.strip():
            raise wrong(name, "must not be empty")
        return value

    def number(self, name: str, default: int | None = None, *, least: int = 0, most: int = 2**31) -> int | None:
        """Return a whole number, also when it is written as text (in a query)."""
        value = self._value(name, default, False)
        if value is None:
            return None
        if isinstance(value, str) and value.isascii() and value.lstrip("-").isdigit() and len(value) < 12:
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool):
            raise wrong(name, f"must be a whole number, not {_kind(value)}")
        if not least <= value <= most:
            raise wrong(name, f"must be from {least} to {most}, not {value}")
        return value

    def flag(self, name: str, default: bool = False) -> bool:
        """Return a truth value."""
        value = self._value(name, default, False)
        if not isinstance(value, bool):
            raise wrong(name, f"must be true or false, not {_kind(value)}")
        return value

    def mapping(self, name: str) -> dict[str, Json]:
        """Return an object; an empty one when the field is missing."""
        value = self._value(name, {}, False)
        if not isinstance(value, dict):
            raise wrong(name, f"must be an object, not {_kind(value)}")
        return value

    def texts(self, name: str) -> list[str]:
        """Return a list of texts; an empty one when the field is missing."""
        value = self._value(name, [], False)
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise wrong(name, "must be a list of texts")
        return value

    def moment(self, name: str) -> datetime | None:
        """Return a time written in ISO 8601, a date alone being its beginning; UTC unless it says otherwise."""
        text = self.text(name)
        if not text:
            return None
        try:
            # A plus sign that was not escaped arrives as a space.
            day = parse_date(text)
            found = datetime(day.year, day.month, day.day) if day else parse_datetime(text.replace(" ", "+"))
        except ValueError:
            found = None
        if found is None:
            raise wrong(name, f"must be a date or time like 2026-05-17T20:15:00Z, not {text!r}")
        if not FIRST_YEAR <= found.year <= LAST_YEAR:
            raise wrong(name, f"must be from {FIRST_YEAR} to {LAST_YEAR}, not {found.year}")
        return found if timezone.is_aware(found) else timezone.make_aware(found)

    def _value(self, name: str, default: Any, required: bool) -> Any:
        value = self._given.get(name)
        if value is None:
            if required:
                raise wrong(name, "is missing")
            return default
        return value


def wrong(name: str, rule: str) -> MalformedMessage:
    """Return the error that names the field and the rule."""
    return MalformedMessage(f"{name} {rule}", "request/field", name)


def _kind(value: Json) -> str:
    kinds = {
        dict: "an object",
        list: "a list",
        str: "a text",
        bool: "true or false",
        int: "a number",
        float: "a number",
    }
    return kinds.get(type(value), "null")
