"""A benchmark of strangers fails where the server did not keep its limits, and only then."""

from __future__ import annotations

import pytest

from benchmarks import strangers


@pytest.mark.parametrize(
    ("failed", "late", "generator", "fails"),
    [(0, 0, 0.2, False), (1, 0, 0.99, False), (1, 0, 0.2, True), (0, 3, 0.2, True), (0, 3, 0.99, False)],
)
def test_a_storm_fails_where_the_server_hung_up_or_was_late_by_itself(
    failed: int, late: int, generator: float, fails: bool
) -> None:
    end = {"failed": failed, "late": late, "generator": generator}
    assert strangers.unanswered(end, "") == fails
    assert strangers.unanswered(end, " (the machine is full)") is False
