"""What a program takes as the confirmation of its move."""

from __future__ import annotations

from xml.etree.ElementTree import fromstring

import pytest

from faults.journal import DoorJournal
from faults.programs.mississippi import STRAY, NotingElements
from faults.programs.pace import TurnedAway, check_known
from faults.programs.quidditch import check_welcome, confirms


def elements() -> tuple[NotingElements, DoorJournal]:
    """Return a client of Mississippi that has said a move in turn 3."""
    journal = DoorJournal("mississippi", "")
    client = NotingElements.__new__(NotingElements)
    client.journal, client.complaints, client.turn, client.asked_at = journal, [], 3, 3
    journal.say("move", {"actions": []})
    return client, journal


def memento(turn: int) -> str:
    """Return a state."""
    return f'<room roomId="r"><data class="memento"><state turn="{turn}"/></data></room>'


def test_a_request_is_no_move_and_a_state_of_the_same_turn_no_confirmation() -> None:
    client, journal = elements()
    client.learn("MoveRequest", fromstring('<room roomId="r"><data class="MoveRequest"/></room>'))
    # As when the opponent has left.
    client.learn("memento", fromstring(memento(3)))
    assert [move.fate for move in journal.moves] == ["unknown"]


def test_a_state_of_the_next_turn_confirms() -> None:
    client, journal = elements()
    client.learn("memento", fromstring(memento(4)))
    assert [move.fate for move in journal.moves] == ["acknowledged"]


def test_a_move_against_the_rules_is_written_and_one_for_no_match_is_not() -> None:
    for text, fate in (("Ungueltiger Zug", "acknowledged"), (STRAY, "refused")):
        client, journal = elements()
        client.learn("error", fromstring(f'<room roomId="r"><data class="error" message="{text}"/></room>'))
        assert [move.fate for move in journal.moves] == [fate]


def test_a_snapshot_of_somebody_else_confirms_nothing() -> None:
    journal = DoorJournal("quidditch", "")
    assert not confirms(journal, {"deltaType": "skip", "activeEntity": "leftSeeker"})
    journal.say("deltaRequest", {"deltaType": "skip", "activeEntity": "leftSeeker"})
    assert not confirms(journal, {"deltaType": "skip", "activeEntity": "rightSeeker"})
    assert confirms(journal, {"deltaType": "skip", "activeEntity": "leftSeeker"})


def test_only_the_last_move_is_confirmed_and_only_once() -> None:
    journal = DoorJournal("catan", "")
    journal.hear("acknowledged")
    journal.say("Würfeln", {})
    journal.hear("refused")
    journal.hear("acknowledged")
    assert [move.fate for move in journal.moves] == ["refused"]


def test_a_refusal_is_told_from_a_server_that_does_not_know() -> None:
    check_known("Du bist nicht am Zug")
    check_known("the move could not be played because of an error of ours")
    with pytest.raises(TurnedAway):
        check_known("the table has moved to another server process; try again")


def test_a_program_that_is_to_come_again_was_not_thrown_out() -> None:
    check_welcome(None)
    with pytest.raises(TurnedAway):
        check_welcome({"code": 200, "information": "Error: whether this was done is not known: look again in a moment"})
    with pytest.raises(AssertionError):
        check_welcome({"code": 101, "information": "Error: wrong payload"})
