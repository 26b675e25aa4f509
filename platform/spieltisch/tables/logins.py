"""Names with passwords of the protocols that have them; a name belongs to whoever uses it first."""

from __future__ import annotations

import asyncio
import math
from concurrent.futures import ThreadPoolExecutor

from django.contrib.auth.hashers import check_password, make_password
from django.db import connection

from gamekit.errors import Refused
from spieltisch import ratelimits
from spieltisch.accounts.attempts import Attempt
from spieltisch.accounts.hashing import AT_ONCE
from spieltisch.tables.models import ProtocolLogin

#: Where passwords are hashed: a crowd that waits for its turn must not take the threads of all other work.
HASHING = ThreadPoolExecutor(max_workers=AT_ONCE, thread_name_prefix="login")


async def log_in(game: str, name: str, password: str, address: str) -> bool:
    """Register a name with its password, or return whether it is the right one."""
    return await asyncio.get_running_loop().run_in_executor(HASHING, _in_thread, game, name, password, address)


def matches(game: str, name: str, password: str, address: str) -> bool:
    """Do the same, slowly; Refused after too many wrong passwords or new names of an address."""
    stored = ProtocolLogin.objects.filter(game=game, name=name).first()
    if stored is None:
        _count_name(address)
        # Hashed before the database is asked to write: nobody else could, meanwhile.
        hashed = {"password": make_password(password)}
        stored, made = ProtocolLogin.objects.get_or_create(game=game, name=name, defaults=hashed)
        if made:
            return True
    attempt = Attempt.of(f"{game}:{name}", address)
    if (wait := attempt.begin()) is not None:
        minutes = math.ceil(wait.total_seconds() / 60)
        raise Refused(f"too many wrong passwords; try again in {minutes} min", "login/too_many", "password")
    right = check_password(password, stored.password)
    if right:
        attempt.succeeded()
    return right


def _count_name(address: str) -> None:
    if wait := ratelimits.take("signups", address):
        raise Refused(f"too many new names; try again in {math.ceil(wait)} s", "login/too_many_names", "userName")


def _in_thread(game: str, name: str, password: str, address: str) -> bool:
    try:
        return matches(game, name, password, address)
    finally:
        connection.close()
