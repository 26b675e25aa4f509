"""Records the Connect pages' first conversations from the running program: `python -m tools.dialogues`.

At each door of each game the lines of `Game.connect` are sent; what the server answers until it has nothing more to say
is written beside them into `games/<game>/dialogues/<door>.txt`. A test holds the files against the running program.
"""

from __future__ import annotations

import socket
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from websockets.sync.client import connect

from gamekit import registry
from gamekit.dialect import WebSocketEndpoint
from tests.support.server import Server, migrated

#: Seconds without a word after which the server has said all.
SILENCE = 1.0


class Talk:
    """One conversation, over TCP or WebSocket alike."""

    def say(self, line: str) -> None:
        """Send a line."""
        raise NotImplementedError

    def hear(self, within: float) -> str:
        """Return what comes next, lines as they are; TimeoutError when nothing does."""
        raise NotImplementedError


class Plain(Talk):
    """Over TCP."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))

    def say(self, line: str) -> None:
        """Send a line."""
        self.socket.sendall(line.encode() + b"\n")

    def hear(self, within: float) -> str:
        """Return what comes next."""
        self.socket.settimeout(within)
        return self.socket.recv(65536).decode()


class Containers(Talk):
    """Over WebSocket."""

    def __init__(self, port: int) -> None:
        self.socket = connect(f"ws://127.0.0.1:{port}/", proxy=None).__enter__()

    def say(self, line: str) -> None:
        """Send a message."""
        self.socket.send(line)

    def hear(self, within: float) -> str:
        """Return the next message."""
        return str(self.socket.recv(within)) + "\n"


@contextmanager
def talking(server: Server, endpoint: object, port: int) -> Iterator[Talk]:
    """Open a conversation at a door."""
    talk = Containers(port) if isinstance(endpoint, WebSocketEndpoint) else Plain(port)
    try:
        yield talk
    finally:
        talk.socket.close()


def until_silence(talk: Talk) -> list[str]:
    """Return the lines that come before the server falls silent."""
    heard = ""
    while True:
        try:
            heard += talk.hear(SILENCE)
        except TimeoutError:
            return heard.splitlines()


def main() -> None:
    """Record every door of every game."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(migrated(Path(folder)), {}).start()
        try:
            for slug, game in registry.games().items():
                for endpoint in game.endpoints:
                    with talking(server, endpoint, server.ports[endpoint.name]) as talk:
                        said = [f"< {line}" for line in until_silence(talk)]
                        for line in game.connect[endpoint.name]:
                            talk.say(line)
                            said += [f"> {line}", *(f"< {answer}" for answer in until_silence(talk))]
                    path = registry.folder(slug) / "dialogues" / f"{endpoint.name}.txt"
                    path.parent.mkdir(exist_ok=True)
                    path.write_text("\n".join(said) + "\n")
        finally:
            server.kill()


if __name__ == "__main__":
    main()
