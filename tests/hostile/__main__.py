"""`python -m tests.hostile`: a million inputs, guided by coverage, for everything that reads what strangers send.

Each target runs in a process of its own (`guided.py`), as many at once as asked for. The result says how many inputs
there were, how many a second, how much memory the processes had and how much more at their end, and which inputs were
taken badly; those are kept. The status is 0 only when there was none of them.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.hostile.everything import named_targets
from tests.hostile.hunt import Hunt, Result

INPUTS = 1_000_000


def shares(weights: dict[str, int], inputs: int) -> dict[str, int]:
    """Return how many inputs each target gets: at least a hundred, and together no fewer than asked for."""
    whole = sum(weights.values())
    return {name: max(100, -(-inputs * weight // whole)) for name, weight in weights.items()}


def main() -> int:
    """Hunt for faults, print what came of it, and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--inputs", type=int, default=INPUTS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", default="", help="targets whose name contains this")
    parser.add_argument("--kept", type=Path, default=Path("var/hostile"), help="where inputs of faults are kept")
    asked = parser.parse_args()
    quick = Path("/dev/shm")
    folder = Path(tempfile.mkdtemp(prefix="hostile-", dir=quick if quick.is_dir() else None))
    try:
        weights = {name: one.weight for name, one in named_targets(folder).items() if asked.only in name}
        hunt = Hunt(folder, asked.kept, asked.seed)
        began = time.monotonic()
        with ThreadPoolExecutor(asked.jobs) as pool:
            results = list(pool.map(hunt.run, *zip(*shares(weights, asked.inputs).items(), strict=True)))
        return summed_up(results, time.monotonic() - began)
    finally:
        shutil.rmtree(folder)


def summed_up(results: list[Result], seconds: float) -> int:
    """Print the sum and the faults; return the exit status."""
    inputs = sum(one.inputs for one in results)
    faults = [f"{one.name}: {fault}" for one in results for fault in one.faults]
    print(f"\n{inputs:,} inputs for {len(results)} targets in {seconds:.0f} s, {inputs / seconds:,.0f} a second")
    print(f"most memory of a process {max(one.memory for one in results):.0f} MB, ", end="")
    print(f"most that one grew after its first fifth {max(one.growth for one in results):.1f} MB, ", end="")
    print(f"slowest input {max(one.slowest for one in results):.2f} s")
    print("\n".join(["", *faults, ""]) if faults else "no faults")
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
