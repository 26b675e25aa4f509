"""The wire inspector shows a client's author every message of his program, why one was refused, and nobody else."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

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
