"""A person in a browser without a screen: cookies, forms and JSON through the real socket."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlencode

from tests.support.api import Answer, Api
from tests.support.server import Server


class Visitor:
    """Somebody with a session."""

    def __init__(self, server: Server) -> None:
        self.api = Api(server.ports["web"])
        self.get("/accounts/sign-in/")

    @classmethod
    def guest(cls, server: Server, name: str) -> Visitor:
        """Return a guest of that name."""
        visitor = cls(server)
        answer = visitor.post("/accounts/guest/", name=name)
        assert answer.status == 302, answer.body[:500]
        return visitor

    @classmethod
    def staff(cls, server: Server, name: str = "boss", password: str = "very-good-secret-7") -> Visitor:
        """Return a signed-in member of staff, made for the test."""
        make = "from spieltisch.accounts.models import User; User.objects.create_superuser({!r}, password={!r})"
        server.manage("shell", "-c", make.format(name, password))
        visitor = cls(server)
        answer = visitor.post("/accounts/sign-in/", username=name, password=password)
        assert answer.status == 302, answer.body[:800]
        return visitor

    @property
    def cookies(self) -> dict[str, str]:
        """The cookies kept."""
        return dict(part.split("=", 1) for part in self.api.headers.get("Cookie", "").split("; ") if part)

    def get(self, path: str) -> Answer:
        """Get a page."""
        return self._keep(self.api.call("GET", path))

    def post(self, path: str, **fields: str | int) -> Answer:
        """Send a form."""
        body = urlencode({"csrfmiddlewaretoken": self.cookies.get("csrftoken", ""), **fields}).encode()
        return self._keep(self.api.call("POST", path, body, **{"Content-Type": "application/x-www-form-urlencoded"}))

    def post_json(self, path: str, body: Any) -> Any:
        """Call the HTTP API with the session, and return what it answers."""
        answer = self.api.call("POST", path, body, **{"X-CSRFToken": self.cookies["csrftoken"]})
        assert answer.status < 300, answer.body
        return answer.json

    def _keep(self, answer: Answer) -> Answer:
        kept = self.cookies
        for header in answer.cookies:
            found = re.match(r"(\w+)=([^;]*)", header)
            if found:
                kept[found[1]] = found[2]
        self.api.headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in kept.items())
        return answer
