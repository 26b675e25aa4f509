"""`python -m tests.hostile.talking INPUTS SEED FOLDER`: every way to talk to the application, without guidance.

The short version of `python -m tests.hostile` for receptions, pages, the lobby and the API, with nothing to install;
prints how many inputs there were.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

from tests.hostile.everything import named_targets

#: Seconds of computing for one conversation.
LONGEST = 2.0


def main(inputs: int, seed: int, folder: Path) -> int:
    """Let each talk have its inputs; whatever is raised ends the program."""
    rng, done = random.Random(seed), 0
    for name, target in named_targets(folder).items():
        if name.split()[0] not in ("reception", "page", "lobby", "API"):
            continue
        # The first conversation starts the application, which is not what is measured.
        target.run(target.seeds[0])
        for number in range(inputs):
            data = target.seeds[number % len(target.seeds)]
            for _ in range(rng.randrange(4)):
                data = target.vary(data, rng)
            began = time.process_time()
            try:
                target.run(data)
            except Exception:
                print(f"{name}: {data!r}", flush=True)
                raise
            assert time.process_time() - began < LONGEST, f"{name} took too long for {data!r}"
            done += 1
    return done


if __name__ == "__main__":
    print(main(int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])), "inputs")
