#!/usr/bin/env python
"""Django's command line for Spieltisch."""

import os
import sys
from pathlib import Path

#: Commands that write no data, but files that belong to the source or are for everybody.
OF_THE_SOURCE = (["collectstatic"], ["compilemessages"], ["makemessages"], ["makemigrations"])


def main() -> None:
    """Run a management command, also from a checkout that is not installed."""
    root = Path(__file__).resolve().parent
    for source in (root, root / "platform"):
        if str(source) not in sys.path:
            sys.path.insert(0, str(source))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "spieltisch.settings")
    from django.conf import settings
    from django.core.management import execute_from_command_line

    from spieltisch import environment

    # Once the settings are read, which make a folder for static files: that is for everybody.
    if settings.DATABASES and sys.argv[1:2] not in OF_THE_SOURCE:
        environment.keep_files_private()
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
