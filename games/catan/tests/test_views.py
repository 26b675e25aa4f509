"""Checklist 45: what each recipient sees, message by message; and the order of section 8.1."""

from __future__ import annotations

import pytest

from gamekit import jsontext
from gamekit.chance import Chance
from gamekit.errors import GameError
from gamekit.rules import Json
from gamekit.views import Clock, Message
from games.catan import GAME
from games.catan.messages import write_resources
from games.catan.rules.events import LongestRoadTaken
from games.catan.rules.moves import (
    BUY_CARD,
    END_TURN,
    ROLL,
    AnswerOffer,
    BuildRoad,
    BuildTown,
    CancelOffer,
    CloseTrade,
    Discard,
    Move,
    MoveRobber,
    OfferTrade,
    PlayKnight,
    PlayMonopoly,
    PlayPlenty,
    PlayRoads,
    TradeWithBank,
    unit,
)
from games.catan.rules.referee import RULES
from games.catan.rules.state import Phase, State
from games.catan.tests.positions import (
    coast,
    deal,
    dice,
    field,
    give,
    in_turn,
    play,
    roads,
    room,
    town,
    village,
)

VIEWERS = (None, 0, 1, 2, 3)


def told(state: State, seat: int, move: Move, *outcomes: int) -> dict[int | None, list[Message]]:
    """Play a move; return what each viewer is told."""
    events = play(state, seat, move, *outcomes)
    here = room(state)
    return {v: [m for event in events for m in GAME.views.render(here, state, event, v)] for v in VIEWERS}


def words(messages: list[Message]) -> list[str]:
    """Return the types of the messages."""
    return [word for word, _ in messages]


def payload(messages: list[Message], word: str, nth: int = 0) -> Json:
    """Return the content of the nth message of a type."""
    return [content for kind, content in messages if kind == word][nth]


def test_45_a_roll_is_told_openly_yields_before_the_status() -> None:
    state = in_turn(phase=Phase.ROLL)
    number, resource, _ = state.setting.board.yields[12][0]
    corners = state.setting.board.island.field_vertices[number]
    town(state, 0, corners[0])
    village(state, 2, corners[2])
    seen = told(state, 0, ROLL, *dice(6, 6))
    for messages in seen.values():
        assert words(messages) == ["Würfelwurf", "Ertrag", "Ertrag", "Statusupdate"]
        assert payload(messages, "Würfelwurf") == {"Spieler": 1, "Wurf": [6, 6]}
        assert payload(messages, "Ertrag") == {"Spieler": 1, "Rohstoffe": write_resources(unit(resource, 2))}
        assert payload(messages, "Ertrag", 1)["Spieler"] == 3
        assert payload(messages, "Statusupdate")["Spieler"]["Status"] == "Handeln oder Bauen"
    assert payload(seen[0], "Statusupdate")["Spieler"]["Rohstoffe"] == write_resources(unit(resource, 2))
    assert payload(seen[1], "Statusupdate")["Spieler"]["Rohstoffe"] == 2


def test_45_a_building_is_told_with_its_costs() -> None:
    state = in_turn()
    vertices, edges = coast(state.setting.board.island)
    village(state, 0, vertices[0])
    give(state, 0, Holz=1, Lehm=1, Getreide=2, Erz=3)
    for messages in told(state, 0, BuildRoad(edges[0])).values():
        assert words(messages) == ["Kosten", "Bauvorgang", "Statusupdate"]
        assert payload(messages, "Kosten")["Rohstoffe"] == write_resources((1, 1, 0, 0, 0))
        built = payload(messages, "Bauvorgang")["Gebäude"]
        assert (built["Eigentümer"], built["Typ"], len(built["Ort"])) == (1, "Straße", 2)
    for messages in told(state, 0, BuildTown(vertices[0])).values():
        assert payload(messages, "Bauvorgang")["Gebäude"]["Typ"] == "Stadt"
        assert len(payload(messages, "Bauvorgang")["Gebäude"]["Ort"]) == 3


def test_45_discards_and_stolen_cards_are_numbers_for_those_not_concerned() -> None:
    state = in_turn(phase=Phase.ROLL)
    give(state, 1, Holz=8)
    village(state, 1, state.setting.board.island.field_vertices[field(1, 1)][0])
    play(state, 0, ROLL, *dice(3, 4))
    for viewer, messages in told(state, 1, Discard(unit(0, 4))).items():
        assert words(messages) == ["Kosten", "Statusupdate", "Statusupdate"]
        cost = payload(messages, "Kosten")["Rohstoffe"]
        assert cost == (write_resources(unit(0, 4)) if viewer == 1 else 4)
        assert payload(messages, "Statusupdate", 1)["Spieler"]["Status"] == "Räuber versetzen"
    for viewer, messages in told(state, 0, MoveRobber(field(1, 1), 2), 0).items():
        assert words(messages) == ["Räuber versetzt", "Kosten", "Ertrag", "Statusupdate"]
        assert payload(messages, "Räuber versetzt") == {"Spieler": 1, "Ort": {"x": 1, "y": 1}, "Ziel": 2}
        card = write_resources(unit(0)) if viewer in (0, 1) else 1
        assert payload(messages, "Kosten") == {"Spieler": 2, "Rohstoffe": card}
        assert payload(messages, "Ertrag") == {"Spieler": 1, "Rohstoffe": card}


def test_45_ziel_is_left_out_when_nobody_is_robbed() -> None:
    state = in_turn(phase=Phase.ROBBER)
    messages = told(state, 0, MoveRobber(field(1, 1)))[2]
    assert payload(messages, "Räuber versetzt") == {"Spieler": 1, "Ort": {"x": 1, "y": 1}}


def test_45_a_bought_card_is_its_buyers_secret_and_so_are_its_points() -> None:
    state = in_turn()
    give(state, 0, Wolle=1, Getreide=1, Erz=1)
    for viewer, messages in told(state, 0, BUY_CARD, 24).items():
        assert words(messages) == ["Kosten", "Entwicklungskarte gekauft", "Statusupdate"]
        bought = payload(messages, "Entwicklungskarte gekauft")
        card = payload(messages, "Statusupdate")["Spieler"]
        if viewer == 0:
            assert bought == {"Spieler": 1, "Entwicklungskarte": "Siegpunkt"}
            assert card["Siegpunkte"] == 1
            assert card["Entwicklungskarten"] == {
                "Ritter": 0,
                "Straßenbau": 0,
                "Monopol": 0,
                "Erfindung": 0,
                "Siegpunkt": 1,
            }
        else:
            assert bought == {"Spieler": 1, "Entwicklungskarte": 1}
            assert (card["Siegpunkte"], card["Entwicklungskarten"]) == (0, 1)


def test_45_cards_are_told_openly_but_the_cards_of_year_of_plenty_arrive_hidden() -> None:
    state = in_turn()
    deal(state, 0, Monopol=1, Erfindung=1)
    give(state, 3, Erz=2)
    for messages in told(state, 0, PlayMonopoly(4)).values():
        assert words(messages) == ["Monopol", "Kosten", "Ertrag", "Statusupdate"]
        assert payload(messages, "Monopol") == {"Spieler": 1, "Rohstoff": "Erz"}
        assert payload(messages, "Ertrag")["Rohstoffe"] == write_resources(unit(4, 2))
    state.card_played = False
    for viewer, messages in told(state, 0, PlayPlenty((1, 1, 0, 0, 0))).items():
        assert words(messages) == ["Erfindung", "Ertrag", "Statusupdate"]
        assert payload(messages, "Erfindung") == {"Spieler": 1, "Rohstoffe": write_resources((1, 1, 0, 0, 0))}
        gained = payload(messages, "Ertrag")["Rohstoffe"]
        assert gained == (write_resources((1, 1, 0, 0, 0)) if viewer == 0 else 2)


def test_45_knights_and_road_building_repeat_the_card_message_with_the_player() -> None:
    state = in_turn()
    _, edges = coast(state.setting.board.island)
    roads(state, 0, *edges[:3])
    deal(state, 0, Ritter=1, Straßenbau=1)
    state.knights[0] = 2
    for messages in told(state, 0, PlayKnight(field(1, 1))).values():
        assert words(messages) == ["Ritter ausspielen", "Größte Rittermacht", "Statusupdate"]
        assert payload(messages, "Ritter ausspielen") == {"Spieler": 1, "Ort": {"x": 1, "y": 1}}
        assert payload(messages, "Größte Rittermacht") == {"Spieler": 1}
        card = payload(messages, "Statusupdate")["Spieler"]
        assert (card["Rittermacht"], card["Größte Rittermacht"], card["Siegpunkte"]) == (3, True, 2)
    state.card_played = False
    for messages in told(state, 0, PlayRoads(edges[3], edges[4])).values():
        expected = ["Straßenbaukarte ausspielen", "Bauvorgang", "Bauvorgang", "Längste Handelsstraße", "Statusupdate"]
        assert words(messages) == expected
        assert set(payload(messages, "Straßenbaukarte ausspielen")) == {"Spieler", "Straße 1", "Straße 2"}
        assert payload(messages, "Statusupdate")["Spieler"]["Längste Handelsstraße"] is True


def test_45_a_lost_road_is_told_with_an_empty_object() -> None:
    state = in_turn()
    assert list(GAME.views.render(room(state), state, LongestRoadTaken(None), 1)) == [("Längste Handelsstraße", {})]


def test_45_trade_is_open() -> None:
    state = in_turn()
    give(state, 0, Wolle=6)
    give(state, 1, Erz=1)
    sea = told(state, 0, TradeWithBank(unit(2, 4), unit(0)))
    assert len({jsontext.dumps(messages[:2]) for messages in sea.values()}) == 1
    assert words(sea[3]) == ["Kosten", "Ertrag", "Statusupdate"]
    assert told(state, 0, OfferTrade(unit(2), unit(4)))[0] == [
        (
            "Handelsangebot",
            {
                "Spieler": 1,
                "Handel id": 1,
                "Angebot": write_resources(unit(2)),
                "Nachfrage": write_resources(unit(4)),
            },
        )
    ]
    assert told(state, 2, AnswerOffer(1, False))[3] == [
        ("Handelsangebot angenommen", {"Spieler": 3, "Handel id": 1, "Annehmen": False})
    ]
    assert payload(told(state, 1, AnswerOffer(1))[0], "Handelsangebot angenommen")["Spieler"] == 2
    closed = told(state, 0, CloseTrade(1, 2))
    assert words(closed[2]) == ["Handel ausgeführt", "Kosten", "Ertrag", "Kosten", "Ertrag", "Statusupdate"]
    assert payload(closed[2], "Handel ausgeführt") == {"Spieler": 1, "Mitspieler": 2}
    told(state, 0, OfferTrade(unit(2), unit(4)))
    assert told(state, 0, CancelOffer(2))[1] == [("Handelsangebot abgebrochen", {"Spieler": 1, "Handel id": 2})]


def test_the_end_of_a_turn_is_two_statuses() -> None:
    messages = told(in_turn(), 0, END_TURN)[3]
    assert [message[1]["Spieler"]["Status"] for message in messages] == ["Warten", "Würfeln"]


def test_a_victory_shows_the_winners_points_and_names_him() -> None:
    state = in_turn(points=3)
    vertices, _ = coast(state.setting.board.island)
    town(state, 0, vertices[0])
    give(state, 0, Wolle=1, Getreide=1, Erz=1)
    messages = told(state, 0, BUY_CARD, 24)[2]
    assert words(messages)[-2:] == ["Statusupdate", "Spiel beendet"]
    assert payload(messages, "Statusupdate")["Spieler"]["Siegpunkte"] == 3
    text = "Spieler Player 1 hat das Spiel gewonnen."
    assert payload(messages, "Spiel beendet") == {"Nachricht": text, "Sieger": 1}


def test_a_lost_player_is_told_before_an_end_without_a_winner() -> None:
    state = in_turn()
    events = RULES.withdraw(state, 1, Chance.seeded(1))
    messages = [message for event in events for message in GAME.views.render(room(state), state, event, 0)]
    assert payload(messages, "Statusupdate")["Spieler"]["Status"] == "Verbindung verloren"
    assert set(payload(messages, "Spiel beendet")) == {"Nachricht"}


def test_who_comes_back_gets_the_map_all_players_and_the_open_offers() -> None:
    state = in_turn()
    give(state, 0, Wolle=1)
    give(state, 2, Erz=1)
    village(state, 3, coast(state.setting.board.island)[0][4])
    play(state, 0, OfferTrade(unit(2), unit(4)))
    play(state, 2, AnswerOffer(1))
    messages = list(GAME.views.joined(room(state), state, 1))
    assert words(messages) == ["Spiel gestartet", *["Statusupdate"] * 4, "Handelsangebot", "Handelsangebot angenommen"]
    assert messages[4][1]["Spieler"]["id"] == 2
    assert payload(messages, "Spiel gestartet")["Karte"]["Gebäude"][0]["Eigentümer"] == 4
    RULES.control(state, "abort", Chance.seeded(1))
    assert words(list(GAME.views.joined(room(state), state, None)))[-1] == "Spiel beendet"


def _course(lumber_world: bool) -> list[bytes]:
    """Play one public course in two worlds; return all that seat 3 and a spectator are shown."""
    state = in_turn(phase=Phase.ROLL)
    secret, kind = ("Holz", 0) if lumber_world else ("Erz", 4)
    card = 0 if lumber_world else 24
    give(state, 1, **{secret: 8})
    give(state, 0, Wolle=1, Getreide=1, Erz=1)
    village(state, 1, state.setting.board.island.field_vertices[field(1, 1)][0])
    deal(state, 0, Erfindung=1)
    steps: list[tuple[int, Move, tuple[int, ...]]] = [
        (0, ROLL, tuple(dice(3, 4))),
        (1, Discard(unit(kind, 4)), ()),
        (0, MoveRobber(field(1, 1), 2), (0,)),
        (0, BUY_CARD, (card - (not lumber_world),)),
        (0, PlayPlenty((0, 1, 1, 0, 0)), ()),
        (0, END_TURN, ()),
        (1, ROLL, tuple(dice(1, 1))),
        (1, END_TURN, ()),
    ]
    here, shown = room(state), []
    for seat, move, outcomes in steps:
        events = play(state, seat, move, *outcomes)
        for viewer in (None, 3):
            shown.append(jsontext.dumps([list(GAME.views.render(here, state, event, viewer)) for event in events]))
            shown.append(jsontext.dumps(GAME.views.snapshot(here, state, viewer)))
            shown.append(jsontext.dumps(list(GAME.views.joined(here, state, viewer))))
            shown.append(jsontext.dumps(GAME.views.summary(here, state)))
    return shown


def test_45_no_byte_depends_on_what_its_reader_may_not_know() -> None:
    assert _course(True) == _course(False)


def test_the_page_sees_its_own_choices_and_only_the_total_of_the_bank() -> None:
    state = in_turn()
    vertices, _ = coast(state.setting.board.island)
    village(state, 0, vertices[0])
    give(state, 0, Holz=1, Lehm=1, Wolle=4)
    deal(state, 0, Ritter=1)
    page = GAME.views.snapshot(room(state), state, 0)
    assert page["bank"] == 19 * 5 - 6
    assert page["you"]["can"] == ["Straße", "Seehandel", "Handel anbieten", "Zug beenden"]
    assert page["you"]["playable"] == ["Ritter"]
    assert page["players"][0]["Rohstoffe"]["Wolle"] == 4
    assert GAME.views.snapshot(room(state), state, 1)["players"][0]["Rohstoffe"] == 6
    assert GAME.views.snapshot(room(state), state, None)["you"] is None
    assert GAME.views.summary(room(state), state)["scores"] == [1, 0, 0, 0]


@pytest.mark.parametrize(
    ("phase", "can"),
    [
        (Phase.SETUP_VILLAGE, ["Dorf"]),
        (Phase.SETUP_ROAD, ["Straße"]),
        (Phase.ROLL, ["Würfeln"]),
        (Phase.ROBBER, ["Räuber versetzen"]),
        (Phase.OVER, []),
    ],
)
def test_the_page_is_told_what_kind_of_action_is_open(phase: Phase, can: list[str]) -> None:
    state = in_turn(phase=phase)
    assert GAME.views.snapshot(room(state), state, 0)["you"]["can"] == can
    assert GAME.views.snapshot(room(state), state, 1)["you"]["can"] == []


def test_pages_ask_where_they_may_build_and_whom_they_may_rob() -> None:
    state, clock = in_turn(), Clock(None, 0)
    island = state.setting.board.island
    vertices, _ = coast(island)
    village(state, 0, vertices[0])
    village(state, 1, island.field_vertices[field(0, 0)][0])
    ask = GAME.views.answer

    def answer(question: str, data: Json = None) -> Json:
        return ask(room(state), state, clock, 0, question, data)

    assert len(answer("places", {"Typ": "Straße"})["places"]) == len(island.vertex_edges[vertices[0]])
    assert answer("places", {"Typ": "Dorf"})["places"] == []
    assert len(answer("places", {"Typ": "Stadt"})["places"]) == 1
    first = answer("places", {"Typ": "Straße"})["places"][0]
    assert len(answer("second road", {"Ort": first})["places"]) >= 2
    fields = answer("robber")["fields"]
    assert len(fields) == 18
    assert any(entry["Ziele"] == [2] for entry in fields)
    for question, data in (("places", {"Typ": "Burg"}), ("weather", None), ("second road", {})):
        with pytest.raises(GameError):
            answer(question, data)
    with pytest.raises(GameError):
        ask(room(state), state, clock, None, "robber", None)
    state.phase = Phase.SETUP_VILLAGE
    assert len(answer("places", {"Typ": "Dorf"})["places"]) > 30
    state.phase, state.setup_vertex = Phase.SETUP_ROAD, vertices[0]
    assert answer("places", {"Typ": "Straße"})["places"]
