"""The document's table of errors (section 5) and its priorities: 910 before 900 before 920."""

from __future__ import annotations

from typing import Any

import pytest

from games.qwirkle.tests.desk import FakeDesk, Lobby, run
from games.qwirkle.tests.test_reception import greeted, placing, running, seated, watching

UNKNOWN = {"tiles": [{"x": 0, "y": 0, "tile": {"color": 0, "shape": 0, "uniqueID": 4711}}]}
MISNAMED = {"tiles": [{"x": 0, "y": 0, "tile": {"color": 3, "shape": 3, "uniqueID": 0}}]}
KNOWN = {"tiles": [{"x": 0, "y": 0, "tile": {"color": 0, "shape": 0, "uniqueID": 0}}]}
SWAP = {"tiles": [{"color": 0, "shape": 0, "uniqueID": 0}]}
CONNECT = {"clientName": "A", "clientType": "PLAYER"}
CODES = {"AccessDenied": 900, "ParsingError": 910, "NotAllowed": 920}


def clients() -> dict[str, FakeDesk]:
    """Return a client in every situation."""
    lobby = Lobby()
    open_table, table = lobby.open(2), lobby.open(2)
    first, second = seated(lobby, table), seated(lobby, table)
    return {
        "stranger": FakeDesk(lobby),
        "lobby": greeted(lobby),
        "lobby spectator": greeted(lobby, kind="SPECTATOR"),
        "waiting": seated(lobby, open_table),
        "active": first,
        "other": second,
        "spectator": watching(lobby, table),
        "player watching": watching(lobby, table, "PLAYER"),
    }


TABLE = [
    # before ConnectRequest nothing else is allowed
    ("stranger", "GameListRequest", {}, 920),
    ("stranger", "PlayTiles", UNKNOWN, 920),
    ("stranger", "GameJoinRequest", {}, 910),
    # 100
    ("lobby", "ConnectRequest", CONNECT, 920),
    ("active", "ConnectRequest", CONNECT, 920),
    ("lobby", "ConnectRequest", {"clientName": "A", "clientType": "WIZARD"}, 910),
    ("lobby", "ConnectRequest", {"clientType": "PLAYER"}, 910),
    # 300
    ("active", "GameListRequest", {}, 920),
    ("waiting", "GameListRequest", {}, 920),
    ("spectator", "GameListRequest", {}, 920),
    # 302
    ("active", "GameJoinRequest", {"gameID": 1}, 920),
    ("waiting", "GameJoinRequest", {"gameID": 1}, 920),
    ("lobby", "GameJoinRequest", {"gameID": 2}, 920),
    ("lobby", "GameJoinRequest", {"gameID": 99}, 920),
    ("lobby", "GameJoinRequest", {"gameID": "seven"}, 910),
    ("lobby", "GameJoinRequest", {}, 910),
    ("lobby spectator", "GameJoinRequest", {"gameID": 1}, 900),
    ("lobby spectator", "GameJoinRequest", {"gameID": 99}, 900),
    ("spectator", "GameJoinRequest", {"gameID": 1}, 900),
    ("player watching", "GameJoinRequest", {"gameID": 1}, 900),
    ("lobby spectator", "GameJoinRequest", {"gameID": []}, 910),
    # 304
    ("active", "SpectatorJoinRequest", {"gameID": 1}, 920),
    ("spectator", "SpectatorJoinRequest", {"gameID": 1}, 920),
    ("lobby", "SpectatorJoinRequest", {"gameID": 99}, 920),
    # 306
    ("lobby", "MessageSend", {"message": "x"}, 920),
    ("lobby", "MessageSend", {"message": 5}, 910),
    ("active", "MessageSend", {}, 910),
    # 405
    ("lobby", "LeavingRequest", {}, 920),
    # 411
    ("other", "TileSwapRequest", SWAP, 920),
    ("waiting", "TileSwapRequest", SWAP, 920),
    ("lobby", "TileSwapRequest", SWAP, 920),
    ("spectator", "TileSwapRequest", SWAP, 900),
    ("player watching", "TileSwapRequest", SWAP, 900),
    ("lobby spectator", "TileSwapRequest", SWAP, 900),
    ("active", "TileSwapRequest", {"tiles": 5}, 910),
    ("spectator", "TileSwapRequest", {"tiles": [7]}, 910),
    # 414
    ("other", "PlayTiles", KNOWN, 920),
    ("waiting", "PlayTiles", KNOWN, 920),
    ("lobby", "PlayTiles", KNOWN, 920),
    ("lobby", "PlayTiles", UNKNOWN, 920),
    ("spectator", "PlayTiles", KNOWN, 900),
    ("player watching", "PlayTiles", KNOWN, 900),
    ("lobby spectator", "PlayTiles", KNOWN, 900),
    ("active", "PlayTiles", UNKNOWN, 910),
    ("active", "PlayTiles", MISNAMED, 910),
    ("other", "PlayTiles", UNKNOWN, 910),
    ("waiting", "PlayTiles", UNKNOWN, 910),
    ("spectator", "PlayTiles", UNKNOWN, 910),
    ("active", "PlayTiles", {"tiles": [{"x": 0, "y": 0}]}, 910),
    ("active", "PlayTiles", {"tiles": [{"x": 2**40, "y": 0, "tile": SWAP["tiles"][0]}]}, 910),
    # questions
    ("lobby", "ScoreRequest", {}, 920),
    ("lobby", "TurnTimeLeftRequest", {}, 920),
    ("lobby", "TotalTimeRequest", {}, 920),
    ("lobby", "GameDataRequest", {}, 920),
    ("lobby", "BagRequest", {}, 920),
    ("lobby spectator", "BagRequest", {}, 920),
    ("lobby", "PlayerHandsRequest", {}, 920),
    ("lobby spectator", "PlayerHandsRequest", {}, 920),
    ("active", "BagRequest", {}, 900),
    ("waiting", "BagRequest", {}, 900),
    ("other", "PlayerHandsRequest", {}, 900),
    # what only the server says, and what nobody says
    ("lobby", "ConnectAccepted", {"clientID": 1}, 910),
    ("active", "Winner", {}, 910),
    ("stranger", "StartGame", {}, 910),
    ("active", "Wizardry", {}, 910),
]


@pytest.mark.parametrize(("who", "payload_type", "payload", "code"), TABLE)
def test_the_error_is_the_documents(who: str, payload_type: str, payload: Any, code: int) -> None:
    desk = clients()[who]
    before = desk.at and (desk.at.info, desk.at.state and list(desk.at.state.scores))
    told = run(desk.say(payload_type, payload))
    assert [CODES.get(name) for name, _ in told] == [code], told
    assert told[0][1]["message"]
    assert before == (desk.at and (desk.at.info, desk.at.state and list(desk.at.state.scores)))


def test_everybody_at_a_table_may_ask_the_common_questions() -> None:
    for who in ("waiting", "active", "other", "spectator", "player watching"):
        for question in ("ScoreRequest", "TurnTimeLeftRequest", "TotalTimeRequest", "GameDataRequest"):
            told = run(clients()[who].say(question))
            assert [name for name, _ in told] == [question.replace("Request", "Response")]


def test_a_full_game_cannot_be_joined_and_zero_is_no_limit() -> None:
    lobby = Lobby()
    limited, unlimited = lobby.open(3, maxPlayerNumber=1), lobby.open(3, maxPlayerNumber=0)
    seated(lobby, limited)
    assert seated(lobby, limited).names() == ["NotAllowed"]
    for _ in range(2):
        assert seated(lobby, unlimited).names() == ["GameJoinAccepted"]


@pytest.mark.parametrize("name", list(CODES))
def test_a_clients_own_errors_are_swallowed(name: str) -> None:
    desk = clients()["active"]
    assert run(desk.say(name, {"message": "I did not understand"})) == []


@pytest.mark.parametrize("line", [b"nonsense", b"[]", b"{}", b'{"uniqueID":777}', b'{"uniqueID":416}', b"\xff"])
def test_an_unreadable_line_is_a_parsing_error_and_the_conversation_goes_on(line: bytes) -> None:
    desk = clients()["lobby"]
    assert [name for name, _ in run(desk.say_line(line))] == ["ParsingError"]
    assert [name for name, _ in run(desk.say_line(b'{"uniqueID":300}'))] == ["GameListResponse"]
    assert run(desk.say_line(b"")) == []


def test_errors_name_the_offending_message_to_1_1_0() -> None:
    _, table, (_, second) = running(variant="1.1.0")
    assert table.state is not None
    run(second.say("PlayTiles", placing(table, (0, 0, table.state.hands[1][0]))))
    assert second.lines[-1] == (b'{"message":"it is another player\\u0027s turn","causeId":414,"uniqueId":920}\n')


def test_a_tile_of_somebody_else_is_a_wrong_move_not_an_error() -> None:
    _, table, (first, _) = running()
    assert table.state is not None
    told = run(first.say("PlayTiles", placing(table, (0, 0, table.state.hands[1][0]))))
    assert [name for name, _ in told] == ["MoveValid"]
    assert told[0][1]["validation"] is False


def test_a_swap_of_an_unknown_tile_is_a_wrong_move_not_an_error() -> None:
    _, _, (first, _) = running(wrongMove="POINT_LOSS", wrongMovePenalty=2)
    told = run(first.say("TileSwapRequest", {"tiles": [{"color": 0, "shape": 0, "uniqueID": 4711}]}))
    assert [name for name, _ in told] == ["TileSwapValid", "CurrentPlayer"]
