"""Every line as the official library prints it, and every line it or a person might send."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamekit.container import MALFORMED, Container
from games.qwirkle.dialects.connection import QwirkleDialect
from games.qwirkle.vocabulary import NAMES

CLIENT = '{"clientID":1,"clientName":"Anna","clientType":"PLAYER"}'
TILE = '{"color":0,"shape":5,"uniqueID":17}'
PLACED = '{"x":1,"y":-1,"tile":{"color":2,"shape":2,"uniqueID":42}}'
CONFIG = (
    '{"colorShapeCount":6,"tileCount":3,"maxHandTiles":6,"turnTime":30000,"timeVisualization":2000,'
    '"wrongMove":"POINT_LOSS","wrongMovePenalty":5,"slowMove":"KICK","slowMovePenalty":0,"maxPlayerNumber":4}'
)
GAME = (
    '{"gameID":7,"gameName":"Spiel","gameState":"NOT_STARTED","isTournament":false,'
    f'"players":[{CLIENT}],"config":{CONFIG}}}'
)
#: The lines of qwirkle-rules.md, 2.3, as LIB-1.0.1 printed them.
LINES = f"""
{{"clientName":"Anna","clientType":"PLAYER","uniqueID":100}}
{{"clientID":1,"uniqueID":101}}
{{"reason":"bye","client":{CLIENT},"uniqueID":200}}
{{"uniqueID":300}}
{{"games":[{GAME},{GAME}],"uniqueID":301}}
{{"gameID":7,"uniqueID":302}}
{{"gameID":7,"uniqueID":303}}
{{"gameID":7,"uniqueID":304}}
{{"gameID":7,"uniqueID":305}}
{{"message":"Hallo","uniqueID":306}}
{{"message":"Hallo","client":{CLIENT},"uniqueID":307}}
{{"config":{CONFIG},"clients":[{CLIENT}],"uniqueID":400}}
{{"uniqueID":401}}
{{"uniqueID":402}}
{{"uniqueID":403}}
{{"uniqueID":404}}
{{"uniqueID":405}}
{{"client":{CLIENT},"uniqueID":406}}
{{"client":{CLIENT},"score":12,"leaderboard":[[{CLIENT},12],[{CLIENT},-3]],"uniqueID":407}}
{{"tiles":[{TILE}],"uniqueID":408}}
{{"client":{CLIENT},"uniqueID":409}}
{{"tiles":[{TILE}],"uniqueID":410}}
{{"tiles":[{TILE}],"uniqueID":411}}
{{"validation":true,"uniqueID":412}}
{{"tiles":[{TILE}],"uniqueID":413}}
{{"tiles":[{PLACED}],"uniqueID":414}}
{{"validation":true,"message":"","uniqueID":415}}
{{"validation":false,"message":"Spielstein passt nicht zur Reihe.","uniqueID":415}}
{{"updates":[{PLACED}],"uniqueID":416}}
{{"uniqueID":417}}
{{"scores":[[{CLIENT},12],[{CLIENT},-3]],"uniqueID":418}}
{{"uniqueID":419}}
{{"time":29000,"uniqueID":420}}
{{"uniqueID":421}}
{{"time":61234,"uniqueID":422}}
{{"uniqueID":423}}
{{"bag":[{TILE}],"uniqueID":424}}
{{"uniqueID":425}}
{{"hands":[[{CLIENT},[{TILE}]]],"uniqueID":426}}
{{"uniqueID":498}}
{{"board":[{PLACED}],"currentClient":{CLIENT},"ownTiles":[{TILE}],"paused":false,"uniqueID":499}}
{{"message":"x","uniqueID":900}}
{{"message":"x","uniqueID":910}}
{{"message":"x","uniqueID":920}}
""".split("\n")[1:-1]


def read(line: str | bytes, dialect: QwirkleDialect | None = None) -> Container:
    (container,) = (dialect or QwirkleDialect()).decode(line.encode() if isinstance(line, str) else line)
    return container


@pytest.mark.parametrize("line", LINES, ids=lambda line: str(json.loads(line)["uniqueID"]))
def test_every_message_of_1_0_1_is_written_byte_for_byte_as_the_library_writes_it(line: str) -> None:
    dialect = QwirkleDialect()
    container = read(line, dialect)
    assert NAMES[json.loads(line)["uniqueID"]] == container.payload_type
    assert dialect.encode(container) == line.encode() + b"\n"
    assert dialect.variant == "1.0.1"


def test_the_lines_above_are_all_messages_of_the_document() -> None:
    assert {json.loads(line)["uniqueID"] for line in LINES} == set(NAMES)


def spoken(line: str) -> str:
    """Return a 1.0.1 line as the 1.1.0 library would print it."""
    for older, newer in (("uniqueID", "uniqueId"), ("clientID", "clientId"), ("gameID", "gameId")):
        line = line.replace(older, newer)
    return line.replace('"x":', '"coordX":').replace('"y":', '"coordY":')


DIFFERENT = (200, 303, 305, 416, 499, 900, 910, 920)


@pytest.mark.parametrize(
    "line", [line for line in LINES if json.loads(line)["uniqueID"] not in DIFFERENT],
    ids=lambda line: str(json.loads(line)["uniqueID"]),
)  # fmt: skip
def test_1_1_0_differs_in_spelling_only_for_most_messages(line: str) -> None:
    dialect = QwirkleDialect()
    container = read(spoken(line), dialect)
    assert dialect.variant == "1.1.0"
    assert container == read(line), "both spellings are one container"
    assert dialect.encode(container) == spoken(line).encode() + b"\n"


def newer(payload_type: str, payload: object) -> str:
    return QwirkleDialect("1.1.0").encode(Container(payload_type, payload)).decode()


def test_captured_lines_of_a_real_1_1_0_server_are_matched() -> None:
    placed = {"x": 1, "y": 0, "tile": {"color": 1, "shape": 2, "uniqueID": 5}}
    assert newer("Update", {"updates": [placed], "numberTilesInBag": 12}) == (
        '{"updates":[{"coordX":1,"coordY":0,"tile":{"color":1,"shape":2,"uniqueId":5}}],'
        '"numberTilesInBag":12,"uniqueId":416}\n'
    )
    pairs = [[{"clientID": n, "clientName": name, "clientType": "PLAYER"}, 0] for n, name in ((2, "Zwei"), (1, "Eins"))]
    assert newer("ScoreResponse", {"scores": pairs}) == (
        '{"scores":[[{"clientId":2,"clientName":"Zwei","clientType":"PLAYER"},0],'
        '[{"clientId":1,"clientName":"Eins","clientType":"PLAYER"},0]],"uniqueId":418}\n'
    )
    assert newer("NotAllowed", {"message": "Spieler ist nicht dran", "causeId": 414}) == (
        '{"message":"Spieler ist nicht dran","causeId":414,"uniqueId":920}\n'
    )


def test_1_1_0_gets_the_whole_game_the_game_state_and_no_disconnect_signal() -> None:
    game = json.loads(GAME)
    told = json.loads(newer("GameJoinAccepted", {"gameID": 7, "game": game}))
    assert list(told) == ["game", "uniqueId"]
    assert told["game"]["gameId"] == 7
    assert told["game"]["players"][0]["clientId"] == 1
    data: dict[str, object] = {
        "board": [],
        "currentClient": None,
        "ownTiles": [],
        "paused": True,
        "gameState": "PAUSED",
    }
    assert newer("GameDataResponse", data) == '{"board":[],"ownTiles":[],"gameState":"PAUSED","uniqueId":499}\n'
    assert newer("DisconnectSignal", {"reason": "bye", "client": json.loads(CLIENT)}) == ""


def test_an_engine_player_is_shown_as_a_player_to_1_1_0_only() -> None:
    engine = {"client": {"clientID": 1, "clientName": "E", "clientType": "ENGINE_PLAYER"}}
    assert "ENGINE_PLAYER" in QwirkleDialect().encode(Container("CurrentPlayer", engine)).decode()
    assert '"clientType":"PLAYER"' in newer("CurrentPlayer", engine)


def test_1_0_1_does_not_get_what_only_1_1_0_knows() -> None:
    line = QwirkleDialect().encode(Container("Update", {"updates": [], "numberTilesInBag": 3}))
    assert line == b'{"updates":[],"uniqueID":416}\n'
    line = QwirkleDialect().encode(Container("NotAllowed", {"message": "no", "causeId": 414}))
    assert line == b'{"message":"no","uniqueID":920}\n'


def test_text_is_escaped_as_gson_does_and_other_letters_are_left_alone() -> None:
    line = QwirkleDialect().encode(Container("MessageSend", {"message": "<a href='x'>&= äß€ \u2028\u2029 \" \\ \n"}))
    assert (
        line
        == (
            '{"message":"\\u003ca href\\u003d\\u0027x\\u0027\\u003e\\u0026\\u003d äß€ \\u2028\\u2029 \\" \\\\ \\n",'
            '"uniqueID":306}\n'
        ).encode()
    )


def test_fields_without_a_value_are_left_out() -> None:
    assert QwirkleDialect().encode(Container("MoveValid", {"validation": True, "message": None})) == (
        b'{"validation":true,"uniqueID":415}\n'
    )


def test_a_first_line_with_both_keys_asks_for_both_spellings() -> None:
    dialect = QwirkleDialect()
    read('{"clientName":"A","clientType":"PLAYER","uniqueID":100,"uniqueId":100}', dialect)
    engine = {"clientID": 1, "clientName": "E", "clientType": "ENGINE_PLAYER"}
    assert json.loads(dialect.encode(Container("GameJoinAccepted", {"gameID": 7, "game": {"gameID": 7}}))) == {
        "gameID": 7, "gameId": 7, "game": {"gameID": 7, "gameId": 7}, "uniqueID": 303, "uniqueId": 303,
    }  # fmt: skip
    told = json.loads(dialect.encode(Container("LeavingPlayer", {"client": engine})))
    assert told["client"] == {"clientID": 1, "clientId": 1, "clientName": "E", "clientType": "PLAYER"}
    assert dialect.encode(Container("DisconnectSignal", {"reason": "bye", "client": engine})) == b""


def test_the_first_line_with_an_id_decides_and_later_ones_do_not() -> None:
    dialect = QwirkleDialect()
    assert dialect.variant == "1.0.1"
    assert read("nonsense", dialect).payload_type == MALFORMED
    assert dialect.variant == "1.0.1"
    read('{"uniqueId":300}', dialect)
    assert dialect.variant == "1.1.0"
    assert read('{"uniqueID":300}', dialect).payload_type == "GameListRequest"
    assert dialect.variant == "1.1.0"


def test_spellings_may_be_mixed_and_unknown_keys_and_any_order_are_fine() -> None:
    line = '{"uniqueId":414,"extra":[1],"tiles":[{"tile":{"shape":2,"uniqueID":4,"color":1},"coordY":2,"x":1}]}'
    tile = {"color": 1, "shape": 2, "uniqueID": 4}
    assert read(line).payload == {"extra": [1], "tiles": [{"x": 1, "y": 2, "tile": tile}]}


@pytest.mark.parametrize("line", ["", "\r", "   ", "\t\r"])
def test_empty_lines_are_ignored(line: str) -> None:
    assert QwirkleDialect().decode(line.encode()) == ()


def test_carriage_returns_and_byte_order_marks_do_not_matter() -> None:
    assert read(b'\xef\xbb\xbf{"uniqueID":300}\r').payload_type == "GameListRequest"
    assert read('{"uniqueID":"300"}').payload_type == "GameListRequest"
    assert read('{"uniqueID":300.0}').payload_type == "GameListRequest"


UNREADABLE = {
    b"hello": 0,
    b"[1,2]": 0,
    b'"text"': 0,
    b"{}": 0,
    b'{"uniqueID":null}': 0,
    b'{"uniqueID":"x"}': 0,
    b'{"uniqueID":true}': 0,
    b'{"uniqueID":99999999999}': 0,
    b'{"uniqueID":555}': 555,
    b'{"uniqueID":300} trailing': 0,
    b'{"message":"\xff\xfe","uniqueID":306}': 0,
    b'{"a":' * 40 + b"1" + b"}" * 40: 0,
    b"[" * 5000: 0,
}


@pytest.mark.parametrize("line", UNREADABLE)
def test_what_cannot_be_read_becomes_a_malformed_container_that_says_why(line: bytes) -> None:
    container = read(line)
    assert container.payload_type == MALFORMED
    assert container.payload["reason"]
    assert container.payload["cause"] == UNREADABLE[line]
    assert container.payload["fatal"] is False


def test_the_platforms_own_messages_are_not_written() -> None:
    assert QwirkleDialect().encode(Container("table/state", {})) == b""


@given(st.binary(max_size=200))
def test_no_bytes_make_it_fail(frame: bytes) -> None:
    for container in QwirkleDialect().decode(frame):
        assert container.payload_type


@given(st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=60))
def test_any_chat_text_survives_both_spellings(text: str) -> None:
    for variant in ("1.0.1", "1.1.0", "1.0.1+1.1.0"):
        line = QwirkleDialect(variant).encode(Container("MessageSend", {"message": text}))
        assert line.count(b"\n") == 1
        assert read(line).payload == {"message": text}
