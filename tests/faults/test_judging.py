"""What is doctored in a journal is found: nobody may stay behind, be charged, or be left alone unnoticed."""

from __future__ import annotations

from faults import judging
from faults.journal import Clock, DoorJournal, DoorMove, End, Journal
from faults.judging import Span

#: The fault is done at 10, the log is at step 5 then; all is well again at 13.
SPAN = Span(begun=10.0, before={"m": 5}, since=12.0, ends={"m": 5}, done=13.0)


def page(*steps: tuple[float, int], over: bool = False) -> Journal:
    """Return a journal that was told of these steps."""
    return Journal("catan", "table", 0, "m", steps=list(steps), over=over, came=1.0)


def clocks(*told: tuple[float, float | None], heard: tuple[float, ...] = ()) -> Journal:
    """Return a journal that was told (when, seconds used) and heard something else at other times."""
    journal = page()
    journal.clocks = [Clock(*one) for one in told]
    journal.heard = sorted([*(when for when, _ in told), *heard])
    return journal


def program(*moves: tuple[float, float], end: End = "", ended: float | None = None, begun: float = 2.0) -> DoorJournal:
    """Return a journal with moves, each (said, confirmed); 0 is never."""
    journal = DoorJournal("catan", "catan1", 1, came=1.0, begun=begun, ended=ended, end=end)
    journal.moves = [DoorMove("Würfeln", {}, said, "acknowledged" if told else "unknown", told) for said, told in moves]
    return journal


# --- going on -------------------------------------------------------------------------------------------------------
def test_a_step_that_was_written_before_the_fault_is_no_recovery() -> None:
    late_told = page((9.0, 4), (12.5, 5))
    assert judging.gone_on(late_told, SPAN.ends) is None
    assert judging.stuck([late_told], SPAN.ends) == [late_told]


def test_a_new_step_is_a_recovery() -> None:
    assert judging.gone_on(page((9.0, 4), (12.5, 5), (12.7, 6)), SPAN.ends) == 12.7
    assert judging.stuck([page((12.7, 6))], SPAN.ends) == []


def test_who_got_one_step_and_no_other_is_stuck_afterwards() -> None:
    deaf = page((12.7, 6))
    assert judging.stuck([deaf], {"m": 9}) == [deaf]


def test_a_match_that_is_over_has_nothing_to_recover() -> None:
    over = page((9.0, 5), over=True)
    assert judging.stuck([over], SPAN.ends) == []
    assert judging.gone_on(over, SPAN.ends) is None


def test_who_is_not_told_of_the_end_or_never_begins_is_a_fault() -> None:
    assert judging.page_faults(page((12.7, 6)), SPAN, 14.0, 50.0) != []
    assert judging.page_faults(page((12.7, 6), over=True), SPAN, 14.0, 50.0) == []
    never = Journal("catan", "table", came=1.0)
    assert judging.page_faults(never, SPAN, 14.0, 50.0) == ["table never began"]
    assert judging.page_faults(never, SPAN, 14.0, 20.0) == []


# --- clocks ---------------------------------------------------------------------------------------------------------
def test_an_outage_that_is_charged_is_found_even_where_it_begins_with_the_recovery() -> None:
    # Three seconds of silence, and the clock ran on: as when a host dies and another takes over.
    assert judging.overcharged(clocks((9.9, 0.0), (13.0, 3.1)), 10.0, 13.0) == 3.0 + 0.1
    # Charged to the next turn of the same player, whose clock begins anew.
    assert judging.overcharged(clocks((9.9, 0.5), (13.0, 0.4)), 10.0, 13.0) == 0.4
    assert judging.overcharged(clocks((9.9, None), (13.0, 2.5)), 10.0, 13.0) == 2.5


def test_an_outage_that_is_not_charged_is_good() -> None:
    assert judging.overcharged(clocks((9.9, 0.0), (13.0, 0.1)), 10.0, 13.0) < judging.CHARGED
    assert judging.overcharged(clocks((9.9, 0.0), (13.0, None)), 10.0, 13.0) == 0.0


def test_time_in_which_the_server_answers_is_the_players() -> None:
    thinking = clocks((9.9, 0.0), (13.0, 3.1), heard=(10.5, 11.0, 11.5, 12.0, 12.5))
    assert judging.overcharged(thinking, 10.0, 13.0) < judging.CHARGED


def test_a_word_in_the_middle_of_an_outage_does_not_excuse_it() -> None:
    assert judging.overcharged(clocks((9.9, 0.0), (13.9, 4.0), heard=(12.0,)), 10.0, 14.0) > judging.CHARGED


def test_silence_long_before_or_after_the_fault_is_not_its_own() -> None:
    assert judging.overcharged(clocks((1.0, 0.0), (5.0, 4.0)), 10.0, 13.0) == 0.0


def test_a_time_in_which_the_trial_itself_stood_still_is_nobodys() -> None:
    charged = clocks((9.9, 0.0), (13.0, 3.1))
    elsewhere, meanwhile = judging.Stall(20.0, 3.0), judging.Stall(12.0, 2.5)
    assert judging.overcharged(charged, 10.0, 13.0, [elsewhere]) > judging.CHARGED
    assert judging.overcharged(charged, 10.0, 13.0, [meanwhile]) < judging.CHARGED
    assert judging.overcharged(clocks((20.0, 0.0), (25.0, 5.0)), 10.0, 13.0) == 0.0


def test_a_game_whose_clocks_never_ran_is_told_of() -> None:
    waiting, timed = clocks((9.0, None)), clocks((9.0, None), (10.0, 0.1))
    assert judging.never_timed([waiting]) == ["catan"]
    assert judging.never_timed([waiting, timed]) == []
    spectator = page()
    spectator.seat = None
    assert judging.never_timed([spectator]) == []


# --- stops ----------------------------------------------------------------------------------------------------------
def test_who_is_left_without_being_told_to_come_back_is_a_fault() -> None:
    told = frozenset({1001, 1012})
    good, cut = (page(), [1012, 1006]), (page(), [1006])
    assert judging.farewell_faults([good, (page(), [])], told) == []
    assert judging.farewell_faults([good, cut], told) == [("catan", "table was left with code 1006")]
    assert judging.farewell_faults([good, cut], frozenset()) == []


def test_a_stop_of_which_nobody_was_told_is_a_fault() -> None:
    assert judging.farewell_faults([(page(), []), (page(), [])], frozenset({1012})) != []
    assert judging.farewell_faults([(page(), [])], frozenset()) == []


# --- doors ----------------------------------------------------------------------------------------------------------
def test_a_program_that_kept_its_connection_must_make_a_move() -> None:
    silent, moving = program((9.0, 9.1)), program((9.0, 9.1), (12.5, 12.6))
    assert judging.stuck_doors([silent, moving], SPAN) == [silent]


def test_a_confirmation_of_an_earlier_move_is_no_recovery() -> None:
    late = program((9.9, 12.6))
    assert judging.stuck_doors([late], SPAN) == [late]
    assert judging.lane_recovery([late], 1, SPAN) is None


def test_a_lane_recovers_with_its_next_match() -> None:
    cut, again = program((9.0, 9.1), end="cut", ended=10.1), program((12.5, 13.5), begun=12.4)
    assert judging.stuck_doors([cut, again], SPAN) == []
    assert judging.lane_recovery([cut, again], 1, SPAN) == 1.5
    assert judging.lane_recovery([cut, again], 2, SPAN) is None


def test_a_connection_may_be_lost_by_the_fault_and_at_no_other_time() -> None:
    assert judging.door_faults(program(end="cut", ended=10.5), SPAN) == []
    assert judging.door_faults(program(end="cut", ended=9.5), SPAN) != []
    later = program(end="cut", ended=30.0)
    later.came = 20.0
    assert judging.door_faults(later, SPAN) != []


def test_nobody_may_lose_a_connection_where_only_others_went() -> None:
    behind = Span(begun=10.0, before={"m": 5}, since=12.0, ends={"m": 5}, done=13.0, cuts=False)
    assert judging.door_faults(program((9.0, 9.1), end="cut", ended=10.5), behind) != []
    assert judging.door_faults(program((9.0, 9.1), end="cut", ended=10.5), SPAN) == []
    # Who only wanted to come could not be seated.
    assert judging.door_faults(program(end="unseated", ended=10.5), behind) == []
    assert judging.cut_off([(page(), [])]) == []
    assert judging.cut_off([(page(), [1011])]) == [("catan", "table was cut off with code 1011")]


def test_what_must_not_come_is_a_fault_during_the_outage_too() -> None:
    broken = program(end="broken", ended=10.5)
    broken.faults.append("AssertionError('did not expect 920')")
    assert judging.door_faults(broken, SPAN) == ["catan1: AssertionError('did not expect 920')"]


def test_a_seat_is_answered_for_as_long_as_somebody_was_there() -> None:
    rested = {"m": 9}
    assert judging.answered_for(program(), SPAN, rested) == rested
    assert judging.answered_for(program(end="cut", ended=10.5), SPAN, rested) == SPAN.before
    assert judging.answered_for(program(end="over", ended=11.0), SPAN, rested) is None
