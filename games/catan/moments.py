"""What is worth jumping to in a replay."""

from __future__ import annotations

from gamekit.rules import Json
from games.catan.rules.state import State

SEVEN = "A seven"

#: Message -> what it tells, with its translation in de.json.
LABELS = {
    "Räuber versetzt": "The robber moves",
    "Ritter ausspielen": "A knight is played",
    "Monopol": "Monopoly",
    "Längste Handelsstraße": "Longest Road",
    "Größte Rittermacht": "Largest Army",
}


def notable(state: State, payload_type: str, payload: Json) -> str | None:
    """Name the moment that a message tells of."""
    if payload_type == "Würfelwurf" and sum(payload["Wurf"]) == 7:
        return SEVEN
    return LABELS.get(payload_type)
