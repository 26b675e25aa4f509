"""Kinds of fields, as small integers ordered so that 1..4 are the passable ones."""

from __future__ import annotations

from typing import Final

NOTHING, WATER, GOAL, LOG, SANDBANK, BLOCKED, PASSENGER = range(7)
"""PASSENGER stands for PASSENGER0; a pier to the side of direction i makes it PASSENGER + i."""

KIND_NAMES: Final = ("", "WATER", "GOAL", "LOG", "SANDBANK", "BLOCKED", *(f"PASSENGER{i}" for i in range(6)))
KIND_NUMBERS: Final = {name: number for number, name in enumerate(KIND_NAMES) if name}


def passable(kind: int) -> bool:
    """Return True for WATER, GOAL, LOG and SANDBANK."""
    return WATER <= kind <= SANDBANK
