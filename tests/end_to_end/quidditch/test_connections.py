"""Over the real port, with the limits every visitor has: who is cut off, who comes at once, who is too fast."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Coroutine, Iterator
from itertools import count, pairwise
from pathlib import Path
from typing import Any

import pytest

from clients.quidditch.player import ArtificialPlayer
from gamekit.rules import Json
from games.quidditch.config import DEFAULT_TIMINGS
from games.quidditch.team import default_team
from tests.end_to_end.quidditch.directing import formation, formed, skip
from tests.end_to_end.quidditch.talking import Talker
from tests.support.api import Api
from tests.support.server import Server, copy_of

NUMBERS = count()

#: Seconds for which a seat is held here (30 without a word of the house), and a turn lasts. Who comes back in time has
#: his password hashed first, on a machine that may be busy.
HELD = 5
TURN = 2.0
#: Messages at once: more than are taken and kept waiting (200 each), and more than anybody listens to (800 frames).
FLOOD = 1000
TIMINGS = {name: 0 if name.startswith("min") else 20_000 for name in DEFAULT_TIMINGS} | {
    "playerTurnTimeout": round(TURN * 1000)
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, migrated_data: Path) -> Iterator[Server]:
    """One server for all tests of this file; each test has a lobby of its own."""
    house = {"options": {"maxRounds": 13, "timings": TIMINGS}, "on_disconnect": f"wait:{HELD}"}
    data = copy_of(migrated_data, tmp_path_factory.mktemp("connections") / "data")
    server = Server(data, {"HOUSE_QUIDDITCH": json.dumps(house)}).start()
    yield server
    server.kill()


@pytest.fixture
def port(server: Server) -> int:
    """The port of the standard."""
    return server.ports["quidditch"]


@pytest.fixture
def lobby() -> str:
    """A lobby nobody has been in."""
    return f"place{next(NUMBERS)}"


def within(work: Coroutine[Any, Any, None]) -> None:
    """Run a test's conversation."""
    asyncio.run(asyncio.wait_for(work, 110))


def test_who_stays_away_loses_when_his_seat_was_held_long_enough(port: int, lobby: str) -> None:
    async def talk() -> None:
        left, right = await formed(port, lobby)
        asked = left.last("next")
        on_turn, other = (left, right) if asked["turn"].startswith("left") else (right, left)
        before = other.count("snapshot")
        gone = time.monotonic()
        await on_turn.close()
        finish = await other.hear("matchFinish")
        assert time.monotonic() - gone > HELD - 0.1
        # Meanwhile his turns timed out like anybody's.
        assert other.all("snapshot")[before]["lastDeltaBroadcast"]["deltaType"] == "skip"
        assert finish["victoryReason"] == "violationOfProtocol"
        assert finish["winnerUserName"] == f"{lobby}{'right' if other is right else 'left'}"
        assert other.last("snapshot")["phase"] == "gameFinish"
        await other.close()

    within(talk())


def test_who_returns_in_time_gets_everything_and_plays_on(port: int, lobby: str) -> None:
    async def talk() -> None:
        left, right = await formed(port, lobby)
        await left.close()
        back = await Talker.to(port)
        await back.join(f"{lobby}left", lobby)
        whole = await back.hear("reconnect")
        words = [kind for kind, _ in back.heard]
        assert words.index("joinResponse") < words.index("loginGreeting") < words.index("reconnect")
        assert whole["matchStart"]["payload"] == right.last("matchStart")
        shown = whole["snapshot"]["payload"]
        await right.until(lambda: _board(shown) in map(_board, right.all("snapshot")), "both have seen the same")
        assert {part["payloadType"] for part in whole.values()} == {"matchStart", "snapshot", "next"}
        assert 0 < whole["next"]["payload"]["timeout"] <= TURN * 1000
        # Now the other one goes; had the first seat's time not ended with the return, it would be over first.
        await right.close()
        before = back.count("next")
        await back.until(lambda: back.count("next") > before, "the match goes on")
        finish = await back.hear("matchFinish")
        assert (finish["winnerUserName"], finish["victoryReason"]) == (f"{lobby}left", "violationOfProtocol")
        await back.close()

    within(talk())


def _board(snapshot: Json) -> Json:
    """Return a snapshot without its spectators, who come and go."""
    return {key: value for key, value in snapshot.items() if key != "spectatorUserName"}


def test_a_pause_stops_the_clock_of_a_held_seat_too(port: int, lobby: str) -> None:
    async def talk() -> None:
        left, right = await formed(port, lobby)
        await right.say("pauseRequest", {"message": "wait for him"})
        assert (await right.hear("pauseResponse"))["pause"] is True
        asked = right.last("next")
        await left.close()
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(right.hear("matchFinish"), HELD + 1)
        back = await Talker.to(port)
        await back.join(f"{lobby}left", lobby)
        # The question is still the same, with the time it had when everything stopped; a delta is warned of.
        whole = await back.hear("reconnect")
        assert whole["next"]["payload"]["turn"] == asked["turn"]
        assert 0 < whole["next"]["payload"]["timeout"] <= asked["timeout"]
        assert (await back.hear("pauseResponse"))["pause"] is True
        active = back if asked["turn"].startswith("left") else right
        await active.say("deltaRequest", skip(asked["turn"]))
        assert (await active.hear("privateWarning"))["code"] == 304
        before = right.count("next")
        await back.say("continueRequest", {"message": "here I am"})
        await right.until(lambda: right.count("next") > before, "the question comes again")
        assert right.last("next")["turn"] == asked["turn"]
        await back.close()
        await right.close()

    within(talk())


def test_a_program_that_was_cut_off_finishes_its_match_and_the_replay_names_who_watched(port: int, lobby: str) -> None:
    async def talk() -> None:
        watcher, guest = await Talker.to(port), await Talker.to(port)
        await watcher.join(f"{lobby}watch", lobby)
        players = [
            ArtificialPlayer(default_team(side), f"{lobby}{side}", "secret", lobby, difficulty=side) for side in (0, 1)
        ]
        one, two = [await Talker.to(port, player) for player in players]
        await watcher.until(lambda: watcher.count("snapshot") > 40, "the match is on")
        await guest.join(f"{lobby}guest", lobby)
        await guest.hear("reconnect")
        await guest.close()
        await one.close()
        again = await Talker.to(port, players[0])
        await again.hear("reconnect")
        finish = await watcher.hear("matchFinish")
        assert finish["victoryReason"] != "violationOfProtocol"
        assert finish["endRound"] >= 13 or "isqualification" in finish["victoryReason"]
        await watcher.say("getReplay", {})
        replay = await watcher.hear("replay")
        assert replay["spectatorUserName"] == [f"{lobby}watch", f"{lobby}guest"]
        assert replay["log"][-1]["payload"] == finish
        for talker in (watcher, again, two):
            await talker.close()

    within(talk())


def test_who_sets_up_no_team_in_time_loses_and_is_kicked(server: Server, port: int) -> None:
    api = Api(server.ports["web"]).as_guest("Referee")
    options = {"maxRounds": 13, "timings": {**TIMINGS, "teamFormationTimeout": 3000}}
    lobby = api.post("/api/tables", {"game": "quidditch", "options": options})["id"]

    async def talk() -> None:
        left, right = await Talker.to(port), await Talker.to(port)
        for side, talker in enumerate((left, right)):
            await talker.join(f"{lobby}{side}", lobby)
            await talker.say("teamConfig", default_team(side))
            await talker.say("sendDebug", {"information": "accepted"})
            await talker.hear("globalDebug")
        await left.hear("matchStart")
        await left.say("teamFormation", formation(0))
        await right.until_closed()
        assert [kind for kind, _ in right.heard][-2:] == ["matchFinish", "privateError"]
        assert right.last("privateError")["code"] == 101
        finish = await left.hear("matchFinish")
        assert (finish["winnerUserName"], finish["victoryReason"]) == (f"{lobby}0", "violationOfProtocol")
        await left.say("sendDebug", {"information": "still here"})
        await left.until(lambda: left.last("globalDebug")["information"] == "still here", "the winner stays")
        await left.close()

    within(talk())


def test_between_snapshots_the_least_time_of_their_phase_passes(server: Server, port: int) -> None:
    least = {"minBallPhaseAnimationDuration": 300, "minPlayerPhaseAnimationDuration": 100}
    api = Api(server.ports["web"]).as_guest("Referee")
    options = {"maxRounds": 13, "timings": {**TIMINGS, **least}}
    lobby = api.post("/api/tables", {"game": "quidditch", "options": options})["id"]

    async def talk() -> None:
        left, right = await formed(port, lobby)
        asked = left.last("next")
        active = left if asked["turn"].startswith("left") else right
        await active.say("deltaRequest", skip(asked["turn"]))
        await left.until(lambda: left.count("snapshot") >= 6, "skip and turnUsed")
        seen = [
            (at, told["phase"]) for at, (kind, told) in zip(left.times, left.heard, strict=False) if kind == "snapshot"
        ]
        for (before, phase), (after, _) in pairwise(seen):
            wanted = {"ballPhase": 0.3, "playerPhase": 0.1}[phase]
            assert (after - before).total_seconds() >= wanted - 0.01
        await left.close()
        await right.close()

    within(talk())


def test_those_who_open_a_lobby_at_the_same_moment_meet_in_it(server: Server, port: int, lobby: str) -> None:
    lobbies, visitors = [f"{lobby}x{number}" for number in range(2)], 4

    async def talk() -> None:
        talkers = [(name, await Talker.to(port)) for name in lobbies for _ in range(visitors)]
        await asyncio.gather(*(talker.join(f"{name}v{number}", name) for number, (name, talker) in enumerate(talkers)))
        look = await Talker.to(port)
        listed = (await look.hear("lobbies"))["lobbies"]
        found = {entry["name"]: entry["connectedUsers"] for entry in listed if entry["name"] in lobbies}
        assert found == dict.fromkeys(lobbies, visitors)
        tables = Api(server.ports["web"]).get("/api/tables?game=quidditch")
        assert sorted(table["name"] for table in tables if table["name"] in lobbies) == lobbies
        for talker in (look, *(talker for _, talker in talkers)):
            await talker.close()

    within(talk())


def test_a_flood_is_told_so_and_closed_and_no_other_lobby_notices(port: int, lobby: str) -> None:
    async def talk() -> None:
        elsewhere, flooder = await Talker.to(port), await Talker.to(port)
        await elsewhere.join(f"{lobby}calm", f"{lobby}calm")
        await flooder.join(f"{lobby}wild", lobby)
        await asyncio.gather(*(flooder.say("sendDebug", {"information": "!"}) for _ in range(FLOOD)))
        await flooder.until_closed()
        error = flooder.last("privateError")
        assert (error["code"], error["triggerMatchFinish"]) == (200, False)
        assert "too many messages" in error["information"]
        await elsewhere.say("sendDebug", {"information": "still here"})
        assert (await elsewhere.hear("globalDebug"))["information"] == "still here"
        await elsewhere.close()

    within(talk())


@pytest.mark.parametrize("text", ["x" * 600_000, json.dumps({"payloadType": "sendDebug", "payload": "x" * 600_000})])
def test_a_player_with_too_large_a_message_loses(port: int, lobby: str, text: str) -> None:
    async def talk() -> None:
        left, right = await formed(port, lobby)
        await left.write(text)
        await left.until_closed()
        error = left.last("privateError")
        assert (error["code"], error["triggerMatchFinish"]) == (100, True)
        finish = await right.hear("matchFinish")
        assert (finish["winnerUserName"], finish["victoryReason"]) == (f"{lobby}right", "violationOfProtocol")
        await right.close()

    within(talk())


def test_a_player_who_floods_loses(port: int, lobby: str) -> None:
    async def talk() -> None:
        left, right = await formed(port, lobby)
        await asyncio.gather(*(left.say("sendDebug", {"information": "!"}) for _ in range(FLOOD)))
        finish = await right.hear("matchFinish")
        assert (finish["winnerUserName"], finish["victoryReason"]) == (f"{lobby}right", "violationOfProtocol")
        await left.until_closed()
        assert (left.last("privateError")["code"], left.last("privateError")["triggerMatchFinish"]) == (100, True)
        await right.close()

    within(talk())
