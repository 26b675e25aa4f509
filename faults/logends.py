"""How far the log of every match is, read past the platform: at the moment of a fault nobody else can be asked."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import psycopg

#: Code of a match -> number of its last step.
Ends = dict[str, int]

QUERY = (
    "SELECT m.code, COALESCE(MAX(s.number), 0) FROM tables_match m"
    " LEFT JOIN tables_step s ON s.match_id = m.id GROUP BY m.code"
)


def of_file(path: Path) -> Ends:
    """Return the ends in an SQLite database."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=20)) as database:
        return dict(database.execute(QUERY).fetchall())


def of_server(url: str) -> Ends:
    """Return the ends in a PostgreSQL database."""
    with psycopg.connect(url, connect_timeout=20) as database:
        return dict(database.execute(QUERY).fetchall())
