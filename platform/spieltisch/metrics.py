"""Counters, gauges and histograms of this process, written as Prometheus' text format reads them.

A metric is made once, at the top of the module that feeds it: `MOVES = counter("moves_total", "Moves.", ("game",))`;
it is fed with `MOVES.inc(game="...")`. Making the same metric again returns the first one.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from threading import Lock
from typing import TypeVar

#: Seconds: from a move within one process to an answer that a person finds slow.
BUCKETS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

Values = tuple[str, ...]


class Metric:
    """What all kinds share: a name, a help text, and the names of the labels that split it."""

    kind = "untyped"

    def __init__(self, name: str, help: str, labels: Sequence[str] = ()) -> None:
        self.name = name
        self.help = help
        self.labels = tuple(labels)
        # Steps are counted on the loop, commits in the writer's thread.
        self._lock = Lock()

    def samples(self) -> Iterator[str]:
        """Yield the lines of this metric, without its header."""
        raise NotImplementedError

    def render(self) -> str:
        """Return header and lines."""
        text = self.help.replace("\\", r"\\").replace("\n", r"\n")
        return "\n".join([f"# HELP {self.name} {text}", f"# TYPE {self.name} {self.kind}", *self.samples(), ""])

    def _values(self, labels: dict[str, str]) -> Values:
        if len(labels) != len(self.labels):
            raise ValueError(f"{self.name} has the labels {self.labels}, not {tuple(labels)}")
        return tuple(str(labels[name]) for name in self.labels)

    def _line(self, values: Values, amount: float, suffix: str = "", extra: str = "") -> str:
        pairs = [f'{name}="{_escape(value)}"' for name, value in zip(self.labels, values, strict=True)]
        inside = ",".join([*pairs, extra] if extra else pairs)
        return f"{self.name}{suffix}{{{inside}}} {amount:.16g}" if inside else f"{self.name}{suffix} {amount:.16g}"


class Counter(Metric):
    """A number that only grows."""

    kind = "counter"

    def __init__(self, name: str, help: str, labels: Sequence[str] = ()) -> None:
        super().__init__(name, help, labels)
        self._amounts: dict[Values, float] = {} if labels else {(): 0}
        self._ask: Callable[[], Mapping[Values, float]] | None = None

    def follow_each(self, ask: Callable[[], Mapping[Values, float]]) -> None:
        """Ask for all numbers, by the values of the labels, whenever the metrics are rendered."""
        self._ask = ask

    def inc(self, n: float = 1, **labels: str) -> None:
        """Count n more."""
        values = self._values(labels)
        with self._lock:
            self._amounts[values] = self._amounts.get(values, 0) + n

    def value(self, **labels: str) -> float:
        """Return what was counted so far."""
        return self._amounts.get(self._values(labels), 0)

    def samples(self) -> Iterator[str]:
        """Yield a line for each set of labels seen."""
        if self._ask is not None:
            self._amounts = dict(self._ask())
        for values, amount in sorted(self._amounts.copy().items()):
            yield self._line(values, amount)


class Gauge(Counter):
    """A number that goes up and down, or is asked for when somebody looks."""

    kind = "gauge"

    def dec(self, n: float = 1, **labels: str) -> None:
        """Take n away."""
        self.inc(-n, **labels)

    def set(self, amount: float, **labels: str) -> None:
        """Set it."""
        self._amounts[self._values(labels)] = amount

    def follow(self, ask: Callable[[], float]) -> None:
        """Ask for the number whenever the metrics are rendered; only for a gauge without labels."""
        self.follow_each(lambda: {(): ask()})


class Histogram(Metric):
    """How often something took how long."""

    kind = "histogram"

    def __init__(self, name: str, help: str, buckets: Sequence[float] = BUCKETS, labels: Sequence[str] = ()) -> None:
        super().__init__(name, help, labels)
        self.buckets = tuple(sorted(buckets))
        self._counts: dict[Values, list[int]] = {}
        self._sums: dict[Values, float] = {}
        if not labels:
            self._open(())

    def observe(self, seconds: float, **labels: str) -> None:
        """Count one observation."""
        values = self._values(labels)
        with self._lock:
            if values not in self._counts:
                self._open(values)
            self._counts[values][bisect_left(self.buckets, seconds)] += 1
            self._sums[values] += seconds

    def count(self, **labels: str) -> int:
        """Return how many observations there were."""
        return sum(self._counts.get(self._values(labels), ()))

    def samples(self) -> Iterator[str]:
        """Yield the buckets, each with all shorter ones in it, then sum and count."""
        for values in sorted(self._counts.copy()):
            total = 0
            for bound, count in zip((*self.buckets, None), tuple(self._counts[values]), strict=True):
                total += count
                label = "+Inf" if bound is None else f"{bound:g}"
                yield self._line(values, total, "_bucket", f'le="{label}"')
            yield self._line(values, self._sums[values], "_sum")
            yield self._line(values, total, "_count")

    def _open(self, values: Values) -> None:
        self._sums[values] = 0.0
        self._counts[values] = [0] * (len(self.buckets) + 1)


M = TypeVar("M", bound=Metric)
_registered: dict[str, Metric] = {}
_shown: set[str] = set()
"""The metrics that are rendered; all of them while it is empty."""


def counter(name: str, help: str, labels: Sequence[str] = ()) -> Counter:
    """Return the counter of this name."""
    return _register(Counter(name, help, labels))


def gauge(name: str, help: str, labels: Sequence[str] = ()) -> Gauge:
    """Return the gauge of this name."""
    return _register(Gauge(name, help, labels))


def histogram(name: str, help: str, buckets: Sequence[float] = BUCKETS, labels: Sequence[str] = ()) -> Histogram:
    """Return the histogram of this name."""
    return _register(Histogram(name, help, buckets, labels))


def show_only(*wanted: Metric) -> None:
    """Render these and no others: a process that cannot know a figure must not say that it is 0."""
    _shown.update(metric.name for metric in wanted)


def render() -> str:
    """Return all metrics of this process."""
    return "".join(_registered[name].render() for name in sorted(_shown or _registered))


def _register(metric: M) -> M:
    known = _registered.setdefault(metric.name, metric)
    if type(known) is not type(metric) or known.labels != metric.labels:
        raise ValueError(f"there is another metric called {metric.name}")
    return known


def _escape(value: str) -> str:
    return value.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")
