"""The standard's list of errors and warnings (13.4.5): codes and texts.

Errors end the connection. Those from 50 on (and 0) exist twice: 1xx when the error ends a match, 2xx when it does not.
"""

from __future__ import annotations

from gamekit.errors import GameError, MatchOver, NotYourTurn, StaleVersion, Unavailable
from gamekit.refusals import Refusal
from gamekit.rules import Json

KICKED, NOT_JSON, NOT_A_CONTAINER, WRONG_PAYLOAD, WRONG_TIME = 0, 51, 52, 53, 54
BAD_FORMATION, BAD_REQUEST = 101, 102
DOUBLE_LOGIN, UNKNOWN_MODS, BAD_USER_NAME, BAD_LOBBY, BAD_PASSWORD, WRONG_PASSWORD, BAD_TEAM, NOT_LOGGED_IN = range(
    201, 209
)
WARNING, SECOND_LOGIN, TEAM_TOO_LATE, NOT_YOUR_TURN, PAUSED = range(300, 305)

_DOUBLE_LOGIN_TEXT = (
    "joinRequest-doublelogin: User logs in from two clients at the same time. The last login is always executed. "
    "Error goes to the old logon, Warning goes to the new logon."
)

TEXTS = {
    KICKED: "Error: server has some reason to kick you",
    NOT_JSON: "Error: Server could not parse json",
    NOT_A_CONTAINER: "Error: Server could parse a json but it is not in the Container format.",
    WRONG_PAYLOAD: "Error: The container format could be recognized, but the payload does not correspond to the "
    "desired format (e.g. missing Fields or fields have wrong types e.g. String instead of Int)",
    WRONG_TIME: "Error: payloadType not allowed at this point (e.g. teamFormation or deltaRequest from spectator)",
    BAD_FORMATION: "Error: invalid teamFormation by a player",
    BAD_REQUEST: "Error: invalid deltaRequest by active player",
    DOUBLE_LOGIN: f"Error: {_DOUBLE_LOGIN_TEXT}",
    UNKNOWN_MODS: "Error: incompatibleUserMods, the server does not supports the requested mods",
    BAD_USER_NAME: "Error: invalid username",
    BAD_LOBBY: "Error: invalid lobbyname",
    BAD_PASSWORD: "Error: invalid password (too long or forbidden characters)",
    WRONG_PASSWORD: "Error: wrong password",
    BAD_TEAM: "Error: invalid teamConfig by player",
    NOT_LOGGED_IN: "Error: user sent non-joinRequest-message before joinResponse",
    WARNING: "Warning",
    SECOND_LOGIN: f"Warning: {_DOUBLE_LOGIN_TEXT}",
    TEAM_TOO_LATE: "Warning: teamConfig sent while game is running",
    NOT_YOUR_TURN: "Warning: It's not your turn - deltaRequest on other player's turn.",
    PAUSED: "Warning: deltaRequest received while game is paused, please make a break",
}


def error_payload(code: int, ends_match: bool, detail: str = "") -> dict[str, Json]:
    """Return a privateError; a code below 100 becomes 1xx or 2xx."""
    number = code if code >= 100 else code + (100 if ends_match else 200)
    return {"code": number, "information": _text(code, detail), "triggerMatchFinish": ends_match}


def warning_payload(code: int, detail: str = "") -> dict[str, Json]:
    """Return a privateWarning."""
    return {"code": code, "information": _text(code, detail)}


def read_refusal(payload_type: str, payload: Json) -> Refusal | None:
    """Tell an error or a warning; the README has an anchor for each code."""
    if payload_type not in ("privateError", "privateWarning"):
        return None
    return Refusal(str(payload["information"]), str(payload["code"]))


def _text(code: int, detail: str) -> str:
    return f"{TEXTS[code]}: {detail}" if detail else TEXTS[code]


def code_of_malformed(payload: Json) -> int:
    """Return the code for a message the platform could not read (see `gamekit.container.MALFORMED`)."""
    code = str(payload.get("code", "")) if isinstance(payload, dict) else ""
    if code.startswith("container/"):
        return NOT_A_CONTAINER
    return KICKED if code.startswith("limit/") else NOT_JSON


def verdict(error: GameError) -> int | None:
    """Return what a refused deltaRequest brings: a code of an error or warning, or None to ignore it."""
    if isinstance(error, (StaleVersion, MatchOver)):
        return None
    if isinstance(error, NotYourTurn):
        return NOT_YOUR_TURN
    if isinstance(error, Unavailable):
        # Not the player's fault.
        return WARNING
    return {"match/paused": PAUSED, "delta/early": WRONG_TIME, "formation/again": WRONG_TIME}.get(
        error.code, BAD_REQUEST
    )
