"""The inspector's tap keeps little, and nothing that only its owner may know."""

from __future__ import annotations

import sys

import pytest

from gamekit import registry
from gamekit.container import MALFORMED
from gamekit.rules import Json
from spieltisch.inspector.hiding import redacted_fields, redacted_message, redacted_unread
from spieltisch.inspector.tap import LONGEST, MOST_BYTES, WireTap

TOKEN = "Ab3-Ab3_Ab3cAb3d"


@pytest.fixture
def tap() -> WireTap:
    return WireTap(registry.game("qwirkle"), 1, "qwirkle")


def contained(kind: str, payload: str) -> str:
    return f'{{"timestamp":"","payloadType":"{kind}","payload":{payload}}}'


def test_what_is_kept_is_bounded_in_bytes(tap: WireTap) -> None:
    for number in range(2000):
        long = contained("x", f'"{number}{"é" * 50_000}"')
        tap.heard(long.encode(), long)
    kept = sum(len(entry.raw) + sys.getsizeof(entry.container) for entry in tap._entries)
    assert MOST_BYTES / 2 < kept <= MOST_BYTES
    shown = tap.entries()
    assert shown[-1]["number"] == tap.count == 2000
    assert (shown[-1]["type"], shown[-1]["payload"]) == ("x", None)
    assert len(shown[-1]["raw"]) <= LONGEST


def test_short_messages_are_kept_whole(tap: WireTap) -> None:
    text = contained("x", '{"a":1}')
    tap.heard(text.encode(), text)
    (shown,) = tap.entries()
    assert (shown["type"], shown["payload"], shown["raw"]) == ("x", {"a": 1}, text)
    assert tap.entries(after=1) == []


@pytest.mark.parametrize(
    "raw",
    [
        '{"password": "s3cr3t"}', '{"password": 753159}', '{"password": "s3cr3t', '{"pass\\u0077ord":"s3cr3t"}',
        '{"token":{"a":["s3cr3t]}"],"b":"s3cr3t"},"c":1}', '{"a":[{"userToken" : true}]}', '{"Passphrase":["s3cr3t"',
        '<join reservationCode="s3cr3t"/>', "<join reservationCode = 's3cr3t'/>", '<a passphrase="s3cr3t',
        '<prepared roomId="a"><reservation>s3cr3t</reservation><reservation>s3cr3t</reservation></prepared>',
        '<free reservation="s3cr3t"></free>', "<x:reservation>s3cr3t", "<reservation><![CDATA[s3cr3t]]></reservation>",
        f'{{"clientName":"Anna#s3cr3t-{TOKEN}"}}', f'{{"clientName":"Anna\\u0023s3cr3t-{TOKEN}"}}',
    ],
)  # fmt: skip
@pytest.mark.parametrize("hide", [redacted_message, redacted_unread])
def test_a_message_is_shown_without_its_secrets(raw: str, hide: object) -> None:
    assert callable(hide)
    shown = hide(raw)
    assert not any(secret in shown for secret in ("s3cr3t", "753159", "true"))
    assert "***" in shown


def test_what_is_no_secret_is_shown_as_it_was_sent() -> None:
    for raw in (
        '{"name" : "A\\u0041#12","b":[1, 2]}',
        "<move to='#abc'>text</move>",
        '{"payload":{"color":"#aabbcc"}}',
        "ä",
    ):
        assert redacted_message(raw) == redacted_unread(raw) == raw


@pytest.mark.parametrize("value", ["s3cr3t", 1234, ["s3cr3t"], {"a": "s3cr3t"}, True, None])
def test_any_value_of_a_secret_field_is_hidden(value: Json) -> None:
    for name in ("password", "Token", "reservationCode", "reservations"):
        assert redacted_fields({"a": [{name: value}]}) == {"a": [{name: "***"}]}


def test_a_known_secret_is_hidden_wherever_it_stands(tap: WireTap) -> None:
    tap.secrets.add(TOKEN)
    text = contained("ConnectRequest", f'{{"clientName":"{TOKEN}"}}')
    tap.heard(text.encode(), text)
    (shown,) = tap.entries()
    assert shown["payload"] == {"clientName": "***"}
    assert TOKEN not in shown["raw"]


def test_what_could_not_be_read_is_shown_up_to_its_first_secret(tap: WireTap) -> None:
    tap.heard(b'{"a": 1, password: abc def, "b"', contained(MALFORMED, '{"reason":"no JSON"}'))
    (shown,) = tap.entries()
    assert shown["raw"] == '{"a": 1, password ***'
