"""The messages of the interface document by number and name; the name is the container's payload type."""

from __future__ import annotations

NAMES = {
    100: "ConnectRequest",
    101: "ConnectAccepted",
    200: "DisconnectSignal",
    300: "GameListRequest",
    301: "GameListResponse",
    302: "GameJoinRequest",
    303: "GameJoinAccepted",
    304: "SpectatorJoinRequest",
    305: "SpectatorJoinAccepted",
    306: "MessageSend",
    307: "MessageSignal",
    400: "StartGame",
    401: "EndGame",
    402: "AbortGame",
    403: "PauseGame",
    404: "ResumeGame",
    405: "LeavingRequest",
    406: "LeavingPlayer",
    407: "Winner",
    408: "StartTiles",
    409: "CurrentPlayer",
    410: "SendTiles",
    411: "TileSwapRequest",
    412: "TileSwapValid",
    413: "TileSwapResponse",
    414: "PlayTiles",
    415: "MoveValid",
    416: "Update",
    417: "ScoreRequest",
    418: "ScoreResponse",
    419: "TurnTimeLeftRequest",
    420: "TurnTimeLeftResponse",
    421: "TotalTimeRequest",
    422: "TotalTimeResponse",
    423: "BagRequest",
    424: "BagResponse",
    425: "PlayerHandsRequest",
    426: "PlayerHandsResponse",
    498: "GameDataRequest",
    499: "GameDataResponse",
    900: "AccessDenied",
    910: "ParsingError",
    920: "NotAllowed",
}
NUMBERS = {name: number for number, name in NAMES.items()}

#: Question -> the message that answers it.
RESPONSES = {
    "ScoreRequest": "ScoreResponse",
    "TurnTimeLeftRequest": "TurnTimeLeftResponse",
    "TotalTimeRequest": "TotalTimeResponse",
    "BagRequest": "BagResponse",
    "PlayerHandsRequest": "PlayerHandsResponse",
    "GameDataRequest": "GameDataResponse",
}
#: Questions that only spectators may ask.
FOR_SPECTATORS = frozenset({"BagRequest", "PlayerHandsRequest"})

#: Errors. A client's own errors are not answered: programs of 2018 answer unreadable lines with a 910 of their own.
ERRORS = frozenset({"AccessDenied", "ParsingError", "NotAllowed"})

CLIENT_TYPES = ("PLAYER", "SPECTATOR", "ENGINE_PLAYER")
