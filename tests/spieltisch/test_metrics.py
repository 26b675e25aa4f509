"""The metrics are what Prometheus' text format says."""

from __future__ import annotations

import pytest

from spieltisch import metrics


def test_a_counter_without_labels_starts_at_zero() -> None:
    counter = metrics.Counter("moves_total", "Moves made.")
    assert counter.render() == "# HELP moves_total Moves made.\n# TYPE moves_total counter\nmoves_total 0\n"


def test_a_counter_keeps_a_number_for_each_set_of_labels() -> None:
    counter = metrics.Counter("moves_total", "Moves made.", ("game", "kind"))
    counter.inc(game="chess", kind="play")
    counter.inc(2, kind="play", game="chess")
    counter.inc(game="go", kind="late")
    lines = counter.render().splitlines()[2:]
    assert lines == ['moves_total{game="chess",kind="play"} 3', 'moves_total{game="go",kind="late"} 1']


def test_other_labels_than_declared_are_refused() -> None:
    counter = metrics.Counter("moves_total", "Moves made.", ("game",))
    with pytest.raises(ValueError, match="labels"):
        counter.inc()


def test_label_values_are_escaped() -> None:
    counter = metrics.Counter("moves_total", "Moves\nmade.", ("game",))
    counter.inc(game='a"b\\c\nd')
    assert counter.render().splitlines()[2] == 'moves_total{game="a\\"b\\\\c\\nd"} 1'
    assert counter.render().splitlines()[0] == "# HELP moves_total Moves\\nmade."


def test_a_gauge_goes_up_and_down_and_may_ask() -> None:
    gauge = metrics.Gauge("tables", "Tables.")
    gauge.set(5)
    gauge.inc()
    gauge.dec(2)
    assert gauge.value() == 4
    gauge.follow(lambda: 17)
    assert gauge.render().endswith("\ntables 17\n")


def test_a_histogram_counts_each_observation_in_every_longer_bucket() -> None:
    histogram = metrics.Histogram("commit_seconds", "Commits.", (0.1, 1.0))
    for seconds in (0.05, 0.1, 0.5, 7.0):
        histogram.observe(seconds)
    assert histogram.render().splitlines()[2:] == [
        'commit_seconds_bucket{le="0.1"} 2',
        'commit_seconds_bucket{le="1"} 3',
        'commit_seconds_bucket{le="+Inf"} 4',
        "commit_seconds_sum 7.65",
        "commit_seconds_count 4",
    ]


def test_the_same_metric_made_twice_is_one_and_another_of_its_name_is_refused() -> None:
    first = metrics.counter("test_same_total", "Same.")
    assert metrics.counter("test_same_total", "Same.") is first
    first.inc()
    assert "\ntest_same_total 1\n" in metrics.render()
    with pytest.raises(ValueError, match="another metric"):
        metrics.gauge("test_same_total", "Not the same.")
