"""The four actions and the move made of them, with their JSON, which uses the words of the interface document."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from gamekit.errors import MalformedMessage
from gamekit.rules import Json
from games.mississippi.rules.hexes import DIRECTION_NAMES, DIRECTION_NUMBERS

#: No honest move has more; a longer list is refused unread.
MOST_ACTIONS = 200
MOST_HINTS = 200
#: Characters that are kept of a hint: everybody at the table is told it again with each state.
LONGEST_HINT = 500


@dataclass(frozen=True, slots=True)
class Accelerate:
    """Change the speed, at the beginning of a move."""

    acc: int
    order: int = 0


@dataclass(frozen=True, slots=True)
class Turn:
    """Turn by steps of 60 degrees, positive counter-clockwise."""

    direction: int
    order: int = 0


@dataclass(frozen=True, slots=True)
class Advance:
    """Go straight on; -1 goes back off a sandbank."""

    distance: int
    order: int = 0


@dataclass(frozen=True, slots=True)
class Push:
    """Push the opponent, on whose field the ship stands, to the neighbour in a direction."""

    direction: int
    order: int = 0


Action: TypeAlias = Accelerate | Turn | Advance | Push


@dataclass(frozen=True, slots=True)
class Move:
    """A list of actions, done in ascending order, and free remarks for debugging."""

    actions: tuple[Action, ...] = ()
    hints: tuple[str, ...] = field(default=())

    def in_order(self) -> Move:
        """Return the move with its actions sorted by `order`."""
        return Move(tuple(sorted(self.actions, key=lambda action: action.order)), self.hints)


def numbered(*actions: Action) -> Move:
    """Return a move of these actions with orders 0, 1, 2, …."""
    return Move(tuple(_with_order(action, order) for order, action in enumerate(actions)))


def _with_order(action: Action, order: int) -> Action:
    match action:
        case Accelerate(acc):
            return Accelerate(acc, order)
        case Turn(direction):
            return Turn(direction, order)
        case Advance(distance):
            return Advance(distance, order)
        case Push(direction):
            return Push(direction, order)


def action_to_json(action: Action) -> dict[str, Json]:
    """Return an action as JSON."""
    match action:
        case Accelerate(acc, order):
            return {"type": "acceleration", "order": order, "acc": acc}
        case Turn(direction, order):
            return {"type": "turn", "order": order, "direction": direction}
        case Advance(distance, order):
            return {"type": "advance", "order": order, "distance": distance}
        case Push(direction, order):
            return {"type": "push", "order": order, "direction": DIRECTION_NAMES[direction]}


def action_from_json(data: Json) -> Action:
    """Return the action; MalformedMessage names the field at fault."""
    if not isinstance(data, dict):
        raise MalformedMessage("an action is an object with a type", "move/action", "actions")
    order = _integer(data, "order", 0)
    match data.get("type"):
        case "acceleration":
            return Accelerate(_integer(data, "acc"), order)
        case "turn":
            return Turn(_integer(data, "direction"), order)
        case "advance":
            return Advance(_integer(data, "distance"), order)
        case "push":
            return Push(_direction(data), order)
        case other:
            raise MalformedMessage(
                f"type must be acceleration, turn, advance or push, not {other!r}", "move/type", "type"
            )


def _integer(data: dict[str, Json], name: str, missing: int | None = None) -> int:
    value = data.get(name, missing)
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > 2**31:
        raise MalformedMessage(f"{name} must be an integer, not {value!r}", "move/number", name)
    return value


def _direction(data: dict[str, Json]) -> int:
    name = data.get("direction")
    if not isinstance(name, str) or name not in DIRECTION_NUMBERS:
        raise MalformedMessage(
            f"direction must be one of {', '.join(DIRECTION_NAMES)}, not {name!r}", "move/direction", "direction"
        )
    return DIRECTION_NUMBERS[name]


def move_to_json(move: Move) -> dict[str, Json]:
    """Return a move as JSON."""
    return {"actions": [action_to_json(action) for action in move.actions], "hints": list(move.hints)}


def move_from_json(data: Json) -> Move:
    """Return the move; MalformedMessage names the field at fault."""
    if not isinstance(data, dict):
        raise MalformedMessage("a move is an object with actions", "move/not_object")
    actions = _listed(data, "actions", MOST_ACTIONS)
    hints = _listed(data, "hints", MOST_HINTS)
    if not all(isinstance(hint, str) for hint in hints):
        raise MalformedMessage("hints must be strings", "move/hints", "hints")
    return Move(tuple(action_from_json(action) for action in actions), tuple(hint[:LONGEST_HINT] for hint in hints))


def _listed(data: dict[str, Json], name: str, most: int) -> Sequence[Json]:
    value = data.get(name, [])
    if not isinstance(value, list) or len(value) > most:
        raise MalformedMessage(f"{name} must be a list of at most {most}", f"move/{name}", name)
    return value
