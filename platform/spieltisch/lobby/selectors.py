"""What the lobby's pages list, read from the database; the socket tells what changes afterwards."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Prefetch, QuerySet

from gamekit import registry
from spieltisch.lobby.standing import announced_status
from spieltisch.replays.selectors import listed, unseen_matches
from spieltisch.tables.delaying import OPTION
from spieltisch.tables.models import Match, Seat, Table

#: Of the tables that are shown late the newest are looked at, whatever their status.
MOST_LATE = 50


@dataclass(frozen=True, slots=True)
class ListedTable:
    """A table as a card or row shows it before the socket has spoken."""

    code: str
    game: str
    title: str
    size: int
    seated: list[Seat]

    @property
    def taken(self) -> int:
        """How many sit there."""
        return len(self.seated)

    @property
    def url(self) -> str:
        """The table's page."""
        return f"/{self.game}/{self.code}/"


def running_tables(game: str | None = None, most: int = 8) -> list[ListedTable]:
    """Return public tables at which a match runs, newest first."""
    return _listed(game, ["running", "paused"], most)


def open_tables(game: str | None = None, most: int = 20) -> list[ListedTable]:
    """Return public tables that wait for players, newest first."""
    return [table for table in _listed(game, ["open"], most) if table.taken < table.size]


def latest_replays(game: str | None = None, most: int = 6) -> list[Match]:
    """Return the last finished public matches; those of the demonstration only when there are no others."""
    finished = Match.objects.filter(status=Match.Status.FINISHED, private=False, game__in=list(registry.games()))
    finished = finished.exclude(pk__in=unseen_matches())
    if game:
        finished = finished.filter(game=game)
    finished = listed(finished).order_by("-finished")
    by_people = list(finished.exclude(table__demo=True)[:most])
    return by_people or _mixed(finished, most)


def _mixed(finished: QuerySet[Match], most: int) -> list[Match]:
    """Return some of each game: the demonstration of a short one would push all others out."""
    slugs = list(registry.games())
    share = -(-most // len(slugs))
    found = [match for slug in slugs for match in finished.filter(game=slug)[:share]]
    latest = sorted(found, key=lambda match: match.finished or match.started, reverse=True)
    return latest[:most] if len({match.game for match in found}) > 1 else list(finished[:most])


def title_of(table: Table) -> str:
    """Return the table's name, or its game's."""
    return registry.game(table.game).title if table.demo or not table.name else table.name


def _listed(game: str | None, status: list[str], most: int) -> list[ListedTable]:
    tables = Table.objects.filter(private=False, game__in=[game] if game else list(registry.games()))
    tables = tables.defer("options").prefetch_related(Prefetch("seats", Seat.objects.defer("data"))).order_by("-pk")
    at_once = tables.filter(status__in=status).exclude(extra__has_key=OPTION)[:most]
    times = Prefetch("matches", Match.objects.only("table", "number", "started", "finished"))
    late = tables.filter(extra__has_key=OPTION).prefetch_related(times)[:MOST_LATE]
    found = [*at_once, *(table for table in late if announced_status(table) in status)]
    rows = sorted(found, key=lambda table: -table.pk)[:most]
    return [
        ListedTable(
            table.code,
            table.game,
            title_of(table),
            table.size,
            sorted((seat for seat in table.seats.all() if seat.kind != Seat.Kind.HELD), key=lambda seat: seat.seat),
        )
        for table in rows
    ]
