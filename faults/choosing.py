"""How the scripted players choose: a legal move of each game from what its table page shows and answers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

Json = Any
#: Payload type and payload of a move.
Move = tuple[str, Json]
#: Asks the table a page's question and returns the answer.
Ask = Callable[[str, Json], Awaitable[Json]]
Chooser = Callable[[Ask, Json, int], Awaitable[Move]]


async def catan(ask: Ask, state: Json, seat: int) -> Move:
    """Do what must be done; build a road when there is one to pay; otherwise end the turn."""
    can = state["you"]["can"]
    for kind in ("Dorf", "Straße"):
        if kind in can:
            places = (await ask("places", {"Typ": kind}))["places"]
            if places:
                return "Bauen", {"Typ": kind, "Ort": places[state["turn"] % len(places)]}
    if "Karten abgeben" in can:
        return "Karten abgeben", {"Abgeben": _half(state["players"][seat]["Rohstoffe"], state["you"]["discard"])}
    if "Räuber versetzen" in can:
        field = (await ask("robber", {}))["fields"][0]
        return "Räuber versetzen", {"Ort": field["Ort"], **({"Ziel": field["Ziele"][0]} if field["Ziele"] else {})}
    if "Würfeln" in can:
        return "Würfeln", {}
    return "Zug beenden", {}


def _half(hand: dict[str, int], owed: int) -> dict[str, int]:
    given: dict[str, int] = {}
    for name, count in hand.items():
        given[name] = min(count, owed - sum(given.values()))
    return given


async def qwirkle(ask: Ask, state: Json, seat: int) -> Move:
    """Lay the first tile that fits somewhere; otherwise swap one."""
    stones = [{"uniqueID": number, "color": color, "shape": shape} for number, color, shape in state["hand"]]
    for stone in stones:
        cells = (await ask("cells", {"tile": stone["uniqueID"], "placed": []}))["cells"]
        if cells:
            return "PlayTiles", {"tiles": [{"x": cells[0][0], "y": cells[0][1], "tile": stone}]}
    return "TileSwapRequest", {"tiles": stones[:1]}


async def mississippi(ask: Ask, state: Json, seat: int) -> Move:
    """Go to the end of a move that leaves the most coal."""
    ends = (await ask("options", {"actions": []}))["ends"]
    best = max(ends, key=lambda end: (end["coal"], -end["speed"]), default=None)
    return "move", {"actions": best["actions"] if best else []}


async def quidditch(ask: Ask, state: Json, seat: int) -> Move:
    """Set up as suggested, then let every turn pass."""
    if not state["formed"][seat]:
        cells = (await ask("formation", None))["suggestions"][0]
        roles = ("seeker", "keeper", "chaser1", "chaser2", "chaser3", "beater1", "beater2")
        return "teamFormation", {"players": dict(zip(roles, cells, strict=True))}
    return "deltaRequest", {"deltaType": "skip", "activeEntity": state["next"]["turn"]}


CHOOSERS: dict[str, Chooser] = {
    "catan": catan,
    "qwirkle": qwirkle,
    "mississippi": mississippi,
    "quidditch": quidditch,
}

#: Milliseconds for one decision of a player: longer than any outage, so that a clock that ran on would show.
LIMIT_MS = 60_000

_TIMINGS = {
    **dict.fromkeys(("teamFormationTimeout", "playerTurnTimeout", "fanTurnTimeout", "unbanTurnTimeout"), LIMIT_MS),
    **{f"min{phase}PhaseAnimationDuration": 0 for phase in ("Player", "Fan", "Ball", "Unban")},
}

#: What a table is opened with: size, bots besides the player, options.
OPENINGS: dict[str, Json] = {
    "catan": {"seats": 3, "bots": ["random"], "options": {"turnTime": LIMIT_MS, "trade": False, "points": 20}},
    "qwirkle": {"seats": 2, "bots": ["random"], "options": {"turnTime": LIMIT_MS, "timeVisualization": 0}},
    "mississippi": {"seats": 2, "bots": ["random"], "options": {"personTime": LIMIT_MS, "openingPause": 0}},
    "quidditch": {"seats": 2, "bots": ["naive"], "options": {"timings": _TIMINGS, "probabilities": {"catchSnitch": 0}}},
}

#: The same for those who come by the games' own doors.
HOUSES: dict[str, Json] = {
    "catan": {"seats": 3, "options": {"turnTime": LIMIT_MS, "points": 6}},
    "qwirkle": {"seats": 2, "assign_after": 0.1, "options": {"turnTime": LIMIT_MS, "timeVisualization": 0}},
    "mississippi": {"seats": 2, "options": {"softTime": LIMIT_MS, "hardTime": LIMIT_MS, "openingPause": 0}},
    "quidditch": {"seats": 2, "options": {"timings": _TIMINGS, "maxRounds": 13}},
}


def opening(game: str, watched_only: bool) -> Json:
    """Return the request that opens a table: for a player and bots, or for bots alone."""
    request = OPENINGS[game]
    count = request["seats"] - (0 if watched_only else 1)
    return {**request, "game": game, "bots": request["bots"] * count}
