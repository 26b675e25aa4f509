"""The artificial player without a network: containers in, containers out.

It speaks the standard to any server. What it knows of a match it takes from matchStart and the newest snapshot; a bot
then chooses as if it sat at one of our own tables.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Iterator, Mapping

from gamekit.errors import GameError
from gamekit.rules import Json, Player
from games.quidditch.bots import BOTS
from games.quidditch.messages import formation_payload, request_payload
from games.quidditch.rules.board import Board
from games.quidditch.rules.delta import Delta
from games.quidditch.rules.entities import BY_NAME, FIRST_FAN, NOBODY, PLAYERS, SIDES
from games.quidditch.rules.formations import STANDARD_FORMATIONS
from games.quidditch.rules.moves import Formation, Request
from games.quidditch.rules.rebuild import like
from games.quidditch.rules.setup import Setup, read_setup
from games.quidditch.rules.state import Ask, State
from games.quidditch.snapshots import read_snapshot

logger = logging.getLogger("quidditch.ki")

#: A message to send: payload type and payload.
Message = tuple[str, Json]


class ArtificialPlayer:
    """Plays one match in one lobby, over as many connections as it takes."""

    def __init__(self, team: Json, user: str, password: str, lobby: str, difficulty: int) -> None:
        self._team = team
        self._user = user
        self._password = password
        self._lobby = lobby
        strengths = list(reversed(BOTS))
        kind = strengths[min(difficulty, len(strengths) - 1)]
        self._bot = kind.make()
        self.strength = kind.name
        """The bot that chooses: 0 is the strongest."""
        self._rng = random.Random()
        self._side: int | None = None
        self._setup: Setup | None = None
        self._board: Board | None = None
        self._paused = False
        self._team_sent = False
        self._formed = False
        self.finished: Json = None
        """The matchFinish, once it came."""
        self.rejected: Json = None
        """The privateError, if one came."""

    def hello(self) -> Iterator[Message]:
        """Say the first words of a connection."""
        self._team_sent = False
        yield (
            "joinRequest",
            {
                "lobby": self._lobby,
                "userName": self._user,
                "password": self._password,
                "isArtificialIntelligence": True,
                "mods": [],
            },
        )

    def hear(self, kind: str, payload: Json) -> Iterator[Message]:
        """Take note of a message and yield the answers; what cannot be understood is not worth the match."""
        try:
            yield from self._hear(kind, payload)
        except (GameError, KeyError, TypeError, ValueError) as error:
            logger.warning("%s could not be understood: %s", kind, error)

    def _hear(self, kind: str, payload: Json) -> Iterator[Message]:
        match kind:
            case "loginGreeting" if payload["userName"] == self._user and not self._team_sent:
                self._team_sent = True
                yield "teamConfig", self._team
            case "matchStart":
                yield from self._begin(payload)
            case "snapshot":
                self._look(payload)
            case "next":
                yield from self._answer(payload)
            case "reconnect":
                yield from self._come_back(payload)
            case "pauseResponse":
                self._paused = bool(payload["pause"])
            case "matchFinish":
                if self._side is not None:
                    self.finished = payload
            case "privateError":
                self.rejected = payload

    # --- the match ------------------------------------------------------------------------------------------------
    def _begin(self, start: Mapping[str, Json]) -> Iterator[Message]:
        self._learn(start)
        yield from self._form()

    def _form(self) -> Iterator[Message]:
        if self._side is not None:
            self._formed = True
            yield "teamFormation", formation_payload(Formation(STANDARD_FORMATIONS[self._side][0]))

    def _learn(self, start: Mapping[str, Json]) -> None:
        names = [start[f"{side}TeamUserName"] for side in SIDES]
        self._side = names.index(self._user) if self._user in names else None
        self._board, self._paused = None, False
        people = [
            Player(name, data={"team": start[f"{side}TeamConfig"]}) for side, name in zip(SIDES, names, strict=True)
        ]
        self._setup = read_setup(start["matchConfig"], people)

    def _come_back(self, payload: Mapping[str, Json]) -> Iterator[Message]:
        self._learn(payload["matchStart"]["payload"])
        if payload.get("snapshot"):
            self._look(payload["snapshot"]["payload"])
        elif not self._formed:
            # One that was sent before the connection broke must not be sent again: a second one loses the match.
            yield from self._form()
        if payload.get("next"):
            yield from self._answer(payload["next"]["payload"])

    def _look(self, snapshot: Json) -> None:
        self._board = None
        self._board, _ = read_snapshot(snapshot)

    def _answer(self, asked: Mapping[str, Json]) -> Iterator[Message]:
        entity = BY_NAME.get(asked["turn"], NOBODY)
        if self._side is None or self._paused or not asked["turn"].startswith(SIDES[self._side]):
            return
        request = Request("skip", active=entity)
        if self._board is not None and self._setup is not None:
            chosen = self._choose(self._board, self._setup, entity, asked["type"])
            request = chosen or request
        yield "deltaRequest", request_payload(_as_asked(request))

    def _choose(self, board: Board, setup: Setup, entity: int, kind: str) -> Request | None:
        """Let the bot choose; on a board that our rules do not know the answer is to skip."""
        assert self._side is not None
        state = State(setup)
        state.board = board
        state.formations = [(), ()]
        state.last = Delta("skip")
        state.ban_order = [player for player in PLAYERS if board.is_banned(player)]
        index = entity if entity in PLAYERS else like(board, setup.fans, entity, banned=False)
        if index == NOBODY:
            return None
        state.ask = Ask(entity, kind, index, first=kind == "move")
        try:
            move = self._bot.choose(state.clone(), self._side, self._rng)
        except (GameError, KeyError, IndexError, ValueError, AssertionError) as error:
            logger.warning("no idea what to do with %s: %r", kind, error)
            return None
        return move if isinstance(move, Request) else None


def _as_asked(request: Request) -> Request:
    """Leave out the fan's name, which the standard's requests of fans do not have (10.4.6 to 10.4.12, 10.4.27)."""
    if request.active >= FIRST_FAN and request.type != "skip":
        return Request(request.type, request.target, NOBODY, request.passive)
    return request
