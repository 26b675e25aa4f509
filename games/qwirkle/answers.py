"""What the protocol's questions are answered before a match begins: nothing lies, nobody has anything."""

from __future__ import annotations

from gamekit.reception import TableInfo
from gamekit.rules import Json
from games.qwirkle import messages


def before_start(table: TableInfo, question: str) -> dict[str, Json]:
    """Return the payload that answers the question."""
    clients = [messages.client_of(seat) for seat in table.seats]
    answers: dict[str, dict[str, Json]] = {
        "ScoreRequest": {"scores": [[client, 0] for client in clients]},
        "TurnTimeLeftRequest": {"time": 0},
        "TotalTimeRequest": {"time": 0},
        "BagRequest": {"bag": []},
        "PlayerHandsRequest": {"hands": [[client, []] for client in clients]},
        "GameDataRequest": {"board": [], "ownTiles": [], "paused": False, "gameState": "NOT_STARTED"},
    }
    return answers[question]
