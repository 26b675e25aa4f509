"""What the tests of the reception share: a match in a fake house, and short words for what is said there."""

from __future__ import annotations

from gamekit.rules import Json
from games.quidditch.messages import formation_payload, request_payload
from games.quidditch.rules.entities import BY_NAME
from games.quidditch.rules.formations import STANDARD_FORMATIONS
from games.quidditch.rules.moves import Formation, Request
from games.quidditch.team import default_team
from games.quidditch.tests.fakehouse import Client, FakeHouse


def code_of(answers: list[tuple[str, Json]]) -> int:
    """Return the code of the error or warning among the answers."""
    for kind, payload in answers:
        if kind in ("privateError", "privateWarning"):
            return int(payload["code"])
    raise AssertionError(f"neither error nor warning in {[kind for kind, _ in answers]}")


def formation(side: int) -> Json:
    return formation_payload(Formation(STANDARD_FORMATIONS[side][0]))


def skip(client: Client) -> list[tuple[str, Json]]:
    return client.say("deltaRequest", request_payload(Request("skip", active=BY_NAME[client.last("next")["turn"]])))


class Match:
    """Two players and a spectator in one lobby."""

    def __init__(self, formed: bool = True, ai: bool = False, **options: Json) -> None:
        self.house = FakeHouse(**options)
        self.left, self.right, self.watcher = (self.house.connect() for _ in range(3))
        self.watcher.join("watcher")
        self.left.join("lefty", ai=ai)
        self.right.join("righty")
        self.left.say("teamConfig", default_team(0))
        self.right.say("teamConfig", default_team(1))
        if formed:
            self.left.say("teamFormation", formation(0))
            self.right.say("teamFormation", formation(1))

    @property
    def table(self) -> object:
        return self.house.tables[0]

    def on_turn(self) -> tuple[Client, Client]:
        """Return who is asked, and the other."""
        left = self.watcher.last("next")["turn"].startswith("left")
        return (self.left, self.right) if left else (self.right, self.left)
