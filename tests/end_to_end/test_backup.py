"""A backup taken while tables play holds one consistent moment; restored elsewhere, running matches go on."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gamekit import registry
from tests.support.api import Api
from tests.support.server import ROOT, Server
from tests.support.waiting import until
from tools.services import Postgres


def open_tables(api: Api) -> list[str]:
    """Open a table of bots of every game and return their ids."""
    made = []
    for slug, game in registry.games().items():
        bots = [game.bots[1].name] * game.default_seats
        made.append(api.post("/api/tables", {"game": slug, "seats": game.default_seats, "bots": bots})["id"])
    return made


def steps(api: Api, tables: list[str]) -> list[int]:
    """Return how far each match is, or was when it ended."""
    return [steps_of(api, api.get(f"/api/tables/{table}")) for table in tables]


def steps_of(api: Api, table: Any) -> int:
    """Return how many steps the table's match has."""
    found = api.get(f"/api/replays/{table['replay']}") if table["replay"] else table["match"] or {"steps": 0}
    return int(found["steps"])


def gone_on(api: Api, table: str, number: int) -> bool:
    """Return True when the match has more than so many steps, or has ended since."""
    found = api.get(f"/api/tables/{table}")
    return found["status"] == "finished" or steps_of(api, found) > number


def goes_on_from(server: Server, restored: Server, folder: Path) -> None:
    """Back up the playing server, restore into the other, and see every match verified and played on."""
    api = Api(server.start().ports["web"]).as_guest("Keeper")
    tables = open_tables(api)
    until(lambda: min(steps(api, tables)) >= 2, "every match has begun")
    told = steps(api, tables)
    assert "wrote" in server.manage("backup", str(folder))
    assert steps(api, tables) != told, "they played on meanwhile"
    server.kill()
    assert f"restored; {len(tables)} matches verified" in restored.manage("restore", str(folder))
    restored.start()
    again = Api(restored.ports["web"], api.token)
    kept = steps(again, tables)
    assert all(now >= before for now, before in zip(kept, told, strict=True)), "what was told before is in the backup"
    # A match between weak bots may be over within seconds.
    running = [table for table in tables if again.get(f"/api/tables/{table}")["status"] == "running"]
    assert running
    left = steps(again, running)
    until(lambda: all(gone_on(again, table, number) for table, number in zip(running, left, strict=True)), "all go on")
    assert "Traceback" not in restored.output


def test_sqlite_is_backed_up_while_it_is_written(make_server: Callable[..., Server], tmp_path: Path) -> None:
    server = make_server(BOT_DELAY="0.2")
    restored = Server(tmp_path / "elsewhere", {"BOT_DELAY": "0.2"})
    try:
        goes_on_from(server, restored, tmp_path / "backup")
    finally:
        restored.kill()
    assert (tmp_path / "backup").stat().st_mode & 0o077 == 0, "nobody else may read it"
    assert (server.data / "secret-key").read_text() == (tmp_path / "elsewhere" / "secret-key").read_text()


def test_postgresql_is_backed_up_while_it_is_written(
    make_server: Callable[..., Server], own_postgres: Postgres, tmp_path: Path
) -> None:
    empty = own_postgres.create_database("elsewhere")
    server = make_server(DATABASE_URL=own_postgres.url, BOT_DELAY="0.2")
    goes_on_from(server, make_server(DATABASE_URL=empty, BOT_DELAY="0.2"), tmp_path / "backup")


def refused(server: Server, *arguments: str) -> str:
    """Run a command that must fail and return what it says."""
    command = [sys.executable, str(ROOT / "manage.py"), *arguments]
    done = subprocess.run(command, cwd=ROOT, env=server.environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 1, done.stdout
    assert "Traceback" not in done.stderr
    return done.stderr


def test_nothing_is_overwritten_and_nothing_missing_is_taken(server: Server, tmp_path: Path) -> None:
    server.manage("backup", str(tmp_path / "one"))
    assert "is there already" in refused(server, "backup", str(tmp_path / "one"))
    assert "not empty" in refused(server, "restore", str(tmp_path / "one"))


def test_a_database_that_was_never_served_from_is_not_taken_for_the_servers(tmp_path: Path) -> None:
    assert "DATA_DIR" in refused(Server(tmp_path / "mistaken", {}), "backup", str(tmp_path / "one"))
    assert not (tmp_path / "one").exists()


def test_a_damaged_backup_is_refused_and_leaves_room_for_a_whole_one(
    make_server: Callable[..., Server], tmp_path: Path
) -> None:
    make_server().manage("backup", str(tmp_path / "one"))
    file = tmp_path / "one" / "spieltisch.sqlite3"
    whole = file.read_bytes()
    restored = Server(tmp_path / "elsewhere", {})
    scratched = whole[:8192] + b"\xff" * 4096 + whole[12288:]
    for damaged in (whole[: len(whole) // 2], b"no database at all" * 500, scratched):
        file.write_bytes(damaged)
        assert "damaged" in refused(restored, "restore", str(tmp_path / "one"))
    file.write_bytes(whole)
    assert "restored; 0 matches verified" in restored.manage("restore", str(tmp_path / "one"))


def test_a_tampered_backup_is_noticed(make_server: Callable[..., Server], tmp_path: Path) -> None:
    server = make_server().start()
    api = Api(server.ports["web"]).as_guest("Keeper")
    quick = {"colorShapeCount": 5, "tileCount": 2, "timeVisualization": 0}
    table = api.post("/api/tables", {"game": "qwirkle", "seats": 2, "bots": ["random"] * 2, "options": quick})["id"]
    until(lambda: api.get(f"/api/tables/{table}")["status"] == "finished", "the match ends")
    server.manage("backup", str(tmp_path / "one"))
    with sqlite3.connect(tmp_path / "one" / "spieltisch.sqlite3") as database:
        database.execute("UPDATE tables_step SET time_ms = time_ms + 1 WHERE number = 2")
    database.close()
    with pytest.raises(AssertionError, match="1 of 1 matches are broken"):
        Server(tmp_path / "elsewhere", {}).manage("restore", str(tmp_path / "one"))
