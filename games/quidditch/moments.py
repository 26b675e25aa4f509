"""What is worth jumping to in a replay."""

from __future__ import annotations

from gamekit.rules import Json
from games.quidditch.rules.state import State

#: Kind of delta -> what it tells, with its translation in de.json.
LABELS = {"goalPointsChange": "A goal", "snitchCatch": "The snitch is caught", "ban": "A player is sent off"}


def notable(state: State, payload_type: str, payload: Json) -> str | None:
    """Name the moment that a snapshot's last delta tells of."""
    delta = payload.get("lastDeltaBroadcast") if payload_type == "snapshot" else None
    if not delta or (delta["deltaType"] == "snitchCatch" and not delta["success"]):
        return None
    return LABELS.get(delta["deltaType"])
