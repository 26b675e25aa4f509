"""Limits come from the environment, and are kept."""

from __future__ import annotations

import pytest

from bridge.limits import Doorkeeper, Limits, TokenBucket


def test_the_defaults_are_those_of_the_design() -> None:
    limits = Limits.from_environment({})
    assert (limits.line_bytes, limits.element_bytes, limits.write_buffer) == (65536, 65536, 1 << 20)
    assert (limits.hello_seconds, limits.sockets_per_address) == (10, 50)
    assert (limits.messages_per_second, limits.messages_burst) == (50, 200)


def test_every_limit_has_a_variable() -> None:
    environment = {
        "LIMIT_LINE_BYTES": "1",
        "LIMIT_ELEMENT_BYTES": "2",
        "LIMIT_HELLO_SECONDS": "0.5",
        "LIMIT_SOCKETS_PER_ADDRESS": "0",
        "LIMIT_MESSAGES_PER_SECOND": "2.5",
        "LIMIT_MESSAGES_BURST": "6",
        "LIMIT_WRITE_BUFFER": "7",
    }
    assert Limits.from_environment(environment) == Limits(1, 2, 0.5, 0, 2.5, 6, 7)


@pytest.mark.parametrize("value", ["many", "-1", "1.5", "nan", "1e3"])
def test_a_wrong_value_is_refused_by_name(value: str) -> None:
    with pytest.raises(ValueError, match="LIMIT_LINE_BYTES"):
        Limits.from_environment({"LIMIT_LINE_BYTES": value})
    with pytest.raises(ValueError, match="LIMIT_HELLO_SECONDS"):
        Limits.from_environment({"LIMIT_HELLO_SECONDS": "inf"})


def test_a_bucket_allows_the_burst_and_then_the_rate() -> None:
    bucket = TokenBucket(8, 3)
    assert [bucket.take(100.0) for _ in range(4)] == [True, True, True, False]
    assert [bucket.take(100.125), bucket.take(100.125)] == [True, False]
    assert [bucket.take(1000.0) for _ in range(4)] == [True, True, True, False]


def test_a_light_event_takes_less() -> None:
    bucket = TokenBucket(8, 3)
    assert [bucket.take(100.0, 0.25) for _ in range(5)] == [True] * 5
    assert [bucket.take(100.0) for _ in range(2)] == [True, False]
    assert [bucket.take(100.0, 0.25) for _ in range(4)] == [True, True, True, False]


def test_a_rate_of_0_allows_any() -> None:
    bucket = TokenBucket(0, 0)
    assert all(bucket.take(1.0) for _ in range(1000))


def test_sockets_are_counted_by_address() -> None:
    doorkeeper = Doorkeeper(2)
    assert [doorkeeper.admit(address) for address in ("a", "a", "b", "a")] == [True, True, True, False]
    doorkeeper.dismiss("a")
    assert doorkeeper.admit("a")
    for address in ("a", "a", "b"):
        doorkeeper.dismiss(address)
    assert not doorkeeper._sockets


def test_0_allows_any_number_of_sockets() -> None:
    doorkeeper = Doorkeeper(0)
    assert all(doorkeeper.admit("a") for _ in range(1000))
