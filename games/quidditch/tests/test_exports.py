"""Replay files: sections 13.3.2 and 14.4.3.2 of the standard."""

from __future__ import annotations

import random

from gamekit import jsontext
from gamekit.chance import Chance
from gamekit.exports import MatchRecord
from gamekit.rules import Json
from gamekit.testing import Playout, advance, begin
from games.quidditch import GAME
from games.quidditch.rules import rebuild
from games.quidditch.snapshots import read_snapshot
from games.quidditch.testmod import read_delta
from games.quidditch.tests.pitchside import match_options


def finished(seed: int = 2) -> tuple[MatchRecord, Playout]:
    """Return the record of a random match."""
    match = begin(GAME, seed, options=match_options(13))
    rng, chance = random.Random(seed), Chance.seeded(seed)
    while GAME.rules.outcome(match.state) is None:
        advance(match, rng, chance)
    room = match.room
    record = MatchRecord(
        "quidditch", 1, "code", "hogwarts", room.options, room.players, match.start_chance,
        "2019-05-18T10:00:00+00:00", match.steps, GAME.rules.outcome(match.state), ("watcher",),
    )  # fmt: skip
    return record, match


def written(name: str, record: MatchRecord) -> Json:
    export = next(export for export in GAME.exports if export.name == name)
    return jsontext.loads(export.write(record))


def test_a_replay_is_a_container_with_every_field() -> None:
    record, _ = finished()
    file = written("replay", record)
    assert file["payloadType"] == "replay"
    replay = file["payload"]
    for field in (
        "lobby", "startTimestamp", "startTimeStamp", "matchConfig", "leftTeamConfig", "rightTeamConfig",
        "leftTeamUserName", "rightTeamUserName", "spectatorUserName", "firstSnapshot", "log",
    ):  # fmt: skip
        assert field in replay
    assert replay["startTimestamp"] == replay["startTimeStamp"] == "2019-05-18 10:00:00.000"
    assert replay["spectatorUserName"] == ["watcher"]
    assert replay["log"][-1]["payloadType"] == "matchFinish"


def test_its_deltas_alone_lead_from_the_first_snapshot_to_the_last() -> None:
    record, match = finished()
    replay = written("replay", record)["payload"]
    board, fans = read_snapshot(replay["firstSnapshot"])
    previous = read_delta(replay["firstSnapshot"]["lastDeltaBroadcast"])
    for entry in replay["log"][:-1]:
        delta = read_delta(entry["payload"])
        rebuild.apply(board, delta, fans, previous)
        previous = delta
    assert board.dump() == match.state.board.dump()


def test_a_replay_with_snapshots_tells_everything_everybody_was_told() -> None:
    record, match = finished()
    file = written("replaywithsnapshot", record)
    assert file["payloadType"] == "replayWithSnapshot"
    log = file["payload"]["log"]
    kinds = [entry["payloadType"] for entry in log]
    assert kinds[0] == "matchStart"
    assert kinds[-1] == "matchFinish"
    assert set(kinds) == {"matchStart", "snapshot", "next", "matchFinish"}
    snapshots = [entry["payload"] for entry in log if entry["payloadType"] == "snapshot"]
    assert snapshots[0] == file["payload"]["firstSnapshot"]
    assert snapshots[-1]["phase"] == "gameFinish"
    assert len(snapshots) == len(written("replay", record)["payload"]["log"])
    assert snapshots[-1]["round"] == match.state.board.round
