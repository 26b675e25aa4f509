"""Section 3.8: replay files are written and read, and a wrong one is refused with its line."""

from __future__ import annotations

import gzip
import random
from xml.etree import ElementTree

import pytest

from gamekit import testing
from gamekit.chance import Chance, RecordedChance
from gamekit.errors import MalformedMessage
from gamekit.exports import MatchRecord, Step
from games.mississippi import GAME
from games.mississippi.exports import EXPORTS
from games.mississippi.messages import state_json
from games.mississippi.replays.reading import read
from games.mississippi.replays.writing import RULES, redo, write_gzip, write_xml
from games.mississippi.tests import corpus


def played(seed: int, steps: int | None = None) -> MatchRecord:
    """Return the record of a random match."""
    match = None
    for match in testing.playout(GAME, seed):
        if steps is not None and len(match.steps) >= steps:
            break
    assert match is not None
    outcome = GAME.rules.outcome(match.state)
    room = match.room
    return MatchRecord(
        "mississippi",
        1,
        "room",
        "n",
        room.options,
        room.players,
        match.start_chance,
        "2026-01-01",
        match.steps,
        outcome,
    )


def states_of(record: MatchRecord) -> list[object]:
    """Return every state of a record as told."""
    state, _ = RULES.start(record.options, record.players, RecordedChance(record.chance))
    told = [state_json(state, record.players)]
    for step in record.steps:
        turn = state.turn
        redo(state, step)
        if state.turn > turn:
            told.append(state_json(state, record.players))
    return list(told)


def tree(data: bytes) -> list[object]:
    """Return a document as nested lists, whatever the order of attributes and the white space."""

    def node(element: ElementTree.Element) -> list[object]:
        attributes = {name: " ".join(value.split()) for name, value in element.attrib.items()}
        return [element.tag, attributes, (element.text or "").strip(), [node(child) for child in element]]

    return node(ElementTree.fromstring(data))


@pytest.mark.parametrize("seed", range(6))
def test_a_match_survives_writing_and_reading(seed: int) -> None:
    record = played(seed)
    again = read(write_gzip(record))
    assert states_of(again) == states_of(record)
    assert again.outcome == record.outcome
    assert [player.name for player in again.players] == [player.name for player in record.players]
    assert write_xml(again).replace(b'roomId="replay"', b'roomId="room"') == write_xml(record)


@pytest.mark.parametrize("name", corpus.NAMES)
def test_a_contest_file_is_read_and_written_again_with_the_same_content(name: str) -> None:
    original = corpus.text_of(name)
    record = read(original)
    assert record.outcome is not None
    again = tree(write_xml(record))
    expected = tree(original)
    for document in (again, expected):
        _forget(document)
    assert again == expected


def _forget(document: list[object]) -> None:
    """Drop what a file cannot keep: the room's id, and how the contest system names the error."""
    children = document[3]
    assert isinstance(children, list)
    for child in children:
        if child[0] == "data":
            child[0] = "error"
            child[1].pop("class")
        if child[0] == "originalRequest":
            child[1].pop("roomId")
        _forget(child)


def test_files_look_as_the_viewer_wrote_them() -> None:
    text = write_xml(played(1)).decode()
    start = '<object-stream>\n  <state turn="0" startPlayer="RED" currentPlayer="RED" freeTurn="false">\n    <red '
    assert text.startswith(start)
    assert text.endswith("  </result>\n</object-stream>\n")
    assert gzip.decompress(write_gzip(played(1))).decode() == text


@pytest.mark.parametrize(
    ("step", "cause"),
    [
        (Step("withdraw", 1, None, (), 0), "LEFT"),
        (Step("late", None, "move", (), 0), "SOFT_TIMEOUT"),
        (Step("expire", None, "move", (), 0), "HARD_TIMEOUT"),
        (Step("control", None, "abort", (), 0), "UNKNOWN"),
    ],
)
def test_endings_by_fault_are_kept(step: Step, cause: str) -> None:
    begun = played(2, steps=5)
    record = MatchRecord(
        begun.game, 1, "room", "n", begun.options, begun.players, begun.chance, begun.started, [*begun.steps, step]
    )
    text = write_xml(record)
    assert f'cause="{cause}"'.encode() in text
    again = read(text)
    assert again.outcome is not None
    assert write_xml(again) == text


def test_a_file_without_an_end_is_an_unfinished_match() -> None:
    again = read(write_xml(played(3, steps=4)))
    assert again.outcome is None
    assert len(again.steps) == 3, "the opening pause is no state"


def line_of(text: str, needle: str) -> int:
    """Return the line in which something stands."""
    return text[: text.index(needle)].count("\n") + 1


def test_a_changed_state_is_refused_with_its_line() -> None:
    text = write_xml(played(4)).decode()
    second = text.index('<state turn="1"')
    broken = text[:second] + text[second:].replace('coal="6"', 'coal="5"', 1)
    with pytest.raises(MalformedMessage) as caught:
        read(broken.encode())
    line = line_of(broken, '<state turn="1"')
    assert caught.value.field == f"line {line}"
    assert "coal" in caught.value.message


def test_an_illegal_recorded_move_is_refused() -> None:
    text = write_xml(played(4)).decode()
    start = text.index("<lastMove>")
    end = text.index("</lastMove>")
    broken = text[:start] + '<lastMove><turn order="0" direction="1"/>' + text[end:]
    with pytest.raises(MalformedMessage, match="illegal move"):
        read(broken.encode())


def test_a_wrong_result_is_refused() -> None:
    text = write_xml(played(4)).decode()
    swapped = text.replace("<part>2</part>", "<part>9</part>", 1)
    if swapped == text:
        pytest.fail("the match has no winner")
    with pytest.raises(MalformedMessage, match="match points"):
        read(swapped.encode())


@pytest.mark.parametrize(
    "nonsense",
    [
        b"",
        b"<object-stream>",
        b"<object-stream/>",
        b"<states><state/></states>",
        b"<object-stream><state turn='0' currentPlayer='RED'/></object-stream>",
        b"\x1f\x8bnonsense",
        b"<!DOCTYPE x><object-stream/>",
    ],
)
def test_nonsense_is_refused_with_a_line(nonsense: bytes) -> None:
    with pytest.raises(MalformedMessage) as caught:
        read(nonsense)
    assert caught.value.field.startswith("line ")


def test_a_file_that_unpacks_to_something_huge_is_refused() -> None:
    with pytest.raises(MalformedMessage) as caught:
        read(gzip.compress(b" " * 20_000_000))
    assert caught.value.code == "replay/size"


def test_formats_are_named_by_their_extension() -> None:
    assert [export.name for export in EXPORTS] == ["xml.gz", "xml"]


def test_a_match_can_go_on_from_any_state_of_a_file() -> None:
    record = read(corpus.text_of("contest-final-goal.xml"))
    told = states_of(record)
    rng = random.Random(1)
    for state in rng.sample(told[:-1], 8):
        options = GAME.read_options({"state": state})
        begun, _ = GAME.rules.start(options, record.players, Chance.seeded(1))
        assert state_json(begun, record.players) == state
