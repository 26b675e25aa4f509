"""Answers for somebody who puts a move together: what is possible next, what it costs, and where it can end."""

from __future__ import annotations

from collections.abc import Sequence

from gamekit.errors import Refused
from gamekit.rules import Json
from games.mississippi.rules.actions import (
    MOST_ACTIONS,
    Accelerate,
    Action,
    Advance,
    Push,
    Turn,
    action_from_json,
    action_to_json,
    move_to_json,
)
from games.mississippi.rules.hexes import DELTAS, DIRECTION_NAMES, xy_of
from games.mississippi.rules.legal import End, best_ends, can_finish
from games.mississippi.rules.state import State
from games.mississippi.rules.voyage import MOST_SPEED, Violation, Voyage


def answer(state: State, viewer: int | None, question: str, data: Json) -> Json:
    """Answer `options`: the state of a move being built from data's `actions`, and how it can go on."""
    if question != "options":
        raise Refused(f"there is no question {question!r}; ask for options", "ask/unknown", "question")
    if viewer is None or viewer != state.current or not state.requested:
        raise Refused("only the player who is asked for a move can plan one", "ask/not_yours")
    listed = data.get("actions", []) if isinstance(data, dict) else None
    if not isinstance(listed, list) or len(listed) > MOST_ACTIONS:
        raise Refused(f"actions must be a list of at most {MOST_ACTIONS}", "ask/actions", "actions")
    return plan(state.voyage(viewer), [action_from_json(action) for action in listed])


def plan(voyage: Voyage, actions: Sequence[Action]) -> Json:
    """Return where the actions lead, whether the move is complete, the next actions and the reachable ends."""
    for number, action in enumerate(actions):
        try:
            voyage.perform(action)
        except Violation as violation:
            return {"legal": False, "code": violation.code, "message": violation.message, "at": number}
    ends = best_ends(voyage)
    return {
        "legal": True,
        **voyage_json(voyage),
        "complete": is_complete(voyage),
        "stuck": not ends,
        "next": next_actions(voyage, ends, len(actions)),
        "ends": ends_json(ends, len(actions)),
    }


def voyage_json(voyage: Voyage) -> dict[str, Json]:
    """Return a ship in the middle of its move."""
    x, y = xy_of(voyage.cell)
    rival_x, rival_y = xy_of(voyage.rival)
    return {
        "x": x,
        "y": y,
        "direction": DIRECTION_NAMES[voyage.direction],
        "speed": voyage.speed,
        "coal": voyage.coal,
        "movement": voyage.movement,
        "freeTurns": voyage.free,
        "mustPush": voyage.must_push,
        "rival": {"x": rival_x, "y": rival_y, "speed": voyage.rival_speed},
    }


def is_complete(voyage: Voyage) -> bool:
    """Return True when the move may be sent as it is."""
    try:
        voyage.finish()
    except Violation:
        return False
    return True


def possible_actions(voyage: Voyage) -> list[Action]:
    """Return every action worth trying now, single fields first."""
    tried: list[Action] = [Accelerate(acc) for acc in range(-5, MOST_SPEED)] if voyage.count == 0 else []
    tried += [Turn(steps) for steps in (1, -1, 2, -2, 3)]
    tried += [Advance(distance) for distance in (1, 2, 3, 4, 5, 6, -1)]
    tried += [Push(way) for way in range(6)]
    return tried


def next_actions(voyage: Voyage, ends: Sequence[End], order: int) -> list[Json]:
    """Return the legal next actions with what they cost, and whether the move can still be finished after them."""
    found = []
    # The ends of the whole move tell which speeds lead somewhere; only other actions need a look of their own.
    speeds = {end.acceleration for end in ends}
    for action in possible_actions(voyage):
        after = voyage.copy()
        try:
            after.perform(action)
        except Violation:
            continue
        x, y = xy_of(after.rival if isinstance(action, Push) else after.cell)
        found.append(
            {
                "action": {**action_to_json(action), "order": order},
                "coal": voyage.coal - after.coal,
                "movement": after.movement,
                "speed": after.speed,
                "direction": DIRECTION_NAMES[after.direction],
                "x": x,
                "y": y,
                "finishes": action.acc in speeds if isinstance(action, Accelerate) else can_finish(after),
            }
        )
    return found


def ends_json(ends: Sequence[End], order: int) -> list[Json]:
    """Return each field where the move can end, with the actions that lead there with the most coal left."""
    best: dict[int, End] = {}
    for end in ends:
        known = best.get(end.cell)
        if known is None or (end.coal, -end.steps, end.speed) > (known.coal, -known.steps, known.speed):
            best[end.cell] = end
    told = []
    for cell, end in sorted(best.items()):
        x, y = xy_of(cell)
        actions = [{**action, "order": action["order"] + order} for action in move_to_json(end.move())["actions"]]
        told.append({"x": x, "y": y, "coal": end.coal, "speed": end.speed, "actions": actions})
    return told


def trail(state: State) -> Json:
    """Return the fields that the last move passed and the pushes it made; None when there was no move."""
    if state.last_move is None or state.last_start is None:
        return None
    cell, direction = state.last_start
    path, pushes = [xy_of(cell)], []
    for action in state.last_move.actions:
        match action:
            case Turn(steps):
                direction = (direction + steps) % 6
            case Advance(distance):
                for _ in range(abs(distance)):
                    cell += DELTAS[direction] if distance > 0 else -DELTAS[direction]
                    path.append(xy_of(cell))
            case Push(way):
                pushes.append([*xy_of(cell), *xy_of(cell + DELTAS[way])])
            case Accelerate():
                pass
    return {"path": [list(place) for place in path], "pushes": pushes}
