"""The conversation of a client: sections 6, 8 and 9, checklist 46, and what real clients do wrong."""

from __future__ import annotations

import pytest

from gamekit.container import MALFORMED, Container
from gamekit.errors import Refused
from gamekit.rules import Json
from gamekit.views import Message
from games.catan.messages import VERTEX_PLACES
from games.catan.rules.legal import legal_moves
from games.catan.rules.moves import BuildVillage
from games.catan.tests.hall import FakeDesk, Hall, run

OK: Message = ("OK", {})
COLOURS = ("Rot", "Blau", "Weiß", "Orange")


async def _started(count: int = 3) -> list[FakeDesk]:
    hall = Hall()
    desks = [hall.desk() for _ in range(count)]
    for desk, colour in zip(desks, COLOURS, strict=False):
        await desk.reception.connected()
        await desk.say("Hallo", {"Version": "Test (KI)"})
        await desk.say("Spieler", {"Name": colour, "Farbe": colour})
    for desk in desks:
        await desk.say("Spiel starten")
        for other in desks:
            for word, payload in other.take():
                if word in other.reception.listens_to:
                    await other.reception.heard(Container(word, payload))
    for desk in desks:
        await desk.reception.heard(Container("Spiel gestartet", {}))
    return desks


def _status(message: tuple[str, Json]) -> tuple[int, str]:
    assert message[0] == "Statusupdate"
    return message[1]["Spieler"]["id"], message[1]["Spieler"]["Status"]


def test_the_server_greets_first_and_names_the_protocol_as_a_text() -> None:
    async def talk() -> None:
        desk = Hall().desk()
        await desk.reception.connected()
        assert desk.take() == [("Hallo", {"Version": "Spieltisch 1.0", "Protokoll": "1.0"})]

    run(talk())


def test_a_newcomer_is_welcomed_told_to_all_and_told_of_all() -> None:
    async def talk() -> None:
        hall = Hall()
        first, second = hall.desk(), hall.desk()
        await first.say("Hallo", {"Version": "A"})
        await first.say("Spieler", {"Name": "Ada", "Farbe": "Rot"})
        await first.say("Spiel starten")
        told = await second.say("Hallo", {"Version": "B"})
        assert told[0] == ("Willkommen", {"id": 2})
        assert [_status(message) for message in told[1:]] == [(2, "Spiel starten"), (1, "Wartet auf Spielbeginn")]
        own, other = told[1][1]["Spieler"], told[2][1]["Spieler"]
        assert own["Name"] is None
        assert "Farbe" not in own
        assert (own["Siegpunkte"], own["Rohstoffe"]["Holz"], own["Entwicklungskarten"]["Ritter"]) == (0, 0, 0)
        assert (other["Name"], other["Farbe"], other["Rohstoffe"]) == ("Ada", "Rot", 0)
        assert [_status(message) for message in first.take()] == [(2, "Spiel starten")]

    run(talk())


def test_name_and_colour_are_told_before_the_answer() -> None:
    async def talk() -> None:
        desk = Hall().desk()
        await desk.say("Hallo", {"Version": "A"})
        told = await desk.say("Spieler", {"Name": "Postfrosch", "Farbe": "Orange", "Extra": 1})
        assert [word for word, _ in told] == ["Statusupdate", "OK"]
        assert told[0][1]["Spieler"]["Farbe"] == "Orange"
        assert told[0][1]["Spieler"]["Name"] == "Postfrosch"

    run(talk())


@pytest.mark.parametrize(
    "payload",
    [
        {"Farbe": "Lila"},
        {"Farbe": "Grün"},
        {"Farbe": 3},
        {"Farbe": ["Rot"]},
        {"Name": ""},
        {"Name": "  "},
        {"Name": 7},
        {"Name": "x" * 100},
        {"Name": "a\nb"},
    ],
)
def test_a_bad_name_or_colour_is_refused_and_changes_nothing(payload: Json) -> None:
    async def talk() -> None:
        desk = Hall().desk()
        await desk.say("Hallo", {"Version": "A"})
        before = desk.at.seats[0] if desk.at else None
        assert [word for word, _ in await desk.say("Spieler", payload)] == ["Fehler"]
        assert desk.at is not None
        assert desk.at.seats[0] == before

    run(talk())


def test_a_taken_colour_is_refused_at_the_start_with_exactly_this_text() -> None:
    async def talk() -> None:
        hall = Hall()
        first, second = hall.desk(), hall.desk()
        for desk in (first, second):
            await desk.say("Hallo", {"Version": "A"})
            assert (await desk.say("Spieler", {"Name": "A", "Farbe": "Rot"}))[-1] == OK
        assert (await second.say("Spiel starten"))[-1] == OK
        assert await first.say("Spiel starten") == [("Fehler", {"Meldung": "Farbe bereits vergeben"})]
        assert (await first.say("Spieler", {"Farbe": "Blau"}))[-1] == OK
        assert (await first.say("Spiel starten"))[-1] == OK

    run(talk())


def test_start_needs_a_name_and_a_colour_and_is_accepted_once() -> None:
    async def talk() -> None:
        desk = Hall().desk()
        await desk.say("Hallo", {"Version": "A"})
        assert [word for word, _ in await desk.say("Spiel starten")] == ["Fehler"]
        await desk.say("Spieler", {"Name": "A", "Farbe": "Rot"})
        told = await desk.say("Spiel starten")
        assert [word for word, _ in told] == ["Statusupdate", "OK"]
        assert _status(told[0]) == (1, "Wartet auf Spielbeginn")
        assert [word for word, _ in await desk.say("Spiel starten")] == ["Fehler"]
        assert [word for word, _ in await desk.say("Spieler", {"Name": "B"})] == ["Fehler"]

    run(talk())


def test_two_are_too_few_and_the_match_begins_with_the_third() -> None:
    async def talk() -> None:
        hall = Hall()
        desks = [hall.desk() for _ in range(3)]
        for desk, colour in zip(desks[:2], COLOURS, strict=False):
            await desk.join(colour, colour)
        assert hall.tables[0].state is None
        await desks[2].join("C", "Weiß")
        assert hall.tables[0].state is not None
        words = desks[0].words()
        assert words[words.index("Spiel gestartet") :][:2] == ["Spiel gestartet", "Würfelwurf"]

    run(talk())


def test_who_comes_after_the_start_sits_at_a_new_table() -> None:
    async def talk() -> None:
        desks = await _started()
        late = desks[0].hall.desk()
        told = await late.say("Hallo", {"Version": "A"})
        assert [word for word, _ in told] == ["Willkommen", "Statusupdate"]
        assert late.at is not desks[0].at

    run(talk())


def test_46_every_request_is_answered_exactly_once_after_its_consequences() -> None:
    async def talk() -> None:
        desks = await _started()
        state = desks[0].hall.tables[0].state
        assert state is not None
        desk = desks[state.current]
        move = legal_moves(state, state.current)[20]
        assert isinstance(move, BuildVillage)
        shuffled = [VERTEX_PLACES[move.vertex][i] for i in (2, 0, 1)]
        told = await desk.say("Bauen", {"Typ": "Dorf", "Ort": shuffled, "id": 4})
        assert [word for word, _ in told] == ["Bauvorgang", "Statusupdate", "OK"]
        before = state.clone()
        for word, payload in [
            ("Bauen", {"Typ": "Dorf", "Ort": shuffled}),
            ("Würfeln", {}),
            ("Zug beenden", {}),
            ("Bauen", {"Typ": "Burg", "Ort": []}),
            ("Bauen", []),
            ("Hallo", {"Version": "again"}),
            ("Spieler", {"Name": "Neu"}),
            ("Spiel starten", {}),
            ("Unsinn", {}),
            ("Handel annehmen", {"Handel id": 1}),
            ("Handel annehmen", {"Handel id": "1"}),
            ("Chatnachricht senden", {"Nachricht": 5}),
            (MALFORMED, {"reason": "no", "code": "message/not_json", "field": "", "cause": "", "fatal": False}),
        ]:
            told = await desk.say(word, payload)
            assert [kind for kind, _ in told] == ["Fehler"], word
            assert told[0][1]["Meldung"]
        assert state.open_vertices == before.open_vertices
        assert state.hands == before.hands

    run(talk())


def test_out_of_turn_floods_are_answered_one_by_one_and_unseen_by_others() -> None:
    async def talk() -> None:
        desks = await _started()
        state = desks[0].hall.tables[0].state
        assert state is not None
        other = desks[(state.current + 1) % 3]
        for desk in desks:
            desk.take()
        for _ in range(50):
            assert [word for word, _ in await other.say("Zug beenden")] == ["Fehler"]
        assert desks[state.current].take() == []

    run(talk())


def test_a_client_that_speaks_before_its_hello_is_heard_after_it() -> None:
    async def talk() -> None:
        desk = Hall().desk()
        assert await desk.say("Spieler", {"Name": "Eilig", "Farbe": "Blau"}) == []
        told = await desk.say("Hallo", {"Version": "Spieltisch 1.0"})
        assert [word for word, _ in told] == ["Willkommen", "Statusupdate", "Statusupdate", "OK"]

    run(talk())


def test_a_client_that_never_says_hello_is_heard_after_a_moment() -> None:
    async def talk() -> None:
        desk = Hall().desk()
        await desk.say("Spieler", {"Name": "Eilig", "Farbe": "Blau"})
        await desk.reception.timer(desk.timers[0][1])
        assert desk.words() == ["Willkommen", "Statusupdate", "Statusupdate", "OK"]
        assert await desk.say("Hallo", {"Version": "late"}) == []
        assert [word for word, _ in await desk.say("Hallo", {"Version": "twice"})] == ["Fehler"]

    run(talk())


def test_a_flood_before_the_hello_is_bounded() -> None:
    async def talk() -> None:
        desk = Hall().desk()
        answers = [await desk.say("Würfeln") for _ in range(25)]
        assert [bool(answer) for answer in answers] == [False] * 20 + [True] * 5

    run(talk())


@pytest.mark.parametrize("payload", [{"Version": 5}, [], "x", None])
def test_a_bad_hello_is_refused_and_may_be_repeated(payload: Json) -> None:
    async def talk() -> None:
        desk = Hall().desk()
        await desk.reception.received(Container("Hallo", payload))
        assert desk.words() == ["Fehler"]
        assert (await desk.say("Hallo", {}))[0][0] == "Willkommen"

    run(talk())


def test_a_seat_token_at_the_end_of_the_version_leads_back_to_the_seat() -> None:
    async def talk() -> None:
        desks = await _started()
        hall = desks[0].hall
        hall.tokens["abcDEF123_-"] = (hall.tables[0], 1)
        back = hall.desk()
        told = await back.say("Hallo", {"Version": "Client 1.0 #abcDEF123_-"})
        assert told[0] == ("Willkommen", {"id": 2})
        assert told[1][0] == "Spiel gestartet"
        assert [_status(message)[0] for message in told[2:]] == [1, 3, 2]
        stranger = hall.desk()
        assert [word for word, _ in await stranger.say("Hallo", {"Version": "C #wrongtoken"})] == ["Fehler"]
        assert (await stranger.say("Hallo", {"Version": "C# client"}))[0][0] == "Willkommen"

    run(talk())


def test_chat_reaches_all_before_the_answer() -> None:
    async def talk() -> None:
        desks = await _started()
        for desk in desks:
            desk.take()
        told = await desks[1].say("Chatnachricht senden", {"Nachricht": "Was ist gelb?"})
        assert [word for word, _ in told] == ["Chatnachricht", "OK"]
        assert (told[0][1]["Absender"], told[0][1]["Nachricht"]) == (2, "Was ist gelb?")
        assert desks[0].words() == ["Chatnachricht"]

    run(talk())


def test_a_lost_connection_before_the_match_is_told() -> None:
    async def talk() -> None:
        hall = Hall()
        first, second = hall.desk(), hall.desk()
        for desk in (first, second):
            await desk.say("Hallo", {"Version": "A"})
        first.take()
        await second.reception.gone()
        assert [_status(message) for message in first.take()] == [(2, "Verbindung verloren")]
        await hall.desk().reception.gone()

    run(talk())


def test_after_the_end_nothing_can_be_chosen_any_more() -> None:
    async def talk() -> None:
        desks = await _started()
        await desks[0].reception.heard(Container("Spiel beendet", {}))
        assert [word for word, _ in await desks[0].say("Spiel starten")] == ["Fehler"]
        await desks[0].reception.gone()
        await desks[0].reception.replaced()

    run(talk())


def test_a_broken_line_of_a_lost_cause_closes_the_connection() -> None:
    async def talk() -> None:
        desk = Hall().desk()
        told = await desk.say(MALFORMED, {"reason": "too long", "code": "frame/too_long", "field": "", "fatal": True})
        assert told == [("Fehler", {"Meldung": "Die Zeile ist zu lang: die Verbindung wird geschlossen"})]
        assert desk.closed

    run(talk())


def test_a_seat_lost_to_a_quicker_client_is_looked_for_again() -> None:
    async def talk() -> None:
        hall = Hall()
        for tries, expected in ((2, ["Willkommen", "Statusupdate"]), (3, ["Willkommen", "Fehler"])):
            desk = hall.desk()
            left, really_sit = [tries], desk.sit

            async def sit(*given: Json, left: list[int] = left, really_sit: Json = really_sit, **named: Json) -> Json:
                left[0] -= 1
                if left[0] >= 0:
                    raise Refused("every seat at this table is taken", "table/full")
                return await really_sit(*given, **named)

            desk.sit = sit  # type: ignore[method-assign]
            assert [word for word, _ in await desk.say("Hallo", {"Version": "A"})] == expected

    run(talk())


def test_who_comes_hears_willkommen_before_anything_of_the_table() -> None:
    async def talk() -> None:
        hall = Hall()
        first, second = hall.desk(), hall.desk()
        await first.say("Hallo", {"Version": "A"})
        really_sit = second.sit

        async def sit(*given: Json, **named: Json) -> Json:
            seated = await really_sit(*given, **named)
            # As it happens on a real table: somebody else speaks while the newcomer is being seated.
            await first.say("Spieler", {"Name": "A", "Farbe": "Rot"})
            return seated

        second.sit = sit  # type: ignore[method-assign]
        told = [word for word, _ in await second.say("Hallo", {"Version": "B"})]
        assert told == ["Willkommen", "Statusupdate", "Statusupdate", "Statusupdate"]

    run(talk())


def test_a_start_that_fails_at_the_last_moment_is_taken_back() -> None:
    async def talk() -> None:
        desk = Hall().desk()
        await desk.say("Hallo", {"Version": "A"})
        await desk.say("Spieler", {"Name": "A", "Farbe": "Rot"})
        really_update = desk.update_seat

        async def update_seat(**named: Json) -> Json:
            if named.get("ready"):
                raise Refused("the match has begun", "table/started")
            return await really_update(**named)

        desk.update_seat = update_seat  # type: ignore[method-assign]
        told = await desk.say("Spiel starten")
        assert [word for word, _ in told] == ["Statusupdate", "Statusupdate", "Fehler"]
        assert [_status(message)[1] for message in told[:2]] == ["Wartet auf Spielbeginn", "Spiel starten"]

    run(talk())
