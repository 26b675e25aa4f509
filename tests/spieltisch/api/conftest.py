"""What tests of the API share: calls through the whole of Django."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.test import Client


@dataclass
class Caller:
    """Somebody who calls the API: with a token, with a session, or as nobody."""

    client: Client = field(default_factory=lambda: Client(enforce_csrf_checks=True))
    token: str = ""

    def call(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """Send a request and return Django's response."""
        content = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        return self.client.generic(method, f"/api/{path}", content, "application/json", headers=headers)

    def refused(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, str, str | None]:
        """Send a request that must be refused and return status, code and field."""
        answer = self.call(method, path, body, **headers)
        error = answer.json()["error"]
        assert set(error) == {"code", "message", "field"}
        assert error["message"]
        return answer.status_code, error["code"], error["field"]


@pytest.fixture
def nobody(db: None) -> Caller:
    """A caller without a name."""
    return Caller()


@pytest.fixture
def guest(nobody: Caller) -> Caller:
    """A caller with a guest's token."""
    return Caller(token=nobody.call("POST", "guests", {"name": "Anna"}).json()["token"])
