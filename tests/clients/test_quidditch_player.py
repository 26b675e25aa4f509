"""The artificial player against a house without a network: it plays whole matches and is never warned."""

from __future__ import annotations

import pytest

from clients.quidditch.player import ArtificialPlayer
from gamekit.rules import Json
from games.quidditch.team import default_team
from games.quidditch.tests.fakehouse import Client, FakeHouse


class Seated:
    """A player and its connection."""

    def __init__(self, house: FakeHouse, name: str, difficulty: int) -> None:
        self.player = ArtificialPlayer(default_team(difficulty % 2), name, "secret", "hogwarts", difficulty)
        self.connect(house)

    def connect(self, house: FakeHouse) -> None:
        """Come (back) to the house."""
        self.client: Client = house.connect()
        self._heard = 0
        self._say(self.player.hello())

    def listen(self) -> bool:
        """Answer everything heard since the last time; False when there was nothing."""
        news = self.client.desk.sent[self._heard :]
        self._heard += len(news)
        for kind, payload in news:
            self._say(self.player.hear(kind, payload))
        return bool(news)

    def _say(self, messages: Json) -> None:
        for kind, payload in messages:
            self.client.say(kind, payload)


def play_out(*seats: Seated) -> None:
    """Let everybody talk until nobody has anything to say."""
    for _ in range(100_000):
        heard = [seat.listen() for seat in seats]
        if True not in heard:
            return


@pytest.mark.parametrize(("left", "right"), [(0, 1), (1, 2), (2, 0)])
def test_players_of_every_difficulty_finish_a_match_without_a_warning(left: int, right: int) -> None:
    house = FakeHouse(max_rounds=13)
    one, two = Seated(house, "alpha", left), Seated(house, "bravo", right)
    play_out(one, two)
    for seat in (one, two):
        assert seat.player.finished["victoryReason"] != "violationOfProtocol"
        assert not {"privateError", "privateWarning"} & set(seat.client.words())


def test_a_player_who_was_cut_off_comes_back_and_plays_on() -> None:
    house = FakeHouse(max_rounds=13)
    one, two = Seated(house, "alpha", 1), Seated(house, "bravo", 1)
    for _ in range(40):
        one.listen()
        two.listen()
    one.connect(house)
    play_out(one, two)
    assert one.player.finished == two.player.finished
    assert one.player.finished["victoryReason"] != "violationOfProtocol"


def test_back_during_the_formation_a_formation_is_not_sent_twice() -> None:
    house = FakeHouse(max_rounds=13)
    one, two = Seated(house, "alpha", 1), Seated(house, "bravo", 1)
    one.listen()
    two.listen()
    one.listen()  # matchStart: the formation goes out
    one.connect(house)
    play_out(one, two)
    assert one.player.finished["victoryReason"] != "violationOfProtocol"


def test_what_other_servers_send_besides_is_ignored() -> None:
    player = ArtificialPlayer(default_team(0), "alpha", "x", "hogwarts", 0)
    for kind, payload in (
        ("snapshot", {"phase": "tea"}),
        ("next", {"turn": "bludger1", "type": "move", "timeout": 0}),
        ("next", {"turn": "leftSeeker", "type": "move", "timeout": 0}),
        ("matchStart", {}),
        ("lobbies", {"lobbies": []}),
        ("pauseResponse", []),
        ("unheardOf", None),
    ):
        assert list(player.hear(kind, payload)) == []


def test_on_a_snapshot_it_cannot_read_it_skips() -> None:
    house = FakeHouse(max_rounds=13)
    one, two = Seated(house, "alpha", 0), Seated(house, "bravo", 0)
    for seat in (one, two, one):
        seat.listen()
    start = one.client.last("matchStart")
    list(one.player.hear("matchStart", start))
    list(one.player.hear("snapshot", {"phase": "tea"}))
    ((kind, request),) = one.player.hear("next", {"turn": "leftSeeker", "type": "move", "timeout": 100})
    assert (kind, request["deltaType"], request["activeEntity"]) == ("deltaRequest", "skip", "leftSeeker")


def test_while_paused_it_is_silent() -> None:
    house = FakeHouse(max_rounds=13)
    one, two = Seated(house, "alpha", 0), Seated(house, "bravo", 0)
    for seat in (one, two, one):
        seat.listen()
    list(one.player.hear("pauseResponse", {"message": "", "userName": "bravo", "pause": True}))
    assert list(one.player.hear("next", {"turn": "leftSeeker", "type": "move", "timeout": 100})) == []


@pytest.mark.parametrize(("difficulty", "name"), [(0, "strong"), (1, "medium"), (2, "naive"), (9, "naive")])
def test_the_difficulties_are_the_bots_that_were_matched_against_each_other(difficulty: int, name: str) -> None:
    player = ArtificialPlayer(default_team(0), "alpha", "secret", "hogwarts", difficulty)
    assert player.strength == name
