"""The standard over the real port: matches, spectators, kicks, pauses and returns."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from clients.quidditch.player import ArtificialPlayer
from gamekit.rules import Json
from games.quidditch.audit import faults
from games.quidditch.config import DEFAULT_TIMINGS
from games.quidditch.team import default_team
from tests.end_to_end.quidditch.talking import Talker
from tests.support.server import Server, copy_of

FAST = {name: 0 if name.startswith("min") else 20_000 for name in DEFAULT_TIMINGS}
NUMBERS = count()


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory, migrated_data: Path) -> Iterator[int]:
    """One server for all tests of this file; each test has a lobby of its own."""
    house = {"options": {"maxRounds": 13, "timings": FAST, "probabilities": {"catchSnitch": 0}}}
    environment = {"HOUSE_QUIDDITCH": json.dumps(house), "LIMIT_MESSAGES_PER_SECOND": "0"}
    data = copy_of(migrated_data, tmp_path_factory.mktemp("quidditch") / "data")
    server = Server(data, environment).start()
    yield server.ports["quidditch"]
    server.kill()


@pytest.fixture
def lobby() -> str:
    """A lobby nobody has been in."""
    return f"lobby{next(NUMBERS)}"


def within(work: Coroutine[Any, Any, None]) -> None:
    """Run a test's conversation."""
    asyncio.run(asyncio.wait_for(work, 110))


def artificial(name: str, lobby: str, difficulty: int = 1) -> ArtificialPlayer:
    return ArtificialPlayer(default_team(difficulty % 2), name, "secret", lobby, difficulty)


async def seated(port: int, lobby: str, name: str, team: int) -> Talker:
    """Return a player who answers nothing by himself."""
    talker = await Talker.to(port)
    await talker.join(name, lobby)
    await talker.say("teamConfig", default_team(team))
    return talker


async def formed(port: int, lobby: str) -> tuple[Talker, Talker]:
    """Return two silent players whose first `next` has come, left first."""
    from games.quidditch.messages import formation_payload
    from games.quidditch.rules.formations import STANDARD_FORMATIONS
    from games.quidditch.rules.moves import Formation

    pair = (await seated(port, lobby, f"{lobby}left", 0), await seated(port, lobby, f"{lobby}right", 1))
    for side, talker in enumerate(pair):
        await talker.hear("matchStart")
        await talker.say("teamFormation", formation_payload(Formation(STANDARD_FORMATIONS[side][0])))
    for talker in pair:
        await talker.hear("next")
    return pair


def test_a_match_reaches_overtime_and_everybody_has_seen_the_same(port: int, lobby: str) -> None:
    async def talk() -> None:
        watcher, fickle = await Talker.to(port), await Talker.to(port)
        await watcher.join(f"{lobby}watch", lobby)
        await fickle.join(f"{lobby}fickle", lobby)
        names = [f"{lobby}{number}" for number in range(2)]
        players = [await Talker.to(port, artificial(name, lobby)) for name in names]
        await watcher.until(lambda: watcher.count("snapshot") > 200, "the match is on")
        await fickle.close()
        late, back = await Talker.to(port), await Talker.to(port)
        await late.join(f"{lobby}late", lobby)
        await back.join(f"{lobby}fickle", lobby)
        begun = (await late.hear("reconnect"))["snapshot"]["payload"]
        finish = await watcher.hear("matchFinish")
        await late.hear("matchFinish")
        await back.hear("matchFinish")
        assert finish["endRound"] > 13
        assert finish["winnerUserName"] in names
        # catchSnitch is 0: only overtime can have ended it by a catch.
        assert finish["victoryReason"] in ("mostPoints", "pointsEqualSnitchCatch")
        shown = watcher.all("snapshot")
        assert begun in shown or _known(begun) in map(_known, shown)
        assert [_known(s) for s in late.all("snapshot")] == [_known(s) for s in shown[-len(late.all("snapshot")) :]]
        # Who dropped out and came back has the board at his return, and everything from then on.
        since = back.heard[[kind for kind, _ in back.heard].index("reconnect") + 1 :]
        followed = [payload for kind, payload in since if kind == "snapshot"]
        returned = [back.last("reconnect")["snapshot"]["payload"], *followed]
        assert [_known(s) for s in returned] == [_known(s) for s in shown[-len(returned) :]]
        for snapshot in shown:
            assert list(faults(snapshot)) == []
        await watcher.say("getReplay", {})
        replay = await watcher.hear("replay")
        deltas = [entry["payload"] for entry in replay["log"] if entry["payloadType"] == "deltaBroadcast"]
        assert deltas == [snapshot["lastDeltaBroadcast"] for snapshot in shown[1:]]
        for talker in (watcher, late, back, *players):
            await talker.close()

    within(talk())


def _known(snapshot: Json) -> str:
    """Return a snapshot without its spectators, who come and go."""
    return json.dumps({key: value for key, value in snapshot.items() if key != "spectatorUserName"})


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("{", 151),
        ('"text"', 152),
        ('{"payloadType": "deltaRequest"}', 152),
        ('{"payloadType": "deltaRequest", "payload": {"deltaType": "fly"}}', 153),
        ('{"payloadType": "deltaRequest", "payload": {"deltaType": "move", "xPosNew": 0, "yPosNew": 0}}', 102),
        ('{"payloadType": "teamFormation", "payload": {"players": {}}}', 153),
        ('{"payloadType": "matchFinish", "payload": {}}', 154),
    ],
)
def test_a_players_mistake_gives_the_match_to_the_other(port: int, lobby: str, text: str, code: int) -> None:
    async def talk() -> None:
        left, right = await formed(port, lobby)
        wrong, other = (left, right) if left.last("next")["turn"].startswith("left") else (right, left)
        await wrong.write(text)
        await wrong.until_closed()
        assert wrong.last("privateError")["code"] == code
        assert wrong.last("privateError")["triggerMatchFinish"] is True
        finish = await other.hear("matchFinish")
        assert finish["victoryReason"] == "violationOfProtocol"
        assert finish["winnerUserName"] == f"{lobby}{'right' if other is right else 'left'}"
        await other.close()

    within(talk())


def test_a_pause_freezes_the_clock_and_next_comes_again_with_what_is_left(port: int, lobby: str) -> None:
    async def talk() -> None:
        left, right = await formed(port, lobby)
        asked = left.last("next")
        await left.say("pauseRequest", {"message": "tea"})
        assert (await right.hear("pauseResponse"))["pause"] is True
        active = left if asked["turn"].startswith("left") else right
        await active.say("deltaRequest", {"deltaType": "skip", "activeEntity": asked["turn"]})
        assert (await active.hear("privateWarning"))["code"] == 304
        await right.say("continueRequest", {"message": "go"})
        await left.until(lambda: left.count("next") == 2, "the second next")
        again = left.last("next")
        assert (again["turn"], again["type"]) == (asked["turn"], asked["type"])
        assert 0 < again["timeout"] < asked["timeout"]
        await left.close()
        await right.close()

    within(talk())


def test_a_player_who_was_cut_off_plays_on_and_the_newest_login_wins(port: int, lobby: str) -> None:
    async def talk() -> None:
        left, right = await formed(port, lobby)
        asked = left.last("next")
        side = "left" if asked["turn"].startswith("left") else "right"
        old, other = (left, right) if side == "left" else (right, left)
        new = await Talker.to(port)
        await new.join(f"{lobby}{side}", lobby)
        assert (await new.hear("privateWarning"))["code"] == 301
        await old.until_closed()
        assert old.last("privateError")["code"] == 201
        whole = await new.hear("reconnect")
        assert whole["next"]["payload"]["turn"] == asked["turn"]
        before = other.count("snapshot")
        await new.say("deltaRequest", {"deltaType": "skip", "activeEntity": asked["turn"]})
        await other.until(lambda: other.count("snapshot") > before, "the answer of the new connection")
        await new.close()
        await other.close()

    within(talk())


def test_in_one_lobby_one_match_follows_another(port: int, lobby: str) -> None:
    async def talk() -> None:
        left, right = await formed(port, lobby)
        await right.write("{")
        await left.hear("matchFinish")
        await left.say("teamConfig", default_team(1))
        third = await seated(port, lobby, f"{lobby}third", 0)
        await left.until(lambda: left.count("matchStart") == 2, "the second match")
        start = left.last("matchStart")
        assert (start["leftTeamUserName"], start["rightTeamUserName"]) == (f"{lobby}left", f"{lobby}third")
        await left.close()
        await third.close()

    within(talk())


def test_lobbies_chat_and_mods(port: int, lobby: str) -> None:
    async def talk() -> None:
        first, second = await Talker.to(port), await Talker.to(port)
        assert any(entry["name"] == "hogwarts" for entry in (await first.hear("lobbies"))["lobbies"])
        await first.join(f"{lobby}one", lobby, "chat")
        await first.say("sendChat", {"information": "hello"})
        assert (await first.hear("globalChat"))["senderUserName"] == f"{lobby}one"
        await second.join(f"{lobby}two", lobby, "chat")
        assert (await second.hear("reconnectChat"))["lastTenChat"][-1]["information"] == "hello"
        third = await Talker.to(port)
        await third.say(
            "joinRequest",
            {
                "lobby": lobby,
                "userName": f"{lobby}three",
                "password": "x",
                "isArtificialIntelligence": True,
                "mods": ["levitate"],
            },
        )
        await third.until_closed()
        assert third.last("privateError")["code"] == 202
        await first.close()
        await second.close()

    within(talk())
