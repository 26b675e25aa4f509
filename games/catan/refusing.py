"""How the Catan-Protokoll says no, for the wire inspector."""

from __future__ import annotations

from gamekit.refusals import Refusal
from gamekit.rules import Json


def read_refusal(payload_type: str, payload: Json) -> Refusal | None:
    """Tell a Fehler; every dialect's refusal is one inside."""
    return Refusal(str(payload.get("Meldung", "")), "refusals") if payload_type == "Fehler" else None
