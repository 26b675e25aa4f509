"""Finds the programs that tests need beside Python, and installs with apt-get what is missing."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from glob import glob
from pathlib import Path

#: Tests run side by side, and apt-get lets one at a time.
WAITING = ("-o", "DPkg::Lock::Timeout=300")
#: What Chromium is called, the lightest first.
CHROMIUMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


class Missing(Exception):
    """A program is neither there nor to be had."""


def redis_server() -> str:
    """Return the path of redis-server."""
    return found(lambda: shutil.which("redis-server"), "redis-server")


def postgres_folder() -> str:
    """Return the folder with PostgreSQL's initdb and postgres, which Debian keeps out of the path."""
    return found(_newest_postgres, "postgresql")


def chromium() -> str:
    """Return the path of Chromium (CHROMIUM overrides what is found); of the one without a window if there is a choice:
    it takes half of the processor."""
    try:
        return found(_any_chromium, "chromium-headless-shell", "fonts-dejavu-core")
    except Missing:
        # Not every system has it apart.
        return found(_any_chromium, "chromium", "fonts-dejavu-core")


def java() -> str:
    """Return the path of a `java` that runs a source file: a JDK's, not a mere run-time environment's."""
    return found(_java_of_a_jdk, "default-jdk-headless")


def npm() -> str:
    """Return the path of `npm`, which brings the checker of accessible pages."""
    return found(lambda: shutil.which("npm"), "npm")


def found(look: Callable[[], str | None], *packages: str) -> str:
    """Return what looking finds, after an installation if need be; Missing when even that does not help."""
    path = look()
    if path is None:
        install(*packages)
        path = look()
    if path is None:
        raise Missing(f"{packages[0]} was installed, but is not to be found")
    return path


def install(*packages: str) -> None:
    """Install Debian packages; Missing says what a person has to do when that is impossible."""
    if shutil.which("apt-get") is None:
        raise Missing(f"please install {' '.join(packages)}: there is no apt-get here")
    root = [] if os.geteuid() == 0 else ["sudo", "-n"]
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    print(f"installing {' '.join(packages)}", file=sys.stderr, flush=True)
    # An unreachable third-party source makes the update fail without harm: only the installation has to succeed.
    subprocess.run([*root, "apt-get", "update", "-qq", "-o", "Acquire::Retries=3"], env=environment, check=False)
    command = [*root, "apt-get", "install", "-y", "-qq", "--no-install-recommends", *WAITING, *packages]
    if subprocess.run(command, env=environment, check=False, stdout=sys.stderr).returncode:
        raise Missing(f"please install {' '.join(packages)}: apt-get could not")


def _newest_postgres() -> str | None:
    folders = [Path(path).parent for path in glob("/usr/lib/postgresql/*/bin/initdb")]
    if folders:
        return str(max(folders, key=lambda folder: int(folder.parent.name)))
    initdb = shutil.which("initdb")
    return str(Path(initdb).resolve().parent) if initdb else None


def _java_of_a_jdk() -> str | None:
    java, javac = shutil.which("java"), shutil.which("javac")
    return java if javac else None


def _any_chromium() -> str | None:
    named = os.environ.get("CHROMIUM")
    if named and Path(named).is_file():
        return named
    return next(filter(None, map(shutil.which, CHROMIUMS)), None)
