"""The container is read as the FantasticFeasts standard writes it, 4.3.1."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given

from gamekit import container, jsontext
from gamekit.container import Container
from gamekit.errors import MalformedMessage
from tests.gamekit.test_jsontext import TEXT, VALUES


@given(TEXT.filter(bool), VALUES, TEXT)
def test_what_is_encoded_is_decoded(payload_type: str, payload: object, timestamp: str) -> None:
    sent = Container(payload_type, payload, timestamp)
    assert container.decode(sent.encode()) == sent


def test_fields_stand_in_the_standards_order_and_the_version_last() -> None:
    text = Container("delta", {"x": 1}, "2026-01-02 03:04:05.678", version=7).encode()
    assert text == b'{"timestamp":"2026-01-02 03:04:05.678","payloadType":"delta","payload":{"x":1},"version":7}'
    assert b"version" not in Container("delta", None).encode()


def test_unknown_fields_are_ignored() -> None:
    assert container.decode('{"payloadType":"a","payload":null,"more":1}') == Container("a", None)


def test_a_timestamp_that_is_no_text_counts_as_none() -> None:
    assert container.decode('{"timestamp":12,"payloadType":"a","payload":{}}').timestamp == ""


@pytest.mark.parametrize(
    ("text", "code", "field"),
    [
        ("[]", "container/not_object", ""),
        ("1", "container/not_object", ""),
        ('{"payload":{}}', "container/payload_type", "payloadType"),
        ('{"payloadType":"","payload":{}}', "container/payload_type", "payloadType"),
        ('{"payloadType":3,"payload":{}}', "container/payload_type", "payloadType"),
        ('{"payloadType":"a"}', "container/payload", "payload"),
        ("{", "message/not_json", ""),
    ],
)
def test_the_error_names_the_field(text: str, code: str, field: str) -> None:
    with pytest.raises(MalformedMessage) as caught:
        container.decode(text)
    assert (caught.value.code, caught.value.field) == (code, field)


def test_the_timestamp_has_milliseconds() -> None:
    assert container.timestamp(datetime(2026, 11, 5, 7, 8, 9, 12_999, UTC)) == "2026-11-05 07:08:09.012"
    written = datetime.strptime(container.timestamp(), "%Y-%m-%d %H:%M:%S.%f").replace(tzinfo=UTC)
    assert abs(datetime.now(UTC) - written) < timedelta(seconds=5)


@pytest.mark.parametrize("payload", [None, 0, "", [], {}])
def test_every_json_value_is_a_payload(payload: object) -> None:
    assert container.decode(jsontext.dumps({"payloadType": "a", "payload": payload})).payload == payload
