"""What the README calls the default of a setting is what the program takes without it."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import fields

from bridge.limits import Limits
from gamekit import registry
from spieltisch.ratelimits import A_MINUTE
from tests.support.server import ROOT

#: As in `environment.number("LIMIT_BODY_BYTES", 8 * 1024 * 1024)`.
NUMBER = re.compile(r"environment\.number\(\s*\"([A-Z_0-9]+)\", ([\d. *]+)\)")
FLAG = re.compile(r"environment\.flag\(\s*\"([A-Z_0-9]+)\", (True|False)\)")
#: For those who develop; and a port that there is none of by default.
ELSEWHERE = {"DEBUG", "PORT_MONITOR"}
MEBIBYTE = 1024 * 1024


def documented() -> dict[str, float]:
    """Return the numbers among the defaults of the README's settings."""
    table = (ROOT / "README.md").read_text().split("\n## Settings\n")[1].split("\n## ")[0]
    rows = [line.split("|") for line in table.splitlines() if line.startswith("| `")]
    found: dict[str, float] = {}
    for row in rows:
        names, defaults = re.findall(r"`([A-Z_0-9]+)`", row[1]), [one.strip() for one in row[2].split(",")]
        if re.match(r"\d", defaults[0]):
            found |= {name: number(default) for name, default in zip(names, defaults, strict=True)}
    return found


def number(default: str) -> float:
    """Return a number as people write it."""
    value, _, unit = default.partition(" ")
    return float(value) * {"": 1, "MiB": MEBIBYTE}[unit]


def of_the_program() -> Iterator[tuple[str, float]]:
    """Yield the numbers that the program takes, found where it reads them."""
    for path in (ROOT / "platform/spieltisch").rglob("*.py"):
        source = path.read_text()
        yield from ((name, math.prod(map(float, value.split("*")))) for name, value in NUMBER.findall(source))
        yield from ((name, value == "True") for name, value in FLAG.findall(source))
    yield from ((f"LIMIT_{limit.name.upper()}", getattr(Limits(), limit.name)) for limit in fields(Limits))
    yield from ((f"LIMIT_{name.upper()}_PER_MINUTE", value) for name, value in A_MINUTE.items())
    for game in registry.games().values():
        yield from ((door.environment, door.port) for door in game.endpoints)
        if game.discovery is not None:
            yield game.discovery.environment, 0


def test_every_number_is_the_programs_own() -> None:
    read = [(name, value) for name, value in of_the_program() if name not in ELSEWHERE]
    # A limit of sockets and pages alike is read in two places.
    assert set(read) == set(documented().items())
    assert len(documented()) > 30
