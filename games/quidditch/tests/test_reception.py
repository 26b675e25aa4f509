"""The conversation: sections 4.4, 4.5, 6, 7, 9 to 14 of the standard; errors and warnings of 13.4.5."""

from __future__ import annotations

import copy

import pytest

from gamekit.reception import SeatInfo
from gamekit.rules import Json
from games.quidditch.messages import request_payload
from games.quidditch.rules.entities import BY_NAME
from games.quidditch.rules.moves import Request
from games.quidditch.team import default_team
from games.quidditch.tests.conversation import Match, code_of, formation, skip
from games.quidditch.tests.fakehouse import FakeHouse, run


# --- login --------------------------------------------------------------------------------------------------------
def test_lobbies_are_listed_on_connecting() -> None:
    match = Match()
    match.house.connect().join("another", "durmstrang")
    listed = match.house.connect().last("lobbies")["lobbies"]
    assert listed == [
        {"name": "hogwarts", "matchStarted": True, "connectedUsers": 3},
        {"name": "durmstrang", "matchStarted": False, "connectedUsers": 1},
    ]


def test_a_fresh_server_lists_the_default_lobby() -> None:
    listed = FakeHouse().connect().last("lobbies")["lobbies"]
    assert listed == [{"name": "hogwarts", "matchStarted": False, "connectedUsers": 0}]


def test_join_response_comes_first_then_the_greeting_for_all_in_the_lobby() -> None:
    house = FakeHouse()
    first, second, elsewhere = house.connect(), house.connect(), house.connect()
    elsewhere.join("nobody", "azkaban")
    assert [kind for kind, _ in first.join("alice")] == ["joinResponse", "loginGreeting"]
    assert [kind for kind, _ in second.join("bobby")] == ["joinResponse", "loginGreeting"]
    assert first.last("loginGreeting") == {"userName": "bobby"}
    assert elsewhere.words().count("loginGreeting") == 1


@pytest.mark.parametrize(
    ("payload", "code"),
    [
        ({"userName": "ab"}, 203),
        ({"userName": "has blank"}, 203),
        ({"userName": "a" * 21}, 203),
        ({"lobby": "ab"}, 204),
        ({"lobby": "no-go"}, 204),
        ({"password": "x" * 129}, 205),
        ({"password": "bell\x07"}, 205),
        ({"mods": ["fly"]}, 202),
        ({"mods": "chat"}, 253),
        ({"userName": 7}, 253),
        ({"isArtificialIntelligence": "no"}, 253),
    ],
)
def test_a_wrong_join_request_is_answered_with_its_code_and_closed(payload: Json, code: int) -> None:
    client = FakeHouse().connect()
    good = {"lobby": "hogwarts", "userName": "alice", "password": "x", "isArtificialIntelligence": False, "mods": []}
    assert code_of(client.say("joinRequest", {**good, **payload})) == code
    assert client.last("privateError")["triggerMatchFinish"] is False
    assert client.closed


def test_name_and_password_belong_together() -> None:
    house = FakeHouse()
    house.connect().join("alice", password="one")
    other = house.connect()
    assert code_of(other.join("alice", password="two")) == 206
    assert other.closed


def test_the_newest_login_wins() -> None:
    house = FakeHouse()
    old, new = house.connect(), house.connect()
    old.join("alice")
    assert code_of(new.join("alice")) == 301
    assert old.last("privateError")["code"] == 201
    assert old.closed
    assert not new.closed


def test_all_mods_are_supported() -> None:
    client = FakeHouse().connect()
    client.join("alice", "hogwarts", "chat", "disableGenderBalance", "replayWithSnapshot", "lobbies", "test")
    assert not client.closed


@pytest.mark.parametrize("kind", ["teamConfig", "deltaRequest", "getReplay", "snapshot", "sendChat"])
def test_before_the_login_only_a_join_request_is_allowed(kind: str) -> None:
    client = FakeHouse().connect()
    assert code_of(client.say(kind, {})) == 208
    assert client.closed


def test_unknown_payload_types_are_ignored_before_and_after_the_login() -> None:
    client = FakeHouse().connect()
    assert client.say("examplepayloadTypethatdoentexist", {"that": "is"}) == []
    client.join("alice")
    assert client.say("examplepayloadTypethatdoentexist", [1]) == []
    assert not client.closed


def test_who_never_logs_in_is_sent_away() -> None:
    from games.quidditch.tests.fakehouse import run

    client = FakeHouse().connect()
    assert client.desk.timers == ["login"]
    run(client.desk.reception.timer("login"))
    assert client.last("privateError")["code"] == 200
    assert client.closed


def test_a_second_join_request_is_an_error() -> None:
    client = FakeHouse().connect()
    client.join("alice")
    assert code_of(client.join("alice")) == 254


# --- garbage ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("platform_code", "spectator", "player"),
    [("message/not_json", 251, 151), ("container/payload", 252, 152), ("limit/size", 200, 100)],
)
def test_what_cannot_be_read_ends_the_connection_and_a_match(platform_code: str, spectator: int, player: int) -> None:
    match = Match()
    assert code_of(match.watcher.garble(platform_code)) == spectator
    assert match.watcher.closed
    assert "matchFinish" not in match.left.words()
    assert code_of(match.left.garble(platform_code)) == player
    assert match.left.last("privateError")["triggerMatchFinish"] is True
    finish = match.right.last("matchFinish")
    assert (finish["winnerUserName"], finish["victoryReason"]) == ("righty", "violationOfProtocol")


def test_messages_of_the_server_are_not_allowed_from_clients() -> None:
    match = Match()
    assert code_of(match.watcher.say("snapshot", {})) == 254
    assert code_of(match.left.say("matchFinish", {})) == 154


def test_a_kicked_spectator_gets_no_match_finish_section_3_item_33() -> None:
    match = Match()
    match.watcher.garble("message/not_json")
    assert "matchFinish" not in match.watcher.words()


# --- team and start -----------------------------------------------------------------------------------------------
def test_two_accepted_teams_start_the_match_and_the_first_is_left() -> None:
    match = Match(formed=False)
    start = match.watcher.last("matchStart")
    assert (start["leftTeamUserName"], start["rightTeamUserName"]) == ("lefty", "righty")
    assert start["leftTeamConfig"] == default_team(0)
    assert start["rightTeamConfig"] == default_team(1)
    assert set(start["matchConfig"]) == {"maxRounds", "timings", "probabilities"}
    assert match.left.last("matchStart") == start


def test_an_invalid_team_is_kicked_with_207() -> None:
    client = FakeHouse().connect()
    client.join("alice")
    assert code_of(client.say("teamConfig", {**default_team(0), "motto": "(no)"})) == 207
    assert client.last("privateError")["triggerMatchFinish"] is False
    assert client.closed


def test_gender_balance_can_be_switched_off_by_the_mod() -> None:
    team = copy.deepcopy(default_team(0))
    for player in team["players"].values():
        player["sex"] = "f"
    house = FakeHouse()
    strict, free = house.connect(), house.connect()
    strict.join("alice")
    free.join("bobby", "hogwarts", "disableGenderBalance")
    assert code_of(strict.say("teamConfig", team)) == 207
    free.say("teamConfig", team)
    assert not free.closed
    assert house.tables[0].seats[0].name == "bobby"


def test_a_team_during_a_match_is_warned_of_with_302() -> None:
    match = Match()
    assert code_of(match.watcher.say("teamConfig", default_team(0))) == 302
    assert code_of(match.left.say("teamConfig", default_team(0))) == 302
    assert not match.watcher.closed
    assert "matchFinish" not in match.left.words()


def test_a_player_may_send_a_better_team_before_the_match() -> None:
    house = FakeHouse()
    client = house.connect()
    client.join("alice")
    client.say("teamConfig", default_team(0))
    client.say("teamConfig", default_team(1))
    assert house.tables[0].seats[0].data["team"] == default_team(1)


def test_a_seat_token_as_password_takes_the_seat_it_holds() -> None:
    house = FakeHouse()
    house.connect().join("nobody")
    house.tokens["token123"] = (1, 1)
    client = house.connect()
    client.join("alice", password="token123")
    client.say("teamConfig", default_team(0))
    assert house.tables[0].seats[1].name == "alice"


def test_a_third_team_is_warned_of_and_its_owner_goes_on_watching() -> None:
    house = FakeHouse()
    clients = [house.connect() for _ in range(2)]
    for client, name in zip(clients, ("alice", "bobby"), strict=True):
        client.join(name)
    house.tables[0].seats = {seat: SeatInfo(seat, f"p{seat}", 9, "client", True) for seat in (0, 1)}
    house.settle = lambda table: None  # type: ignore[method-assign]
    assert code_of(clients[0].say("teamConfig", default_team(0))) == 300
    assert not clients[0].closed
    clients[1].say("sendDebug", {"information": "hello"})
    assert clients[0].last("globalDebug") == {"information": "hello"}


# --- formation ----------------------------------------------------------------------------------------------------
def test_the_first_snapshot_confirms_both_formations() -> None:
    match = Match(formed=False)
    match.right.say("teamFormation", formation(1))
    assert "snapshot" not in match.left.words()
    match.left.say("teamFormation", formation(0))
    first = next(payload for kind, payload in match.watcher.desk.sent if kind == "snapshot")
    assert first["lastDeltaBroadcast"]["deltaType"] == "roundChange"
    assert first["round"] == 1
    assert first["phase"] == "ballPhase"
    assert first["balls"]["snitch"] == {"xPos": None, "yPos": None}


def test_an_invalid_formation_is_101_and_the_other_wins() -> None:
    match = Match(formed=False)
    assert code_of(match.left.say("teamFormation", formation(1))) == 101
    assert match.left.closed
    assert match.right.last("matchFinish")["winnerUserName"] == "righty"


def test_a_malformed_formation_is_153() -> None:
    match = Match(formed=False)
    assert code_of(match.left.say("teamFormation", {"players": {"seeker": {"xPos": "5", "yPos": 5}}})) == 153


def test_a_second_formation_is_154_and_ends_the_match() -> None:
    match = Match(formed=False)
    match.left.say("teamFormation", formation(0))
    assert code_of(match.left.say("teamFormation", formation(0))) == 154
    assert match.left.last("privateError")["triggerMatchFinish"] is True


def test_a_late_formation_loses_and_is_kicked() -> None:
    match = Match(formed=False)
    match.left.say("teamFormation", formation(0))
    match.house.expire(match.house.tables[0])
    assert match.watcher.last("matchFinish")["winnerUserName"] == "lefty"
    assert match.right.words()[-2:] == ["matchFinish", "privateError"]
    error = match.right.last("privateError")
    assert (error["code"], error["triggerMatchFinish"], match.right.closed) == (101, True, True)
    assert not match.left.closed


def test_when_both_are_late_the_winner_is_empty_and_both_are_kicked() -> None:
    match = Match(formed=False)
    match.house.expire(match.house.tables[0])
    assert match.watcher.last("matchFinish")["winnerUserName"] == ""
    assert match.left.closed
    assert match.right.closed
    assert not match.watcher.closed


def test_who_came_back_after_setting_up_is_not_late() -> None:
    match = Match(formed=False)
    match.left.say("teamFormation", formation(0))
    again = match.house.connect()
    again.join("lefty")
    match.right.garble("json/invalid")
    assert again.last("matchFinish")["winnerUserName"] == "lefty"
    assert not again.closed


def test_a_match_that_the_house_ends_during_the_formation_is_nobodys_fault() -> None:
    match = Match(formed=False)
    run(match.left.desk.control("abort"))
    assert match.left.last("matchFinish")["aborted"] is True
    assert not match.left.closed
    assert not match.right.closed


def test_a_formation_or_delta_of_a_spectator_is_254() -> None:
    for kind, payload in (("teamFormation", formation(0)), ("deltaRequest", {"deltaType": "skip"})):
        match = Match()
        assert code_of(match.watcher.say(kind, payload)) == 254
        assert match.watcher.closed


# --- deltas -------------------------------------------------------------------------------------------------------
def test_next_goes_to_everybody_and_names_entity_type_and_timeout() -> None:
    match = Match()
    asked = match.watcher.last("next")
    assert asked == match.left.last("next") == match.right.last("next")
    assert asked["type"] == "move"
    assert asked["timeout"] == 30000


def test_an_answer_brings_snapshots_for_all() -> None:
    match = Match()
    active, _ = match.on_turn()
    before = len(match.watcher.desk.sent)
    answers = skip(active)
    assert answers[0][1]["lastDeltaBroadcast"]["deltaType"] == "skip"
    assert match.watcher.desk.sent[before:] == answers


def test_an_impossible_delta_is_102_and_the_other_wins() -> None:
    match = Match()
    active, other = match.on_turn()
    request = request_payload(Request("move", 8 * 17, BY_NAME[active.last("next")["turn"]]))
    assert code_of(active.say("deltaRequest", request)) == 102
    assert active.closed
    finish = other.last("matchFinish")
    assert finish["victoryReason"] == "violationOfProtocol"
    assert other.words()[-2:] == ["snapshot", "matchFinish"]
    assert other.last("snapshot")["phase"] == "gameFinish"


@pytest.mark.parametrize(
    "payload",
    [{}, {"deltaType": "fly"}, {"deltaType": "move"}, {"deltaType": "move", "xPosNew": "5", "yPosNew": 5}, [], 7],
)
def test_a_malformed_delta_is_153(payload: Json) -> None:
    match = Match()
    active, _ = match.on_turn()
    assert code_of(active.say("deltaRequest", payload)) == 153
    assert active.last("privateError")["triggerMatchFinish"] is True


def test_a_delta_on_the_other_players_turn_is_warned_of_with_303() -> None:
    match = Match()
    _, waiting = match.on_turn()
    assert code_of(waiting.say("deltaRequest", {"deltaType": "skip"})) == 303
    assert not waiting.closed


def test_a_late_delta_is_ignored() -> None:
    match = Match()
    active, _ = match.on_turn()
    late = request_payload(Request("skip", active=BY_NAME[active.last("next")["turn"]]))
    match.house.expire(match.house.tables[0])
    assert active.say("deltaRequest", late) == []
    assert not active.closed


def test_a_delta_after_the_end_is_late_too() -> None:
    match = Match()
    match.right.say("snapshot", {})
    assert match.left.last("matchFinish")["winnerUserName"] == "lefty"
    assert match.left.say("deltaRequest", {"deltaType": "skip"}) == []
    assert not match.left.closed
