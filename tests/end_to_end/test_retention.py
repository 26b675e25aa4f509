"""Sessions that have run out are deleted, and nobody else is signed out by it."""

from __future__ import annotations

from collections.abc import Callable

from tests.support.server import Server
from tests.support.visitor import Visitor
from tests.support.waiting import until

EXPIRED = """
from datetime import timedelta
from django.contrib.sessions.models import Session
from django.utils import timezone
moment = timezone.now() - timedelta(minutes=1)
Session.objects.bulk_create(Session(session_key=f"expired{number}", expire_date=moment) for number in range(250))
"""
COUNTED = "from django.contrib.sessions.models import Session; print(Session.objects.count())"


def test_sessions_that_have_run_out_are_deleted_at_the_start(make_server: Callable[..., Server]) -> None:
    server = make_server().start()
    guest = Visitor.guest(server, "Anna")
    server.stop()
    server.manage("shell", "-c", EXPIRED)
    guest.api.port = server.start().ports["web"]
    until(lambda: server.manage("shell", "-v", "0", "-c", COUNTED).split()[-1] == "1", "all but Anna's are deleted")
    assert "Anna" in guest.get("/accounts/").body.decode()
