"""Which replays the library lists."""

from __future__ import annotations

from datetime import date, timedelta

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from gamekit import registry
from spieltisch.tables import delaying
from spieltisch.tables.models import Match, MatchPlayer, Step


def replays(game: str = "", player: str = "", after: date | None = None, before: date | None = None) -> QuerySet[Match]:
    """Return public finished matches, newest first; `after` and `before` are whole days and count themselves."""
    found = Match.objects.filter(status=Match.Status.FINISHED, private=False, game__in=list(registry.games()))
    found = found.exclude(pk__in=unseen_matches())
    if game:
        found = found.filter(game=game)
    if player:
        found = found.filter(in_which(player))
    if after:
        found = found.filter(finished__date__gte=after)
    if before:
        found = found.filter(finished__date__lte=before)
    return listed(found).order_by("-finished")


def in_which(player: str) -> Exists:
    """Return the condition that somebody of this name, or part of it, played."""
    return Exists(MatchPlayer.objects.filter(match=OuterRef("pk"), name__icontains=player))


def listed(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Return matches with their players, and without what is large and shown in no list."""
    return matches.prefetch_related("played_by").defer("options", "players", "chance")


def is_shown_late(match: Match) -> bool:
    """Tell whether spectators see the match's table later than players do."""
    return match.table is not None and delaying.OPTION in match.table.extra


def unseen_matches() -> list[int]:
    """Return the matches that are over but whose end spectators have not been shown yet."""
    now = timezone.now()
    recent = Match.objects.filter(
        game__in=list(registry.games()),
        finished__gt=now - timedelta(seconds=delaying.LONGEST),
        table__extra__has_key=delaying.OPTION,
    )
    ended = recent.values_list("pk", "finished", "table__extra")
    return [pk for pk, at, extra in ended if at and at + timedelta(seconds=extra[delaying.OPTION]) > now]


def acting_seats(match: Match) -> list[int | None]:
    """Return who acted in each step; None for the table itself."""
    return list(Step.objects.filter(match=match).order_by("number").values_list("seat", flat=True))
