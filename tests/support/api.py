"""A client of the HTTP API with the standard library alone."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from http.client import HTTPConnection
from typing import Any

from tests.support.waiting import PATIENCE


@dataclass(frozen=True)
class Answer:
    """Status, headers (names in lower case) and body of an answer."""

    status: int
    headers: dict[str, str]
    body: bytes
    cookies: tuple[str, ...] = ()
    """Every Set-Cookie header."""

    @property
    def json(self) -> Any:
        """The body read as JSON."""
        return json.loads(self.body)


@dataclass
class Api:
    """Calls to one server, as nobody or with a token."""

    port: int
    token: str = ""
    headers: dict[str, str] = field(default_factory=dict)

    def call(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        """Send a request (bytes as they are, anything else as JSON) and return the answer."""
        content = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        sent = {**self.headers, **headers}
        if content:
            sent.setdefault("Content-Type", "application/json")
        if self.token:
            sent["Authorization"] = f"Bearer {self.token}"
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request(method, path, content or None, sent)
            answer = connection.getresponse()
            named = {name.lower(): value for name, value in answer.getheaders()}
            return Answer(answer.status, named, answer.read(), tuple(answer.headers.get_all("Set-Cookie") or ()))
        finally:
            connection.close()

    def get(self, path: str) -> Any:
        """Return the JSON at the path."""
        answer = self.call("GET", path)
        assert answer.status == 200, answer
        return answer.json

    def post(self, path: str, body: Any = None) -> Any:
        """Post JSON and return the JSON answered."""
        answer = self.call("POST", path, {} if body is None else body)
        assert 200 <= answer.status < 300, answer
        return answer.json

    def as_guest(self, name: str = "Script") -> Api:
        """Return a client with a new guest's token."""
        return Api(self.port, self.post("/api/guests", {"name": name})["token"])
