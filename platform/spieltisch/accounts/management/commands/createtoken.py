"""`manage.py createtoken USER`: prints a new API token."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from gamekit.errors import GameError
from spieltisch.accounts.models import ApiToken, User
from spieltisch.accounts.services import check_username, issue_token


class Command(BaseCommand):
    """Issue an API token for an account; the token is the only line on standard output."""

    help = "Print a new API token for the user. It is shown once and kept only as a hash."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the username, a label and a scope."""
        parser.add_argument("user", help="the account's username; made, without a password, when there is none")
        parser.add_argument("--label", default="createtoken", help="what the token is for")
        scopes = list(ApiToken.Scope.values)
        parser.add_argument("--scope", default=ApiToken.Scope.PLAY.value, choices=scopes, help="what it may do")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the token."""
        user = User.called(options["user"]) or self._make(options["user"])
        if not user.is_active:
            raise CommandError(f"{user.username} is locked")
        try:
            self.stdout.write(issue_token(user, options["label"], options["scope"]))
        except GameError as error:
            raise CommandError(error.message) from error

    def _make(self, username: str) -> User:
        """Make an account for a program: whoever may run this command may do so anyway."""
        try:
            user = User(username=check_username(username))
        except GameError as error:
            raise CommandError(error.message) from error
        user.display_name = user.username
        user.set_unusable_password()
        user.save()
        self.stderr.write(f"made the account {user.username}, without a password (manage.py changepassword sets one)")
        return user
