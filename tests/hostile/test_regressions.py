"""Faults that strangers' inputs have found, each with the input that found it."""

from __future__ import annotations

import pytest

from bridge.framing.elements import ElementFramer
from gamekit import registry
from gamekit.container import MALFORMED
from gamekit.dialect import LineEndpoint
from gamekit.errors import MalformedMessage
from gamekit.rules import Json
from games.mississippi.messages import state_json
from games.quidditch.testmod import read_delta
from spieltisch.inspector.tap import WireTap
from tests.hostile.targets import positions


@pytest.mark.parametrize("name", ["catan", "catan-2016", "catan-2017"])
def test_a_message_without_a_name_is_malformed_in_its_own_dialect(name: str) -> None:
    door = next(door for door in registry.game("catan").endpoints if door.name == name)
    assert isinstance(door, LineEndpoint)
    for line in (b'{"":{}}', b'{"table/malformed":5}', b'{"table/sit":{}}'):
        (said,) = door.dialect().decode(line)
        assert said.payload_type == MALFORMED
        assert said.payload["code"] == "message/not_wrapped"


@pytest.mark.parametrize("game", registry.games().values(), ids=lambda game: game.slug)
def test_a_seat_keeps_only_what_the_game_knows(game: object) -> None:
    stowaway: Json = {"x": "A" * 100_000}
    kept = registry.game(game.slug).check_seat({"stowaway": stowaway}, [])  # type: ignore[attr-defined]
    assert "stowaway" not in kept


@pytest.mark.parametrize("kind", [[], {}, 5, None])
def test_a_delta_of_no_type_is_refused(kind: Json) -> None:
    with pytest.raises(MalformedMessage, match="deltaType"):
        read_delta({"deltaType": kind})


@pytest.mark.parametrize("direction", [[], {}, 5, None])
def test_a_ship_without_a_direction_is_refused(direction: Json) -> None:
    game, position = registry.game("mississippi"), positions("mississippi")[-1]
    state = state_json(position.state, position.room.players)
    game.read_options({"state": state})
    state["red"]["direction"] = direction
    with pytest.raises(MalformedMessage, match="direction"):
        game.read_options({"state": state})


def test_a_second_byte_order_mark_is_refused_however_the_bytes_are_split() -> None:
    stream = b"\xef\xbb\xbf" * 2 + b"<protocol>"
    for piece in (1, 2, 3, len(stream)):
        framer = ElementFramer(600)
        for begin in range(0, len(stream), piece):
            list(framer.feed(stream[begin : begin + piece]))
        assert framer.error is not None, piece
        assert framer.error.code == "xml/malformed"


@pytest.mark.parametrize("payload", ["{}", "[]", "5", "null"])
def test_the_inspector_shows_a_client_that_calls_itself_malformed(payload: str) -> None:
    text = f'{{"timestamp":"","payloadType":"{MALFORMED}","payload":{payload}}}'
    tap = WireTap(registry.game("catan"), 1, "websocket")
    tap.heard(text.encode(), text)
    (shown,) = tap.entries()
    assert shown["refusal"] is True
