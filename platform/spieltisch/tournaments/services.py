"""Opens a tournament, starts its process, and stops it."""

from __future__ import annotations

import secrets
import subprocess  # nosec B404
import sys
from collections.abc import Sequence
from threading import Thread
from typing import Any

from django.conf import settings

from gamekit import registry
from gamekit.errors import Refused
from spieltisch.tables.botplay import bot_kind
from spieltisch.tournaments.models import Tournament
from spieltisch.tournaments.schedule import lineups

MOST_MATCHES = 5_000


def open_tournament(slug: str, bots: Sequence[str], rounds: int, owner: Any) -> Tournament:
    """Write a tournament down and start it; Refused when it would be too long or another one runs."""
    game = registry.game(slug)
    for bot in bots:
        bot_kind(game, bot)
    if len(bots) < 2:
        raise Refused("choose at least two bots", "tournament/bots", "bots")
    total = len(lineups(game, bots, rounds))
    if not 0 < total <= MOST_MATCHES:
        raise Refused(f"that makes {total} matches; at most {MOST_MATCHES} are played", "tournament/long", "rounds")
    if any(other.is_running for other in Tournament.objects.filter(status=Tournament.Status.RUNNING)):
        # Bots that think want a core of their own, and players must not feel it.
        raise Refused("another tournament is running; wait for its end, or stop it", "tournament/busy")
    tournament = Tournament.objects.create(
        game=slug, bots=list(bots), rounds=rounds, total=total, seed=secrets.token_hex(8), owner=owner
    )
    start_process(tournament)
    return tournament


def start_process(tournament: Tournament) -> None:
    """Let a process of its own play: thinking must never hold up the tables."""
    command = [sys.executable, str(settings.ROOT / "manage.py"), "playtournament", str(tournament.pk)]
    # Our own program with a number: nothing in it comes from a visitor.
    process = subprocess.Popen(command, cwd=settings.ROOT, stdin=subprocess.DEVNULL)  # nosec B603
    Thread(target=process.wait, name=f"tournament {tournament.pk}", daemon=True).start()


def stop_tournament(tournament: Tournament) -> None:
    """Ask its process to stop; one that has lost its process is stopped at once."""
    if tournament.status != Tournament.Status.RUNNING:
        return
    if not tournament.is_running:
        Tournament.objects.filter(pk=tournament.pk).update(status=Tournament.Status.STOPPED)
    Tournament.objects.filter(pk=tournament.pk).update(stop_wanted=True)
