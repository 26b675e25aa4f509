"""Every reader of foreign bytes takes anything: it reads, or refuses in its own words. `make soak` runs a million."""

from __future__ import annotations

import time

import pytest
from hypothesis import HealthCheck, given, settings

from gamekit import registry
from gamekit.dialect import WebSocketEndpoint
from tests.hostile.strategies import foreign_bytes
from tests.hostile.targets import Target, all_targets

TARGETS = all_targets()
#: Inputs of each reader in a run of the tests; together more than ten thousand.
INPUTS = 300
#: Seconds for one input on a machine that does other things as well; a quarter of it is already far too much.
LONGEST = 2.0


@pytest.mark.parametrize("target", TARGETS.values(), ids=lambda target: target.name)
def test_a_reader_takes_anything(target: Target) -> None:
    for honest in target.seeds:
        target.run(honest)

    @settings(max_examples=INPUTS, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(foreign_bytes(target.seeds))
    def takes(data: bytes) -> None:
        began = time.process_time()
        target.run(data)
        assert time.process_time() - began < LONGEST, "an input took too long"

    takes()


def test_the_readers_together_get_ten_thousand_inputs() -> None:
    assert len(TARGETS) * INPUTS >= 10_000


def test_every_door_and_every_format_of_every_game_is_among_the_readers() -> None:
    for game in registry.games().values():
        for door in game.endpoints:
            assert isinstance(door, WebSocketEndpoint) or f"dialect {door.name}" in TARGETS
        for export in game.exports:
            assert export.read is None or f"import {game.slug} {export.name}" in TARGETS
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
