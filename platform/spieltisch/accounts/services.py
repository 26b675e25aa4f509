"""What can be done with people: guests, accounts, their names and API tokens."""

from __future__ import annotations

import hashlib
import re
import secrets
from datetime import timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from gamekit.errors import MalformedMessage, Refused
from spieltisch.accounts.models import ApiToken, User
from spieltisch.accounts.spelling import all_seen, key_of, tidied

LONGEST_NAME = 30
LONGEST_USERNAME = 20
USERNAME = re.compile(r"[^\W_][\w.-]*", re.UNICODE)
#: What those are called who have not said who they are: the key of no account's name, or they could not sit down.
NOBODY_YET = "guest"

#: `last_used` tells days from hours, not seconds: one write an hour is enough.
USED_GRAIN = timedelta(hours=1)


def tidy_name(name: str) -> str:
    """Return a name as it is shown: one line, single spaces, in its usual spelling; MalformedMessage when nothing or
    too much is left."""
    tidy = tidied(name)
    if not tidy:
        raise MalformedMessage(_("Please enter a name."), "guest/name", "name")
    if len(tidy) > LONGEST_NAME:
        problem = _("A name has at most {most} characters; this one has {count}.")
        raise MalformedMessage(problem.format(most=LONGEST_NAME, count=len(tidy)), "guest/name", "name")
    if not all_seen(tidy):
        raise MalformedMessage(_("A name may not contain invisible characters."), "guest/name", "name")
    return tidy


def name_for(name: str, user: User | None = None) -> str:
    """Return a name, tidied, under which somebody may appear; Refused when it is that of somebody else's account."""
    tidy = tidy_name(name)
    refuse_name_of_account(tidy, user)
    return tidy


def refuse_name_of_account(name: str, user: User | None) -> None:
    """Raise Refused when a name is, in any spelling, that of somebody else's account."""
    owners = User.objects.filter(name_key=key_of(name), is_guest=False)
    if (owners if user is None else owners.exclude(pk=user.pk)).exists():
        problem = _("This name belongs to an account. Sign in, or choose another name.")
        raise Refused(problem, "guest/name_of_account", "name")


def create_guest(name: str) -> User:
    """Create a guest with the chosen name. Guests may share a name, but not take an account's."""
    tidy = name_for(name)
    guest = User(username=f"guest-{secrets.token_hex(8)}", display_name=tidy, is_guest=True)
    guest.set_unusable_password()
    guest.save()
    return guest


def rename_guest(user: User, name: str) -> None:
    """Give a guest another name; games already played keep the old one."""
    user.display_name = name_for(name)
    user.save(update_fields=["display_name"])


def create_account(username: str, password: str) -> User:
    """Create an account; Refused when the name is taken."""
    user = User(username=check_username(username))
    user.display_name = user.username
    user.set_password(password)
    _save_new_name(user)
    return user


def upgrade_guest(user: User, username: str, password: str) -> User:
    """Make the guest an account: the same user, so games and tokens stay."""
    if not user.is_guest:
        raise Refused(_("This is an account already."), "account/no_guest")
    user.username = user.display_name = check_username(username, user)
    user.is_guest = False
    user.set_password(password)
    _save_new_name(user)
    return user


def check_username(username: str, owner: User | None = None) -> str:
    """Return the username in its usual spelling; MalformedMessage or Refused when an account (of this owner) cannot
    have it."""
    username = tidied(username)
    if not 2 <= len(username) <= LONGEST_USERNAME:
        problem = _("A username has 2 to {most} characters.")
        raise MalformedMessage(problem.format(most=LONGEST_USERNAME), "account/username", "username")
    key = key_of(username)
    if not USERNAME.fullmatch(username) or not all_seen(username) or key.startswith(("guest-", "deleted-")):
        problem = _("A username has letters, digits, dots, hyphens and underscores, and begins with a letter or digit.")
        raise MalformedMessage(problem, "account/username", "username")
    if key == NOBODY_YET:
        raise Refused(_("This username is taken. Please choose another."), "account/taken", "username")
    others = User.objects.filter(name_key=key)
    if owner is not None:
        others = others.exclude(pk=owner.pk)
    if others.exists():
        raise Refused(_("This username is taken. Please choose another."), "account/taken", "username")
    return username


def issue_token(user: User, label: str = "", scope: str = ApiToken.Scope.PLAY) -> str:
    """Return a new API token. It is not kept, only its digest: this is the one time it can be shown."""
    if scope not in ApiToken.Scope:
        raise MalformedMessage(f"scope must be one of {', '.join(ApiToken.Scope)}", "token/scope", "scope")
    if scope == ApiToken.Scope.STAFF and not user.is_staff:
        raise Refused(_("Only staff can have a token with staff's rights."), "token/scope", "scope")
    token = secrets.token_urlsafe(32)
    ApiToken.objects.create(user=user, label=label[:60], digest=digest_of(token), scope=scope)
    return token


def user_for_token(token: str) -> User | None:
    """Return whose token this is, bound to its scope; None when it is unknown, revoked, or its owner is locked."""
    found = ApiToken.objects.select_related("user").filter(digest=digest_of(token), revoked=None).first()
    if found is None or not found.user.is_active:
        return None
    now = timezone.now()
    if found.last_used is None or now - found.last_used > USED_GRAIN:
        ApiToken.objects.filter(pk=found.pk).update(last_used=now)
    found.user.scope = found.scope
    return found.user


def revoke_token(user: User, token_id: int) -> bool:
    """Revoke one of the user's tokens; False when there is none to revoke."""
    return bool(user.tokens.filter(pk=token_id, revoked=None).update(revoked=timezone.now()))


def digest_of(token: str) -> str:
    """Return what is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def _save_new_name(user: User) -> None:
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError:
        # Two people asked for the same name at the same time.
        raise Refused(_("This username is taken. Please choose another."), "account/taken", "username") from None
