"""Who may see a private table and its replays: the same for pages, sockets and the HTTP API."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils import timezone

from spieltisch.tables.directory import token_hash
from spieltisch.tables.models import Invitation, Match, Seat

#: Where a session remembers the invitations it accepted: {code of the table: invitation}.
INVITED = "invited"


def may_enter(
    number: int,
    code: str,
    owner_id: int | None,
    person: Any,
    session: Mapping[str, Any],
    token: str = "",  # none given  # nosec B107
) -> bool:
    """Return whether a private table concerns somebody: owner, staff, seated, invited, or bearer of a token of it."""
    if person is not None and (person.acts_as_staff or person.pk == owner_id):
        return True
    if person is not None and Seat.objects.filter(user=person, table_id=number).exists():
        return True
    return opens(number, token) or bool(accepted(number, code, session))


def opens(number: int, token: str) -> bool:
    """Return whether a token is that of a seat at the table, or an invitation to it."""
    if not token:
        return False
    at_seat = Seat.objects.filter(token_hash=token_hash(token), table_id=number)
    return at_seat.exists() or _is_invitation(number, token)


def accepted(number: int, code: str, session: Mapping[str, Any]) -> str:
    """Return the invitation that a session accepted, as long as it is valid: it may have been revoked since."""
    token = str(session.get(INVITED, {}).get(code, ""))
    return token if token and _is_invitation(number, token) else ""


def reader(person: Any, session: Mapping[str, Any]) -> Callable[[Match], bool]:
    """Return the question whether somebody may read a match that is over."""
    return lambda match: not match.private or _concerns(match, person, session)


def _concerns(match: Match, person: Any, session: Mapping[str, Any]) -> bool:
    """Return whether somebody played a private match or may see its table, which may be gone."""
    if person is not None and (person.acts_as_staff or match.played_by.filter(user=person).exists()):
        return True
    table = match.table
    return table is not None and may_enter(table.pk, table.code, table.owner_id, person, session)


def _is_invitation(number: int, token: str) -> bool:
    found = Invitation.objects.filter(table_id=number, token_hash=token_hash(token), expires__gt=timezone.now())
    return found.exists()
