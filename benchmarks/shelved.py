"""`python -m benchmarks.shelved COMMAND`: manage.py with the benchmarks' shelf of games beside the real ones.

`python -m benchmarks.shelved daphne ...` is Daphne with the same games.
"""

from __future__ import annotations

import os
import sys

if __name__ == "__main__":
    from django.core.management import execute_from_command_line

    from gamekit import registry

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "spieltisch.settings")
    registry.SHELVES.append("benchmarks.shelf")
    if sys.argv[1] == "daphne":
        from daphne.cli import CommandLineInterface

        CommandLineInterface().run(sys.argv[2:])
    else:
        execute_from_command_line(sys.argv)
