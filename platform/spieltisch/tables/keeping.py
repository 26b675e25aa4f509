"""Backups: the whole database as it was at one moment, taken while tables play, and put back into an empty place.

A backup is a folder: the database (`spieltisch.sqlite3`, or `spieltisch.dump` of PostgreSQL) and, where it was
generated, the secret key, without which sessions and bridges would have to begin anew.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess  # nosec B404
from contextlib import closing
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection

from spieltisch.tables import storage
from spieltisch.tables.models import Match

SQLITE, POSTGRES, KEY = "spieltisch.sqlite3", "spieltisch.dump", "secret-key"


class CannotKeep(Exception):
    """A backup or a restore that is not possible, and why."""


def back_up(folder: Path) -> Path:
    """Write a backup into a new folder and return the file with the database."""
    if Match._meta.db_table not in connection.introspection.table_names():
        # A clock's job without the server's environment would go on keeping nothing, and nobody would know.
        raise CannotKeep("this database is empty: are DATA_DIR and DATABASE_URL those of the server?")
    try:
        folder.mkdir(parents=True, mode=0o700)
    except FileExistsError:
        raise CannotKeep(f"{folder} is there already; a backup never overwrites another") from None
    key = settings.DATA_DIR / KEY
    if key.exists() and not os.environ.get("SECRET_KEY"):
        shutil.copy2(key, folder / KEY)
    if connection.vendor == "sqlite":
        return _copy_sqlite(Path(str(settings.DATABASES["default"]["NAME"])), folder / SQLITE)
    target = folder / POSTGRES
    _run("pg_dump", "--format=custom", "--no-owner", f"--file={target}")
    return target


def restore(folder: Path) -> None:
    """Put a backup into the configured database, which must be empty, and its key into the data folder."""
    if connection.introspection.table_names():
        raise CannotKeep("the database is not empty: restore into a new one, then point DATA_DIR or DATABASE_URL to it")
    if connection.vendor == "sqlite":
        source, target = folder / SQLITE, Path(str(settings.DATABASES["default"]["NAME"]))
        connection.close()
        _copy_sqlite(_there(source), target)
    else:
        _run("pg_restore", "--no-owner", "--exit-on-error", "--single-transaction", str(_there(folder / POSTGRES)))
    if (folder / KEY).exists() and not os.environ.get("SECRET_KEY"):
        # The start of this very command has generated one for the new place.
        shutil.copy2(folder / KEY, settings.DATA_DIR / KEY)


def broken_matches() -> tuple[int, list[str]]:
    """Play every log again; return how many were good, and the codes of those whose hash chain does not fit."""
    from spieltisch.replays.services import execute, record_of

    good, broken = 0, []
    for match in Match.objects.order_by("pk").iterator():
        try:
            live, rows = execute(record_of(match))
            fits = [row.hash for row in rows] == [row.hash for row in storage.step_rows(match.pk)]
            fits = fits and (match.status == Match.Status.RUNNING or live.head == match.head)
        except Exception as error:
            # Whatever the log holds, the others must still be looked at.
            broken.append(f"{match.code} ({type(error).__name__})")
            continue
        if fits:
            good += 1
        else:
            broken.append(match.code)
    return good, broken


def _copy_sqlite(source: Path, target: Path) -> Path:
    """Copy with SQLite's online backup: one consistent moment, whoever writes meanwhile."""
    # The whole copy in one go: in pieces it would begin anew whenever a table writes.
    try:
        with closing(sqlite3.connect(source)) as running, closing(sqlite3.connect(target)) as copy:
            running.backup(copy, pages=-1)
            (verdict,) = copy.execute("PRAGMA integrity_check").fetchone()
    except sqlite3.DatabaseError as error:
        verdict = str(error)
    if verdict != "ok":
        # It was empty before: a whole backup may still go there.
        target.unlink(missing_ok=True)
        raise CannotKeep(f"{source} cannot be copied, or is damaged: {verdict}")
    target.chmod(0o600)
    return target


def _there(path: Path) -> Path:
    if not path.is_file():
        raise CannotKeep(f"there is no {path.name} in {path.parent}: is it the backup of another kind of database?")
    return path


def _run(program: str, *arguments: str) -> None:
    """Run one of PostgreSQL's programs on the configured database; the password goes by the environment."""
    database: dict[str, Any] = settings.DATABASES["default"]
    names = {"PGHOST": "HOST", "PGPORT": "PORT", "PGUSER": "USER", "PGPASSWORD": "PASSWORD", "PGDATABASE": "NAME"}
    environment = os.environ | {variable: str(database[name]) for variable, name in names.items() if database[name]}
    found = shutil.which(program)
    if found is None:
        raise CannotKeep(f"{program} is missing: install PostgreSQL's client programs")
    into = ["--dbname", str(database["NAME"])] if program == "pg_restore" else []
    done = subprocess.run([found, *into, *arguments], env=environment, capture_output=True, text=True)  # nosec B603
    if done.returncode:
        raise CannotKeep(f"{program} failed: {done.stderr.strip()}")
