"""A transaction of the log that stands still is given up: whoever takes its table over does not wait for it."""

from __future__ import annotations

import os
import subprocess
import sys

from tests.support.server import ROOT
from tools.services import Postgres

#: Two hosts of one table: the first is frozen in its transaction, the second writes the same row.
PROGRAM = """
import threading, time
import django
django.setup()
from django.db import connection, transaction
from spieltisch import brevity
from spieltisch.brevity import keep_brief

brevity.IDLE_MS = 300
with connection.cursor() as cursor:
    cursor.execute("CREATE TABLE row (number int PRIMARY KEY)")
written = threading.Event()

def frozen():
    keep_brief()
    try:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("INSERT INTO row VALUES (1)")
            written.set()
            time.sleep(20)
    finally:
        connection.close()

threading.Thread(target=frozen, daemon=True).start()
written.wait()
began = time.monotonic()
with connection.cursor() as cursor:
    cursor.execute("INSERT INTO row VALUES (1)")
print(time.monotonic() - began)
import os
os._exit((print(end="", flush=True), 0)[1])
"""


def test_a_frozen_transaction_holds_nobody_up(own_postgres: Postgres) -> None:
    url = own_postgres.create_database("frozen")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False,
        env={**os.environ, "DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "spieltisch.settings",
             "PYTHONPATH": f"{ROOT}:{ROOT / 'platform'}"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert float(done.stdout) < 5
