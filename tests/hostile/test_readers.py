"""Every reader of foreign bytes takes anything: it reads, or refuses in its own words. `make soak` runs a million."""

from __future__ import annotations

import gc
import random
import signal
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from math import inf

import pytest
from hypothesis import HealthCheck, given, settings

from gamekit import registry
from gamekit.dialect import WebSocketEndpoint
from tests.hostile.grafting import VALUES, grafted_everywhere, with_doubled_members
from tests.hostile.mutation import mutated
from tests.hostile.strategies import foreign_bytes
from tests.hostile.targets import Target, all_targets

TARGETS = all_targets()
#: Inputs of each reader in a run of the tests; together more than ten thousand.
INPUTS = 300
#: Seconds of computing for one input; a quarter of it is already far too much.
LONGEST = 2.0
#: Inputs that are read again and again, how often at the most, and bytes that may stay of each: less than a message.
AGAIN, READINGS, MOST_KEPT = 20, 40, 100
#: Readers of this weight make a page of what they read, all by the reader of options, which has everything: of what is
#: grafted systematically they get every third text.
SLOW, THINNED = 5, 3


@contextmanager
def in_time() -> Iterator[None]:
    """Break off what takes too long, also what would never end: the limit on a test's time hypothesis would catch."""

    def break_off(*_: object) -> None:
        raise AssertionError("an input took too long")

    before = signal.signal(signal.SIGVTALRM, break_off)
    signal.setitimer(signal.ITIMER_VIRTUAL, LONGEST)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


@pytest.mark.parametrize("target", TARGETS.values(), ids=lambda target: target.name)
def test_a_reader_takes_anything(target: Target) -> None:
    for honest in target.seeds:
        target.run(honest)

    @settings(max_examples=INPUTS, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(foreign_bytes(target.seeds))
    def takes(data: bytes) -> None:
        with in_time():
            target.run(data)

    takes()


@pytest.mark.parametrize("target", TARGETS.values(), ids=lambda target: target.name)
def test_a_reader_takes_every_hostile_value_at_every_place(target: Target) -> None:
    inputs = (text for honest in target.seeds for text in (*grafted_everywhere(honest), *with_doubled_members(honest)))
    for text in islice(inputs, 0, None, THINNED if target.weight <= SLOW else 1):
        try:
            with in_time():
                target.run(text)
        except Exception as error:
            error.add_note(repr(text[:2000]))
            raise


def kept_of_each(target: Target) -> float:
    """Return the bytes that stay of an input that was read, the least of several readings: caches fill first."""
    rng, least, held = random.Random(1), inf, 0
    inputs = [*target.seeds[:AGAIN], *(mutated(rng.choice(target.seeds), rng) for _ in range(AGAIN))]
    # What is here already need not be looked at each time.
    gc.freeze()
    tracemalloc.start()
    try:
        for _ in range(READINGS):
            for data in inputs:
                target.run(bytes(bytearray(data)))
            gc.collect()
            before, held = held, tracemalloc.get_traced_memory()[0]
            least = min(least, (held - before) / len(inputs))
            if least < MOST_KEPT:
                break
    finally:
        tracemalloc.stop()
        gc.unfreeze()
    return least


@pytest.mark.parametrize("target", TARGETS.values(), ids=lambda target: target.name)
def test_a_reader_keeps_nothing_of_what_it_has_read(target: Target) -> None:
    assert kept_of_each(target) < MOST_KEPT


def test_every_place_of_a_message_is_tried_and_every_member_said_twice() -> None:
    honest = b'{"a":[{"b":1},2,3,4]}\nno JSON\n'
    tried = list(grafted_everywhere(honest))
    assert len(tried) == 6 * len(VALUES)
    assert b'{"a":[{"b":true},2,3,4]}\nno JSON' in tried
    assert b'{"a":[{"b":1},2,18446744073709551615,4]}\nno JSON' in tried
    assert list(with_doubled_members(b'{"a":[{"b":1}]}')) == [
        b'{"a":[[]],"a":[{"b":1}]}', b'{"a":[{"b":1}],"a":[[]]}',
        b'{"a":[{"b":[[]],"b":1}]}', b'{"a":[{"b":1,"b":[[]]}]}',
    ]  # fmt: skip


def test_the_readers_together_get_ten_thousand_inputs() -> None:
    assert len(TARGETS) * INPUTS >= 10_000


def test_every_door_and_every_format_of_every_game_is_among_the_readers() -> None:
    for game in registry.games().values():
        for door in game.endpoints:
            assert isinstance(door, WebSocketEndpoint) or f"dialect {door.name}" in TARGETS
        for export in game.exports:
            assert export.read is None or f"import {game.slug} {export.name}" in TARGETS
            assert export.read_with_side is None or f"import {game.slug} {export.name} with side" in TARGETS
        assert f"import {game.slug} jsonl" in TARGETS


def test_a_fault_would_be_found() -> None:
    """Test the test: a reader that fails on a wrong kind of value is caught."""

    def careless(given: bytes) -> None:
        if b'"payload":[]' in given or len(given) > 100:
            raise TypeError("unhashable")

    target = Target("careless", careless, [b'{"payloadType":"x","payload":{}}'])

    @settings(max_examples=2000, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(foreign_bytes(target.seeds))
    def takes(given: bytes) -> None:
        target.run(given)

    with pytest.raises(TypeError):
        takes()


def test_a_reader_that_never_ends_or_grows_would_be_found() -> None:
    """Test the test."""

    def endless(given: bytes) -> None:
        while given:
            pass

    kept: list[bytes] = []
    with pytest.raises(AssertionError, match="too long"), in_time():
        endless(b"x")
    assert kept_of_each(Target("growing", lambda given: kept.append(given), [b'{"payloadType":"x"}' * 50])) > MOST_KEPT
