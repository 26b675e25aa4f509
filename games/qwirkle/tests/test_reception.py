"""Conversations: greeting, lobby, joining, chat, leaving, exclusion, the end."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from gamekit.reception import House
from games.qwirkle import messages
from games.qwirkle.rules.choices import random_move
from games.qwirkle.rules.moves import PlayTiles
from games.qwirkle.tests.desk import FakeDesk, Lobby, Table, run
from games.qwirkle.tests.matches import arrange, tile


def greeted(lobby: Lobby, name: str = "Anna", kind: str = "PLAYER", variant: str = "1.0.1") -> FakeDesk:
    """Return a client in the lobby."""
    desk = FakeDesk(lobby, variant)
    run(desk.say("ConnectRequest", {"clientName": name, "clientType": kind}))
    return desk


def seated(lobby: Lobby, table: Table, variant: str = "1.0.1", name: str = "Anna") -> FakeDesk:
    """Return a client that joined as a player."""
    desk = greeted(lobby, name, variant=variant)
    run(desk.say("GameJoinRequest", {"gameID": table.info.table}))
    return desk


def watching(lobby: Lobby, table: Table, kind: str = "SPECTATOR") -> FakeDesk:
    """Return a client that joined as a spectator."""
    desk = greeted(lobby, "Watcher", kind)
    run(desk.say("SpectatorJoinRequest", {"gameID": table.info.table}))
    return desk


def running(players: int = 2, variant: str = "1.0.1", **given: Any) -> tuple[Lobby, Table, list[FakeDesk]]:
    """Return a running game of clients."""
    lobby = Lobby()
    table = lobby.open(players, **given)
    return lobby, table, [seated(lobby, table, variant, f"Client {number}") for number in range(players)]


def placing(table: Table, *placed: tuple[int, int, int]) -> dict[str, Any]:
    """Return the payload of a PlayTiles."""
    state = table.state
    assert state is not None
    tiles = [
        {"x": x, "y": y, "tile": messages.tile(one, state.setup.color_shape_count, state.setup.tile_count)}
        for x, y, one in placed
    ]
    return {"tiles": tiles}


def random_request(desk: FakeDesk, rng: Any) -> tuple[str, dict[str, Any]]:
    """Return a legal move of the desk's player as a message."""
    assert desk.at is not None
    state, seat = desk.at.state, desk.seat
    assert state is not None
    assert seat is not None
    move = random_move(state, seat, rng)
    if isinstance(move, PlayTiles):
        return "PlayTiles", {"tiles": [messages.on_position(one) for one in move.tiles]}
    stones = [{"color": one.color, "shape": one.shape, "uniqueID": one.tile} for one in move.tiles]
    return "TileSwapRequest", {"tiles": stones}


# --- greeting ---------------------------------------------------------------------------------------------------------


def test_a_client_is_accepted_with_its_number_once() -> None:
    desk = FakeDesk(Lobby())
    request = {"clientName": "Anna", "clientType": "PLAYER"}
    assert run(desk.say("ConnectRequest", request)) == [("ConnectAccepted", {"clientID": 1})]
    ((name, payload),) = run(desk.say("ConnectRequest", request))
    assert name == "NotAllowed"
    assert payload["causeId"] == 100


# --- the lobby --------------------------------------------------------------------------------------------------------


def test_the_list_names_all_games_with_players_and_never_spectators() -> None:
    lobby, table, _ = running()
    lobby.open(3, colorShapeCount=4)
    watching(lobby, table)
    ((name, payload),) = run(greeted(lobby).say("GameListRequest"))
    assert name == "GameListResponse"
    first, second = payload["games"]
    assert first["gameState"] == "IN_PROGRESS"
    assert [player["clientName"] for player in first["players"]] == ["Client 0", "Client 1"]
    assert second["gameState"] == "NOT_STARTED"
    assert second["players"] == []
    assert second["config"]["colorShapeCount"] == 4
    assert "firstTileAtOrigin" not in second["config"]


def test_joining_is_confirmed_to_the_player_alone_and_before_the_start() -> None:
    lobby = Lobby()
    table = lobby.open(2)
    first = seated(lobby, table, name="Eins")
    assert first.names() == ["GameJoinAccepted"]
    first.told.clear()
    second = greeted(lobby, "Zwei")
    told = run(second.say("GameJoinRequest", {"gameID": 1}))
    assert [name for name, _ in told] == ["GameJoinAccepted", "StartGame", "StartTiles", "CurrentPlayer"]
    assert told[0][1]["gameID"] == 1
    assert [player["clientName"] for player in told[0][1]["game"]["players"]] == ["Eins", "Zwei"]
    assert first.names() == ["StartGame", "StartTiles", "CurrentPlayer"]
    assert [client["clientID"] for client in told[1][1]["clients"]] == [first.number, second.number]


def test_a_waiting_client_is_seated_unasked_after_the_houses_time() -> None:
    lobby = Lobby(House(2, {"turnTime": 5000}, assign_after=1.5))
    first, second = greeted(lobby, "Eins", variant="1.1.0"), greeted(lobby, "Zwei", "ENGINE_PLAYER")
    assert first.timers == [(1.5, "assign/1")]
    run(first.ring())
    assert first.names() == ["ConnectAccepted", "GameJoinAccepted"]
    assert json.loads(first.lines[-1])["game"]["config"]["turnTime"] == 5000
    run(second.ring())
    assert second.names() == ["ConnectAccepted", "GameJoinAccepted", "StartGame", "StartTiles", "CurrentPlayer"]


def test_one_who_looks_for_games_or_only_watches_is_never_seated_unasked() -> None:
    lobby = Lobby()
    chooser = greeted(lobby)
    run(chooser.say("GameListRequest"))
    run(chooser.ring())
    assert chooser.at is None
    assert greeted(lobby, kind="SPECTATOR").timers == []
    assert greeted(Lobby(House(2, {}, assign_after=None))).timers == []


def test_a_waiting_client_is_tried_again_when_there_was_no_seat() -> None:
    lobby = Lobby()
    desk = greeted(lobby)
    lobby.full_up = True
    run(desk.ring())
    assert desk.at is None
    assert len(desk.timers) == 2
    lobby.full_up = False
    run(desk.ring())
    assert desk.at is not None


def test_a_timer_of_an_earlier_stay_in_the_lobby_does_nothing() -> None:
    lobby = Lobby()
    first, second = greeted(lobby), greeted(lobby)
    run(first.ring())
    run(second.ring())
    run(first.say("LeavingRequest"))
    assert [name for _, name in first.timers] == ["assign/1", "assign/2"]
    run(first.reception.timer("assign/1"))
    assert first.at is None
    run(first.ring())
    assert first.at is not None


def test_a_seat_token_in_the_name_opens_its_seat() -> None:
    lobby = Lobby()
    lobby.open(2)
    lobby.tokens["AbCdEfGhIjKlMnOp"] = (1, 1)
    desk = greeted(lobby, "Anna#AbCdEfGhIjKlMnOp")
    assert desk.names() == ["ConnectAccepted", "GameJoinAccepted"]
    assert desk.seat == 1
    assert lobby.tables[1].info.seats[0].name == "Anna"
    other = greeted(lobby, "Anna#not-a-token-at-all")
    assert other.names() == ["ConnectAccepted"]


def test_a_seat_token_brings_a_client_back_to_its_running_game() -> None:
    lobby, table, _ = running()
    lobby.tokens["AbCdEfGhIjKlMnOp"] = (1, 0)
    desk = greeted(lobby, "AbCdEfGhIjKlMnOp")
    assert desk.names() == [
        "ConnectAccepted", "GameJoinAccepted", "StartGame", "StartTiles", "Update", "CurrentPlayer",
    ]  # fmt: skip
    assert table.info.status == "running"


def test_watching_an_ended_game_shows_its_winner_and_leads_back_to_the_lobby() -> None:
    lobby, table, _ = running()
    table.step("control", "abort")
    desk = watching(lobby, table)
    assert desk.names() == ["SpectatorJoinAccepted", "Winner"]
    assert [name for name, _ in run(desk.say("GameListRequest"))] == ["GameListResponse"]


# --- chat -------------------------------------------------------------------------------------------------------------


def test_a_players_words_reach_everybody_and_a_spectators_only_spectators() -> None:
    lobby, table, (first, second) = running()
    one, other = watching(lobby, table), watching(lobby, table, "PLAYER")
    for desk in lobby.desks:
        desk.told.clear()
    run(first.say("MessageSend", {"message": "Hallo <b>"}))
    assert [desk.names() for desk in (first, second, one, other)] == [["MessageSignal"]] * 4
    assert second.told[0][1]["client"]["clientName"] == "Client 0"
    for desk in lobby.desks:
        desk.told.clear()
    run(other.say("MessageSend", {"message": "psst"}))
    assert [desk.names() for desk in (first, second)] == [[], []]
    assert [desk.names() for desk in (one, other)] == [["MessageSignal"]] * 2
    assert one.told[0][1]["client"] == {"clientID": other.number, "clientName": "Watcher", "clientType": "PLAYER"}


# --- leaving ----------------------------------------------------------------------------------------------------------


def test_leaving_before_the_start_frees_the_seat_and_tells_those_who_wait() -> None:
    lobby = Lobby()
    table = lobby.open(3)
    first, second = seated(lobby, table), seated(lobby, table)
    second.told.clear()
    assert [name for name, _ in run(first.say("LeavingRequest"))] == ["LeavingPlayer"]
    assert second.names() == ["LeavingPlayer"]
    assert len(table.info.seats) == 1
    assert [name for name, _ in run(first.say("GameListRequest"))] == ["GameListResponse"]


def test_leaving_a_running_game_of_three_goes_on_for_the_others() -> None:
    _, _, (first, second, _) = running(3)
    second.told.clear()
    assert [name for name, _ in run(first.say("LeavingRequest"))] == ["LeavingPlayer"]
    assert second.names() == ["LeavingPlayer", "CurrentPlayer"]
    assert first.closed is None
    assert [name for name, _ in run(first.say("GameListRequest"))] == ["GameListResponse"]


def test_leaving_a_running_game_of_two_ends_it() -> None:
    _, _, (first, second) = running()
    second.told.clear()
    run(first.say("LeavingRequest"))
    assert first.names() == ["LeavingPlayer"]
    assert second.names() == ["LeavingPlayer", "EndGame", "Winner"]
    assert second.told[-1][1]["client"]["clientID"] == second.number
    assert [name for name, _ in run(second.say("LeavingRequest"))] == ["NotAllowed"]


def test_a_spectators_leaving_is_confirmed_to_the_spectator_alone() -> None:
    lobby, table, (first, _) = running()
    desk = watching(lobby, table)
    first.told.clear()
    assert [name for name, _ in run(desk.say("LeavingRequest"))] == ["LeavingPlayer"]
    assert first.names() == []
    assert [name for name, _ in run(desk.say("GameListRequest"))] == ["GameListResponse"]


def test_a_lost_connection_is_told_to_all_1_0_1_clients_and_to_nobody_else() -> None:
    lobby, table, (first, second) = running()
    older, newer, stranger = greeted(lobby), greeted(lobby, variant="1.1.0"), FakeDesk(lobby)
    for desk in lobby.desks:
        desk.told.clear()
    run(first.hang_up())
    assert second.names() == ["DisconnectSignal", "LeavingPlayer", "EndGame", "Winner"]
    assert older.names() == ["DisconnectSignal"]
    assert newer.names() == []
    assert older.told[0][1]["client"]["clientName"] == "Client 0"
    assert table.info.status == "finished"
    older.told.clear()
    run(stranger.hang_up())
    assert older.names() == []


def test_those_who_wait_are_told_of_a_lost_connection_with_406() -> None:
    lobby = Lobby()
    table = lobby.open(3)
    first, second = seated(lobby, table), seated(lobby, table)
    second.told.clear()
    run(first.hang_up())
    assert second.names() == ["LeavingPlayer", "DisconnectSignal"]


# --- exclusion --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", ["1.0.1", "1.1.0"])
def test_an_excluded_client_is_cut_off_in_1_0_1_and_back_in_the_lobby_in_1_1_0(variant: str) -> None:
    _, table, (first, second, _) = running(3, variant, wrongMove="KICK")
    second.told.clear()
    assert table.state is not None
    wrong = placing(table, (5, 5, table.state.hands[0][0]))
    assert [name for name, _ in run(first.say("PlayTiles", wrong))] == ["MoveValid", "LeavingPlayer"]
    assert second.names() == ["LeavingPlayer", "CurrentPlayer"]
    if variant == "1.0.1":
        assert first.closed == "excluded from the game"
    else:
        assert first.closed is None
        assert [name for name, _ in run(first.say("GameListRequest"))] == ["GameListResponse"]


def test_a_slow_player_is_excluded_without_a_word_of_its_own() -> None:
    _, table, (first, second) = running(slowMove="KICK")
    first.told.clear()
    second.told.clear()
    table.expire()
    run(first.settle())
    assert first.names() == ["LeavingPlayer"]
    assert second.names() == ["LeavingPlayer", "EndGame", "Winner"]
    assert first.closed


# --- the game ---------------------------------------------------------------------------------------------------------


def test_a_move_is_judged_then_shown_and_the_next_player_gets_tiles_before_the_turn() -> None:
    _, table, (first, second) = running(timeVisualization=1000)
    state = table.state
    assert state is not None
    second.told.clear()
    told = run(first.say("PlayTiles", placing(table, (0, 0, state.hands[0][0]))))
    assert [name for name, _ in told] == ["MoveValid", "Update"]
    assert told[1][1]["numberTilesInBag"] == 96
    assert second.names() == ["Update"]
    assert [name for name, _ in run(first.say("PlayTiles", placing(table, (1, 0, state.hands[0][0]))))] == [
        "NotAllowed"
    ]
    assert [name for name, _ in run(second.say("TurnTimeLeftRequest"))] == ["TurnTimeLeftResponse"]
    assert second.told[0][1] == {"time": 0}
    second.told.clear()
    table.expire()
    assert second.names() == ["CurrentPlayer"]
    one = state.hands[1][0]
    arrange(state, [state.hands[0], [one, *state.hands[1][1:]]])
    run(second.say("TileSwapRequest", {"tiles": [messages.tile(one, 6, 3)]}))
    assert second.names() == ["TileSwapValid", "TileSwapResponse"]
    first.told.clear()
    table.expire()
    assert first.names() == ["SendTiles", "CurrentPlayer"]


def test_a_wrong_swap_is_answered_without_tiles() -> None:
    _, _, (first, _) = running()
    assert run(first.say("TileSwapRequest", {"tiles": []})) == [("TileSwapValid", {"validation": False})]


def test_after_the_winner_everybody_is_in_the_lobby_again() -> None:
    lobby, table, desks = running()
    spectator = watching(lobby, table)
    table.step("control", "abort")
    run(spectator.settle())
    for desk in (*desks, spectator):
        assert desk.names()[-2:] == ["AbortGame", "Winner"]
        assert [name for name, _ in run(desk.say("ScoreRequest"))] == ["NotAllowed"]
        assert run(desk.say("GameListRequest"))[0][1]["games"][0]["gameState"] == "ENDED"


def test_pausing_and_going_on_are_told_and_refuse_moves_in_between() -> None:
    lobby, table, (first, _) = running()
    spectator = watching(lobby, table)
    spectator.told.clear()
    table.step("control", "pause")
    assert spectator.names() == ["PauseGame"]
    assert [name for name, _ in run(first.say("TileSwapRequest", {"tiles": []}))] == ["NotAllowed"]
    assert run(spectator.say("GameDataRequest"))[0][1]["gameState"] == "PAUSED"
    assert run(spectator.say("GameListRequest"))[0][0] == "NotAllowed"
    table.step("control", "resume")
    assert spectator.names()[-1] == "ResumeGame"


@pytest.mark.parametrize("variants", [("1.0.1", "1.0.1"), ("1.1.0", "1.0.1"), ("1.1.0", "1.1.0+")])
def test_whole_games_are_played_by_messages_alone(variants: tuple[str, str]) -> None:
    rng = random.Random(4)
    lobby = Lobby()
    table = lobby.open(2, colorShapeCount=4, tileCount=2)
    desks = [seated(lobby, table, variant.rstrip("+")) for variant in variants]
    state = table.state
    assert state is not None
    while state.outcome is None:
        run(desks[state.current].say(*random_request(desks[state.current], rng)))
    for desk, variant in zip(desks, variants, strict=True):
        key = "uniqueID" if variant == "1.0.1" else "uniqueId"
        numbers = [json.loads(line)[key] for line in desk.lines]
        assert numbers[:5] == [101, 303, 400, 408, 409]
        assert numbers[-2:] == [401, 407]
        assert not {900, 910, 920} & set(numbers)
        assert all(list(json.loads(line))[-1] == key for line in desk.lines)


def test_questions_before_the_start_find_an_empty_table() -> None:
    lobby = Lobby()
    table = lobby.open(2)
    desk = seated(lobby, table)
    spectator = watching(lobby, table)
    assert run(desk.say("ScoreRequest"))[0][1]["scores"] == [[messages.client(1, "Anna", "PLAYER"), 0]]
    assert run(desk.say("TurnTimeLeftRequest")) == [("TurnTimeLeftResponse", {"time": 0})]
    assert run(desk.say("TotalTimeRequest")) == [("TotalTimeResponse", {"time": 0})]
    run(desk.say("GameDataRequest"))
    assert desk.lines[-1] == b'{"board":[],"ownTiles":[],"paused":false,"uniqueID":499}\n'
    assert run(spectator.say("BagRequest")) == [("BagResponse", {"bag": []})]
    assert run(spectator.say("PlayerHandsRequest"))[0][1]["hands"][0][1] == []


def test_questions_are_answered_to_players_and_spectators() -> None:
    lobby, table, (first, _) = running()
    spectator = watching(lobby, table)
    state = table.state
    assert state is not None
    assert run(first.say("TurnTimeLeftRequest")) == [("TurnTimeLeftResponse", {"time": 29_000})]
    assert run(spectator.say("TotalTimeRequest")) == [("TotalTimeResponse", {"time": 61_234})]
    assert len(run(first.say("GameDataRequest"))[0][1]["ownTiles"]) == 6
    assert run(spectator.say("GameDataRequest"))[0][1]["ownTiles"] == []
    assert len(run(spectator.say("BagRequest"))[0][1]["bag"]) == 96
    hands = run(spectator.say("PlayerHandsRequest"))[0][1]["hands"]
    assert [[one["uniqueID"] for one in hand] for _, hand in hands] == state.hands
    assert tile(state, 0, 0) == 0
