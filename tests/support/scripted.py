"""`python -m tests.support.scripted COMMAND`: manage.py in a world whose fair chance comes out as a file says.

The file, named by SCRIPTED_CHANCE, is a list of lists of outcomes: the first time somebody asks for fair chance he gets
the first list, and so on. A table asks twice for each match: to begin it, and to play it.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from django.core.management import execute_from_command_line

from gamekit.chance import Chance, RecordedChance

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "spieltisch.settings")
    left = iter(json.loads(Path(os.environ["SCRIPTED_CHANCE"]).read_text()))
    Chance.fair = lambda: RecordedChance(next(left))  # type: ignore[method-assign]
    execute_from_command_line(sys.argv)
