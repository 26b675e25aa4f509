"""A player that follows the game by what it is sent, checks every message against it, and plays to the end."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tests.end_to_end.qwirkle.tiles import Cell, Kind, best_placement, points
from tests.end_to_end.qwirkle.wire import Message, Wire

END_BONUS = 6

#: Questions to ask before each so many of one's own moves.
ASK_EVERY = 5


@dataclass
class Player:
    """A client program with a notion of the rules."""

    wire: Wire
    name: str
    client: int = 0
    hand: dict[int, Kind] = field(default_factory=dict)
    board: dict[Cell, Kind] = field(default_factory=dict)
    scores: dict[int, int] = field(default_factory=dict)
    config: dict[str, Any] = field(default_factory=dict)
    current: int | None = None
    moves: int = 0
    seen: list[int] = field(default_factory=list)
    winner: Message | None = None
    log: list[Message] = field(default_factory=list)

    async def next(self) -> Message:
        """Return the next message and remember its number."""
        message = await self.wire.receive()
        self.seen.append(message["uniqueID"])
        self.log.append(message)
        return message

    async def expect(self, number: int) -> Message:
        """Return the next message, which must be this one."""
        message = await self.next()
        assert message["uniqueID"] == number, f"{self.name} wants {number}, not {message}"
        return message

    async def connect(self, kind: str = "PLAYER") -> None:
        """Say hello."""
        await self.wire.send(100, clientName=self.name, clientType=kind)
        self.client = (await self.expect(101))["clientID"]

    async def join(self, game: int) -> None:
        """Join a game one knows."""
        await self.wire.send(302, gameID=game)
        await self.joined()

    async def joined(self) -> int:
        """Wait for a place in a game and return the game's number."""
        accepted = await self.expect(303)
        return int(accepted["gameID"] if "gameID" in accepted else accepted["game"]["gameID"])

    async def play(self) -> None:
        """Play from the start of the game to its end."""
        start = await self.expect(400)
        self.config = start["config"]
        self.scores = {client["clientID"]: 0 for client in start["clients"]}
        assert self.client in self.scores
        self._take((await self.expect(408))["tiles"])
        assert len(self.hand) == self.config["maxHandTiles"]
        while self.winner is None:
            await self._follow(await self.next())

    async def _follow(self, message: Message) -> None:
        number = message["uniqueID"]
        if number == 409:
            self.current = message["client"]["clientID"]
            assert self.current in self.scores
            if self.current == self.client:
                await self._turn()
        elif number == 410:
            self._take(message["tiles"])
            assert message["tiles"]
            assert len(self.hand) <= self.config["maxHandTiles"]
            # The chart refills first and then looks whether the bag and a hand are empty: 401 may follow too.
            after = await self.next()
            assert after["uniqueID"] in (401, 409), after
            if after["uniqueID"] == 409:
                assert after["client"]["clientID"] == self.client, "tiles come right before one's own turn"
            await self._follow(after)
        elif number == 416:
            self._placed(message)
        elif number == 401:
            await self._end()
        else:
            raise AssertionError(f"{self.name} did not expect {message}")

    async def _turn(self) -> None:
        self.moves += 1
        if self.moves % ASK_EVERY == 0:
            await self._ask()
        chosen = best_placement(self.board, self.hand, self.config["colorShapeCount"])
        if chosen:
            tiles = [{"x": x, "y": y, "tile": self._tile(tile)} for (x, y), tile in chosen.items()]
            await self.wire.send(414, tiles=tiles)
            assert (await self.expect(415))["validation"] is True
            self._placed(await self.expect(416))
            for tile in chosen.values():
                del self.hand[tile]
        else:
            await self._swap()

    async def _swap(self) -> None:
        given = next(iter(self.hand))
        await self.wire.send(411, tiles=[self._tile(given)])
        assert (await self.expect(412))["validation"] is True
        del self.hand[given]
        back = (await self.expect(413))["tiles"]
        assert len(back) == 1
        assert back[0]["uniqueID"] != given, "a tile given back cannot be drawn in the same swap"
        self._take(back)

    async def _ask(self) -> None:
        await self.wire.send(417)
        assert pairs((await self.expect(418))["scores"]) == self.scores
        await self.wire.send(419)
        assert 0 <= (await self.expect(420))["time"] <= self.config["turnTime"]
        await self.wire.send(421)
        assert (await self.expect(422))["time"] >= 0
        await self.wire.send(498)
        data = await self.expect(499)
        assert cells(data["board"]) == self.board
        assert {tile["uniqueID"]: kind(tile) for tile in data["ownTiles"]} == self.hand
        assert data["currentClient"]["clientID"] == self.client
        assert data.get("paused", False) is False
        await self.wire.send(423)
        assert (await self.next())["uniqueID"] == 900, "the bag is for spectators"

    def _placed(self, update: Message) -> None:
        assert self.current is not None
        placed = cells(update["updates"])
        assert placed
        assert not set(placed) & set(self.board)
        self.board.update(placed)
        self.scores[self.current] += points(self.board, placed, self.config["colorShapeCount"])

    async def _end(self) -> None:
        self.winner = await self.expect(407)
        board = pairs(self.winner["leaderboard"])
        bonus = {
            client: board[client] - self.scores[client] for client in board if board[client] != self.scores[client]
        }
        assert bonus in ({}, {self.current: END_BONUS}), f"{self.name} counted {self.scores}, the server {board}"
        if not self.hand:
            assert board[self.client] == self.scores[self.client] + END_BONUS
        best = max(board.values())
        assert self.winner["score"] == best
        assert board[self.winner["client"]["clientID"]] == best

    def _take(self, tiles: list[Message]) -> None:
        for tile in tiles:
            assert tile["uniqueID"] not in self.hand
            self.hand[tile["uniqueID"]] = kind(tile)

    def _tile(self, number: int) -> Message:
        colour, shape = self.hand[number]
        return {"color": colour, "shape": shape, "uniqueID": number}


def kind(tile: Message) -> Kind:
    """Return colour and shape."""
    return tile["color"], tile["shape"]


def cells(placed: list[Message]) -> dict[Cell, Kind]:
    """Return positions with their tiles."""
    return {(one["x"], one["y"]): kind(one["tile"]) for one in placed}


def pairs(entries: list[list[Any]]) -> dict[int, int]:
    """Return a map of clients as client number -> value."""
    return {client["clientID"]: value for client, value in entries}
