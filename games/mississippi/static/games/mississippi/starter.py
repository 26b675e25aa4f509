"""A first Mississippi Queen captain: connects, and steers as far down the river as one move allows.

Run it:  python starter.py [host] [port] [reservation code]
The conversation is one XML document in each direction (port 13050). Only Python's standard library is needed.
Make it better in `worth`: that is where it decides what a good move is.
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
#: Movement points that entering a field costs; what is not here (islands, piers, the unknown) cannot be entered.
COST = {"WATER": 1, "GOAL": 1, "SANDBANK": 1, "LOG": 2}
#: How many moves we look ahead.
DEPTH = 5

Place = tuple[int, int]
#: Place -> what is there, and how far down the river it lies.
River = dict[Place, tuple[str, int]]


@dataclass(frozen=True)
class Ship:
    """Our ship before, in the middle of, or after its move."""

    place: Place
    direction: int
    speed: int
    coal: int
    free: int
    """Steps of turning that cost no coal."""
    rival: Place
    actions: tuple[str, ...] = ()

    def doing(self, action: str, value: object) -> Ship:
        """Return the ship with one more action, numbered."""
        kind, name = action.split()
        return replace(self, actions=(*self.actions, f'<{kind} order="{len(self.actions)}" {name}="{value}"/>'))


def ahead(place: Place, direction: int) -> Place:
    """Return the neighbouring field; rows with an even y are shifted half a field to the right."""
    x, y = place
    shift = 1 if y % 2 == 0 else 0
    dx, dy = ((1, 0), (shift, -1), (shift - 1, -1), (-1, 0), (shift - 1, 1), (shift, 1))[direction]
    return x + dx, y + dy


def moves(ship: Ship, river: River, fastest: int = 4) -> Iterator[Ship]:
    """Yield the ship after each move we think of: slow ones, for a slow ship can follow every bend."""
    if river[ship.place][0] == "SANDBANK":
        # Nothing but one field forwards, or back for one coal, and the other ship cannot be pushed from here.
        for distance, coal, barred in ((1, 0, ""), (-1, 1, "LOG")):
            target = ahead(ship.place, ship.direction if distance == 1 else (ship.direction + 3) % 6)
            kind = river.get(target, ("",))[0]
            if kind in COST and kind != barred and coal <= ship.coal and target != ship.rival:
                yield replace(ship.doing("advance distance", distance), place=target, coal=ship.coal - coal)
        return
    for speed in range(1, max(fastest, ship.speed - 1) + 1):
        change = speed - ship.speed  # the first step up or down is free, every other costs a coal
        coal = ship.coal - max(0, abs(change) - 1)
        if coal >= 0:
            begun = ship.doing("acceleration acc", change) if change else ship
            yield from courses(replace(begun, speed=speed, coal=coal), speed, river)


def courses(ship: Ship, points: int, river: River) -> Iterator[Ship]:
    """Yield the ends of every course that uses up the movement points: turn, go one field, and again."""
    if points == 0:
        yield ship
        return
    for turn in (0, 1, -1, 2, -2, 3):
        coal = ship.coal - max(0, abs(turn) - ship.free)  # turning beyond the free steps costs a coal each
        way = (ship.direction + turn) % 6
        target = ahead(ship.place, way)
        kind = river.get(target, ("",))[0]
        left = points - COST.get(kind, 99)
        if coal < 0 or left < 0:
            continue
        turned = ship.doing("turn direction", turn) if turn else ship
        gone = replace(turned.doing("advance distance", 1), place=target, direction=way, coal=coal)
        gone = replace(gone, free=max(0, ship.free - abs(turn)))
        if kind == "LOG":
            gone = replace(gone, speed=max(1, gone.speed - 1))
        if target == ship.rival:
            if kind != "SANDBANK":
                yield from pushes(gone, left, river)
        elif kind == "SANDBANK":
            yield replace(gone, speed=1)  # aground: the move ends here
        else:
            yield from courses(gone, left, river)


def pushes(ship: Ship, points: int, river: River) -> Iterator[Ship]:
    """Yield how a move goes on from the other ship's field: it must be pushed away, but never behind us."""
    for way in range(6):
        target = ahead(ship.rival, way)
        left = points - COST.get(river.get(target, ("",))[0], 99)
        if left >= 0 and way != (ship.direction + 3) % 6:
            yield from courses(replace(ship.doing("push direction", DIRECTIONS[way]), rival=target), left, river)


def future(ship: Ship, river: River, depth: int, known: dict[Any, int]) -> int:
    """Return how many more moves are possible, as far as we look; who cannot move has lost."""
    if depth == 0:
        return 0
    key = (ship.place, ship.direction, ship.speed, ship.coal, depth)
    if key not in known:
        known[key] = 0
        # Sections behind both ships vanish, and the other one may be ahead of us: there is no way back.
        seen = {place: field for place, field in river.items() if field[1] // 10 >= river[ship.place][1] // 10}
        for after in moves(replace(ship, free=1, actions=()), seen, fastest=2):
            known[key] = max(known[key], 1 + future(after, river, depth - 1, known))
            if known[key] == depth:
                break
    return known[key]


def worth(ship: Ship, river: River) -> int:
    """Return how good it is to be there: far down the river, slow, coal in the bunker, water under the keel."""
    kind, progress = river[ship.place]
    return 3 * progress + 10 * ship.coal + 20 * min(2, ship.coal) - 6 * ship.speed - (75 if kind == "SANDBANK" else 0)


class Captain:
    """One connection, and the last state that came over it."""

    def __init__(self, host: str, port: int) -> None:
        self.socket = socket.create_connection((host, port))
        self.room = ""
        self.colour = "red"
        self.state = ElementTree.Element("state")
        self.trapped = False

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
        if not self.trapped:
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
        elif kind == "error":  # of either ship: all in the room are told
            print("the referee says:", data.attrib["message"])
        elif kind == "result":
            winner = data.find("winner")
            print("we sailed as", self.colour, "and the winner is", "nobody" if winner is None else winner.get("color"))
        return kind == "result"

    def choose(self) -> tuple[str, ...]:
        """Return the actions of the best move that leaves a way to go on."""
        river = {
            (int(field.attrib["x"]), int(field.attrib["y"])): (
                field.attrib["type"],
                10 * int(tile.attrib["index"]) + int(field.attrib["points"]),
            )
            for tile in self.state.iter("tile")
            for field in tile.iter("field")
        }
        own, other = (next(self.state.iter(one)).attrib for one in sorted(("red", "blue"), key=self.colour.__ne__))
        place, rival = ((int(one["x"]), int(one["y"])) for one in (own, other))
        free = 2 if self.state.attrib["freeTurn"] == "true" else 1  # whoever was pushed turns one step more for free
        ship = Ship(place, DIRECTIONS.index(own["direction"]), int(own["speed"]), int(own["coal"]), free, rival)
        known: dict[Any, int] = {}
        best = max(
            moves(ship, river),
            key=lambda end: (future(end, river, DEPTH, known), worth(end, river)),
            default=None,
        )
        if best is None:
            # The rules have no pass: whoever cannot move has lost, and is sent away by the referee.
            self.trapped = True
            print("there is no way on: we have lost")
        return best.actions if best else ()


if __name__ == "__main__":
    given = dict(enumerate(sys.argv))
    Captain(given.get(1, "127.0.0.1"), int(given.get(2, "13050"))).play(given.get(3, ""))
