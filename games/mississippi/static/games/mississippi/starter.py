"""A first Mississippi Queen captain: connects, and steers as far down the river as one move allows.

Run it:  python starter.py [host] [port] [reservation code]
The conversation is one XML document in each direction (port 13050). Only Python's standard library is needed.
Make it better in `choose`: that is where it decides.
"""

from __future__ import annotations

import socket
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

GAME = "swc_2017_mississippi_queen"
DIRECTIONS = ("RIGHT", "UP_RIGHT", "UP_LEFT", "LEFT", "DOWN_LEFT", "DOWN_RIGHT")

Place = tuple[int, int]
#: Place -> what is there, and how far down the river it lies.
River = dict[Place, tuple[str, int]]


@dataclass(frozen=True)
class Ship:
    """A ship before, in the middle of, or after its move."""

    place: Place
    direction: int
    speed: int
    coal: int
    free: int = 1
    """Steps of turning that cost no coal."""
    actions: tuple[str, ...] = ()

    def doing(self, action: str, value: int) -> tuple[str, ...]:
        """Return the actions so far and one more, numbered."""
        kind, name = action.split()
        return (*self.actions, f'<{kind} order="{len(self.actions)}" {name}="{value}"/>')


def ahead(place: Place, direction: int) -> Place:
    """Return the neighbouring field; rows with an even y are shifted half a field to the right."""
    x, y = place
    shift = 1 if y % 2 == 0 else 0
    dx, dy = ((1, 0), (shift, -1), (shift - 1, -1), (-1, 0), (shift - 1, 1), (shift, 1))[direction]
    return x + dx, y + dy


def moves(ship: Ship, river: River) -> Iterator[Ship]:
    """Yield the ship after each move we think of: slow ones, for a slow ship can follow every bend."""
    if river[ship.place][0] == "SANDBANK":
        # The other one pushed us there. Nothing but one field forwards, or back for one coal.
        for distance, way, coal in ((1, ship.direction, 0), (-1, (ship.direction + 3) % 6, 1)):
            target = ahead(ship.place, way)
            kind = river.get(target, ("",))[0]
            possible = kind in ("WATER", "GOAL", "SANDBANK") or (kind == "LOG" and distance == 1)
            if possible and coal <= ship.coal:
                actions = ship.doing("advance distance", distance)
                yield replace(ship, place=target, coal=ship.coal - coal, speed=1, actions=actions)
        return
    for speed in (1, 2, 3):
        # The first step of acceleration is free, every other costs a coal: we keep that for turning.
        change = speed - ship.speed
        if abs(change) <= 1:
            actions = ship.doing("acceleration acc", change) if change else ()
            yield from courses(replace(ship, speed=speed, actions=actions), speed, river)


def courses(ship: Ship, movement: int, river: River) -> Iterator[Ship]:
    """Yield the ends of every course that uses up the movement points: turn, go one field, and again."""
    if movement == 0:
        yield ship
        return
    for turn in (0, 1, -1, 2, -2, 3):
        # Steps of turning beyond the free ones cost a coal each; a log costs two points and one of speed.
        coal = ship.coal - max(0, abs(turn) - ship.free)
        way = (ship.direction + turn) % 6
        target = ahead(ship.place, way)
        kind = river.get(target, ("",))[0]
        left = movement - (2 if kind == "LOG" else 1)
        if coal < 0 or left < 0 or kind not in ("WATER", "GOAL", "LOG"):
            continue
        turned = replace(ship, actions=ship.doing("turn direction", turn)) if turn else ship
        speed = max(1, ship.speed - (kind == "LOG"))
        free, actions = max(0, ship.free - abs(turn)), turned.doing("advance distance", 1)
        yield from courses(Ship(target, way, speed, coal, free, actions), left, river)


def survives(ship: Ship, river: River, depth: int) -> bool:
    """Return True when so many more moves are possible; who cannot move has lost."""
    fresh = replace(ship, free=1, actions=())
    return depth == 0 or any(survives(after, river, depth - 1) for after in moves(fresh, river))


class Captain:
    """One connection, and the last state that came over it."""

    def __init__(self, host: str, port: int) -> None:
        self.socket = socket.create_connection((host, port))
        self.room = ""
        self.colour = "red"
        self.state = ElementTree.Element("state")

    def elements(self) -> Iterator[ElementTree.Element]:
        """Yield the children of the server's document as they become complete."""
        parser: Any = ElementTree.XMLPullParser(("start", "end"))
        depth = 0
        while data := self.socket.recv(65536):
            parser.feed(data)
            for event, element in parser.read_events():
                depth += 1 if event == "start" else -1
                if event == "end" and depth == 1:
                    yield element

    def play(self, code: str) -> None:
        """Sit down and play until the result comes."""
        join = f'<joinPrepared reservationCode="{code}"/>' if code else f'<join gameType="{GAME}"/>'
        self.socket.sendall(f"<protocol>{join}".encode())
        for element in self.elements():
            data = element.find("data")
            if element.tag == "joined":
                self.room = element.attrib["roomId"]
            elif data is not None and self.hear(data):
                return
        raise SystemExit("the server closed the connection")

    def hear(self, data: ElementTree.Element) -> bool:
        """Take in what is said in the room; return True when the match is over."""
        kind = data.attrib["class"]
        if kind == "welcomeMessage":
            self.colour = data.attrib["color"]
        elif kind == "memento":
            self.state = next(data.iter("state"))
        elif kind.endswith("MoveRequest"):
            move = f'<data class="move">{"".join(self.choose())}</data>'
            self.socket.sendall(f'<room roomId="{self.room}">{move}</room>'.encode())
        elif kind == "error":
            # Of either ship: all in the room are told.
            print("the referee says:", data.attrib["message"])
        elif kind == "result":
            winner = data.find("winner")
            print("we sailed as", self.colour, "and the winner is", "nobody" if winner is None else winner.get("color"))
        return kind == "result"

    def choose(self) -> tuple[str, ...]:
        """Return the move that gets furthest, coal counted as fields, and leaves a way to go on."""
        river = {
            (int(field.attrib["x"]), int(field.attrib["y"])): (
                field.attrib["type"],
                10 * int(tile.attrib["index"]) + int(field.attrib["points"]),
            )
            for tile in self.state.iter("tile")
            for field in tile.iter("field")
        }
        own, other = (next(self.state.iter(one)).attrib for one in sorted(("red", "blue"), key=self.colour.__ne__))
        # We do not push: where the other ship is, there is no way for us.
        river.pop((int(other["x"]), int(other["y"])), None)
        # Whoever was pushed turns one step more for free.
        free = 2 if self.state.attrib["freeTurn"] == "true" else 1
        place, direction = (int(own["x"]), int(own["y"])), DIRECTIONS.index(own["direction"])
        ship = Ship(place, direction, int(own["speed"]), int(own["coal"]), free)
        ends = sorted(moves(ship, river), key=lambda end: river[end.place][1] + 2 * end.coal, reverse=True)
        safe = (end for end in ends if survives(end, river, 4))
        if not ends:
            print("there is no way on: we give up")
            sys.exit()
        return next(safe, ends[0]).actions


if __name__ == "__main__":
    given = dict(enumerate(sys.argv))
    Captain(given.get(1, "127.0.0.1"), int(given.get(2, "13050"))).play(given.get(3, ""))
