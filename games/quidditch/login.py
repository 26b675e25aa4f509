"""The joinRequest (4.5.2.1): who comes, where to, and with which mods."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from gamekit.errors import GameError
from gamekit.rules import Json
from games.quidditch import trouble
from games.quidditch.team import USER_NAME

MODS = frozenset({"chat", "disableGenderBalance", "replayWithSnapshot", "lobbies", "test"})
DEFAULT_LOBBY = "hogwarts"
LOBBY = re.compile(r"[a-zA-Z0-9]{3,40}")
LONGEST_PASSWORD = 128


class LoginRefused(GameError):
    """The login cannot be accepted; `number` is the standard's code."""

    default_code = "login/refused"

    def __init__(self, number: int, detail: str = "") -> None:
        super().__init__(detail)
        self.number = number


@dataclass(frozen=True, slots=True)
class Login:
    """A well-formed joinRequest."""

    lobby: str
    user_name: str
    password: str
    artificial: bool
    mods: frozenset[str]


def read_login(payload: Json) -> Login:
    """Return the login; LoginRefused carries the code for what is wrong with it."""
    if not isinstance(payload, Mapping):
        raise LoginRefused(trouble.WRONG_PAYLOAD, "payload must be an object")
    texts = {}
    for field in ("lobby", "userName", "password"):
        if not isinstance(payload.get(field), str):
            raise LoginRefused(trouble.WRONG_PAYLOAD, f"{field} must be a text")
        texts[field] = payload[field]
    if not isinstance(payload.get("isArtificialIntelligence"), bool):
        raise LoginRefused(trouble.WRONG_PAYLOAD, "isArtificialIntelligence must be true or false")
    mods = payload.get("mods")
    if not isinstance(mods, list) or not all(isinstance(mod, str) for mod in mods):
        raise LoginRefused(trouble.WRONG_PAYLOAD, "mods must be a list of texts")
    login = Login(
        texts["lobby"],
        texts["userName"],
        texts["password"],
        payload["isArtificialIntelligence"],
        frozenset(mods),
    )
    _check(login)
    return login


def _check(login: Login) -> None:
    unknown = login.mods - MODS
    if unknown:
        raise LoginRefused(trouble.UNKNOWN_MODS, ", ".join(sorted(unknown))[:200])
    if not USER_NAME.fullmatch(login.user_name):
        raise LoginRefused(trouble.BAD_USER_NAME, "3 to 20 letters and digits")
    if not LOBBY.fullmatch(login.lobby):
        raise LoginRefused(trouble.BAD_LOBBY, "3 to 40 letters and digits")
    if len(login.password) > LONGEST_PASSWORD or not login.password.isprintable():
        raise LoginRefused(trouble.BAD_PASSWORD, f"at most {LONGEST_PASSWORD} printable characters")
