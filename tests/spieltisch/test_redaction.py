"""What is written down for people holds no secret, is short, and was not long in the making."""

from __future__ import annotations

import logging

import pytest

from bridge.framing.elements import ElementFramer
from spieltisch.logs import JsonFormatter, LineFormatter
from spieltisch.redaction import redacted

SECRET = "s3cr3t"


@pytest.mark.parametrize(
    "text",
    [
        "Authorization: Bearer s3cr3t-s3cr3t-s3cr3t", '{"password": "s3cr3t"}', "?token=s3cr3t&x=1",
        "sessionid=s3cr3t;", "postgres://me:s3cr3t@host/db", '<authenticate passphrase="s3cr3t"/>',
        "x-spieltisch-bridge: s3cr3t", "x-password: s3cr3t", "SECRET_KEY=s3cr3t", "--api-token=s3cr3t",
        "postgres://u:p@s3cr3t@h/db", "postgres://u:p/s3cr3t@h/db",
        "postgresql+psycopg://u:s3cr3t@h", "redis://:s3cr3t@h:6379/0",
        'password="s3cr3t with words', "reservationCode=s3cr3t", "Anna#s3cr3t-s3cr3t",
    ],
)  # fmt: skip
def test_secrets_are_hidden_wherever_they_are_named(text: str) -> None:
    assert SECRET not in redacted(text)


@pytest.mark.parametrize(
    "text", ["table abcd2345: 3 passwords were wrong", "http://127.0.0.1:8000/replays/", "see http://h/a, mail me@h"]
)
def test_what_is_no_secret_stays(text: str) -> None:
    assert redacted(text) == text


@pytest.mark.parametrize("formatter", [LineFormatter(), JsonFormatter()], ids=["line", "json"])
def test_a_record_is_cut_before_anything_is_looked_for_in_it(formatter: logging.Formatter) -> None:
    try:
        raise ValueError("y" * 500_000)
    except ValueError as error:
        given = (type(error), error, error.__traceback__)
    record = logging.LogRecord("a", logging.ERROR, "", 0, "got %s", ("x" * 500_000,), given)
    written = formatter.format(record)
    assert 4000 < len(written) < 10_000
    assert "ValueError" in written


def test_a_stranger_begins_no_line_of_his_own() -> None:
    framer = ElementFramer(1000)
    assert list(framer.feed(b"<protocol><a></b\n\x1b[2J2026-01-01 ERROR forged\xc2\x85>")) == []
    assert framer.error is not None
    assert "\n\x1b" in framer.error.message, "what is logged is what he sent"
    record = logging.LogRecord("a", logging.INFO, "", 0, "cut off: %s", (framer.error.message,), None)
    written = LineFormatter().format(record)
    assert written.isprintable()
    assert r"</b\n\x1b[2J2026" in written


def test_a_secret_is_hidden_although_it_stands_in_a_line_of_its_own() -> None:
    record = logging.LogRecord("a", logging.INFO, "", 0, "%s", (f'"token":\n "{SECRET}"',), None)
    written = LineFormatter().format(record)
    assert SECRET not in written
    assert written.isprintable()
