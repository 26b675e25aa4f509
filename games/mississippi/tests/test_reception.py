"""Section 3: joining, steering, results, and every fault of 3.7, spoken in XML through the real dialect."""

from __future__ import annotations

import pytest

from games.mississippi.messages import GAME_TYPE, LONGEST_ROOM
from games.mississippi.tests.fakehouse import FakeClient, FakeHouse

JOIN = f'<join gameType="{GAME_TYPE}"/>'
GO = '<data class="move"><advance order="0" distance="1"/></data>'
OPENING = ["joined", "welcomeMessage", "memento"]


def move(room: str, data: str = GO) -> str:
    """Return a move for a room."""
    return f'<room roomId="{room}">{data}</room>'


def playing(house: FakeHouse | None = None) -> tuple[FakeHouse, FakeClient, FakeClient, str]:
    """Return a house with a running game of two plain clients."""
    house = house or FakeHouse()
    red, blue = house.client(), house.client()
    red.say(JOIN)
    blue.say(JOIN)
    return house, red, blue, red.last("joined")["roomId"]


def prepared(house: FakeHouse, slots: str = "") -> tuple[FakeClient, str, list[str]]:
    """Return a controller with a prepared room and its reservation codes."""
    controller = house.client()
    slots = slots or '<slot displayName="A" canTimeout="true" shouldBePaused="true"/><slot displayName="B"/>'
    controller.say(f'<prepare gameType="{GAME_TYPE}">{slots}</prepare>')
    told = controller.last("prepared")
    return controller, told["roomId"], told["reservations"]


# --- joining ----------------------------------------------------------------------------------------------------------
def test_the_server_is_silent_until_the_client_speaks() -> None:
    assert FakeHouse().client().output == b""


def test_join_is_answered_at_once_and_the_second_player_starts_the_game() -> None:
    house = FakeHouse()
    red, blue = house.client(), house.client()
    assert red.say(JOIN) == ["joined"]
    assert blue.say(JOIN) == OPENING
    assert red.kinds() == [*OPENING, "MoveRequest"]
    assert (red.last("welcomeMessage")["color"], blue.last("welcomeMessage")["color"]) == ("red", "blue")
    assert red.last("memento")["state"]["red"]["displayName"] == "Unknown"


def test_a_third_player_gets_a_new_room() -> None:
    house, _, _, room = playing()
    third = house.client()
    assert third.say(JOIN) == ["joined"]
    assert third.last("joined")["roomId"] != room


def test_an_unknown_game_type_is_shown_the_door() -> None:
    client = FakeHouse().client()
    client.say('<join gameType="swc_2018"/>')
    assert client.output == b"<protocol>\n  <sc.protocol.responses.CloseConnection/>\n</protocol>"
    assert client.closed


def test_prepared_slots_are_answered_when_all_are_filled_and_decide_the_colours() -> None:
    house = FakeHouse()
    _, room, codes = prepared(house)
    blue, red = house.client(), house.client()
    assert blue.say(f'<joinPrepared reservationCode="{codes[1]}"/>') == []
    assert red.say(f'<joinPrepared reservationCode="{codes[0]}"/>') == [*OPENING, "MoveRequest"]
    assert blue.kinds() == OPENING
    assert blue.last("welcomeMessage") == {"roomId": room, "color": "blue"}
    state = red.last("memento")["state"]
    assert (state["red"]["displayName"], state["blue"]["displayName"]) == ("A", "B")


def test_a_reservation_is_used_up_and_an_unknown_one_refused() -> None:
    house = FakeHouse()
    _, _, codes = prepared(house)
    house.client().say(f'<joinPrepared reservationCode="{codes[0]}"/>')
    for code in (codes[0], "nonsense"):
        client = house.client()
        assert client.say(f'<joinPrepared reservationCode="{code}"/>') == ["CloseConnection"]
        assert client.closed


def test_plain_joiners_do_not_get_reserved_slots_until_they_are_freed() -> None:
    house = FakeHouse()
    controller, room, codes = prepared(house)
    other = house.client()
    other.say(JOIN)
    assert other.last("joined")["roomId"] != room
    assert controller.say(f'<freeReservation reservation="{codes[1]}"/>') == []
    red, blue = house.client(), house.client()
    red.say(f'<joinPrepared reservationCode="{codes[0]}"/>')
    assert blue.say(JOIN) == OPENING
    assert blue.last("joined")["roomId"] == room
    assert red.kinds() == [*OPENING, "MoveRequest"]


def test_slots_without_booleans_have_no_limit_and_are_not_pausable() -> None:
    house = FakeHouse()
    _, room, codes = prepared(house, '<slot displayName="A"/><slot displayName="B" canTimeout="true"/>')
    for code in codes:
        house.client().say(f'<joinPrepared reservationCode="{code}"/>')
    red, blue = house.find(room).state.setup.slots
    assert (red.soft_ms, red.hard_ms, red.pausable) == (None, None, False)
    assert (blue.soft_ms, blue.hard_ms, blue.pausable) == (2000, 10000, False)


def test_more_than_two_slots_are_refused() -> None:
    controller = FakeHouse().client()
    controller.say(f'<prepare gameType="{GAME_TYPE}">{"<slot/>" * 3}</prepare>')
    assert controller.closed
    assert controller.kinds() == []


# --- the game ---------------------------------------------------------------------------------------------------------
def test_a_move_brings_the_state_to_both_and_the_request_to_the_next() -> None:
    _, red, blue, room = playing()
    assert red.say(move(room)) == ["memento"]
    assert blue.kinds()[-2:] == ["memento", "MoveRequest"]
    assert blue.last("memento")["state"]["turn"] == 1


def test_actions_may_stand_in_any_order_and_hints_are_echoed() -> None:
    _, red, blue, room = playing()
    actions = '<advance order="2" distance="1"/><acceleration order="0" acc="1"/><advance order="1" distance="1"/>'
    red.say(move(room, f'<data class="move"><hint content="a&apos;b"/>{actions}</data>'))
    last = blue.last("memento")["state"]["lastMove"]
    assert [action["order"] for action in last["actions"]] == [0, 1, 2]
    assert b'<hint content="a&apos;b"/>\n        </lastMove>' in blue.output


def test_after_the_game_the_server_says_left_and_ends_the_document() -> None:
    house, red, blue, room = playing()
    house.expire(room)
    red.say("<sc.protocol.responses.CloseConnection/>")
    blue.ring()
    assert red.kinds()[-2:] == ["result", "left"]
    assert red.closed
    assert blue.output.endswith(b'\n  <left roomId="room-1"/>\n</protocol>')


def test_a_finished_player_may_join_again_before_the_server_closes() -> None:
    house, red, blue, room = playing()
    house.expire(room)
    blue.say("</protocol>")
    red.say(JOIN)
    red.ring()
    assert not red.closed


# --- faults (3.7) -----------------------------------------------------------------------------------------------------
ILLEGAL = '<data class="move"><turn order="0" direction="1"/></data>'


def test_an_illegal_move_ends_in_error_for_all_and_a_result_for_the_others() -> None:
    house, red, blue, room = playing()
    watcher = house.client()
    watcher.say(f'<observe roomId="{room}"/>')
    assert red.say(move(room, ILLEGAL)) == ["error", "CloseConnection"]
    assert red.closed
    assert red.output.endswith(b"\n  <sc.protocol.responses.CloseConnection/>\n</protocol>")
    assert blue.kinds()[-3:] == ["error", "result", "left"]
    assert watcher.kinds()[-3:] == ["error", "result", "left"]
    scores = blue.last("result")["scores"]
    assert [score["cause"] for score in scores] == ["RULE_VIOLATION", "REGULAR"]
    assert scores[0]["reason"] == "Es sind noch Bewegungspunkte übrig"
    assert scores[1]["reason"] is None
    assert blue.last("error")["originalRequest"]["actions"] == [{"type": "turn", "order": 0, "direction": 1}]
    assert blue.last("error")["message"].startswith("Ungueltiger Zug von 'Unknown'.\n")


def test_the_empty_move_of_the_sample_client_is_an_illegal_one() -> None:
    _, red, blue, room = playing()
    assert red.say(move(room, '<data class="move"/>')) == ["error", "CloseConnection"]
    assert blue.last("result")["scores"][0]["reason"] == "Der Zug enthält keine Aktionen"


def test_a_move_for_an_unknown_room_costs_the_game() -> None:
    _, red, blue, _ = playing()
    assert red.say(move("elsewhere")) == ["error", "CloseConnection"]
    assert red.closed
    assert blue.kinds()[-3:] == ["error", "result", "left"]
    assert blue.last("result")["scores"][0]["cause"] == "LEFT"


def test_no_more_is_told_of_an_unknown_room_than_a_room_could_be_called() -> None:
    _, red, blue, _ = playing()
    red.say(move("x" * 10_000))
    assert blue.last("error")["roomId"] == "x" * LONGEST_ROOM


def test_a_move_after_the_end_is_an_error() -> None:
    house, red, blue, room = playing()
    house.expire(room)
    red.ring()
    assert blue.say(move(room)) == ["error", "CloseConnection"]
    assert blue.closed


def test_a_move_of_somebody_who_plays_nowhere_is_an_error() -> None:
    client = FakeHouse().client()
    assert client.say(move("nowhere")) == ["error", "CloseConnection"]
    assert client.closed


def test_a_move_out_of_turn_costs_the_game_without_an_error() -> None:
    _, red, blue, room = playing()
    assert blue.say(move(room)) == ["CloseConnection"]
    assert blue.closed
    assert red.kinds()[-2:] == ["result", "left"]
    assert red.last("result")["scores"][1]["cause"] == "LEFT"
    assert "error" not in red.kinds()


def test_a_move_that_was_not_requested_costs_the_game() -> None:
    house, red, blue, room = playing()
    controller = house.client()
    controller.say(f'<pause roomId="{room}" pause="true"/>')
    red.say(move(room))
    assert blue.say(move(room)) == ["CloseConnection"]
    assert red.last("result")["scores"][1]["cause"] == "LEFT"


@pytest.mark.parametrize(("late", "cause"), [(True, "SOFT_TIMEOUT"), (False, "HARD_TIMEOUT")])
def test_slow_players_stay_connected_and_get_the_result(late: bool, cause: str) -> None:
    house, red, blue, room = playing()
    house.expire(room, late=late)
    for client in (red, blue):
        assert client.kinds()[-2:] == ["result", "left"]
        assert [score["cause"] for score in client.last("result")["scores"]] == [cause, "REGULAR"]
        assert not client.closed


@pytest.mark.parametrize(
    "nonsense",
    [
        "<room roomId='room-1'><data class='move'></room>",
        "<dance/>",
        "<room roomId='room-1'><data class='dance'/></room>",
        "<room roomId='room-1'><data/></room>",
        "<room roomId='room-1'/>",
        "<room roomId='room-1'><data class='move'><jump order='0'/></data></room>",
        "<room roomId='room-1'><data class='move'><advance order='0' distance='far'/></data></room>",
        "<room roomId='room-1'><data class='move'><advance order='x' distance='1'/></data></room>",
        "<room roomId='room-1'><data class='move'><push order='0' direction='NORTH'/></data></room>",
        "<room roomId='room-1'><data class='move'><advance order='0' distance='99999999999999'/></data></room>",
        '<!DOCTYPE a [<!ENTITY b "c">]><join/>',
        "<pause roomId='room-1' pause='perhaps'/>",
    ],
)
def test_what_cannot_be_read_ends_the_connection_without_a_word(nonsense: str) -> None:
    _, red, blue, _ = playing()
    assert red.say(nonsense) == []
    assert red.closed
    assert red.output.endswith(b"\n</protocol>")
    assert blue.kinds()[-2:] == ["result", "left"]
    assert blue.last("result")["scores"][0]["cause"] == "LEFT"


def test_the_end_of_the_document_in_a_game_is_leaving() -> None:
    _, red, blue, _ = playing()
    assert red.say("</protocol>") == []
    assert blue.last("result")["scores"][0]["cause"] == "LEFT"


def test_unknown_attributes_of_an_action_are_ignored() -> None:
    _, red, _, room = playing()
    data = '<data class="move"><advance order="0" distance="1" colour="green"/></data>'
    assert red.say(move(room, data)) == ["memento"]


def test_a_missing_order_counts_as_0() -> None:
    _, red, _, room = playing()
    assert red.say(move(room, '<data class="move"><advance distance="1"/></data>')) == ["memento"]


def test_who_leaves_while_waiting_frees_the_slot() -> None:
    house = FakeHouse()
    red, other = house.client(), house.client()
    red.say(JOIN)
    red.say("</protocol>")
    other.say(JOIN)
    assert other.last("welcomeMessage" if "welcomeMessage" in other.kinds() else "joined")["roomId"] == "room-1"
    assert len(house.find("room-1").info.seats) == 1


def test_joining_twice_is_a_fault() -> None:
    _, red, blue, _ = playing()
    red.say(JOIN)
    assert red.closed
    assert blue.kinds()[-1] == "left"


# --- controllers ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("request_", ["observe", "step", "cancel"])
def test_orders_for_an_unknown_room_end_the_connection_without_a_word(request_: str) -> None:
    client = FakeHouse().client()
    assert client.say(f'<{request_} roomId="nowhere"/>') == []
    assert client.closed


def test_pausing_an_unknown_room_does_nothing() -> None:
    client = FakeHouse().client()
    assert client.say('<pause roomId="nowhere" pause="true"/>') == []
    assert not client.closed


def test_without_a_password_authentication_fails_and_orders_are_open_to_all() -> None:
    client = FakeHouse().client()
    client.say('<authenticate passphrase=""/>')
    assert client.closed
    assert client.kinds() == []


def test_with_a_password_orders_need_it() -> None:
    house = FakeHouse({"password": "ship"})
    stranger, wrong, right = house.client(), house.client(), house.client()
    stranger.say(f'<prepare gameType="{GAME_TYPE}"><slot/><slot/></prepare>')
    assert stranger.closed
    wrong.say('<authenticate passphrase="boat"/>')
    assert wrong.closed
    assert right.say('<authenticate passphrase="ship"/>') == []
    assert right.say(f'<prepare gameType="{GAME_TYPE}"><slot/><slot/></prepare>') == ["prepared"]


def test_an_observer_hears_everything_later_and_a_late_one_the_current_state_first() -> None:
    house, red, blue, room = playing()
    watcher = house.client()
    assert watcher.say(f'<observe roomId="{room}" passphrase=""/>') == ["observed", "memento"]
    red.say(move(room))
    assert watcher.kinds()[-1] == "memento"
    assert "MoveRequest" not in watcher.kinds()
    blue.say("</protocol>")
    assert watcher.kinds()[-2:] == ["result", "left"]
    watcher.ring()
    assert not watcher.closed


def test_pausing_holds_requests_back_and_stepping_releases_one() -> None:
    house, red, blue, room = playing()
    controller = house.client()
    controller.say(f'<observe roomId="{room}"/>')
    assert controller.say(f'<pause roomId="{room}" pause="true"/>') == []
    red.say(move(room))
    assert controller.kinds()[-2:] == ["memento", "paused"]
    assert controller.last("paused")["nextPlayer"]["color"] == "BLUE"
    assert blue.kinds()[-1] == "memento"
    assert "paused" not in blue.kinds()
    controller.say(f'<step roomId="{room}" forced="false"/>')
    assert blue.kinds()[-1] == "MoveRequest"
    blue.say(move(room))
    assert controller.kinds()[-1] == "paused"
    controller.say(f'<pause roomId="{room}" pause="false"/>')
    assert [red, blue][house.find(room).state.current].kinds()[-1] == "MoveRequest"


def test_a_room_paused_before_its_game_holds_back_the_first_request() -> None:
    house = FakeHouse(options={"openingPause": 200})
    controller, room, codes = prepared(house, '<slot shouldBePaused="true"/>' * 2)
    controller.say(f'<pause roomId="{room}" pause="true"/>')
    controller.ring()
    red, blue = house.client(), house.client()
    red.say(f'<joinPrepared reservationCode="{codes[0]}"/>')
    blue.say(f'<joinPrepared reservationCode="{codes[1]}"/>')
    controller.ring()
    house.expire(room)
    assert red.kinds() == OPENING
    controller.say(f'<step roomId="{room}" forced="false"/>')
    assert red.kinds()[-1] == "MoveRequest"


def test_a_step_at_the_wrong_time_does_nothing() -> None:
    house, red, _, room = playing()
    controller = house.client()
    assert controller.say(f'<step roomId="{room}"/>') == []
    assert not controller.closed
    assert red.kinds().count("MoveRequest") == 1


def test_cancelling_breaks_the_game_off() -> None:
    house, red, blue, room = playing()
    house.client().say(f'<cancel roomId="{room}"/>')
    for client in (red, blue):
        assert client.kinds()[-2:] == ["result", "left"]
        assert client.last("result")["winner"] is None
        assert {score["cause"] for score in client.last("result")["scores"]} == {"UNKNOWN"}


def test_a_room_can_be_cancelled_before_its_game() -> None:
    house = FakeHouse()
    controller, room, codes = prepared(house)
    assert controller.say(f'<cancel roomId="{room}"/>') == []
    late = house.client()
    assert late.say(f'<joinPrepared reservationCode="{codes[0]}"/>') == ["CloseConnection"]


def test_a_prepared_room_can_start_from_a_given_state() -> None:
    house, red, blue, room = playing()
    red.say(move(room))
    wire = blue.output.decode()
    state = wire[wire.rindex("<state ") : wire.rindex("</state>")] + "</state>"
    inner = state[state.index(">") + 1 : state.rindex("</state>")]
    attributes = state[len('<state class="state"') : state.index(">")]
    controller = house.client()
    loaded = f'<loadGameInfo class="state"{attributes}>{inner}</loadGameInfo>'
    controller.say(f'<prepare gameType="{GAME_TYPE}"><slot/><slot/>{loaded}</prepare>')
    told = controller.last("prepared")
    first, second = house.client(), house.client()
    first.say(f'<joinPrepared reservationCode="{told["reservations"][0]}"/>')
    second.say(f'<joinPrepared reservationCode="{told["reservations"][1]}"/>')
    begun = first.last("memento")["state"]
    before = blue.last("memento")["state"]
    assert begun == before
    assert second.kinds()[-1] == "MoveRequest"


def test_a_prepared_room_with_an_impossible_state_is_refused() -> None:
    controller = FakeHouse().client()
    controller.say(f'<prepare gameType="{GAME_TYPE}"><slot/><loadGameInfo turn="1"/></prepare>')
    assert controller.closed
