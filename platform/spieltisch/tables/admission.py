"""Who may see a private table: the same for its page and for its socket."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import Q
from django.utils import timezone

from spieltisch.tables.directory import token_hash
from spieltisch.tables.models import Invitation, Seat

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
    if code in session.get(INVITED, {}):
        return True
    if person is not None and (person.acts_as_staff or person.pk == owner_id):
        return True
    known = Q(pk=None)
    if person is not None:
        known |= Q(user=person)
    if token:
        known |= Q(token_hash=token_hash(token))
    return Seat.objects.filter(known, table_id=number).exists() or bool(token and _is_invitation(number, token))


def _is_invitation(number: int, token: str) -> bool:
    found = Invitation.objects.filter(table_id=number, token_hash=token_hash(token), expires__gt=timezone.now())
    return found.exists()
