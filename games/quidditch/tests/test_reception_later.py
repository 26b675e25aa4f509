"""The later parts of the conversation: pause, coming back, replays, the next match, mods."""

from __future__ import annotations

from datetime import datetime, timedelta

from games.quidditch import chat
from games.quidditch.messages import LONGEST_WORDS, request_payload
from games.quidditch.rules.entities import BY_NAME
from games.quidditch.rules.moves import Request
from games.quidditch.team import default_team
from games.quidditch.tests.conversation import Match, code_of, formation, skip
from games.quidditch.tests.fakehouse import FakeHouse


# --- pause --------------------------------------------------------------------------------------------------------
def test_a_pause_is_told_to_all_and_deltas_meanwhile_are_warned_of_with_304() -> None:
    match = Match()
    active, other = match.on_turn()
    other.say("pauseRequest", {"message": "tea"})
    user = "lefty" if other is match.left else "righty"
    assert match.watcher.last("pauseResponse") == {"message": "tea", "userName": user, "pause": True}
    assert code_of(skip(active)) == 304
    assert not active.closed


def test_after_a_pause_next_comes_again_with_the_time_left() -> None:
    match = Match()
    active, other = match.on_turn()
    asked = active.last("next")
    other.say("pauseRequest", {"message": ""})
    active.say("continueRequest", {"message": "go"})
    assert match.watcher.last("pauseResponse")["pause"] is False
    for client in (match.left, match.right, match.watcher):
        assert client.words()[-2:] == ["pauseResponse", "next"]
        assert client.last("next") == {**asked, "timeout": 1234}


def test_to_continue_what_is_not_paused_is_answered_but_nothing_is_asked_again() -> None:
    match = Match()
    match.left.say("continueRequest", {"message": ""})
    assert match.left.words()[-1] == "pauseResponse"


def test_artificial_players_may_not_pause() -> None:
    match = Match(ai=True)
    match.left.say("pauseRequest", {"message": "bip"})
    assert match.watcher.last("pauseResponse") == {"message": "bip", "userName": "lefty", "pause": False}


def test_a_spectators_wish_to_pause_is_answered_with_how_things_stand() -> None:
    match = Match()
    match.watcher.say("pauseRequest", {"message": "please"})
    assert match.left.last("pauseResponse") == {"message": "please", "userName": "watcher", "pause": False}


def test_nobodys_words_are_told_at_any_length() -> None:
    match = Match()
    talker = match.house.connect()
    talker.join("talker", "hogwarts", "chat")
    for speaker in (talker, match.left):
        for kind, field, told in (
            ("pauseRequest", "message", "pauseResponse"),
            ("continueRequest", "message", "pauseResponse"),
            ("sendDebug", "information", "globalDebug"),
        ):
            speaker.say(kind, {field: "x" * 100_000})
            assert match.watcher.last(told)[field] == "x" * LONGEST_WORDS
    talker.say("sendChat", {"information": "x" * 100_000})
    assert talker.last("globalChat")["information"] == "x" * LONGEST_WORDS


def test_a_pause_without_a_text_is_a_wrong_payload() -> None:
    assert code_of(Match().left.say("pauseRequest", {})) == 153


# --- reconnect ----------------------------------------------------------------------------------------------------
def test_who_joins_during_a_match_gets_everything_in_one_message() -> None:
    match = Match()
    late = match.house.connect()
    assert [kind for kind, _ in late.join("latecomer")] == ["joinResponse", "loginGreeting", "reconnect"]
    whole = late.last("reconnect")
    assert whole["snapshot"]["payload"] == match.watcher.last("snapshot")
    assert whole["next"]["payload"] == {**match.watcher.last("next"), "timeout": 1234}
    assert whole["matchStart"]["payload"] == match.watcher.last("matchStart")
    assert all(len(part["timestamp"]) == 23 and part["payloadType"] == name for name, part in whole.items())


def test_a_player_comes_back_to_his_seat() -> None:
    match = Match()
    active, _ = match.on_turn()
    name = "lefty" if active is match.left else "righty"
    again = match.house.connect()
    assert [kind for kind, _ in again.join(name)] == ["joinResponse", "privateWarning", "loginGreeting", "reconnect"]
    assert active.closed
    answers = again.say(
        "deltaRequest",
        request_payload(Request("skip", active=BY_NAME[again.last("reconnect")["next"]["payload"]["turn"]])),
    )
    assert answers[0][0] == "snapshot"


def test_during_the_formation_there_is_neither_snapshot_nor_next() -> None:
    match = Match(formed=False)
    late = match.house.connect()
    late.join("latecomer")
    assert late.last("reconnect")["snapshot"] is None
    assert late.last("reconnect")["next"] is None


def test_who_joins_a_paused_match_is_told_so() -> None:
    match = Match()
    match.left.say("pauseRequest", {"message": ""})
    late = match.house.connect()
    assert [kind for kind, _ in late.join("latecomer")][-2:] == ["reconnect", "pauseResponse"]
    match.left.say("continueRequest", {"message": ""})
    assert late.words()[-1] == "next"


# --- faults of ours -----------------------------------------------------------------------------------------------
def test_a_player_who_cannot_be_answered_just_now_keeps_his_seat() -> None:
    match = Match()
    match.house.away = {"table", "play"}
    assert code_of(match.left.say("pauseRequest", {"message": ""})) == 300
    assert not match.left.closed
    match.house.away = set()
    active, _ = match.on_turn()
    assert skip(active)[0][0] == "snapshot"


def test_a_player_who_cannot_be_seated_just_now_comes_again_instead_of_being_let_watch() -> None:
    match = Match()
    match.house.away = {"sit"}
    again = match.house.connect()
    again.join("lefty")
    assert again.last("privateError")["code"] == 200
    assert again.closed
    match.house.away = set()
    back = match.house.connect()
    assert back.join("lefty")[-1][0] == "reconnect"
    assert back.desk.seat == 0


def test_a_team_that_cannot_be_taken_just_now_is_to_be_configured_anew() -> None:
    house = FakeHouse()
    house.away = {"sit"}
    client = house.connect()
    client.join("lefty")
    assert code_of(client.say("teamConfig", default_team(0))) == 200
    assert client.closed


# --- end, replay, next match --------------------------------------------------------------------------------------
def finished() -> Match:
    match = Match()
    match.right.say("snapshot", {})
    return match


def test_a_replay_can_be_had_after_the_end() -> None:
    match = finished()
    (kind, replay) = match.left.say("getReplay", {})[0]
    assert kind == "replay"
    assert replay["lobby"] == "hogwarts"
    assert replay["startTimestamp"] == replay["startTimeStamp"] == "2019-05-18 10:00:00.000"
    assert replay["log"][-1]["payloadType"] == "matchFinish"
    assert {entry["payloadType"] for entry in replay["log"]} == {"deltaBroadcast", "matchFinish"}


def test_before_any_end_asking_for_a_replay_is_an_error() -> None:
    match = Match()
    assert code_of(match.watcher.say("getReplay", {})) == 254
    assert match.watcher.closed


def test_a_replay_with_snapshots_needs_its_mod() -> None:
    match = finished()
    assert match.left.say("getReplayWithSnapshot", {}) == []
    fan = match.house.connect()
    fan.join("fanatic", "hogwarts", "replayWithSnapshot")
    (kind, replay) = fan.say("getReplayWithSnapshot", {})[0]
    assert kind == "replayWithSnapshot"
    assert {entry["payloadType"] for entry in replay["log"]} == {"matchStart", "snapshot", "next", "matchFinish"}


def test_in_the_same_lobby_another_match_may_follow() -> None:
    match = finished()
    match.left.say("teamConfig", default_team(0))
    match.watcher.say("teamConfig", default_team(1))
    start = match.left.last("matchStart")
    assert (start["leftTeamUserName"], start["rightTeamUserName"]) == ("lefty", "watcher")
    match.left.say("teamFormation", formation(0))
    match.watcher.say("teamFormation", formation(1))
    assert match.left.words()[-1] == "next"


def test_no_other_lobby_notices_a_kick() -> None:
    match = Match()
    other = match.house.connect()
    other.join("quiet", "beauxbatons")
    before = len(other.desk.sent)
    match.left.garble("message/not_json")
    assert len(other.desk.sent) == before


# --- mods and debug -----------------------------------------------------------------------------------------------
def test_chat_goes_to_the_lobby_and_is_remembered_for_those_who_come_later() -> None:
    house = FakeHouse()
    alice = house.connect()
    alice.join("alice", "chatty1", "chat")
    for number in range(12):
        alice.say("sendChat", {"information": f"hello {number}"})
    assert alice.last("globalChat") == {"senderUserName": "alice", "information": "hello 11"}
    bobby = house.connect()
    bobby.join("bobby", "chatty1", "chat")
    words = [entry["information"] for entry in bobby.last("reconnectChat")["lastTenChat"]]
    assert words == [f"hello {number}" for number in range(2, 12)]


def test_players_words_are_told_late_to_who_sees_the_match_late() -> None:
    def remembered(now: datetime, hidden: float) -> list[str]:
        return [line["information"] for line in chat.spoken(-7, now, hidden)]

    began = datetime(2026, 11, 19, 12)
    for second, words in enumerate(("player", "spectator", "player again")):
        line = {"senderUserName": "alice", "information": words}
        chat.remember(-7, chat.Line(line, began + timedelta(seconds=second), words != "spectator"))
    assert remembered(began + timedelta(seconds=3), 0) == ["player", "spectator", "player again"]
    assert remembered(began + timedelta(seconds=3), 10) == ["spectator"]
    assert remembered(began + timedelta(seconds=11), 10) == ["player", "spectator"]
    assert remembered(began + timedelta(seconds=12), 10) == ["player", "spectator", "player again"]


def test_without_the_mod_chat_is_an_unknown_word() -> None:
    client = FakeHouse().connect()
    client.join("alice", "silent1")
    assert client.say("sendChat", {"information": "hello"}) == []


def test_debug_information_is_passed_on_to_the_lobby() -> None:
    client = FakeHouse().connect()
    client.join("alice")
    client.say("sendDebug", {"information": "hagrid, I love Magic"})
    assert client.last("globalDebug") == {"information": "hagrid, I love Magic"}
    assert code_of(client.say("sendDebug", {"information": 7})) == 253


def test_the_test_mod_answers_with_a_snapshot() -> None:
    match = Match()
    tester = match.house.connect()
    tester.join("tester", "hogwarts", "test")
    request = {
        "testType": "snapshot-delta-snapshot",
        "createdByTeamXX": "team99",
        "description": "first",
        "snapshot": match.watcher.last("snapshot"),
        "delta": {"deltaType": "roundChange", "round": 2},
    }
    (kind, answer) = tester.say("testRequest", request)[0]
    assert kind == "testResponse"
    assert answer["actualSnapshot"]["round"] == 2
    assert code_of(tester.say("testRequest", {"testType": "other"})) == 253


def test_a_whole_match_can_be_played_through_the_reception() -> None:
    match = Match(max_rounds=13, probabilities={"catchSnitch": 1.0})
    for _ in range(5000):
        if "matchFinish" in match.watcher.words():
            break
        skip(match.on_turn()[0])
    assert match.watcher.words()[-2:] == ["snapshot", "matchFinish"]
    assert match.left.words().count("privateWarning") == 0
