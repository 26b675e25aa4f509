"""The teamConfig (5.3.2): a reader that checks every field, and a team for those who bring none."""

from __future__ import annotations

import base64
import binascii
import re
import struct
import zlib
from collections.abc import Mapping, Sequence
from functools import cache

from gamekit import jsontext
from gamekit.errors import MalformedMessage
from gamekit.reception import SeatInfo
from gamekit.rules import Json
from games.quidditch import png
from games.quidditch.config import unwrapped
from games.quidditch.rules.entities import BROOMS, FAN_FIELDS, ROLES

NAME = re.compile(r"[a-zA-Z0-9 ]{3,40}")
MOTTO = re.compile(r"[a-zA-Z0-9 .,:;?!'-]{3,200}")
COLOR = re.compile(r"[0-9A-F]{6}")
USER_NAME = re.compile(r"[a-zA-Z0-9]{3,20}")
FANS = 7
MOST_OF_A_SEX = 4
IMAGE_SIZE = 256


def read_team(given: Json, gender_balance: bool = True) -> dict[str, Json]:
    """Return the team with exactly the standard's fields; MalformedMessage names the first that is wrong."""
    team = _object(given, "teamConfig")
    result: dict[str, Json] = {
        "name": _text(team.get("name"), "name", NAME, "3 to 40 letters, digits and blanks"),
        "motto": _text(team.get("motto"), "motto", MOTTO, "3 to 200 letters, digits, blanks and .,:;?!'-"),
        "colors": _colors(team.get("colors")),
        "image": _image(team.get("image")),
        "fans": _fans(team.get("fans")),
        "players": _players(team.get("players")),
    }
    if gender_balance:
        sexes = [player["sex"] for player in result["players"].values()]
        for sex in ("m", "f"):
            if sexes.count(sex) > MOST_OF_A_SEX:
                raise _wrong("players", f"must not have more than {MOST_OF_A_SEX} of the same sex")
    return result


def read_team_file(text: bytes | str, gender_balance: bool = True) -> dict[str, Json]:
    """Return the team in a file, bare or in a container."""
    return read_team(unwrapped(jsontext.loads(text), "teamConfig"), gender_balance)


def _colors(given: Json) -> dict[str, str]:
    colors = _object(given, "colors")
    rule = "six upper-case hexadecimal digits"
    primary = _text(colors.get("primary"), "colors.primary", COLOR, rule)
    secondary = _text(colors.get("secondary"), "colors.secondary", COLOR, rule)
    if primary == secondary:
        raise _wrong("colors.secondary", "must differ from colors.primary")
    return {"primary": primary, "secondary": secondary}


def _fans(given: Json) -> dict[str, int]:
    fans = _object(given, "fans")
    for field in FAN_FIELDS:
        if type(fans.get(field)) is not int or fans[field] < 1:
            raise _wrong(f"fans.{field}", "must be an integer of at least 1")
    if sum(fans[field] for field in FAN_FIELDS) != FANS:
        raise _wrong("fans", f"must add up to {FANS}")
    return {field: fans[field] for field in FAN_FIELDS}


def _players(given: Json) -> dict[str, dict[str, str]]:
    players = _object(given, "players")
    result = {}
    for role in ROLES:
        player = _object(players.get(role), f"players.{role}")
        name = _text(player.get("name"), f"players.{role}.name", NAME, "3 to 40 letters, digits and blanks")
        if player.get("broom") not in BROOMS:
            raise _wrong(f"players.{role}.broom", f"must be one of {', '.join(BROOMS)}")
        if player.get("sex") not in ("m", "f"):
            raise _wrong(f"players.{role}.sex", "must be m or f")
        result[role] = {"name": name, "broom": player["broom"], "sex": player["sex"]}
    missing = set(BROOMS) - {player["broom"] for player in result.values()}
    if missing:
        raise _wrong("players", f"must use each broom at least once; {', '.join(sorted(missing))} is missing")
    return result


def _image(given: Json) -> str:
    """Check the picture; a `data:` prefix and the line breaks of some encoders are cut off."""
    if not isinstance(given, str):
        raise _wrong("image", "must be a base64 text")
    text = "".join((given.partition(",")[2] if given.startswith("data:") else given).split())
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise _wrong("image", "must be base64") from None
    if found := png.flaw(data, IMAGE_SIZE):
        raise _wrong("image", found)
    return text


def _text(value: Json, field: str, pattern: re.Pattern[str], rule: str) -> str:
    if not isinstance(value, str) or not pattern.fullmatch(value):
        raise _wrong(field, f"must be {rule}")
    return value


def _object(value: Json, field: str) -> Mapping[str, Json]:
    if not isinstance(value, Mapping):
        raise _wrong(field, "must be an object")
    return value


def _wrong(field: str, rule: str) -> MalformedMessage:
    return MalformedMessage(f"{field} {rule}", "team/invalid", field)


# --- seats --------------------------------------------------------------------------------------------------------
def check_seat(data: Mapping[str, Json], taken: Sequence[SeatInfo]) -> Mapping[str, Json]:
    """Check a seat's data and complete it: {"team", "userName", "ai", "genderBalance"}."""
    balanced = data.get("genderBalance", True) is not False
    given = data.get("team")
    team = read_team(given, balanced) if given else default_team(len(taken))
    user_name = data.get("userName") or ""
    if user_name and (not isinstance(user_name, str) or not USER_NAME.fullmatch(user_name)):
        raise _wrong("userName", "must be 3 to 20 letters and digits")
    return {"team": team, "userName": user_name, "ai": bool(data.get("ai")), "genderBalance": balanced}


_DEFAULTS = (
    ("Ravens of Ulm", "Fly high, think twice!", "1F4E9E", "C9A227"),
    ("Danube Dragons", "Fire, wind and water.", "A61E2D", "F0C14B"),
)
_NAMES = (
    ("Ada Wing", "Bruno Wall", "Cleo Swift", "Dario Dart", "Edda Storm", "Falk Club", "Greta Bat"),
    ("Hanna Hawk", "Ivo Gate", "Jonas Arrow", "Kira Comet", "Lars Lance", "Mona Mace", "Nele Stick"),
)
_SEXES = ("fmfmfmf", "fmmfmff")
_DEFAULT_BROOMS = ("firebolt", "tinderblast", "nimbus2001", "comet260", "nimbus2001", "cleansweep11", "comet260")


@cache
def default_team(seat: int) -> dict[str, Json]:
    """Return a valid team for who brings none; two seats get different ones."""
    which = seat % len(_DEFAULTS)
    name, motto, primary, secondary = _DEFAULTS[which]
    people = zip(ROLES, _NAMES[which], _DEFAULT_BROOMS, _SEXES[which], strict=True)
    return read_team(
        {
            "name": name,
            "motto": motto,
            "colors": {"primary": primary, "secondary": secondary},
            "image": striped_image(primary, secondary),
            "fans": {"goblins": 2, "trolls": 1, "elves": 1, "nifflers": 1, "wombats": 2},
            "players": {role: {"name": who, "broom": broom, "sex": sex} for role, who, broom, sex in people},
        }
    )


def striped_image(primary: str, secondary: str) -> str:
    """Return a 256 by 256 PNG in stripes of two colours, as base64."""
    pixels = [bytes.fromhex(color) for color in (primary, secondary)]
    row = b"\0" + b"".join(pixels[x // 32 % 2] for x in range(IMAGE_SIZE))
    header = struct.pack(">IIBBBBB", IMAGE_SIZE, IMAGE_SIZE, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(row * IMAGE_SIZE, 9)), (b"IEND", b""))
    return base64.b64encode(png.SIGNATURE + b"".join(png.chunk(kind, data) for kind, data in parts)).decode()
