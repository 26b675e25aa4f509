"""A client that is too fast is made to wait; one that floods is noticed; nothing is lost or out of order."""

from __future__ import annotations

import asyncio
import time

from spieltisch.tables.intake import Allowance, Event, Intake


class Client:
    """Says things without waiting for anybody."""

    def __init__(self) -> None:
        self._said: asyncio.Queue[Event] = asyncio.Queue()
        self.receive = self._said.get

    def say(self, *texts: str) -> None:
        for text in texts:
            self._said.put_nowait({"type": "websocket.receive", "text": text})

    def leave(self) -> None:
        self._said.put_nowait({"type": "websocket.disconnect", "code": 1000})


def test_the_burst_passes_at_once_and_the_rest_at_the_rate() -> None:
    allowance = Allowance(rate=10, burst=3)
    now = time.monotonic()
    assert [allowance.take(now) for _ in range(3)] == [0.0] * 3
    assert 0 < allowance.take(now) <= 0.1
    assert allowance.take(now + 0.11) == 0.0
    assert allowance.take(now + 0.11) > 0
    # However long nobody spoke, not more than the burst has gathered.
    assert [allowance.take(now + 60) for _ in range(3)] == [0.0] * 3
    assert allowance.take(now + 60) > 0


def test_a_rate_of_0_allows_any() -> None:
    allowance = Allowance(rate=0, burst=1)
    assert not any(allowance.take(0.0) for _ in range(1000))


def test_who_is_too_fast_waits_and_loses_nothing() -> None:
    async def talk() -> tuple[list[str], float]:
        client = Client()
        intake = Intake(client.receive, Allowance(rate=100, burst=5), most=100)
        texts = [str(number) for number in range(15)]
        client.say(*texts)
        client.leave()
        began = time.monotonic()
        heard = []
        while (event := await intake.next())["type"] != "websocket.disconnect":
            heard.append(event["text"])
        assert not intake.flooded
        assert heard == texts
        return heard, time.monotonic() - began

    _, seconds = asyncio.run(asyncio.wait_for(talk(), 30))
    # Ten of fifteen had to wait for the hundredth of a second each that the rate asks for.
    assert seconds > 0.09


def test_a_conversation_of_questions_and_answers_is_never_a_flood() -> None:
    async def talk() -> None:
        client = Client()
        intake = Intake(client.receive, Allowance(rate=500, burst=1), most=1)
        for number in range(50):
            client.say(str(number))
            assert (await intake.next())["text"] == str(number)
        assert not intake.flooded

    asyncio.run(asyncio.wait_for(talk(), 30))


def test_who_goes_on_while_he_waits_floods() -> None:
    async def talk() -> None:
        client = Client()
        intake = Intake(client.receive, Allowance(rate=0.001, burst=1), most=10)
        client.say(*(str(number) for number in range(20)))
        assert (await intake.next())["text"] == "0"
        await intake.next()
        assert intake.flooded
        intake.close()

    asyncio.run(asyncio.wait_for(talk(), 30))


def test_few_but_huge_messages_are_a_flood_too() -> None:
    async def talk() -> None:
        client = Client()
        intake = Intake(client.receive, Allowance(rate=0.001, burst=1), most=1000, most_bytes=100)
        client.say("a", "b", "c" * 90, "d" * 90, "e" * 90)
        await intake.next()
        await intake.next()
        assert intake.flooded
        intake.close()

    asyncio.run(asyncio.wait_for(talk(), 30))


def test_a_message_that_waited_keeps_the_time_at_which_it_came() -> None:
    async def talk() -> None:
        client = Client()
        intake = Intake(client.receive, Allowance(rate=5, burst=1), most=10)
        client.say("first", "second", "third")
        for _ in range(2):
            await intake.next()
        # All came at once. The second had to wait already, the third still has to.
        before_the_third = time.monotonic()
        event = await intake.next()
        assert event["text"] == "third"
        assert event["received"] <= before_the_third

    asyncio.run(asyncio.wait_for(talk(), 30))
