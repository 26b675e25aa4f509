"""Tests get a Redis and a PostgreSQL that are really there, keep data over a restart, and leave nothing behind."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from tools import programs, services


def ping(port: int) -> bytes:
    """Return Redis' answer to a PING."""
    with socket.create_connection(("127.0.0.1", port), 10) as connection:
        connection.sendall(b"PING\r\n")
        return connection.recv(100)


def test_redis_serves_and_is_gone_afterwards() -> None:
    with services.redis() as redis:
        assert ping(redis.port) == b"+PONG\r\n"
        folder = redis.folder
    assert not folder.exists()
    with pytest.raises(ConnectionRefusedError):
        ping(redis.port)


def test_postgres_keeps_its_data_when_it_is_killed_and_started_again() -> None:
    with services.postgres() as postgres:
        with psycopg.connect(postgres.url) as connection:
            connection.execute("CREATE TABLE kept (word text)")
            connection.execute("INSERT INTO kept VALUES ('still here')")
        postgres.stop(signal.SIGKILL)
        postgres.start()
        with psycopg.connect(postgres.url) as connection:
            assert connection.execute("SELECT word FROM kept").fetchone() == ("still here",)
        other = postgres.create_database("another")
        with psycopg.connect(other) as connection:
            assert connection.execute("SELECT current_database()").fetchone() == ("another",)


def test_the_commands_exit_status_is_passed_on_and_it_knows_the_addresses(tmp_path: Path) -> None:
    report = tmp_path / "report"
    script = f"env | grep -E '^(TEST_|CHROMIUM)' | sort > {report}; exit 7"
    done = subprocess.run([sys.executable, "-m", "tools.services", "sh", "-c", script], check=False)
    assert done.returncode == 7
    lines = report.read_text().splitlines()
    assert [line.partition("=")[0] for line in lines] == ["CHROMIUM", "TEST_DATABASE_URL", "TEST_REDIS_URL"]


def test_what_cannot_be_had_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(programs.Missing, match="please install no-such-thing"):
        programs.found(lambda: None, "no-such-thing")
