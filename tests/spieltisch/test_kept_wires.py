"""Who may look at the messages of a connection: of one that has ended, and of one that is open."""

from __future__ import annotations

import asyncio
import zlib
from threading import Thread, current_thread

import pytest
from django.conf import settings
from django.http import Http404
from django.utils import timezone

from gamekit import registry
from gamekit.rules import Json
from spieltisch.accounts.services import create_guest
from spieltisch.cluster.remotedirectory import RemoteDirectory
from spieltisch.inspector import selectors
from spieltisch.inspector.models import WireLog
from spieltisch.inspector.tap import OPEN, WireTap
from spieltisch.tables import directory as directories
from spieltisch.tables.models import Match, Seat, Table
from tests.cluster.hosting import SilentBus
from tests.support.waiting import until_async

pytestmark = pytest.mark.django_db


def test_a_kept_wire_is_not_shown_to_who_plays_against_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(directories, "_directory", None)
    owner, now = create_guest("Owner"), timezone.now()
    table = Table.objects.create(code="abcd", game="qwirkle", size=2)
    match = Match.objects.create(code="m1", table=table, game="qwirkle", started=now, head="")
    seat = Seat.objects.create(table=table, seat=0, name="Owner", number=1, kind=Seat.Kind.PERSON, user=owner)
    entries = zlib.compress(b'[{"number": 1}]')
    WireLog.objects.create(number=7, owner=owner, table="abcd", seat=1, started=now, ended=now, entries=entries)
    with pytest.raises(Http404):
        selectors.connection(owner, 7)
    # Two programs of his own, or one that plays for him, are his to look at; and a match that is over is no secret.
    Seat.objects.filter(pk=seat.pk).update(seat=1)
    assert selectors.connection(owner, 7)[1] == [{"number": 1}]
    Seat.objects.filter(pk=seat.pk).update(seat=0)
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED)
    assert selectors.connection(owner, 7)[1] == [{"number": 1}]


class CountedTap(WireTap):
    """A tap that knows how often its messages were made ready, and where."""

    looks = 0
    thread: Thread | None = None

    def entries(self, after: int = 0) -> list[dict[str, Json]]:
        """Return them, and count."""
        self.looks, self.thread = self.looks + 1, current_thread()
        return super().entries(after)


def test_messages_are_made_ready_for_nobody_who_may_not_see_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(directories, "_directory", None)
    owner, stranger = create_guest("Owner"), create_guest("Stranger")
    tap = CountedTap(registry.game("qwirkle"), 7, "qwirkle")
    tap.owner_id = owner.pk
    monkeypatch.setitem(OPEN, 7, tap)
    with pytest.raises(Http404):
        selectors.connection(stranger, 7)
    assert tap.looks == 0
    assert selectors.connection(owner, 7)[0].live
    assert tap.looks == 1


def test_another_process_makes_them_ready_beside_its_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    tap = CountedTap(registry.game("qwirkle"), 7, "qwirkle")
    monkeypatch.setitem(OPEN, 7, tap)
    # Nothing connects to it: the bus is taken away.
    monkeypatch.setattr(settings, "REDIS_URL", "redis://127.0.0.1:1")

    async def scenario() -> None:
        front = RemoteDirectory()
        take, bus = front.bus.on_packet, SilentBus("front")
        front.bus = bus  # type: ignore[assignment]
        question = {"t": "call", "op": "wire", "given": {"number": 7, "after": 0}, "from": "other", "id": "1"}
        assert take is not None
        await take(question, [])

        async def answered() -> bool:
            return bool(bus.sent)

        await until_async(answered, "the answer")
        ((to, answer),) = bus.sent
        assert (to, answer["id"], answer["value"]["number"]) == ("other", "1", 7)

    asyncio.run(scenario())
    assert tap.thread is not current_thread()
