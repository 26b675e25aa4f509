"""Whole games over real sockets, by a program written from the documents alone, with a controller that steers them."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from tests.end_to_end.mississippi.elements import JOIN, ElementClient, connected, name_of
from tests.end_to_end.mississippi.pilot import Pilot
from tests.support.api import Api
from tests.support.pages import opened
from tests.support.server import Server, copy_of

PREPARE = """<prepare gameType="swc_2017_mississippi_queen">
  <slot displayName="Anna" canTimeout="true" shouldBePaused="true"/>
  <slot displayName="Ben" canTimeout="true" shouldBePaused="true"/>
</prepare>"""
FAULTS = {"REGULAR", "RULE_VIOLATION"}

#: Time runs on a busy machine too; limits have tests of their own.
PATIENT = json.dumps({"options": {"softTime": 60_000, "hardTime": 60_000}})


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, migrated_data: Path) -> Iterator[Server]:
    """One server for all tests of this file."""
    data = copy_of(migrated_data, tmp_path_factory.mktemp("mississippi") / "data")
    server = Server(data, {"HOUSE_MISSISSIPPI": PATIENT}).start()
    yield server
    server.kill()


async def enter(stack: AsyncExitStack, server: Server, *, piecewise: bool = False) -> ElementClient:
    """Return a new connection."""
    return await stack.enter_async_context(connected(server.ports["mississippi"], piecewise=piecewise))


async def play_all(*pilots: Pilot) -> None:
    """Let pilots play to the end at the same time."""
    async with asyncio.TaskGroup() as group:
        for pilot in pilots:
            group.create_task(pilot.play())


def check_end(pilot: Pilot) -> None:
    """A game ends with a result, `left` and the end of the document; who broke the rules gets an error instead."""
    assert pilot.client.ended
    assert pilot.client.received.endswith(b"</protocol>")
    assert pilot.turns == sorted(pilot.turns)
    if pilot.result is None:
        assert pilot.client.names[-2:] == ["error", "CloseConnection"]
    else:
        assert pilot.client.names[-2:] == ["result", "left"]
        assert set(pilot.causes()) <= FAULTS


def test_two_programs_join_and_play_to_the_end_one_of_them_byte_by_byte(server: Server) -> None:
    async def scenario() -> None:
        async with AsyncExitStack() as stack:
            first, second = await enter(stack, server), await enter(stack, server, piecewise=True)
            await first.say(JOIN)
            pilots = [Pilot(first), Pilot(second)]
            joined = await first.until("joined")
            pilots[0].room = joined.attrib["roomId"]
            await second.say(JOIN)
            await play_all(*pilots)
            assert [pilot.colour for pilot in pilots] == ["red", "blue"]
            assert pilots[0].room == pilots[1].room
            assert max(pilots[0].turns) >= 1
            assert any(pilot.result is not None for pilot in pilots)
            for pilot in pilots:
                check_end(pilot)
                # The Ruby client of 2017 reads a message to here.
                assert pilot.client.received.count(b"</room>") == pilot.client.received.count(b" </room>")

    asyncio.run(scenario())


async def held_turn(controller: ElementClient) -> tuple[Element, Element] | None:
    """Return the next state and whose turn is held back in it; None when the match is over."""
    memento = await controller.until("memento", "result")
    held = memento if name_of(memento) == "result" else await controller.until("paused", "result")
    if name_of(held) == "result":
        return None
    state = memento.find("data/state")
    following = held.find("data/nextPlayer")
    assert state is not None
    assert following is not None
    return state, following


async def steered_to_the_end(stack: AsyncExitStack, server: Server) -> bool:
    """Step through the first turns of a match, and let it go on; False when it ended before."""
    controller = await enter(stack, server)
    await controller.say(PREPARE)
    prepared = await controller.until("prepared")
    room = prepared.attrib["roomId"]
    codes = [str(node.text) for node in prepared.findall("reservation")]
    await controller.say(f'<observe roomId="{room}" passphrase=""/><pause roomId="{room}" pause="true"/>')
    await controller.until("observed")
    blue, red = Pilot(await enter(stack, server)), Pilot(await enter(stack, server, piecewise=True))
    await blue.client.say(f'<joinPrepared reservationCode="{codes[1]}"/>')
    await red.client.say(f'<joinPrepared reservationCode="{codes[0]}"/>')
    playing = asyncio.create_task(play_all(red, blue))
    for turn in range(4):
        if (held := await held_turn(controller)) is None:
            await playing
            return False
        state, following = held
        assert int(state.attrib["turn"]) == turn
        assert following.attrib["color"] == state.attrib["currentPlayer"]
        if turn < 3:
            await controller.say(f'<step roomId="{room}" forced="false"/>')
    assert max(red.turns) <= 3, "nothing goes on while the request is held back"
    await controller.say(f'<pause roomId="{room}" pause="false"/>')
    await playing
    await controller.until("left")
    assert (red.colour, blue.colour) == ("red", "blue")
    for pilot in (red, blue):
        assert "paused" not in pilot.client.names
        check_end(pilot)
    return True


def test_a_controller_prepares_observes_pauses_steps_and_goes_on(server: Server) -> None:
    async def scenario() -> bool:
        async with AsyncExitStack() as stack:
            return await steered_to_the_end(stack, server)

    # A simple pilot knows no move now and then, and breaks the rules before there was much to steer.
    assert any(asyncio.run(scenario()) for _ in range(6))


def test_cancelling_breaks_a_game_off(server: Server) -> None:
    async def scenario() -> None:
        async with AsyncExitStack() as stack:
            first, second, controller = [await enter(stack, server) for _ in range(3)]
            await first.say(JOIN)
            room = (await first.until("joined")).attrib["roomId"]
            await second.say(JOIN)
            await first.until("MoveRequest")
            await controller.say(f'<cancel roomId="{room}"/>')
            for client in (first, second):
                result = await client.until("result")
                assert {score.attrib["cause"] for score in result.iter("score")} == {"UNKNOWN"}
                assert (await client.rest())[-1] == "left"

    asyncio.run(scenario())


def test_a_table_with_an_owner_is_not_steered_from_the_games_own_port(server: Server) -> None:
    guest = Api(server.ports["web"]).as_guest("Owner")
    code = guest.post("/api/tables", {"game": "mississippi", "seats": 2})["id"]
    steering = "".join(
        [f'<pause roomId="{code}" pause="true"/>', f'<cancel roomId="{code}"/>', f'<step roomId="{code}"/>']
    )

    async def scenario() -> None:
        async with AsyncExitStack() as stack:
            stranger = await enter(stack, server)
            await stranger.say(f'{steering}<observe roomId="{code}" passphrase=""/>')
            await stranger.until("observed")
            assert guest.get(f"/api/tables/{code}")["status"] == "open"
            page = await stack.enter_async_context(opened(f"{server.websocket}/ws/mississippi/{code}/"))
            async with opened(f"{server.websocket}/ws/mississippi/{code}/") as other:
                for sitting in (page, other):
                    assert (await sitting.request("table/sit", {}))["payloadType"] == "table/done"
                await stranger.until("memento")
                assert guest.get(f"/api/tables/{code}")["status"] == "running", "the early pause did nothing either"
                await stranger.say(steering + "<freeReservation/>")
                assert await stranger.until("CloseConnection") is not None
                assert guest.get(f"/api/tables/{code}")["status"] == "running"

    asyncio.run(scenario())


def test_a_late_observer_sees_the_current_state(server: Server) -> None:
    async def scenario() -> None:
        async with AsyncExitStack() as stack:
            first, second, late = [await enter(stack, server) for _ in range(3)]
            await first.say(JOIN)
            room = (await first.until("joined")).attrib["roomId"]
            await second.say(JOIN)
            await first.until("MoveRequest")
            await late.say(f'<observe roomId="{room}" passphrase=""/>')
            assert (await late.until("memento")).find("data/state").attrib["turn"] == "0"  # type: ignore[union-attr]
            await first.say("</protocol>")
            assert [score.attrib["cause"] for score in (await late.until("result")).iter("score")] == [
                "LEFT",
                "REGULAR",
            ]
            await second.until("left")

    asyncio.run(scenario())


def test_a_finished_game_can_be_taken_away_and_brought_back_in_the_contests_format(server: Server) -> None:
    async def scenario() -> str:
        async with AsyncExitStack() as stack:
            pilots = [Pilot(await enter(stack, server)) for _ in range(2)]
            for pilot in pilots:
                await pilot.client.say(JOIN)
            await play_all(*pilots)
            return pilots[0].room

    room = asyncio.run(scenario())
    api = Api(server.ports["web"])
    replay = api.get(f"/api/tables/{room}")["replay"]
    packed = api.call("GET", f"/api/replays/{replay}.xml.gz").body
    stream = ElementTree.fromstring(gzip.decompress(packed))
    assert stream.tag == "object-stream"
    assert [int(state.attrib["turn"]) for state in stream.findall("state")] == list(range(len(stream.findall("state"))))
    guest = api.as_guest("Librarian")
    stored = guest.call("POST", "/api/replays?game=mississippi&format=xml.gz", packed)
    assert stored.status in (200, 201), stored.body
    assert stored.json["verified"]
    again = api.call("GET", f"/api/replays/{stored.json['id']}.xml").body
    states = [ElementTree.tostring(node).split() for node in stream.findall("state")]
    assert [ElementTree.tostring(node).split() for node in ElementTree.fromstring(again).findall("state")] == states
