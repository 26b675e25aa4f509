"""`spieltisch-quidditch-server`: one process that serves this game only (section 3.2.2)."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from gamekit import jsontext, registry
from gamekit.errors import GameError
from games.quidditch.config import read_match_config

DEFAULT_PORT = 4488


def parser() -> argparse.ArgumentParser:
    """Return the command line of section 3.2.2."""
    made = argparse.ArgumentParser(
        prog="spieltisch-quidditch-server",
        description="A Quidditch server: WebSocket on one port, any number of lobbies, every match by the given "
        "configuration. It also shows its pages on a free port. Replays are written to DATA_DIR/replays.",
        epilog="Environment: BIND (default 127.0.0.1; 0.0.0.0 opens it to other machines), DATA_DIR (default "
        "var/quidditch-server), PORT_WEB and the other settings of Spieltisch.",
    )
    made.add_argument(
        "-m",
        "--match",
        metavar="<path>",
        required=True,
        type=Path,
        help="path of the match configuration (matchConfig)",
    )
    made.add_argument(
        "-p",
        "--port",
        metavar="<port>",
        type=int,
        default=DEFAULT_PORT,
        help="port; 0 is any free one (default: %(default)s)",
    )
    made.add_argument(
        "-v",
        "--verbosity",
        metavar="<int>",
        type=int,
        default=1,
        help="0 is silent, 1 says where it listens, 2 and 3 more (default: %(default)s)",
    )
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until stopped."""
    options = parser().parse_args(arguments)
    try:
        config = read_match_config(options.match.read_bytes())
    except (OSError, GameError) as error:
        print(f"{options.match}: {error}", file=sys.stderr)
        return 2
    prepare(config, options.port)
    if options.verbosity <= 0:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115 - it stays open as long as the process lives
    serve(options.verbosity)
    return 0


def prepare(config: object, port: int) -> None:
    """Set the environment in which the platform knows this game alone; what the operator set stays."""
    house = {"options": config}
    os.environ["HOUSE_QUIDDITCH"] = jsontext.dumps(house).decode()
    os.environ["PORT_QUIDDITCH"] = str(port)
    os.environ["DEMO"] = "0"
    defaults = {
        "PORT_WEB": "0",
        "DATA_DIR": str(Path("var") / "quidditch-server"),
        # Artificial players answer as fast as they are asked; a match without waiting asks a hundred times a second.
        "LIMIT_MESSAGES_PER_SECOND": "2000",
        "LIMIT_MESSAGES_BURST": "4000",
    }
    for name, value in defaults.items():
        os.environ.setdefault(name, value)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "spieltisch.settings")
    registry.SHELVES[:] = ["clients.quidditch.shelf"]
    registry.games.cache_clear()


def serve(verbosity: int) -> None:
    """Run the platform's own server in this process."""
    import logging

    import django
    from django.core.management import call_command

    from clients.quidditch.files import ReplayFiles

    django.setup()
    logging.getLogger().setLevel(
        (logging.ERROR, logging.WARNING, logging.INFO, logging.DEBUG)[max(0, min(verbosity, 3))]
    )
    files = ReplayFiles(Path(os.environ["DATA_DIR"]) / "replays")
    files.start()
    try:
        call_command("serve")
    finally:
        files.stop()


if __name__ == "__main__":
    sys.exit(main())
