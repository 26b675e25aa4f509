"""`manage.py createtoken USER`: prints a new API token."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from spieltisch.accounts.models import User
from spieltisch.accounts.services import issue_token


class Command(BaseCommand):
    """Issue an API token for an account; the token is the only line on standard output."""

    help = "Print a new API token for the user. It is shown once and kept only as a hash."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the username and an optional label."""
        parser.add_argument("user", help="the account's username")
        parser.add_argument("--label", default="createtoken", help="what the token is for")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the token."""
        user = User.objects.filter(username__iexact=options["user"], is_active=True).first()
        if user is None:
            raise CommandError(
                f"there is no active user called {options['user']!r}; `manage.py createsuperuser` makes one"
            )
        self.stdout.write(issue_token(user, options["label"]))
