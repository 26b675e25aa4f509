"""`manage.py playtournament ID`: plays the matches of a tournament, and writes down how far it is."""

from __future__ import annotations

import os
import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from gamekit import registry
from spieltisch.tournaments.models import Tournament
from spieltisch.tournaments.playing import BotMatch
from spieltisch.tournaments.schedule import lineups
from spieltisch.tournaments.standings import Standings

#: Seconds between two reports: often enough for a bar that moves.
PERIOD = 0.5
#: Players come first.
NICENESS = 10


class Stopped(Exception):
    """Somebody wants the tournament to end."""


class Command(BaseCommand):
    """Plays a tournament of bots."""

    help = "Play a tournament of bots that a page has opened."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the tournament's number."""
        parser.add_argument("number", type=int)

    def handle(self, *args: Any, **options: Any) -> None:
        """Play to the end, or until it is stopped, or its server has gone."""
        os.nice(NICENESS)
        Run(Tournament.objects.get(pk=options["number"])).play()


class Run:
    """A tournament under way."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.game = registry.game(tournament.game)
        self.standings = Standings(tournament.bots)
        self.parent = os.getppid()
        self.done = self.steps = 0
        self.reported = 0.0

    def play(self) -> None:
        """Play all matches and say how it ended."""
        status, problem = Tournament.Status.FINISHED, ""
        try:
            for lineup in lineups(self.game, self.tournament.bots, self.tournament.rounds):
                match = BotMatch(self.game, lineup, f"{self.tournament.seed}/{self.done}")
                self.standings.count(lineup, match.play(self.step_done))
                self.done += 1
        except Stopped:
            status = Tournament.Status.STOPPED
        except Exception as error:
            # The page must say that it is over, and why; the log gets the rest.
            status, problem = Tournament.Status.FAILED, f"{type(error).__name__}: {error}"
            raise
        finally:
            self.report(status=status, problem=problem)

    def step_done(self) -> None:
        """Report now and then, and look whether to go on."""
        self.steps += 1
        if time.monotonic() - self.reported < PERIOD:
            return
        self.report()
        wanted = Tournament.objects.values_list("stop_wanted", flat=True).get(pk=self.tournament.pk)
        if wanted or os.getppid() != self.parent:
            raise Stopped

    def report(self, **more: str) -> None:
        """Write down how far it is."""
        self.reported = time.monotonic()
        Tournament.objects.filter(pk=self.tournament.pk).update(
            done=self.done, steps=self.steps, results=self.standings.lines(), updated=timezone.now(), **more
        )
