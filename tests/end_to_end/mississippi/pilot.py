"""A simple player with its own knowledge of the rules: straight ahead, after at most one turn."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from tests.end_to_end.mississippi.elements import ElementClient, name_of

DIRECTIONS = ["RIGHT", "UP_RIGHT", "UP_LEFT", "LEFT", "DOWN_LEFT", "DOWN_RIGHT"]
EVEN = [(1, 0), (1, -1), (0, -1), (-1, 0), (0, 1), (1, 1)]
ODD = [(1, 0), (0, -1), (-1, -1), (-1, 0), (-1, 1), (0, 1)]
Place = tuple[int, int]


def step(place: Place, direction: int) -> Place:
    """Return the neighbour in a direction."""
    dx, dy = (ODD if place[1] % 2 else EVEN)[direction]
    return place[0] + dx, place[1] + dy


class Pilot:
    """Plays one game on a connection."""

    def __init__(self, client: ElementClient) -> None:
        self.client = client
        self.room = ""
        self.colour = ""
        self.turns: list[int] = []
        self.result: Element | None = None

    async def play(self) -> None:
        """Answer requests until the server closes."""
        state: Element | None = None
        while (message := await self.client.message()) is not None:
            match name_of(message):
                case "joined":
                    self.room = message.attrib["roomId"]
                case "welcomeMessage":
                    self.colour = message.find("data").attrib["color"]  # type: ignore[union-attr]
                case "memento":
                    state = message.find("data/state")
                    assert state is not None
                    self.turns.append(int(state.attrib["turn"]))
                case "MoveRequest":
                    assert state is not None
                    assert state.attrib["currentPlayer"].lower() == self.colour
                    await self.client.say(
                        f'<room roomId="{self.room}"><data class="move">{choose(state)}</data></room>'
                    )
                case "result":
                    self.result = message.find("data")

    def causes(self) -> list[str]:
        """Return the causes of both scores."""
        assert self.result is not None, f"no result: {self.client.names}"
        return [score.attrib["cause"] for score in self.result.findall("score")]


def choose(state: Element) -> str:
    """Return the actions of a move; none when this simple player knows none."""
    best = max(moves(state), default=None)
    return best[1] if best else ""


def moves(state: Element) -> Iterator[tuple[int, str]]:
    """Yield (value, actions) of the moves it can think of."""
    colour = state.attrib["currentPlayer"].lower()
    me, other = state.find(colour), state.find("red" if colour == "blue" else "blue")
    assert me is not None
    assert other is not None
    fields = {(int(f.attrib["x"]), int(f.attrib["y"])): f for f in state.iter("field")}
    fields.pop((int(other.attrib["x"]), int(other.attrib["y"])), None)
    start = int(me.attrib["x"]), int(me.attrib["y"])
    heading, speed, coal = DIRECTIONS.index(me.attrib["direction"]), int(me.attrib["speed"]), int(me.attrib["coal"])
    if fields[start].attrib["type"] == "SANDBANK":
        yield from off_the_sandbank(fields, start, heading, coal)
        return
    free = 2 if state.attrib["freeTurn"] == "true" else 1
    for change in range(-5, 6):
        for turn in range(-3, 4):
            left = coal - max(0, abs(change) - 1) - max(0, abs(turn) - free)
            if left >= 0 and 1 <= speed + change <= 6:
                value = straight(fields, start, (heading + turn) % 6, speed + change)
                if value is not None:
                    yield (
                        value + 3 * left,
                        written(change, turn, value_distance(fields, start, heading, turn, speed + change)),
                    )


def value_distance(fields: dict[Place, Element], start: Place, heading: int, turn: int, points: int) -> int:
    """Return how many fields the points reach."""
    place, distance = start, 0
    while points > 0:
        place = step(place, (heading + turn) % 6)
        kind = fields[place].attrib["type"]
        points -= 2 if kind == "LOG" else 1
        distance += 1
        if kind == "SANDBANK":
            break
    return distance


def straight(fields: dict[Place, Element], place: Place, heading: int, points: int) -> int | None:
    """Return the value of spending all points straight ahead; None when that is not possible."""
    kind = ""
    while points > 0:
        place = step(place, heading)
        if place not in fields:
            return None
        kind = fields[place].attrib["type"]
        if kind not in ("WATER", "GOAL", "LOG", "SANDBANK") or (kind == "LOG" and points < 2):
            return None
        points -= 2 if kind == "LOG" else 1
        if kind == "SANDBANK":
            break
    room = sum(1 for way in (-1, 0, 1) if passable(fields, step(place, (heading + way) % 6)))
    return progress(fields, place) * 2 + 5 * room - (25 if kind == "SANDBANK" else 0)


def passable(fields: dict[Place, Element], place: Place) -> bool:
    """Return True for a field that ships can pass."""
    return place in fields and fields[place].attrib["type"] in ("WATER", "GOAL", "LOG", "SANDBANK")


def progress(fields: dict[Place, Element], place: Place) -> int:
    """Return how far down the known river a field is: its place in the list of all."""
    return list(fields).index(place)


def off_the_sandbank(fields: dict[Place, Element], start: Place, heading: int, coal: int) -> Iterator[tuple[int, str]]:
    """Yield the two ways off a sandbank."""
    if passable(fields, step(start, heading)):
        yield 1, '<advance order="0" distance="1"/>'
    behind = step(start, (heading + 3) % 6)
    if coal and passable(fields, behind) and fields[behind].attrib["type"] != "LOG":
        yield 0, '<advance order="0" distance="-1"/>'


def written(change: int, turn: int, distance: int) -> str:
    """Return the actions, deliberately not in the order in which they are done."""
    actions = [f'<advance order="2" distance="{distance}"/>', '<hint content="it\'s plain"/>']
    if turn:
        actions.append(f'<turn order="1" direction="{turn}"/>')
    if change:
        actions.append(f'<acceleration order="0" acc="{change}"/>')
    return "".join(actions)
