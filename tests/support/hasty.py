"""`python -m tests.support.hasty COMMAND`: manage.py in a house that waits a moment only before a bot stands in."""

from __future__ import annotations

import os
import sys

from django.core.management import execute_from_command_line

from spieltisch.tables import absence

#: Seconds, instead of twenty.
MOMENT = 0.5

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "spieltisch.settings")
    absence.BOT_GRACE = MOMENT
    execute_from_command_line(sys.argv)
