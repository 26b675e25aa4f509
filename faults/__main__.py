"""`python -m faults [--tables N] [--only NAME...]`: break a running Spieltisch in every way and print the table."""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from pathlib import Path

from faults import report
from faults.deployments import Deployment, deployed
from faults.injuries import DISK_FULL, INJURIES, OUT, Injury
from faults.smalldisk import OnSmallDisk
from faults.trial import Result, run_trial
from faults.variants import VARIANTS


def trials() -> list[tuple[type[Deployment], Injury]]:
    """Return every fault on every deployment it fits."""
    found = [(kind, injury) for kind in VARIANTS for injury in INJURIES if injury.fits(kind)]
    if OnSmallDisk.possible():
        found.append((OnSmallDisk, DISK_FULL))
    return found


def main() -> int:
    """Run the trials and print the table; the exit status tells whether every promise was kept."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--out", type=float, default=OUT, help="seconds that a service is out")
    parser.add_argument("--only", nargs="*", default=[], help="names of faults, or words of a deployment's title")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--logs", type=Path, help="a folder for what the processes printed, one file each")
    parser.add_argument("--list", action="store_true", help="print the names and stop")
    given = parser.parse_args()
    results: list[Result] = []
    for kind, injury in trials():
        if given.only and not any(word == injury.name or word in kind.title for word in given.only):
            continue
        if given.list:
            print(f"{injury.name:20} {kind.title}")
            continue
        print(f"{kind.title}: {injury.title} ...", file=sys.stderr, flush=True)
        with deployed(kind) as deployment:
            try:
                results.append(asyncio.run(run_trial(deployment, injury, given.tables, given.out, given.seed)))
            finally:
                if given.logs is not None:
                    deployment.keep_logs(given.logs / f"{injury.name}, {kind.title}")
        print(report.remarks(results[-1:]), file=sys.stderr, flush=True)
    if results:
        print(report.table(results, given.tables))
    if not OnSmallDisk.possible():
        print("Not run: disk full (only root may mount the small disk it needs).")
    return 0 if all(game.good for result in results for game in result.games.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
