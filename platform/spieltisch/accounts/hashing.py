"""Hashes passwords two at a time: argon2 takes 100 MiB and a core for each, so a crowd that signs in waits in a row."""

from __future__ import annotations

from threading import BoundedSemaphore

from django.contrib.auth.hashers import Argon2PasswordHasher

AT_ONCE = 2

_room = BoundedSemaphore(AT_ONCE)


class Argon2(Argon2PasswordHasher):
    """Django's argon2, of which only so many work in this process; hashes are stored as Django stores them."""

    def encode(self, password: str, salt: str) -> str:
        """Return the hash, once there is room to make it."""
        with _room:
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        """Tell whether this is the password, once there is room to find out."""
        with _room:
            return super().verify(password, encoded)
