"""A caller may ask in a burst, then at the rate; others do not notice."""

from __future__ import annotations

import pytest
from redis import Redis

from spieltisch import ratelimits
from spieltisch.ratelimits import RateLimit, SharedRateLimit
from tools import services


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
    monkeypatch.setattr(ratelimits, "MOST_CALLERS", 10)
    limit = RateLimit(1, 1, Clock())
    for number in range(100):
        limit.take(f"caller {number}")
    assert len(limit._paid) <= 10
    assert limit.take("caller 99") > 0


def test_limits_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIMIT_REQUESTS_PER_SECOND", "3")
    monkeypatch.setenv("LIMIT_GUESTS_PER_MINUTE", "0")
    configured = ratelimits.configured()
    assert (configured["requests"].a_second, configured["requests"].burst) == (3, 12)
    assert (configured["crowds"].a_second, configured["crowds"].burst) == (24, 96)
    assert configured["guests"].take("anybody") == 0


def test_an_address_has_more_requests_than_an_account_and_not_as_many_as_it_has_accounts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(ratelimits.LIMITS, "requests", RateLimit(1, 1, Clock()))
    monkeypatch.setitem(ratelimits.LIMITS, "crowds", RateLimit(8, 8, Clock()))
    waits = [ratelimits.take_request("10.0.0.1", f"user:{number}") for number in range(10)]
    assert [wait == 0 for wait in waits] == [True] * 8 + [False] * 2
    assert ratelimits.take_request("10.0.0.2", "user:0") > 0, "an account is one caller wherever it is"
    assert ratelimits.take_request("10.0.0.2") == 0


def test_processes_that_share_a_redis_count_as_one(redis_url: str) -> None:
    with Redis.from_url(redis_url) as here, Redis.from_url(redis_url) as there:
        here.delete("limit:tests:anna", "limit:tests:ben")
        # So slow that nothing is paid off while the test runs.
        one, other = (SharedRateLimit("tests", 0.001, 3, redis) for redis in (here, there))
        assert [one.take("anna"), other.take("anna"), one.take("anna")] == [0, 0, 0]
        assert 900 < other.take("anna") <= 1000
        assert 900 < one.take("anna") <= 1000
        assert other.take("ben") == 0
        assert 0 < int(here.pttl("limit:tests:anna")) <= 3_001_000


def test_a_shared_limit_pays_off_with_time(redis_url: str) -> None:
    with Redis.from_url(redis_url) as redis:
        redis.delete("limit:tests:carla")
        limit = SharedRateLimit("tests", 100, 1, redis)
        assert limit.take("carla") == 0
        while limit.take("carla"):
            pass
        assert redis.exists("limit:tests:carla")


def test_without_its_redis_a_process_counts_for_itself(own_redis: services.Redis) -> None:
    with Redis.from_url(own_redis.url, socket_timeout=1) as redis:
        limit = SharedRateLimit("tests", 0.001, 2, redis)
        assert limit.take("anna") == 0
        own_redis.stop()
        assert [limit.take("anna"), limit.take("anna")] == [0, 0]
        assert limit.take("anna") > 0
