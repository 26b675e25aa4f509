"""Which replays the library lists."""

from __future__ import annotations

from datetime import date

from django.db.models import QuerySet

from gamekit import registry
from spieltisch.tables.models import Match, Step


def replays(game: str = "", player: str = "", after: date | None = None, before: date | None = None) -> QuerySet[Match]:
    """Return public finished matches, newest first; `after` and `before` are whole days and count themselves."""
    found = Match.objects.filter(status=Match.Status.FINISHED, private=False, game__in=list(registry.games()))
    if game:
        found = found.filter(game=game)
    if player:
        found = found.filter(played_by__name__icontains=player).distinct()
    if after:
        found = found.filter(finished__date__gte=after)
    if before:
        found = found.filter(finished__date__lte=before)
    return found.prefetch_related("played_by").order_by("-finished")


def acting_seats(match: Match) -> list[int | None]:
    """Return who acted in each step; None for the table itself."""
    return list(Step.objects.filter(match=match).order_by("number").values_list("seat", flat=True))
