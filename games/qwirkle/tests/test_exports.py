"""Downloads: the protocol's message stream, and configuration files."""

from __future__ import annotations

import json

import pytest

from gamekit import testing
from gamekit.chance import Chance
from gamekit.errors import MalformedMessage
from gamekit.exports import MatchRecord, Step
from games.qwirkle.configuration import read_configuration, write_configuration
from games.qwirkle.exports import configuration_file, message_stream
from games.qwirkle.game import GAME
from games.qwirkle.tests.matches import options
from games.qwirkle.vocabulary import NAMES


def recorded(seed: int = 2) -> tuple[MatchRecord, list[str]]:
    """Return a match played at random with a pause and a departure, and what a spectator was told."""
    chosen = {"colorShapeCount": 4, "tileCount": 2, "timeVisualization": 5, "slowMovePenalty": 1}
    names: list[str] = []
    last = None
    for number, last in enumerate(testing.playout(GAME, seed, 3, chosen)):
        names += told(last)
        if number == 5:
            names += disturbed(last)
    assert last is not None
    room = last.room
    record = MatchRecord(
        "qwirkle", 7, "abc", "Spiel", room.options, room.players, last.start_chance, "2018-12-01T12:00:00", last.steps
    )
    return record, names


def disturbed(match: testing.Playout) -> list[str]:
    """Pause, go on, and let the last player leave; return what a spectator was told."""
    names, chance = [], Chance.seeded(1)
    for order in ("pause", "resume"):
        match.events = GAME.rules.control(match.state, order, chance)
        match.steps.append(Step("control", None, order, chance.take(), 0))
        names += told(match)
    match.events = GAME.rules.withdraw(match.state, 2, chance)
    match.steps.append(Step("withdraw", 2, None, chance.take(), 0))
    return names + told(match)


def told(match: testing.Playout) -> list[str]:
    views = GAME.views
    return [name for event in match.events for name, _ in views.render(match.room, match.state, event, None)]


def test_the_stream_is_every_line_a_spectator_got_in_the_spelling_of_the_document() -> None:
    record, names = recorded()
    lines = [json.loads(line) for line in message_stream(record).splitlines()]
    assert [NAMES[line["uniqueID"]] for line in lines] == names
    assert lines[0]["config"]["colorShapeCount"] == 4
    assert [line["uniqueID"] for line in lines[-2:]] == [401, 407]
    assert {403, 404, 406, 409, 416} <= {line["uniqueID"] for line in lines}
    assert not {408, 410, 413} & {line["uniqueID"] for line in lines}, "nobody's tiles are in it"


def test_a_matchs_configuration_can_be_downloaded_and_read_again() -> None:
    record, _ = recorded()
    text = configuration_file(record)
    assert read_configuration(text) == record.options
    assert text.startswith(b'{\n  "colorShapeCount": 4,\n  "tileCount": 2,\n')


def test_a_configuration_file_is_written_as_the_library_does() -> None:
    given = options(
        turnTime=30000, timeVisualization=2000, wrongMove="POINT_LOSS", wrongMovePenalty=5, slowMove="KICK",
        maxPlayerNumber=4,
    )  # fmt: skip
    assert json.loads(write_configuration(given)) == {
        "colorShapeCount": 6, "tileCount": 3, "maxHandTiles": 6, "turnTime": 30000, "timeVisualization": 2000,
        "wrongMove": "POINT_LOSS", "wrongMovePenalty": 5, "slowMove": "KICK", "slowMovePenalty": 0,
        "maxPlayerNumber": 4,
    }  # fmt: skip
    assert read_configuration(write_configuration(given)) == given


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("nonsense", ""),
        ("[]", ""),
        ('{"colours": 6}', "colours"),
        ('{"colorShapeCount": 13}', "colorShapeCount"),
        ('{"wrongMove": "DEATH"}', "wrongMove"),
        ('{"turnTime": "long"}', "turnTime"),
    ],
)
def test_a_wrong_configuration_file_is_refused_by_field(text: str, field: str) -> None:
    with pytest.raises(MalformedMessage) as caught:
        read_configuration(text)
    assert caught.value.field == field
