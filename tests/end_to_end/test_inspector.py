"""The wire inspector shows a client's author every message of his program, why one was refused, and nobody else."""

from __future__ import annotations

import json
import re
import secrets
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.support.api import Api
from tests.support.server import Server, copy_of
from tests.support.visitor import Visitor
from tests.support.waiting import PATIENCE, until


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, migrated_data: Path) -> Iterator[Server]:
    server = Server(copy_of(migrated_data, tmp_path_factory.mktemp("inspector") / "data"), {}).start()
    yield server
    server.kill()


def test_the_author_sees_both_ways_and_the_refusal_and_nobody_else_does(server: Server) -> None:
    author, stranger = Visitor.guest(server, "Author"), Visitor.guest(server, "Stranger")
    table = author.post_json("/api/tables", {"game": "qwirkle", "seats": 2, "bots": []})
    token = author.post_json(f"/api/tables/{table['id']}/seats", {})["token"]
    address = ("127.0.0.1", server.ports["qwirkle"])
    with socket.create_connection(address, PATIENCE) as client, client.makefile("r") as lines:
        client.sendall(b'{"clientName":"Mine#%s","clientType":"PLAYER","uniqueID":100}\n' % token.encode())
        number = json.loads(lines.readline())["clientID"]
        assert json.loads(lines.readline())["uniqueID"] == 303
        client.sendall(b'{"tiles":[],"uniqueID":414}\n')
        assert json.loads(lines.readline())["uniqueID"] == 920
        seen = json.loads(author.get(f"/inspector/{number}/entries.json").body)
        assert seen["live"] is True
        said = [(entry["way"], entry["type"], entry["refusal"]) for entry in seen["entries"]]
        assert said == [
            ("in", "ConnectRequest", False),
            ("out", "ConnectAccepted", False),
            ("out", "GameJoinAccepted", False),
            ("in", "PlayTiles", False),
            ("out", "NotAllowed", True),
        ]
        assert seen["entries"][3]["raw"].strip() == '{"tiles":[],"uniqueID":414}'
        assert '"uniqueID":920' in seen["entries"][4]["raw"]
        assert author.get(f"/inspector/{number}/").status == 200
        assert stranger.get(f"/inspector/{number}/entries.json").status == 404
    until(lambda: not json.loads(author.get(f"/inspector/{number}/entries.json").body)["live"], "the kept messages")
    kept = json.loads(author.get(f"/inspector/{number}/entries.json").body)
    assert kept["entries"] == seen["entries"]
    assert stranger.get(f"/inspector/{number}/download").status == 404
    assert len(author.get(f"/inspector/{number}/download").body.splitlines()) == 5
    assert f"qwirkle {number}".encode() in author.get("/inspector/").body
    assert f"qwirkle {number}".encode() not in stranger.get("/inspector/").body


def wire_number(author: Visitor, table: str) -> int:
    """Return the number of the newest connection at a table."""

    def found() -> list[str]:
        return re.findall(r'data-wire="(\d+)"', author.get(f"/inspector/?text={table}").body.decode())

    until(found, "the connection's entry")
    return int(found()[0])


HELLOS = {
    "qwirkle": ('{"clientName":"Anna#TOKEN","clientType":"PLAYER","uniqueID":100}\n',),
    "qwirkle, the token alone": ('{"clientName":"TOKEN","clientType":"PLAYER","uniqueID":100}\n',),
    "catan": ('{"Hallo":{"Version":"JavaClient 1 #TOKEN"}}\n',),
    "mississippi": ("<protocol>", '<joinPrepared reservationCode="TOKEN"/>'),
}


@pytest.mark.parametrize("door", HELLOS)
def test_a_seat_token_is_not_shown_as_it_went_over_the_wire(server: Server, door: str) -> None:
    author, slug = Visitor.guest(server, "Author"), door.partition(",")[0]
    table = author.post_json("/api/tables", {"game": slug, "bots": []})["id"]
    token = author.post_json(f"/api/tables/{table}/seats", {})["token"]
    with socket.create_connection(("127.0.0.1", server.ports[slug]), PATIENCE) as client:
        for said in HELLOS[door]:
            client.sendall(said.replace("TOKEN", token).encode())
        number = wire_number(author, table)
        live = author.get(f"/inspector/{number}/entries.json").body.decode()
    until(lambda: not json.loads(author.get(f"/inspector/{number}/entries.json").body)["live"], "the kept messages")
    kept = author.get(f"/inspector/{number}/entries.json").body.decode()
    for shown in (live, kept):
        assert "***" in shown
        assert token not in shown


def test_the_wire_of_a_running_match_outlives_the_server(tmp_path: Path, migrated_data: Path) -> None:
    server = Server(copy_of(migrated_data, tmp_path / "data"), {"BOT_DELAY": "5"}).start()
    try:
        author = Visitor.guest(server, "Author")
        table = author.post_json("/api/tables", {"game": "qwirkle", "seats": 2, "bots": ["random"]})
        token = author.post_json(f"/api/tables/{table['id']}/seats", {})["token"]
        address = ("127.0.0.1", server.ports["qwirkle"])
        with socket.create_connection(address, PATIENCE) as client, client.makefile("r") as lines:
            client.sendall(b'{"clientName":"Mine#%s","clientType":"PLAYER","uniqueID":100}\n' % token.encode())
            number = json.loads(lines.readline())["clientID"]
            while json.loads(lines.readline())["uniqueID"] != 409:
                pass
            server.stop()
        server.start()
        author.api.port = server.ports["web"]
        kept = json.loads(author.get(f"/inspector/{number}/entries.json").body)
        assert not kept["live"]
        assert [entry["type"] for entry in kept["entries"][:2]] == ["ConnectRequest", "ConnectAccepted"]
        match = author.api.get(f"/api/tables/{table['id']}")["match"]["id"]
        assert f'data-wire="{number}"'.encode() in author.get(f"/inspector/?match={match}").body
    finally:
        server.kill()


def test_long_wires_do_not_keep_a_server_from_ending(make_server: Callable[..., Server]) -> None:
    server = make_server(LIMIT_MESSAGES_PER_SECOND="0")
    # Everything else on the machine may have been busy at once; what is slow by itself is so every time.
    assert any(ends_in_time_with_long_wires(server) for _ in range(2))


def ends_in_time_with_long_wires(server: Server) -> bool:
    """Start the server, let programs say as much as is kept of them, and tell whether all were done when it stopped."""
    author = Visitor.guest(server.start(), "Author")
    with ExitStack() as stack:
        for _ in range(15):
            table = author.post_json("/api/tables", {"game": "qwirkle", "seats": 2, "bots": []})["id"]
            token = author.post_json(f"/api/tables/{table}/seats", {})["token"]
            client = stack.enter_context(socket.create_connection(("127.0.0.1", server.ports["qwirkle"]), PATIENCE))
            lines = stack.enter_context(client.makefile("r"))
            client.sendall(b'{"clientName":"Mine#%s","clientType":"PLAYER","uniqueID":100}\n' % token.encode())
            client.sendall(b'{"tiles":[],"uniqueID":414,"more":"%s"}\n' % (b"x" * 3900) * 250)
            for _ in range(2 + 250):
                assert lines.readline()
        assert server.stop() == 0
    return "still busy" not in server.output


def test_what_is_too_old_is_forgotten_at_the_start(make_server: Callable[..., Server]) -> None:
    server = make_server(WIRE_LOG_DAYS="2")
    made = """
from datetime import timedelta
from django.utils import timezone
from spieltisch.inspector.models import WireLog
for days in (1, 2.1, 40):
    moment = timezone.now() - timedelta(days=days)
    for number in range(150):
        WireLog.objects.create(number=days * 10_000 + number, started=moment, ended=moment, entries=b"")
"""
    server.manage("shell", "-c", made)
    server.start()
    until(lambda: len(kept_sizes(server)) == 150, "the others to be forgotten")


def test_the_oldest_go_when_there_is_no_room_for_all(make_server: Callable[..., Server]) -> None:
    server = make_server(WIRE_LOG_MEGABYTES="0.5")
    made = """
from django.utils import timezone
from spieltisch.inspector.models import WireLog
for number in range(300):
    moment = timezone.now()
    WireLog.objects.create(number=number, started=moment, ended=moment, entries=b"x" * 9_500)
"""
    server.manage("shell", "-c", made)
    server.start()
    until(lambda: sorted(kept_sizes(server)) == list(range(251, 300)), "the newest 49 to be left")


def test_of_strangers_little_is_kept_and_few(make_server: Callable[..., Server]) -> None:
    server = make_server(LIMIT_WIRES_PER_MINUTE="2", LIMIT_MESSAGES_PER_SECOND="0").start()

    def talk() -> int:
        address = ("127.0.0.1", server.ports["qwirkle"])
        with socket.create_connection(address, PATIENCE) as client, client.makefile("r") as lines:
            client.sendall(b'{"clientName":"Nobody","clientType":"PLAYER","uniqueID":100}\n')
            number = json.loads(lines.readline())["clientID"]
            assert json.loads(lines.readline())["uniqueID"] == 303
            for _ in range(60):
                client.sendall(b'{"tiles":[],"uniqueID":414,"more":"%s"}\n' % secrets.token_hex(1900).encode())
                assert json.loads(lines.readline())["uniqueID"] == 920
        return int(number)

    talked = [talk() for _ in range(3)]
    limited = '\nspieltisch_rate_limited_total{limit="wires"} 1\n'
    monitor = Api(server.ports["web"])
    until(lambda: limited in monitor.call("GET", "/metrics").body.decode(), "the third to be dropped")
    until(lambda: len(kept_sizes(server)) == 2, "the other two to be kept")
    kept = kept_sizes(server)
    assert set(kept) < set(talked)
    assert all(16_384 < size <= 65_536 for size in kept.values()), kept


def kept_sizes(server: Server) -> dict[int, int]:
    """Return the bytes that are kept of each connection."""
    asked = """
import json
from spieltisch.inspector.models import WireLog
print(json.dumps({log.number: len(log.entries) for log in WireLog.objects.all()}))
"""
    told = json.loads(server.manage("shell", "-c", asked).splitlines()[-1])
    return {int(number): size for number, size in told.items()}
