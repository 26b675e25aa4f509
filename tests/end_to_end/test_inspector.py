"""The wire inspector shows a client's author every message of his program, why one was refused, and nobody else."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.api import Api
from tests.support.server import Server, copy_of
from tests.support.waiting import PATIENCE, until


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, migrated_data: Path) -> Iterator[Server]:
    server = Server(copy_of(migrated_data, tmp_path_factory.mktemp("inspector") / "data"), {}).start()
    yield server
    server.kill()


class Visitor:
    """A person in a browser, with the cookies of a session."""

    def __init__(self, server: Server, name: str) -> None:
        self.api = Api(server.ports["web"])
        self._keep(self.api.call("GET", "/accounts/guest/"))
        form = f"csrfmiddlewaretoken={self.cookies['csrftoken']}&name={name}".encode()
        answer = self._call("POST", "/accounts/guest/", form)
        assert answer.status == 302, answer.body[:500]

    @property
    def cookies(self) -> dict[str, str]:
        return dict(part.split("=", 1) for part in self.api.headers.get("Cookie", "").split("; ") if part)

    def _keep(self, answer: Any) -> None:
        # http.client joins several Set-Cookie headers badly, so only the pairs we know are looked for.
        kept = self.cookies
        for name in ("csrftoken", "sessionid"):
            for header in answer.cookies:
                if header.startswith(f"{name}="):
                    kept[name] = header.split(";")[0].split("=", 1)[1]
        self.api.headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in kept.items())

    def _call(self, method: str, path: str, body: bytes = b"") -> Any:
        answer = self.api.call(method, path, body, **{"Content-Type": "application/x-www-form-urlencoded"})
        self._keep(answer)
        return answer

    def get(self, path: str) -> Any:
        return self._call("GET", path)

    def post_json(self, path: str, body: Any) -> Any:
        answer = self.api.call("POST", path, body, **{"X-CSRFToken": self.cookies["csrftoken"]})
        assert answer.status < 300, answer.body
        return answer.json


def test_the_author_sees_both_ways_and_the_refusal_and_nobody_else_does(server: Server) -> None:
    author, stranger = Visitor(server, "Author"), Visitor(server, "Stranger")
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
