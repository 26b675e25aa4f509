"""A doctored record of a program at a game's own door does not pass the comparison with the log."""

from __future__ import annotations

from typing import Any

from faults.verification import Record, Replay, compare, compare_seat, moves_of
from gamekit import jsontext, registry
from spieltisch.tables.log import StepRow

SAID = [["Würfeln", {}, "acknowledged"], ["Zug beenden", {}, "acknowledged"]]


def log(*kinds: str, match: str = "m") -> list[tuple[str, StepRow]]:
    """Return steps of a seat: moves by their words, anything else by its kind."""
    game = registry.game("catan")
    rows = []
    for number, kind in enumerate(kinds, start=1):
        move = game.read_move(kind, {})
        given = "{}" if move is None else jsontext.dumps(game.rules.dump_move(move)).decode()
        rows.append((match, StepRow(1, number, 0, "play" if move is not None else kind, 0, given, "[]", "")))
    return rows


def record(said: list[Any], rows: list[tuple[str, StepRow]], until: dict[str, int] | None = None) -> Record:
    """Return what is found when a program said this and the log has that."""
    found = Record()
    journal = {"game": "catan", "name": "catan1", "moves": said, "until": until}
    compare_seat(journal, registry.game("catan"), rows, found)
    return found


def test_what_was_said_and_written_once_is_good() -> None:
    found = record(SAID, log("Würfeln", "Zug beenden"))
    assert (found.acknowledged, found.lost, found.doubled, found.faults) == (2, 0, 0, [])


def test_one_move_lost_and_another_doubled_do_not_cancel_out() -> None:
    found = record(SAID, log("Würfeln", "Würfeln"))
    assert (found.lost, found.doubled) == (1, 1)
    assert found.faults != []


def test_a_move_that_was_refused_must_not_be_written() -> None:
    assert record([["Würfeln", {}, "refused"]], log("Würfeln")).doubled == 1
    assert record([["Würfeln", {}, "unknown"]], log("Würfeln")).doubled == 0


def test_a_program_that_said_nothing_must_not_have_moved() -> None:
    assert record([], log("Würfeln")).doubled == 1


def test_nothing_may_happen_to_a_seat_while_somebody_is_there() -> None:
    for kind in ("withdraw", "late", "expire"):
        assert record(SAID, log("Würfeln", "Zug beenden", kind)).faults != []
        assert record(SAID, log("Würfeln", "Zug beenden", kind), {"m": 3}).faults != []


def test_what_happens_to_a_seat_that_was_left_is_no_fault() -> None:
    assert record(SAID, log("Würfeln", "Zug beenden", "withdraw"), {"m": 2}).faults == []
    # After its own match a program was let into the next one, and hung up.
    assert record(SAID, [*log("Würfeln", "Zug beenden"), *log("withdraw", match="next")]).faults == []


def test_moves_of_every_game_are_written_as_the_log_has_them() -> None:
    said = {
        "qwirkle": ("PlayTiles", {"tiles": [{"x": 0, "y": 1, "tile": {"uniqueID": 5, "color": 1, "shape": 2}}]}),
        "mississippi": ("move", {"actions": []}),
        "quidditch": ("deltaRequest", {"deltaType": "skip", "activeEntity": "leftSeeker"}),
        "catan": ("Würfeln", {}),
    }
    for slug, move in said.items():
        ((_, acknowledged),) = moves_of(registry.game(slug), [[*move, "acknowledged"]])
        assert acknowledged


def spectator(step: int, *, over: bool) -> dict[str, Any]:
    """Return what a spectator has written down who was told of so many steps."""
    told = {"version": step, "state": {"at": step}, "told": []}
    return {"table": "t", "seat": None, "step": step, "over": over, **told}


def replayed(steps: int) -> Replay:
    """Return the replay of a match with so many steps."""
    again = Replay.__new__(Replay)
    again.rows = [row for _, row in log(*["Würfeln"] * steps)]
    again.states = {(step, None): (step, {"at": step}) for step in range(steps + 1)}
    again.told = {None: {}}
    return again


def test_who_was_told_of_the_end_has_the_whole_log() -> None:
    for journal, good in ((spectator(3, over=True), True), (spectator(2, over=True), False)):
        found = Record()
        compare(journal, replayed(3), found)
        assert (found.faults == []) is good


def test_a_step_that_the_log_does_not_have_is_lost() -> None:
    found = Record()
    compare(spectator(3, over=True), replayed(2), found)
    assert found.lost == 1
