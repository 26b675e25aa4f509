"""A client on the local network finds the server by asking."""

from __future__ import annotations

import asyncio
import socket
from dataclasses import replace

import pytest

from bridge.lan import announce
from gamekit.discovery import Discovery
from tests.bridge.echo import until
from tests.support.waiting import PATIENCE

HEARD = Discovery(
    "X", 30303, "x", 0, lambda port: b"here %d" % port, lambda data, port: b"at %d" % port if data == b"?" else None
)


def test_a_question_is_answered_to_its_sender_and_noise_is_not() -> None:
    async def scenario() -> bytes:
        loop = asyncio.get_running_loop()
        transport = await announce(HEARD, 6785, "127.0.0.1", 0)
        address = transport.get_extra_info("sockname")
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asker:
            asker.setblocking(False)
            asker.bind(("127.0.0.1", 0))
            asker.sendto(b"noise", address)
            asker.sendto(b"?", address)
            answer = await asyncio.wait_for(loop.sock_recv(asker, 100), PATIENCE)
        transport.close()
        await asyncio.sleep(0)
        return answer

    assert asyncio.run(scenario()) == b"at 6785"


def test_a_flood_of_questions_gets_one_answer_in_a_while() -> None:
    asked: list[bytes] = []

    def answer(data: bytes, port: int) -> bytes:
        asked.append(data)
        return b"at %d" % port

    async def scenario() -> None:
        loop = asyncio.get_running_loop()
        transport = await announce(replace(HEARD, pause_ms=10_000, answer=answer), 6785, "127.0.0.1", 0)
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asker:
            asker.setblocking(False)
            for _ in range(20):
                asker.sendto(b"?", transport.get_extra_info("sockname"))
            await asyncio.wait_for(until(lambda: len(asked) == 20), PATIENCE)
            assert await asyncio.wait_for(loop.sock_recv(asker, 100), PATIENCE) == b"at 6785"
            with pytest.raises(BlockingIOError):
                asker.recv(100)
        transport.close()
        await asyncio.sleep(0)

    asyncio.run(scenario())
