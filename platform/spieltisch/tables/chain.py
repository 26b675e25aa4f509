"""The hash chain over a match: change one byte of its setup or log, and the end no longer fits."""

from __future__ import annotations

import hashlib

from gamekit import jsontext
from gamekit.rules import Json


def setup_hash(game: str, options: Json, players: Json, chance: Json) -> str:
    """Return the chain's beginning."""
    # Sorted through a second pass: the database may give a JSON object back with its keys in another order.
    canonical = _sorted([game, options, players, chance])
    return hashlib.sha256(jsontext.dumps(canonical)).hexdigest()


def step_hash(previous: str, number: int, time_ms: int, kind: str, seat: int | None, given: str, chance: str) -> str:
    """Return the hash over the previous one and this step; `given` and `chance` are the stored JSON texts."""
    text = f"{previous}\n{number}\n{time_ms}\n{kind}\n{'' if seat is None else seat}\n{given}\n{chance}"
    return hashlib.sha256(text.encode()).hexdigest()


def _sorted(value: Json) -> Json:
    if isinstance(value, dict):
        return {str(key): _sorted(value[key]) for key in sorted(value, key=str)}
    if isinstance(value, (list, tuple)):
        return [_sorted(item) for item in value]
    return value
