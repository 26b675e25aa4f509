"""The fields of every message in the order the official library writes them (qwirkle-rules.md, 2.3)."""

from __future__ import annotations

FIELDS: dict[int, tuple[str, ...]] = {
    100: ("clientName", "clientType"),
    101: ("clientID",),
    200: ("reason", "client"),
    300: (),
    301: ("games",),
    302: ("gameID",),
    303: ("gameID",),
    304: ("gameID",),
    305: ("gameID",),
    306: ("message",),
    307: ("message", "client"),
    400: ("config", "clients"),
    401: (),
    402: (),
    403: (),
    404: (),
    405: (),
    406: ("client",),
    407: ("client", "score", "leaderboard"),
    408: ("tiles",),
    409: ("client",),
    410: ("tiles",),
    411: ("tiles",),
    412: ("validation",),
    413: ("tiles",),
    414: ("tiles",),
    415: ("validation", "message"),
    416: ("updates",),
    417: (),
    418: ("scores",),
    419: (),
    420: ("time",),
    421: (),
    422: ("time",),
    423: (),
    424: ("bag",),
    425: (),
    426: ("hands",),
    498: (),
    499: ("board", "currentClient", "ownTiles", "paused"),
    900: ("message",),
    910: ("message",),
    920: ("message",),
}

#: Where 1.1.0 differs in more than spelling.
NEWER: dict[int, tuple[str, ...]] = {
    303: ("game",),
    305: ("game",),
    416: ("updates", "numberTilesInBag"),
    499: ("board", "currentClient", "ownTiles", "gameState"),
    900: ("message", "causeId"),
    910: ("message", "causeId"),
    920: ("message", "causeId"),
}

#: Names of 1.0.1 -> those of 1.1.0.
SPELLING = {"uniqueID": "uniqueId", "clientID": "clientId", "gameID": "gameId", "x": "coordX", "y": "coordY"}
