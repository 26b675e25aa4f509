"""Colours, readiness, announcements on the net, chat, refusals in German."""

from __future__ import annotations

import pytest

from gamekit.errors import GameError, IllegalMove, MalformedMessage, Refused
from gamekit.reception import SeatInfo
from gamekit.rules import Json, Player
from games.catan import GAME, discovery
from games.catan.chat import read_chat, write_chat
from games.catan.german import sentence
from games.catan.rules.material import COLOURS
from games.catan.seating import check_seat, colours_for, final_colours, ready


def seat(number: int, kind: str = "client", is_ready: bool = False, **data: Json) -> SeatInfo:
    """Return a taken seat."""
    return SeatInfo(number, f"P{number}", number + 1, kind, True, is_ready, data)  # type: ignore[arg-type]


def test_who_chooses_nothing_gets_a_free_colour() -> None:
    taken = [seat(0, colour="Rot"), seat(1, colour="Blau")]
    assert check_seat({}, taken) == {"colour": "Orange", "settled": True}
    everyone: list[SeatInfo] = []
    for number in range(6):
        everyone.append(seat(number, **check_seat({}, everyone)))
    assert [one.data["colour"] for one in everyone] == list(COLOURS)


def test_a_settled_colour_is_taken_a_wish_is_not() -> None:
    wish: dict[str, Json] = {"colour": "Rot", "settled": False}
    assert check_seat({"colour": "Rot"}, [seat(0, **wish)])["settled"] is True
    assert check_seat(wish, [seat(0, colour="Rot", settled=True)]) == wish
    with pytest.raises(Refused, match=r"^Farbe bereits vergeben$"):
        check_seat({"colour": "Rot"}, [seat(0, colour="Rot")])
    with pytest.raises(Refused):
        check_seat({"colour": "Lila"}, [])


def test_green_and_brown_come_with_the_large_table() -> None:
    assert colours_for(4) == ("Rot", "Orange", "Blau", "Weiß")
    assert set(colours_for(5)) == set(COLOURS)


def test_a_table_begins_with_three_who_are_all_ready() -> None:
    assert not ready([seat(0, is_ready=True), seat(1, is_ready=True)], 4)
    assert ready([seat(n, is_ready=True) for n in range(3)], 4)
    assert not ready([*(seat(n, is_ready=True) for n in range(3)), seat(3)], 4)
    assert ready([seat(0, is_ready=True), seat(1, "person"), seat(2, "bot")], 4)
    assert GAME.ready is ready


def test_colours_of_a_match_are_all_different() -> None:
    wishes: list[Json] = ["Blau", None, "Blau", "Rot", "Lila", None]
    chosen = final_colours([Player(str(n), n + 1, "client", {"colour": wish}) for n, wish in enumerate(wishes)])
    assert chosen[0] == "Blau"
    assert chosen[3] == "Rot"
    assert sorted(chosen) == sorted(COLOURS)


def test_an_announcement_is_three_texts_and_is_read_back() -> None:
    one = discovery.Announcement(discovery.SERVER, 6785, "Häuser am Spieltisch")
    datagram = discovery.encode(one)
    assert datagram == "SERVER\x006785\x00Häuser am Spieltisch".encode()
    assert discovery.decode(datagram) == one
    for wrong in (
        b"",
        b"a\x00b\x00c",
        b"a\x001",
        b"a\x00999999\x00c",
        b"a\x0070000\x00c",
        b"\xff\x001\x00c",
        b"x" * 9000,
    ):
        with pytest.raises(MalformedMessage):
            discovery.decode(wrong)
    for text in ("a\x00b", "x" * 8190):
        with pytest.raises(MalformedMessage):
            discovery.encode(discovery.Announcement(discovery.SERVER, 1, text))


def test_a_server_answers_clients_and_nobody_else() -> None:
    custom = GAME.discovery
    assert custom is not None
    assert discovery.decode(custom.announce(6785)).port == 6785
    question = discovery.encode(discovery.Announcement(discovery.CLIENT, 1, "who is there?"))
    answer = custom.answer(question, 6785)
    assert answer is not None
    assert discovery.decode(answer).kind == discovery.SERVER
    assert custom.answer(custom.announce(6785), 6785) is None
    assert custom.answer(b"nonsense", 6785) is None


def test_chat_goes_both_ways() -> None:
    word, payload = write_chat("Ada", 0, 7, "Hallo")
    assert (word, payload) == ("Chatnachricht", {"Absender": 7, "Nachricht": "Hallo", "Name": "Ada"})
    assert read_chat(word, payload) == ("Ada", "Hallo")
    assert "Absender" not in write_chat("Gast", None, 0, "Hallo")[1]
    assert read_chat("Statusupdate", {}) is None


def test_refusals_are_german_and_name_the_field_of_a_bad_message() -> None:
    assert sentence(IllegalMove("no", "build/taken", "Ort")) == "Dort steht schon eine Straße"
    assert sentence(MalformedMessage("no", "message/missing", "Typ")) == "Typ: fehlt"
    assert sentence(GameError("as it is", "some/code")) == "as it is"
