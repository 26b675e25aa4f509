"""The cost of a Quidditch snapshot to 1,000 spectators, beside a bare asyncio floor with messages of the same size.

    python -m benchmarks quidditch_snapshot

The whole server runs a match of two bots without any waiting; a thousand pages watch it. Every step goes through the
rules, the durable log, the view and the encoder once, and then to everybody: its snapshots (8.3.2), its `next`, and the
table's state for pages. In each of three rounds the floor is measured right after it, in a process of its own, with
messages as large as those of the match were on average. Processor time is the server's own.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median

from benchmarks.fan_out import (
    HEADER,
    ROUNDS,
    Figure,
    NotMeasured,
    Place,
    guest_of,
    line,
    measure,
    post,
    simple_server,
    whole_server,
)
from games.quidditch.config import DEFAULT_TIMINGS

SPECTATORS = 1000

#: No pause between snapshots, and no snitch: the match outlasts the measurement.
OPTIONS = {
    "maxRounds": 100,
    "timings": {name: 0 if name.startswith("min") else value for name, value in DEFAULT_TIMINGS.items()},
    "probabilities": {"catchSnitch": 0},
}
BOT = "naive"


@contextmanager
def match() -> Iterator[Place]:
    """Run the whole server with a table that begins when the spectators are there."""
    with whole_server() as (pid, port):
        guest = guest_of(port)
        wanted = {"game": "quidditch", "options": OPTIONS, "bots": [BOT]}
        table = post(port, "/api/tables", wanted, **guest)["id"]

        def begin() -> None:
            post(port, f"/api/tables/{table}/bots", {"bot": BOT}, **guest)

        yield Place(pid, port, f"/ws/quidditch/{table}/", begin)


def measured() -> tuple[Figure, Figure]:
    """Return the floor and the match of one round."""
    with match() as place:
        ours = measure(place, SPECTATORS)
    with simple_server("floor", round(ours.size)) as place:
        return measure(place, SPECTATORS), ours


def run() -> None:
    """Print both, and what one message to all spectators costs; SystemExit tells that a round could not be measured."""
    floors: list[Figure] = []
    matches: list[Figure] = []
    for _ in range(ROUNDS):
        try:
            floor, ours = measured()
        except NotMeasured as error:
            print(f"not measured in this round: {error}", flush=True)
            continue
        floors.append(floor)
        matches.append(ours)
    if matches:
        tell(floors, matches)
    if len(matches) < ROUNDS:
        raise SystemExit(f"measured in {len(matches)} of {ROUNDS} rounds")


def tell(floors: list[Figure], matches: list[Figure]) -> None:
    """Print the medians."""
    print(f"{SPECTATORS} spectators, load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    print(HEADER)
    best = median(figure.deliveries for figure in floors)
    print(line("floor", floors, best))
    print(line("Quidditch match", matches, best))
    for name, figures in (("floor", floors), ("Quidditch match", matches)):
        cost = median(figure.cost for figure in figures) * SPECTATORS / 1000
        print(f"{name}: {cost:.1f} ms of processor time for one message to all {SPECTATORS}")


if __name__ == "__main__":
    run()
