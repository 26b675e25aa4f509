"""Section 2.10 of quidditch-rules.md: the fan phase."""

from __future__ import annotations

from itertools import pairwise

import pytest

from gamekit.chance import Chance
from gamekit.errors import IllegalMove
from games.quidditch.rules.entities import NAMES
from games.quidditch.rules.events import Asked
from games.quidditch.rules.moves import Request
from games.quidditch.rules.pitch import place
from games.quidditch.rules.state import State
from games.quidditch.tests.pitchside import (
    RULES,
    Rigged,
    arrange,
    asked,
    at,
    deltas,
    do,
    entity,
    play,
    told,
    until_used,
    where,
)


def fan(name: str, places: dict[str, tuple[int, int]] | None = None, **changes: object) -> State:
    """Return a match in which this fan is asked."""
    return asked(arrange(places, phase="fanPhase", **changes), name, "fan")  # type: ignore[arg-type]


# --- order --------------------------------------------------------------------------------------------------------
def test_the_phase_begins_by_removing_all_cubes_section_3_item_7() -> None:
    state = arrange(cubes=[(5, 5), (6, 6)])
    events = do(state, ("phase", 2))
    assert told(events)[:2] == ["phaseChange", "removePoo"]
    poo = deltas(events)[1]
    assert (poo.old, poo.active) == (-1, -1)
    assert not state.board.cubes


def _fans_asked(state: State, chance: Chance) -> list[str]:
    events = do(state, ("phase", 2), chance=chance)
    names: list[str] = []
    while state.board.phase == 2:
        names += [NAMES[event.entity] for event in events if isinstance(event, Asked)]
        events = play(state, "skip", chance=chance)
    return names


def test_blocks_take_turns_and_every_fan_is_asked_once() -> None:
    names = _fans_asked(arrange(), Chance.seeded(1))
    assert len(names) == 14
    assert names.count("leftGoblin") == 2
    sides = [name[:4] for name in names]
    assert all(one != other for one, other in pairwise(sides))


def test_banned_fans_are_not_asked_and_the_longer_block_follows() -> None:
    state = arrange()
    state.board.fans_banned = 0b0011111
    names = _fans_asked(state, Chance.seeded(1))
    assert len(names) == 9
    assert all(name.startswith("right") for name in names[-4:])


def test_the_order_is_random() -> None:
    orders = {tuple(_fans_asked(arrange(), Chance.seeded(seed))) for seed in range(10)}
    assert len(orders) == 10
    assert {order[0][:4] for order in orders} == {"left", "righ"}


def test_interference_is_optional() -> None:
    assert until_used(play(fan("leftElf"), "skip")) == ["skip", "turnUsed"]


# --- the five kinds -----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["leftChaser1", "rightChaser1"])
def test_an_elf_teleports_anybody_and_the_quaffle_stays_behind(name: str) -> None:
    state = fan("leftElf", {name: (5, 5)}, quaffle=(5, 5))
    chance = Rigged(picks=[(8, 3)])
    events = play(state, "elfTeleportation", passive=name, chance=chance)
    assert until_used(events) == ["elfTeleportation", "turnUsed"]
    delta = deltas(events)[0]
    assert (place(delta.old), place(delta.new)) == ((5, 5), (8, 3))
    assert (delta.active, delta.passive) == (entity("leftElf"), entity(name))
    assert where(state, "quaffle") == (5, 5)
    assert len(chance.choices[0]) == 193 - 16


def test_banned_players_are_no_targets() -> None:
    with pytest.raises(IllegalMove):
        play(fan("leftElf", banned=["rightSeeker"]), "elfTeleportation", passive="rightSeeker")


def test_a_goblin_shocks_an_opponent_who_first_drops_the_quaffle() -> None:
    state = fan("rightGoblin", {"leftKeeper": (5, 5)}, quaffle=(5, 5))
    events = play(state, "goblinShock", passive="leftKeeper", chance=Rigged(True))
    assert until_used(events) == ["foolAway", "goblinShock", "ban", "turnUsed"]
    fool, shock, ban = deltas(events)[:3]
    assert fool.passive == shock.passive == entity("leftKeeper")
    assert shock.active == ban.passive == entity("rightGoblin")
    assert ban.reason == "goblinShock"
    x, y = where(state, "leftKeeper")
    assert max(abs(x - 5), abs(y - 5)) == 1


def test_a_goblin_does_not_shock_its_own_team() -> None:
    with pytest.raises(IllegalMove):
        play(fan("rightGoblin"), "goblinShock", passive="rightKeeper")


@pytest.mark.parametrize("name", ["leftChaser1", "rightKeeper"])
def test_a_troll_makes_whoever_holds_the_quaffle_drop_it(name: str) -> None:
    state = fan("leftTroll", {name: (5, 5)}, quaffle=(5, 5))
    events = play(state, "trollRoar", chance=Rigged())
    assert until_used(events) == ["trollRoar", "turnUsed"]
    roar = deltas(events)[0]
    assert (place(roar.old), roar.passive) == ((5, 5), entity(name))
    assert place(roar.new) == where(state, "quaffle") != (5, 5)


def test_a_roar_without_a_holder_has_no_effect() -> None:
    state = fan("leftTroll", quaffle=(5, 5))
    roar = deltas(play(state, "trollRoar"))[0]
    assert (roar.old, roar.new, roar.passive) == (at(5, 5), at(5, 5), -1)


def test_a_niffler_moves_the_snitch() -> None:
    state = fan("leftNiffler", snitch=(5, 5), number=14)
    snatch = deltas(play(state, "snitchSnatch"))[0]
    assert (snatch.active, snatch.passive) == (entity("leftNiffler"), entity("snitch"))
    assert where(state, "snitch") != (5, 5)


def test_a_niffler_has_no_effect_before_the_snitch_appears_and_in_overtime() -> None:
    state = fan("leftNiffler", number=5)
    snatch = deltas(play(state, "snitchSnatch"))[0]
    assert (snatch.old, snatch.new) == (-1, -1)
    state = fan("leftNiffler", snitch=(5, 5), number=21)
    play(state, "snitchSnatch")
    assert where(state, "snitch") == (5, 5)


def test_a_wombat_places_a_cube_on_a_free_cell_rings_included_section_3_item_8() -> None:
    state = fan("leftWombat", quaffle=(4, 4))
    events = play(state, "wombatPoo", (2, 4))
    poo = deltas(events)[0]
    assert (poo.active, place(poo.new)) == (entity("leftWombat"), (2, 4))
    assert state.board.cubes == [at(2, 4)]
    for bad in ((4, 4), (0, 0), (3, 12)):
        with pytest.raises(IllegalMove):
            play(fan("leftWombat", quaffle=(4, 4)), "wombatPoo", bad)


def test_there_is_no_second_cube_on_a_cell_section_3_item_8() -> None:
    with pytest.raises(IllegalMove):
        play(fan("leftWombat", cubes=[(5, 5)]), "wombatPoo", (5, 5))


def test_a_fan_does_only_what_its_kind_can() -> None:
    with pytest.raises(IllegalMove, match="elfTeleportation"):
        play(fan("leftElf"), "trollRoar")


def test_a_request_of_a_fan_need_not_name_it() -> None:
    state = fan("leftTroll")
    RULES.play(state, 0, Request("trollRoar"), Rigged())
    assert state.last is not None


# --- consequences -------------------------------------------------------------------------------------------------
def test_a_fan_who_is_seen_is_banned_for_the_rest_of_the_match() -> None:
    state = fan("leftTroll")
    chance = Rigged(True)
    events = play(state, "trollRoar", chance=chance)
    assert chance.odds == [0.15]
    assert until_used(events) == ["trollRoar", "ban", "turnUsed"]
    assert deltas(events)[1].reason == "trollRoar"
    assert state.board.fans_banned == 1 << 2
    do(state, ("begin_round", 2))
    assert state.board.fans_banned == 1 << 2


def test_only_one_of_two_goblins_is_banned() -> None:
    state = fan("leftGoblin")
    play(state, "goblinShock", passive="rightSeeker", chance=Rigged(True))
    assert state.board.fans_banned == 0b1
    assert state.board.fans_used == 0b1


def test_who_is_teleported_onto_a_cube_removes_it_section_3_item_6() -> None:
    state = fan("leftElf", {"rightSeeker": (5, 5)}, cubes=[(8, 3)])
    chance = Rigged(True, picks=[(8, 3)])
    events = play(state, "elfTeleportation", passive="rightSeeker", chance=chance)
    assert until_used(events) == ["elfTeleportation", "removePoo", "ban", "turnUsed"]
    poo = deltas(events)[1]
    assert (place(poo.old), poo.active) == ((8, 3), entity("rightSeeker"))


def test_a_quaffle_roared_into_a_ring_is_gone_before_the_turn_ends() -> None:
    state = fan("leftTroll", {"leftChaser1": (13, 6)}, quaffle=(13, 6))
    events = play(state, "trollRoar", chance=Rigged(picks=[(14, 6)]))
    assert until_used(events) == ["trollRoar", "move", "turnUsed"]
    assert where(state, "quaffle") == (8, 6)
    assert state.board.points == [0, 0]
