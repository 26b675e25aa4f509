"""A first Qwirkle player: connects, waits for a seat, lays one tile a turn, or swaps one.

Run it:  python starter.py [host] [port] [name]
With a seat token from the lobby the name is "Name#token". Only Python's standard library is needed.
Make it better in `choose`: that is the only place where it thinks.
"""

from __future__ import annotations

import json
import socket
import sys
from typing import Any

Cell = tuple[int, int]
#: A tile as the server writes it: {"color": 0, "shape": 5, "uniqueID": 17}.
Tile = dict[str, int]


class Player:
    """One connection, and what it knows of the game: the board, the own hand, the own number."""

    def __init__(self, host: str, port: int) -> None:
        # One JSON object a line, in both directions.
        self.stream = socket.create_connection((host, port)).makefile("rw", encoding="utf-8", newline="\n")
        self.number = -1
        self.board: dict[Cell, Tile] = {}
        self.hand: list[Tile] = []
        self.longest = 6
        self.asked: list[Tile] = []
        """The tiles of the move that the server has not judged yet."""

    def send(self, number: int, **fields: Any) -> None:
        """Write one message; `uniqueID` says which one it is."""
        self.stream.write(json.dumps({**fields, "uniqueID": number}) + "\n")
        self.stream.flush()

    def play(self, name: str) -> None:
        """Sit down and play until the winner is told (407)."""
        self.send(100, clientName=name, clientType="ENGINE_PLAYER")
        # Who asks for nothing is given a seat after a moment (303), and the match begins when all seats are taken.
        for line in self.stream:
            message = json.loads(line)
            self.hear(message)
            if message["uniqueID"] == 407:
                print("the winner is", message["client"]["clientName"], "with", message["score"], "points")
                return
        raise SystemExit("the server closed the connection")

    def hear(self, message: dict[str, Any]) -> None:
        """Take in one message."""
        match message["uniqueID"]:
            case 101:
                self.number = message["clientID"]
            case 400:
                print("the match begins")
                self.longest = message["config"]["colorShapeCount"]
                self.board, self.hand = {}, []
            case 408 | 410 | 413:
                # First hand, refill, what a swap brought.
                self.hand += message["tiles"]
            case 416:
                # Somebody has laid tiles; perhaps it was us.
                for update in message["updates"]:
                    self.board[update["x"], update["y"]] = update["tile"]
            case 415 | 412 if message["validation"]:
                self.hand = [tile for tile in self.hand if tile not in self.asked]
            case 415 | 412 | 900 | 910 | 920:
                print("refused:", message.get("message", ""))
            case 409 if message["client"]["clientID"] == self.number:
                self.choose()

    def choose(self) -> None:
        """Lay the tile that brings most points; swap one when none fits."""
        best, where, what = 0, (0, 0), None
        for tile in self.hand:
            for cell in self.free_cells():
                points = self.points(cell, tile)
                if points > best:
                    best, where, what = points, cell, tile
        if what is not None:
            self.asked = [what]
            self.send(414, tiles=[{"x": where[0], "y": where[1], "tile": what}])
        else:
            # With an empty bag this would be refused, but then the server passes over us by itself.
            self.asked = self.hand[:1]
            self.send(411, tiles=self.asked)

    def free_cells(self) -> set[Cell]:
        """Return the free cells beside tiles; the first tile of all goes to (0, 0)."""
        beside = {(x + dx, y + dy) for x, y in self.board for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}
        return beside - self.board.keys() if self.board else {(0, 0)}

    def points(self, cell: Cell, tile: Tile) -> int:
        """Return what a tile on a cell brings; 0 when it may not lie there."""
        total = 0
        for dx, dy in ((1, 0), (0, 1)):
            line = [tile, *self.ray(cell, dx, dy), *self.ray(cell, -dx, -dy)]
            colours, shapes = {one["color"] for one in line}, {one["shape"] for one in line}
            # One colour and all shapes different, or one shape and all colours different.
            if (len(colours), len(shapes)) not in ((1, len(line)), (len(line), 1)):
                return 0
            if len(line) > 1:
                total += len(line) * (2 if len(line) == self.longest else 1)
        return max(total, 1)

    def ray(self, cell: Cell, dx: int, dy: int) -> list[Tile]:
        """Return the tiles from a cell in a direction, up to the first gap."""
        x, y = cell[0] + dx, cell[1] + dy
        found = []
        while (x, y) in self.board:
            found.append(self.board[x, y])
            x, y = x + dx, y + dy
        return found


if __name__ == "__main__":
    given = dict(enumerate(sys.argv))
    Player(given.get(1, "127.0.0.1"), int(given.get(2, "33100"))).play(given.get(3, "Starter"))
