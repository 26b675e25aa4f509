"""The matchConfig (5.3.1): defaults, and a reader that names the field that is wrong.

Fields that are missing get their default, fields nobody knows are ignored (old files still carry `foolAway`); numbers
written as strings are refused.
"""

from __future__ import annotations

from collections.abc import Mapping

from gamekit import jsontext
from gamekit.errors import MalformedMessage
from gamekit.rules import Json

LEAST_ROUNDS, MOST_ROUNDS = 13, 100
DEFAULT_ROUNDS = 20

#: No single clock may be set longer than a day.
LONGEST_MS = 86_400_000

DEFAULT_TIMINGS: dict[str, int] = {
    "teamFormationTimeout": 120_000,
    "playerTurnTimeout": 30_000,
    "fanTurnTimeout": 20_000,
    "unbanTurnTimeout": 20_000,
    "minPlayerPhaseAnimationDuration": 400,
    "minFanPhaseAnimationDuration": 300,
    "minBallPhaseAnimationDuration": 400,
    "minUnbanPhaseAnimationDuration": 300,
}

DEFAULT_PROBABILITIES: dict[str, Json] = {
    "throwSuccess": 0.92,
    "knockOut": 0.4,
    "catchSnitch": 0.4,
    "catchQuaffle": 0.3,
    "wrestQuaffle": 0.4,
    "extraMove": {
        "tinderblast": 0.3,
        "cleansweep11": 0.4,
        "comet260": 0.5,
        "nimbus2001": 0.6,
        "firebolt": 0.7,
    },
    "foulDetection": {
        "flacking": 0.6,
        "haversacking": 0.6,
        "stooging": 0.5,
        "blatching": 0.5,
        "snitchnip": 0.6,
    },
    "fanFoulDetection": {
        "elfTeleportation": 0.25,
        "goblinShock": 0.2,
        "trollRoar": 0.15,
        "snitchSnatch": 0.2,
        "wombatPoo": 0.15,
    },
}


def read_timings(given: Json) -> dict[str, int]:
    """Return complete timings; MalformedMessage names the field that is no number of milliseconds."""
    given = _object(given, "timings")
    timings = {}
    for name, default in DEFAULT_TIMINGS.items():
        value = given.get(name, default)
        if type(value) is not int or not 0 <= value <= LONGEST_MS:
            raise _wrong(f"timings.{name}", f"must be an integer of milliseconds from 0 to {LONGEST_MS}", value)
        timings[name] = value
    return timings


def read_probabilities(given: Json, path: str = "probabilities", defaults: Json = None) -> dict[str, Json]:
    """Return complete probabilities; MalformedMessage names the field that is no number from 0 to 1."""
    given = _object(given, path)
    result: dict[str, Json] = {}
    for name, default in (defaults or DEFAULT_PROBABILITIES).items():
        value = given.get(name, default)
        if isinstance(default, Mapping):
            result[name] = read_probabilities(value, f"{path}.{name}", default)
        elif type(value) not in (int, float) or not 0 <= value <= 1:
            raise _wrong(f"{path}.{name}", "must be a number from 0 to 1", value)
        else:
            result[name] = value
    return result


def read_rounds(value: Json) -> int:
    """Return maxRounds; MalformedMessage when it is no integer from 13 to 100."""
    if type(value) is not int or not LEAST_ROUNDS <= value <= MOST_ROUNDS:
        raise _wrong("maxRounds", f"must be an integer from {LEAST_ROUNDS} to {MOST_ROUNDS}", value)
    return value


def match_config(options: Mapping[str, Json]) -> dict[str, Json]:
    """Return a table's options as a complete matchConfig."""
    return {
        "maxRounds": read_rounds(options.get("maxRounds", DEFAULT_ROUNDS)),
        "timings": read_timings(options.get("timings", {})),
        "probabilities": read_probabilities(options.get("probabilities", {})),
    }


def check_options(options: Mapping[str, Json], size: int) -> None:
    """Check what the declared options cannot: the two structured ones."""
    match_config(options)


def read_match_config(text: bytes | str) -> dict[str, Json]:
    """Return the matchConfig in a file, bare or in a container."""
    return match_config(unwrapped(jsontext.loads(text), "matchConfig"))


def unwrapped(data: Json, payload_type: str) -> dict[str, Json]:
    """Return the payload of a container of this type, or the bare object; MalformedMessage otherwise."""
    given = _object(data, payload_type)
    if "payloadType" not in given and "payload" not in given:
        return given
    if given.get("payloadType") != payload_type:
        raise _wrong("payloadType", f"must be {payload_type}", given.get("payloadType"))
    return _object(given.get("payload"), "payload")


def _object(value: Json, path: str) -> dict[str, Json]:
    if not isinstance(value, Mapping):
        raise _wrong(path, "must be an object", value)
    return dict(value)


def _wrong(field: str, rule: str, value: Json) -> MalformedMessage:
    shown = repr(value)
    return MalformedMessage(f"{field} {rule}, not {shown[:60]}", "config/invalid", field)
