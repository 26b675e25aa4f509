"""What is worth jumping to in a replay."""

from __future__ import annotations

from gamekit.rules import Json
from games.mississippi import messages
from games.mississippi.rules.state import State

PUSH = "A push"


def notable(state: State, payload_type: str, payload: Json) -> str | None:
    """Name the moment that the last move of a shown state makes."""
    last = payload["state"].get("lastMove") if payload_type == messages.MEMENTO else None
    pushes = last is not None and any(action["type"] == "push" for action in last["actions"])
    return PUSH if pushes else None
