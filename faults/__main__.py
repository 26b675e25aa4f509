"""`python -m faults [--tables N] [--only NAME...]`: break a running Spieltisch in every way and print the table."""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from faults import report
from faults.deployments import Deployment, deployed
from faults.injuries import DISK_FULL, INJURIES, Injury
from faults.outage import OUT
from faults.results import Result, given_up
from faults.smalldisk import OnSmallDisk
from faults.trial import run_trial
from faults.variants import VARIANTS


def trials(only: Sequence[str] = ()) -> list[tuple[type[Deployment], Injury]]:
    """Return every fault on every deployment it fits, or those that a word names."""
    found = [(kind, injury) for kind in VARIANTS for injury in INJURIES if injury.fits(kind)]
    if OnSmallDisk.possible():
        # Beside the others on SQLite: in the table they stand under one title.
        found.insert(sum(kind.title == OnSmallDisk.title for kind, _ in found), (OnSmallDisk, DISK_FULL))
    return [one for one in found if not only or any(_names(word, *one) for word in only)]


def _names(word: str, kind: type[Deployment], injury: Injury) -> bool:
    return word == injury.name or word in kind.title


def unknown(only: Sequence[str]) -> list[str]:
    """Return the words that name nothing."""
    return [word for word in only if not trials([word])]


def listed() -> str:
    """Return the name of every fault with the deployment it is done to."""
    return "\n".join(f"{injury.name:20} {kind.title}" for kind, injury in trials())


def main() -> int:
    """Run the trials and print the table; the exit status tells whether every promise was kept."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--out", type=float, default=OUT, help="seconds that a service is out")
    parser.add_argument("--only", nargs="*", default=[], help="names of faults, or words of a deployment's title")
    parser.add_argument("--repeat", type=int, default=1, help="how often each fault is tried, each time another seed")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="of the first time")
    parser.add_argument("--logs", type=Path, help="a folder for what the processes printed, one file each")
    parser.add_argument("--list", action="store_true", help="print the names and stop")
    given = parser.parse_args()
    if wrong := unknown(given.only):
        print(f"no such fault or deployment: {', '.join(wrong)}; there are\n{listed()}", file=sys.stderr)
        return 2
    if given.list:
        print(listed())
        return 0
    results = [
        _run(kind, injury, given, given.seed + number)
        for kind, injury in trials(given.only)
        for number in range(given.repeat)
    ]
    print(report.table(results, given.tables))
    if not OnSmallDisk.possible():
        print("Not run: disk full (it needs root, and to be allowed to mount a small disk).")
    return 0 if all(game.good for result in results for game in result.games.values()) else 1


def _run(kind: type[Deployment], injury: Injury, given: argparse.Namespace, seed: int) -> Result:
    """Run one trial on a deployment of its own."""
    print(f"{kind.title}: {injury.title} (--seed {seed}) ...", file=sys.stderr, flush=True)
    try:
        with deployed(kind) as deployment:
            try:
                result = asyncio.run(run_trial(deployment, injury, given.tables, given.out, seed))
            finally:
                if given.logs is not None:
                    deployment.keep_logs(given.logs / f"{injury.name}, {kind.title}, {seed}")
    except AssertionError as error:
        # A process that does not start or stop, tables that do not begin: a promise broken like any other.
        result = given_up(kind.title, injury.title, str(error))
    print(report.remarks([result]), file=sys.stderr, flush=True)
    return result


if __name__ == "__main__":
    sys.exit(main())
