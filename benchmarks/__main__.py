"""Runs every benchmark, or those named: `python -m benchmarks [--quick] [--only NAME] [NAME...]`.

A benchmark is a module in this folder with a function `run` or `main` that takes nothing and prints its figures;
a module whose `main` takes something is a process that a benchmark starts. `--quick` is for a first look: the same
things in smaller numbers, where a benchmark can do with them. When a benchmark begins, what it noted before is
forgotten.
"""

from __future__ import annotations

import argparse
import importlib
import inspect
import os
import pkgutil
import sys
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks import measuring

#: Reads what the others have measured.
LAST = ("capacity",)

#: Matches of bots against bots and long runs of rules, which mean nothing in small numbers: left out when it is quick.
LONG = ("_bots", "_ladder", "_soak", "_value_player", "_tournament")


def benchmarks() -> dict[str, Callable[[], None]]:
    """Return the benchmarks there are, by name, in the order in which they are run."""
    found: dict[str, Callable[[], None]] = {}
    for entry in pkgutil.iter_modules([str(Path(__file__).parent)]):
        if entry.name == "__main__":
            continue
        module = importlib.import_module(f"benchmarks.{entry.name}")
        function = getattr(module, "run", None) or getattr(module, "main", None)
        if inspect.isfunction(function) and not inspect.signature(function).parameters:
            found[entry.name] = function
    return dict(sorted(found.items(), key=lambda item: (item[0] in LAST, item[0])))


def main(words: list[str]) -> int:
    """Run the wanted benchmarks, or all; what fails is told, and the others still run."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--only", action="append", default=[], metavar="NAME", help="run this one (may be repeated)")
    parser.add_argument("--quick", action="store_true", help="small numbers for a first look")
    given = parser.parse_args(words)
    # Some benchmarks, run by themselves, take a number from the command line; ours are not theirs.
    sys.argv[1:] = []
    if given.quick:
        # Before the benchmarks are imported: they take their numbers from it.
        os.environ["BENCH_QUICK"] = "1"
    known = benchmarks()
    wanted = [*given.names, *given.only] or [name for name in known if not (given.quick and name.endswith(LONG))]
    for name in wanted:
        if name not in known:
            parser.error(f"there is no benchmark called {name!r}; there are {', '.join(known)}")
    failed = [name for name in wanted if not ran(name, known[name])]
    if failed:
        print(f"\nfailed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


def ran(name: str, benchmark: Callable[[], None]) -> bool:
    """Run one and return whether it came to its end."""
    described = sys.modules[f"benchmarks.{name}"].__doc__ or ""
    print(f"\n# {name}: {described.splitlines()[0]}", flush=True)
    measuring.forget(name)
    began = time.monotonic()
    try:
        benchmark()
    except (Exception, SystemExit) as error:
        if isinstance(error, SystemExit) and not error.code:
            return True
        print(f"{name} failed: {type(error).__name__}: {error}", file=sys.stderr, flush=True)
        return False
    finally:
        print(f"({name} took {time.monotonic() - began:.0f} s)", flush=True)
    return True


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
