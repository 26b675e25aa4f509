#!/usr/bin/env python
"""Django's command line for Spieltisch."""

import os
import sys
from pathlib import Path


def main() -> None:
    """Run a management command, also from a checkout that is not installed."""
    root = Path(__file__).resolve().parent
    for source in (root, root / "platform"):
        if str(source) not in sys.path:
            sys.path.insert(0, str(source))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "spieltisch.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
