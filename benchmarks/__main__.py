"""Runs every benchmark, or those named: `python -m benchmarks [NAME...]`.

A benchmark is a module in this folder with a function `run() -> None` that prints its figures.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
from pathlib import Path


def names() -> list[str]:
    """Return the benchmarks there are: modules that hold a measurement, not what several of them share."""
    found = [module.name for module in pkgutil.iter_modules([str(Path(__file__).parent)])]
    return [name for name in found if hasattr(importlib.import_module(f"benchmarks.{name}"), "run")]


def main(wanted: list[str]) -> int:
    """Run the wanted benchmarks, or all."""
    known = names()
    for name in wanted:
        if name not in known:
            print(f"there is no benchmark called {name!r}; there are {', '.join(known)}", file=sys.stderr)
            return 2
    for name in wanted or known:
        module = importlib.import_module(f"benchmarks.{name}")
        print(f"\n# {name}: {(module.__doc__ or '').splitlines()[0]}", flush=True)
        module.run()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
