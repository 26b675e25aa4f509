"""How a published protocol says no, for the pages that explain it to authors of clients."""

from __future__ import annotations

from dataclasses import dataclass

from gamekit.rules import Json


@dataclass(frozen=True, slots=True)
class Refusal:
    """The words of a refusal, and the section of the game's README that has the rule."""

    reason: str
    section: str
    """The anchor of the section; "" when there is none."""


def never_refuses(payload_type: str, payload: Json) -> Refusal | None:
    """Know no refusal."""
    return None
