"""Runs every benchmark, or those named: `python -m benchmarks [NAME...]`.

A benchmark is a module in this folder with a function `run` or `main` that takes nothing and prints its figures;
a module whose `main` takes something is a process that a benchmark starts.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import sys
from collections.abc import Callable
from pathlib import Path


def benchmarks() -> dict[str, Callable[[], None]]:
    """Return the benchmarks there are, by name."""
    found: dict[str, Callable[[], None]] = {}
    for entry in pkgutil.iter_modules([str(Path(__file__).parent)]):
        if entry.name == "__main__":
            continue
        module = importlib.import_module(f"benchmarks.{entry.name}")
        function = getattr(module, "run", None) or getattr(module, "main", None)
        if function is not None and not inspect.signature(function).parameters:
            found[entry.name] = function
    return found


def main(wanted: list[str]) -> int:
    """Run the wanted benchmarks, or all."""
    known = benchmarks()
    for name in wanted:
        if name not in known:
            print(f"there is no benchmark called {name!r}; there are {', '.join(known)}", file=sys.stderr)
            return 2
    for name in wanted or known:
        described = sys.modules[f"benchmarks.{name}"].__doc__ or ""
        print(f"\n# {name}: {described.splitlines()[0]}", flush=True)
        known[name]()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
