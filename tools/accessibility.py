"""Finds axe-core, the checker of accessible pages, and installs it with npm when it is missing."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tools.programs import Missing, npm

FOLDER = Path(__file__).parents[1] / ".cache" / "npm"
SCRIPT = FOLDER / "node_modules" / "axe-core" / "axe.min.js"


def axe_script() -> str:
    """Return the text of axe-core, to be run in a page."""
    if not SCRIPT.exists():
        _install()
    return SCRIPT.read_text(encoding="utf-8")


def _install() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    command = [npm(), "install", "--no-save", "--prefix", str(FOLDER), "axe-core@4"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    if done.returncode:
        raise Missing(f"npm could not install axe-core: {done.stderr[-500:]}")
