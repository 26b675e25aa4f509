"""`python -m tests.support.shelved COMMAND`: manage.py with the tests' shelf of dummy games beside the real ones."""

from __future__ import annotations

import os
import sys

from django.core.management import execute_from_command_line

from gamekit import registry

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "spieltisch.settings")
    registry.SHELVES.append("tests.contract.shelf")
    execute_from_command_line(sys.argv)
