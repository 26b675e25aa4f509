"""A match in memory numbers its messages, chains its steps, and comes out of its log as it went in."""

from __future__ import annotations

import random
from datetime import UTC, datetime

import pytest

from gamekit.chance import Chance
from gamekit.errors import GameError, RulesBroken
from gamekit.testing import players
from gamekit.views import Room
from spieltisch.tables.chain import setup_hash
from spieltisch.tables.livematch import KEPT, Audience, LiveMatch, TableMessage, players_from_json, players_to_json
from spieltisch.tables.log import StepRow
from tests.contract.shelf.nim import GAME


def new_match() -> LiveMatch:
    people = [player.__class__(player.name, player.number, "client", player.data) for player in players(GAME, 2)]
    options = GAME.read_options({}, 2)
    state, opening = GAME.rules.start(options, people, Chance.seeded(1))
    head = setup_hash("nim", options, players_to_json(people), [])
    room = Room(1, "abc", "", people, options)
    return LiveMatch.begin(GAME, room, 7, "m", datetime(2026, 1, 1, tzinfo=UTC), head, state, opening)


def play_out(match: LiveMatch) -> list[StepRow]:
    rng = random.Random(3)
    rows: list[StepRow] = []
    while match.outcome() is None:
        expectation = match.expects()[0]
        if expectation.seat is None:
            row, events = match.perform("expire", None, expectation.kind, len(rows))
        else:
            move = rng.choice(list(GAME.rules.legal(match.state, expectation.seat)))
            row, events = match.perform("play", expectation.seat, GAME.rules.dump_move(move), len(rows))
        match.announce(events, row.time_ms)
        rows.append(row)
    return rows


def test_a_log_rebuilds_state_versions_and_messages() -> None:
    match, again = new_match(), new_match()
    for row in play_out(match):
        again.repeat(row)
    assert GAME.rules.dump(again.state) == GAME.rules.dump(match.state)
    assert again.head == match.head
    for viewer in (None, 0, 1):
        told = [message.prepared.data for message in match.audiences[viewer].kept]
        assert told == [message.prepared.data for message in again.audiences[viewer].kept]
        assert match.version(viewer) == len(told) > 0


def test_a_changed_step_breaks_the_chain() -> None:
    match, again = new_match(), new_match()
    first = play_out(match)[0]
    forged = StepRow(
        first.match_id, 1, first.time_ms + 1, first.kind, first.seat, first.input, first.chance, first.hash
    )
    with pytest.raises(RulesBroken, match="hash chain"):
        again.repeat(forged)


def test_a_refused_move_changes_neither_state_nor_chain() -> None:
    match = new_match()
    before = (GAME.rules.dump(match.state), match.head, match.steps)
    seat = match.expects()[0].seat
    other = 1 - (seat or 0)
    move = next(iter(GAME.rules.legal(match.state, seat or 0)))
    with pytest.raises(GameError):
        match.perform("play", other, GAME.rules.dump_move(move), 5)
    assert (GAME.rules.dump(match.state), match.head, match.steps) == before


def test_those_who_come_back_get_what_they_missed_or_nothing_but_the_state() -> None:
    audience = Audience()
    for version in range(1, KEPT + 11):
        audience.version = version
        audience.kept.append(TableMessage("word", {}, "", version))
    missed = audience.missed(KEPT)
    assert missed is not None
    assert [message.version for message in missed] == list(range(KEPT + 1, KEPT + 11))
    assert audience.missed(KEPT + 10) == []
    assert audience.missed(3) is None
    assert audience.missed(KEPT + 11) is None


def test_players_survive_storage() -> None:
    people = players(GAME, 2)
    assert players_from_json(players_to_json(people)) == people
