"""A caller may ask in a burst, then at the rate; others do not notice."""

from __future__ import annotations

import pytest

from spieltisch.api import limits
from spieltisch.api.limits import RateLimit


class Clock:
    """A clock that stands until it is moved."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_burst_passes_then_the_rate_counts() -> None:
    clock = Clock()
    limit = RateLimit(2, 4, clock)
    assert [limit.take("anna") for _ in range(4)] == [0] * 4
    assert limit.take("anna") == 0.5
    clock.now = 0.5
    assert limit.take("anna") == 0
    assert limit.take("anna") == 0.5


def test_a_refused_call_costs_nothing() -> None:
    clock = Clock()
    limit = RateLimit(1, 1, clock)
    limit.take("anna")
    for _ in range(10):
        assert limit.take("anna") == 1
    clock.now = 1
    assert limit.take("anna") == 0


def test_callers_are_counted_apart() -> None:
    limit = RateLimit(1, 1, Clock())
    assert limit.take("anna") == 0
    assert limit.take("ben") == 0


def test_a_rate_of_zero_lets_everything_pass() -> None:
    limit = RateLimit(0, 0, Clock())
    assert [limit.take("anna") for _ in range(100)] == [0] * 100


def test_waiting_fills_no_more_than_the_burst() -> None:
    clock = Clock()
    limit = RateLimit(1, 2, clock)
    limit.take("anna")
    clock.now = 1000
    assert [limit.take("anna") for _ in range(3)] == [0, 0, 1]


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_CALLERS", 10)
    limit = RateLimit(1, 1, Clock())
    for number in range(100):
        limit.take(f"caller {number}")
    assert len(limit._buckets) <= 10
    assert limit.take("caller 99") > 0


def test_limits_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIMIT_REQUESTS_PER_SECOND", "3")
    monkeypatch.setenv("LIMIT_GUESTS_PER_MINUTE", "0")
    configured = limits.configured()
    assert (configured["requests"].a_second, configured["requests"].burst) == (3, 12)
    assert configured["guests"].take("anybody") == 0
