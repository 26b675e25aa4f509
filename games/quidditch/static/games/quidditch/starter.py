"""A first Quidditch player: joins a lobby, sets up its team, chases the balls and throws at the rings.

Run it:  python starter.py [host] [port] [lobby] [user name] [password]
The lobby is a name you like, or the code of a table; a seat token from the table's page is given as password.
The conversation is JSON containers on a WebSocket (port 4488). Only Python's standard library is needed.
Make it better in `move` and `act`: that is where it decides.
"""

from __future__ import annotations

import base64
import json
import os
import random
import socket
import sys
from collections.abc import Iterator
from datetime import datetime
from typing import Any

Cell = tuple[int, int]
ROLES = ("seeker", "keeper", "chaser1", "chaser2", "chaser3", "beater1", "beater2")
BROOMS = ("firebolt", "comet260", "nimbus2001", "nimbus2001", "cleansweep11", "tinderblast", "tinderblast")
#: Where we begin, as the left team; the right team mirrors it.
PLACES = ((6, 3), (2, 7), (6, 8), (5, 5), (5, 7), (6, 9), (4, 5))
#: The pitch is 17 by 13 with its corners cut: so many cells are missing at both ends of each row.
CUT = (3, 2, 1, 1, 0, 0, 0, 0, 0, 1, 1, 2, 3)
RINGS = [(x, y) for x in (2, 14) for y in (4, 6, 8)]
#: A picture of 256 by 256 pixels, in stripes.
PICTURE = (
    "iVBORw0KGgoAAAANSUhEUgAAAQAAAAEAAQAAAAB0CZXLAAAANElEQVR42u3KMREAAAgAoe9fWhs4O3CsNN0SBEEQBEEQBEEQ"
    "BEEQBEEQBEEQBEEQBEH4HRaC4fDiojvFAAAAAABJRU5ErkJggg=="
)
TEAM = {
    "name": "The Starters",
    "motto": "First steps",
    "colors": {"primary": "1C6848", "secondary": "E8B84A"},
    "image": PICTURE,
    "fans": {"goblins": 2, "trolls": 1, "elves": 1, "nifflers": 1, "wombats": 2},
    "players": {
        role: {"name": f"Starter {role}", "broom": broom, "sex": "fm"[number % 2]}
        for number, (role, broom) in enumerate(zip(ROLES, BROOMS, strict=True))
    },
}


class WebSocket:
    """As much of RFC 6455 as a client needs that sends short texts; a library does more (pip install websockets)."""

    def __init__(self, host: str, port: int) -> None:
        self.socket = socket.create_connection((host, port))
        key = base64.b64encode(os.urandom(16)).decode()
        lines = ("GET / HTTP/1.1", f"Host: {host}:{port}", "Upgrade: websocket", "Connection: Upgrade",
                 f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13")  # fmt: skip
        self.socket.sendall("\r\n".join((*lines, "", "")).encode())
        self.file = self.socket.makefile("rb")
        while self.file.readline() not in (b"\r\n", b""):
            pass  # the rest of the handshake

    def send(self, data: bytes, kind: int = 1) -> None:
        """Send a frame; what a client sends is masked."""
        size = bytes([128 | len(data)]) if len(data) < 126 else bytes([254]) + len(data).to_bytes(2, "big")
        mask = os.urandom(4)
        masked = bytes(byte ^ mask[index % 4] for index, byte in enumerate(data))
        self.socket.sendall(bytes([128 | kind]) + size + mask + masked)

    def texts(self) -> Iterator[bytes]:
        """Yield the messages until the server closes."""
        whole = b""
        while len(head := self.file.read(2)) == 2:
            size = head[1] & 127
            if size > 125:
                size = int.from_bytes(self.file.read(2 if size == 126 else 8), "big")
            data, kind = self.file.read(size), head[0] & 15
            if kind == 8:
                return
            if kind == 9:
                self.send(data, 10)  # a ping is answered by a pong
            elif kind < 3:
                whole += data
                if head[0] & 128:
                    yield whole
                    whole = b""


class Player:
    """One connection, and the last snapshot that came over it."""

    def __init__(self, wire: WebSocket, lobby: str, user: str, password: str) -> None:
        self.wire = wire
        self.user = user
        self.side = ""
        self.snapshot: dict[str, Any] = {}
        login = {"lobby": lobby, "userName": user, "password": password, "isArtificialIntelligence": True, "mods": []}
        self.send("joinRequest", login)

    def send(self, kind: str, payload: Any) -> None:
        """Send a container."""
        stamp = datetime.now().strftime("%Y-%m-%d %H:%M:%S.000")
        self.wire.send(json.dumps({"timestamp": stamp, "payloadType": kind, "payload": payload}).encode())

    def play(self) -> None:
        """Listen until the match is over."""
        for text in self.wire.texts():
            message = json.loads(text)
            if self.hear(message["payloadType"], message["payload"]):
                return
        raise SystemExit("the server closed the connection")

    def hear(self, kind: str, payload: Any) -> bool:
        """Answer a message; return True when the match is over."""
        if kind == "loginGreeting" and payload["userName"] == self.user:
            self.send("teamConfig", TEAM)
        elif kind == "matchStart":
            self.side = "left" if payload["leftTeamUserName"] == self.user else "right"
            cells = [(x if self.side == "left" else 16 - x, y) for x, y in PLACES]
            placed = {role: {"xPos": x, "yPos": y} for role, (x, y) in zip(ROLES, cells, strict=True)}
            self.send("teamFormation", {"players": placed})
        elif kind == "snapshot":
            self.snapshot = payload
        elif kind == "next" and payload["turn"].startswith(self.side):
            self.send("deltaRequest", self.answer(payload["turn"], payload["type"]))
        elif kind in ("privateError", "privateWarning"):
            print("refused:", payload)
        elif kind == "matchFinish":
            print("the match is over:", payload)
        return bool(kind == "matchFinish")

    def answer(self, entity: str, kind: str) -> dict[str, Any]:
        """Return the deltaRequest for an entity of ours; all thirteen fields must be there."""
        role = entity.removeprefix(self.side).lower()
        delta, target = "skip", None
        if kind == "move":
            target = self.move(role)
            delta = "move" if target else "skip"
        elif kind == "action":
            delta, target = self.act(role)
        x, y = target or (None, None)
        nothing = ("success", "xPosOld", "yPosOld", "passiveEntity", "phase", "leftPoints", "rightPoints", "round",
                   "banReason")  # fmt: skip
        filled = {"deltaType": delta, "activeEntity": entity, "xPosNew": x, "yPosNew": y}
        return {**dict.fromkeys(nothing), **filled}

    def move(self, role: str) -> Cell | None:
        """Return a free cell nearer to what this player wants; None to stay."""
        goal = self.wish(role)
        if goal is None:
            return None
        x, y = here = at(self.own(role))
        players = {at(one) for side in ("left", "right") for one in self.snapshot[f"{side}Team"]["players"].values()}
        barred = players | {at(cube) for cube in self.snapshot["wombatCubes"]} | set(RINGS)
        if role != "seeker":
            barred.add(at(self.snapshot["balls"]["snitch"]))  # only the seeker may touch it
        around = [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
        free = [cell for cell in around if on_pitch(cell) and cell not in barred]
        if role.startswith("chaser"):
            free = [(a, b) for a, b in free if 5 <= a <= 11]  # both keepers' zones are full of fouls
        return min(
            (cell for cell in free if far(cell, goal) < far(here, goal)), key=lambda c: far(c, goal), default=None
        )

    def wish(self, role: str) -> Cell | None:
        """Return where a player would like to be; the keeper stays at home."""
        balls = {name: at(place) for name, place in self.snapshot["balls"].items()}
        if role == "seeker":
            return balls["snitch"] if balls["snitch"][0] is not None else None
        if role.startswith("beater"):
            return balls["bludger1" if role == "beater1" else "bludger2"]
        if role.startswith("chaser"):
            return (11 if self.side == "left" else 5, 6) if self.own(role).get("holdsQuaffle") else balls["quaffle"]
        return None

    def act(self, role: str) -> tuple[str, Cell | None]:
        """Return an action: who has the quaffle throws it; a chaser who is asked without it can wrest it."""
        if self.own(role).get("holdsQuaffle"):
            here = at(self.own(role))
            rings = [(x, y) for x, y in RINGS if (x == 14) == (self.side == "left")]
            # A goal goes through the ring's left or right side.
            open_rings = [ring for ring in rings if abs(ring[1] - here[1]) <= abs(ring[0] - here[0])]
            return "quaffleThrow", min(open_rings or rings, key=lambda ring: far(here, ring))
        return ("wrestQuaffle", None) if role.startswith("chaser") else ("skip", None)

    def own(self, role: str) -> dict[str, Any]:
        """Return one of our players in the newest snapshot."""
        found: dict[str, Any] = self.snapshot[f"{self.side}Team"]["players"][role]
        return found


def at(place: dict[str, Any]) -> Cell:
    """Return the cell of something; what is not on the pitch has no numbers."""
    return place["xPos"], place["yPos"]


def on_pitch(cell: Cell) -> bool:
    """Return True for cells that exist."""
    return 0 <= cell[1] < 13 and CUT[cell[1]] <= cell[0] <= 16 - CUT[cell[1]]


def far(one: Cell, other: Cell) -> int:
    """Return the distance in moves."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


if __name__ == "__main__":
    given = dict(enumerate(sys.argv))
    connected = WebSocket(given.get(1, "127.0.0.1"), int(given.get(2, "4488")))
    name = given.get(4, f"starter{random.randrange(10000)}")
    Player(connected, given.get(3, "hogwarts"), name, given.get(5, "alohomora")).play()
