"""Operations on people: a name and a token for a script that has no account."""

from __future__ import annotations

from asgiref.sync import sync_to_async
from django.utils.translation import gettext_noop as _

from gamekit.rules import Json
from spieltisch.accounts import services
from spieltisch.api.operations import Call, Operation
from spieltisch.api.shapes import TEXT, record


async def create_guest(call: Call) -> Json:
    """Make a guest and return its token, which is shown this once."""
    name = call.body.text("name", required=True)
    return await sync_to_async(_guest_with_token)(name)


def _guest_with_token(name: str) -> Json:
    guest = services.create_guest(name)
    return {"name": guest.name, "token": services.issue_token(guest, "API")}


OPERATIONS = [
    Operation(
        "POST",
        "guests",
        _("Become a guest: a name and a token, without signing up."),
        create_guest,
        record({"name": TEXT, "token": TEXT}),
        record({"name": TEXT}),
        status=201,
        limit="guests",
    )
]
