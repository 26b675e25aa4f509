"""The games' READMEs as pages, and the recorded first words between a program and the server."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from gamekit import registry
from spieltisch.connecting.markdown import Document, render


@cache
def readme(slug: str) -> Document:
    """Return a game's README; an empty one when it has none."""
    path = registry.folder(slug) / "README.md"
    return render(path.read_text("utf-8") if path.exists() else "")


@dataclass(frozen=True, slots=True)
class Said:
    """What one side says at once."""

    client: bool
    text: str


@cache
def dialogue(slug: str, endpoint: str) -> list[Said]:
    """Return the first words at an endpoint as `python -m tools.dialogues` recorded them; [] when it did not."""
    path = registry.folder(slug) / "dialogues" / f"{endpoint}.txt"
    lines = path.read_text("utf-8").splitlines() if path.exists() else ()
    return [Said(line.startswith(">"), line[2:]) for line in lines]
