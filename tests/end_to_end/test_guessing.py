"""Passwords are not guessed sooner by asking many times at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from tests.support.api import Answer
from tests.support.server import Server
from tests.support.visitor import Visitor

CROWD = 12


def test_simultaneous_guesses_are_counted_before_they_are_judged(server: Server) -> None:
    assert Visitor(server).post("/accounts/sign-up/", username="anna", password="quite-a-secret-99").status == 302
    visitors = [Visitor(server) for _ in range(CROWD)]
    barrier = Barrier(CROWD)

    def guess(visitor: Visitor) -> Answer:
        barrier.wait()
        return visitor.post("/accounts/sign-in/", username="anna", password="a wrong one")

    with ThreadPoolExecutor(CROWD) as crowd:
        answers = list(crowd.map(guess, visitors))
    judged = [answer for answer in answers if b"do not fit together" in answer.body]
    refused = [answer for answer in answers if answer.status == 429]
    assert len(judged) <= 5
    assert len(judged) + len(refused) == CROWD
    assert all(0 < int(answer.headers["retry-after"]) <= 900 for answer in refused)
