"""Deleting an account: the person is forgotten, the games stay, because they belong to the others as well.

Names stand in a match's setup, over which its hash chain is built. Taking one out means building the chain anew, so
that the match still verifies.
"""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from gamekit.errors import Refused
from spieltisch.accounts.models import User
from spieltisch.tables.chain import setup_hash, step_hash
from spieltisch.tables.models import ChatLine, Match, MatchPlayer, Seat, Step

#: What stands in the records of games; pages show it in the reader's language.
NOBODY = "deleted player"


def delete_account(user: User) -> None:
    """Forget a person; Refused while a match of theirs runs, whose players must not change."""
    played = Match.objects.filter(played_by__user=user)
    if played.filter(status=Match.Status.RUNNING).exists():
        raise Refused(_("You are in a running game. Finish or resign it first."), "account/playing")
    with transaction.atomic():
        for match in played.distinct():
            _forget_in(match, user)
        MatchPlayer.objects.filter(user=user).update(name=NOBODY, user=None)
        Seat.objects.filter(user=user).update(name=NOBODY, user=None)
        ChatLine.objects.filter(user=user).update(name=NOBODY, user=None)
        _empty(user)


def _forget_in(match: Match, user: User) -> None:
    seats = set(match.played_by.filter(user=user).values_list("seat", flat=True))
    for seat, player in enumerate(match.players):
        if seat in seats:
            player["name"] = NOBODY
    head = setup_hash(match.game, match.options, match.players, match.chance)
    steps = list(match.steps.order_by("number"))
    for step in steps:
        head = step.hash = step_hash(head, step.number, step.time_ms, step.kind, step.seat, step.input, step.chance)
    Step.objects.bulk_update(steps, ["hash"], batch_size=500)
    match.head = head
    match.save(update_fields=["players", "head"])


def _empty(user: User) -> None:
    """Keep the row, so that nothing that points to it breaks, and nothing in it."""
    user.tokens.all().delete()
    user.username = f"deleted-{user.pk}"
    user.display_name = user.first_name = user.last_name = user.email = ""
    user.is_active = user.is_staff = user.is_superuser = False
    user.set_unusable_password()
    user.groups.clear()
    user.user_permissions.clear()
    user.save()
