"""How often one may ask: a burst at once, then a steady rate, counted for each caller.

Counted as GCRA does it: of each caller one number is kept, the time at which all that was asked for so far would be
paid off at the steady rate. Without Redis it is kept in this process; with Redis there, so that any number of web
processes count as one. While Redis is away each process counts for itself: a limit never becomes a fault.
"""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from redis import Redis
from redis.exceptions import RedisError

from bridge.subscribers import subscriber_of
from spieltisch import environment, metrics

logger = logging.getLogger(__name__)

#: Callers remembered at once; the one not seen for the longest time is forgotten first, and starts anew.
MOST_CALLERS = 10_000

#: Seconds a limit waits for Redis, and for which it then does without.
PATIENCE = 0.5
DO_WITHOUT = 5.0

#: As many times the requests of one may come from an address, over all who ask from there: a school has one address,
#: and a stranger has as many guests as he likes.
ROOM_FOR_ALL = 8

#: Each is LIMIT_<NAME>_PER_MINUTE in the environment.
A_MINUTE = {"guests": 60, "tables": 120, "uploads": 30, "signups": 20, "tokens": 20, "searches": 120}
A_MINUTE |= {"connects": 600, "wires": 60, "signins": 60, "controls": 60}

REFUSED = metrics.counter("spieltisch_rate_limited_total", "Calls refused because there were too many.", ("limit",))

#: Redis' own clock, because those of several machines differ. Times as text: a number would be cut to a whole one.
SCRIPT = """
local time = redis.call('TIME')
local now = time[1] + time[2] / 1000000
local paid = math.max(tonumber(redis.call('GET', KEYS[1]) or now), now)
local wait = paid - now - tonumber(ARGV[2])
if wait > 0.0005 then return string.format('%.3f', wait) end
paid = paid + tonumber(ARGV[1])
redis.call('SET', KEYS[1], string.format('%.6f', paid), 'PX', math.ceil((paid - now) * 1000) + 1000)
return '0'
"""


class RateLimit:
    """So many calls a second for each caller, and a burst of them at once. A rate of 0 lets everything pass."""

    def __init__(self, a_second: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.a_second = a_second
        self.burst = max(1.0, burst)
        self._clock = clock
        self._paid: OrderedDict[str, float] = OrderedDict()

    @property
    def interval(self) -> float:
        """Seconds between two calls at the steady rate."""
        return 1 / self.a_second

    @property
    def tolerance(self) -> float:
        """Seconds that a caller may be ahead of the steady rate."""
        return (self.burst - 1) / self.a_second

    def take(self, caller: str) -> float:
        """Count a call and return 0, or return the seconds to wait when it is one too many."""
        if self.a_second <= 0:
            return 0
        now = self._clock()
        paid = max(self._paid.get(caller, now), now)
        wait = paid - now - self.tolerance
        if wait > 1e-9:
            return wait
        self._paid[caller] = paid + self.interval
        self._paid.move_to_end(caller)
        if len(self._paid) > MOST_CALLERS:
            self._paid.popitem(last=False)
        return 0


class SharedRateLimit(RateLimit):
    """The same, counted in Redis."""

    def __init__(self, name: str, a_second: float, burst: float, redis: Redis) -> None:
        super().__init__(a_second, burst)
        self.name = name
        self._script = redis.register_script(SCRIPT)
        self._away_until = 0.0

    def take(self, caller: str) -> float:
        """Count a call and return 0, or the seconds to wait; blocks for a round trip."""
        if self.a_second <= 0:
            return 0
        if time.monotonic() < self._away_until:
            return super().take(caller)
        try:
            answer: Any = self._script([f"limit:{self.name}:{caller}"], [self.interval, self.tolerance])
        except RedisError as error:
            logger.warning("limits are counted by each process: Redis is away (%s)", type(error).__name__)
            self._away_until = time.monotonic() + DO_WITHOUT
            return super().take(caller)
        return float(answer)


def configured() -> dict[str, RateLimit]:
    """Return the limits as the environment sets them."""
    requests = environment.number("LIMIT_REQUESTS_PER_SECOND", 50)
    rates = {"requests": (requests, 4 * requests)}
    rates["crowds"] = (ROOM_FOR_ALL * requests, ROOM_FOR_ALL * 4 * requests)
    for name, a_minute in A_MINUTE.items():
        most = environment.number(f"LIMIT_{name.upper()}_PER_MINUTE", a_minute)
        rates[name] = (most / 60, most)
    # Five lines at once, then one every two seconds.
    rates["chat"] = (environment.number("LIMIT_CHAT_PER_MINUTE", 30) / 60, 5)
    if not settings.REDIS_URL:
        return {name: RateLimit(*rate) for name, rate in rates.items()}
    redis = Redis.from_url(settings.REDIS_URL, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE)
    return {name: SharedRateLimit(name, *rate, redis) for name, rate in rates.items()}


LIMITS = configured()


def take(name: str, *callers: str) -> float:
    """Count a call for each of the callers, addresses and others; return 0, or the seconds to wait when one of them
    called too often."""
    for caller in callers:
        if wait := LIMITS[name].take(subscriber_of(caller)):
            REFUSED.inc(limit=name)
            return wait
    return 0


def take_request(address: str, account: str = "") -> float:
    """Count a request for the account, or for the address of somebody without one; and for all at the address."""
    return take("requests", account or address) or take("crowds", address)


async def take_async(name: str, *callers: str) -> float:
    """Count a call as `take` does, without blocking the loop."""
    return await _beside_the_loop(take, name, *callers)


async def take_request_async(address: str, account: str = "") -> float:
    """Count a request as `take_request` does, without blocking the loop."""
    return await _beside_the_loop(take_request, address, account)


async def _beside_the_loop(count: Callable[..., float], *given: str) -> float:
    if isinstance(LIMITS["requests"], SharedRateLimit):
        # Not in the thread that all short database work shares: Redis may be slow when that is not.
        return await sync_to_async(count, thread_sensitive=False)(*given)
    return count(*given)
