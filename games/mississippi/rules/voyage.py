"""A move under way: the referee that does one action after another and says what breaks the rules.

It works on plain numbers taken from a state and changes nothing else, so that a wrong move leaves no trace, a page can
ask what is possible next, and the list of legal moves can be checked against it.
"""

from __future__ import annotations

from typing import assert_never

from gamekit.errors import IllegalMove
from games.mississippi.rules.actions import Accelerate, Action, Advance, Move, Push, Turn
from games.mississippi.rules.fields import LOG, SANDBANK, passable
from games.mississippi.rules.hexes import DELTAS

MOST_SPEED = 6
MOST_TURN = 3


class Violation(IllegalMove):
    """A sentence of the rules that a move breaks; `message` is the German text that goes over the wire."""

    default_code = "move/violation"


class Voyage:
    """One ship in the middle of its move."""

    __slots__ = (
        "board", "cell", "coal", "count", "direction", "ended", "free", "movement", "must_push", "pushed", "rival",
        "rival_speed", "speed",
    )  # fmt: skip

    def __init__(
        self,
        board: bytearray,
        cell: int,
        direction: int,
        speed: int,
        coal: int,
        free: int,
        rival: int,
        rival_speed: int,
    ) -> None:
        self.board = board
        self.cell = cell
        self.direction = direction
        self.speed = speed
        self.movement = speed
        self.coal = coal
        self.free = free
        self.rival = rival
        self.rival_speed = rival_speed
        self.pushed = False
        self.must_push = False
        self.ended = False
        self.count = 0

    def copy(self) -> Voyage:
        """Return an independent copy."""
        other = Voyage.__new__(Voyage)
        for name in Voyage.__slots__:
            setattr(other, name, getattr(self, name))
        return other

    @property
    def aground(self) -> bool:
        """Return True while the ship lies on the sandbank on which its move began (or ended)."""
        return self.board[self.cell] == SANDBANK

    def run(self, move: Move) -> None:
        """Do the whole move; Violation names the first rule it breaks."""
        actions = move.in_order().actions
        if len({action.order for action in actions}) < len(actions):
            raise Violation("Zwei Aktionen haben dieselbe Nummer", "move/order", "order")
        for action in actions:
            self.perform(action)
        self.finish()

    def perform(self, action: Action) -> None:
        """Do one action; Violation leaves the voyage as it was."""
        if self.ended:
            raise Violation("Auf einer Sandbank endet der Zug", "move/after_sandbank")
        if self.must_push and not isinstance(action, Push):
            raise Violation("Der Gegner muss zuerst abgedrängt werden", "move/must_push")
        match action:
            case Accelerate(acc):
                self._accelerate(acc)
            case Turn(steps):
                self._turn(steps)
            case Advance(distance):
                self._advance(distance)
            case Push(direction):
                self._push(direction)
            case _:
                assert_never(action)
        self.count += 1

    def finish(self) -> None:
        """Check that the move may end here."""
        if self.count == 0:
            raise Violation("Der Zug enthält keine Aktionen", "move/empty")
        if self.must_push:
            raise Violation("Der Zug endet auf dem Feld des Gegners", "move/on_opponent")
        if self.movement > 0:
            raise Violation("Es sind noch Bewegungspunkte übrig", "move/movement_left")

    def _accelerate(self, acc: int) -> None:
        if self.count:
            raise Violation("Nur die erste Aktion darf eine Beschleunigung sein", "move/late_acceleration", "acc")
        if acc == 0:
            raise Violation("Die Beschleunigung darf nicht 0 sein", "move/no_acceleration", "acc")
        if self.aground:
            raise Violation("Auf einer Sandbank kann nicht beschleunigt werden", "move/aground", "acc")
        if not 1 <= self.speed + acc <= MOST_SPEED:
            raise Violation("Die Geschwindigkeit muss zwischen 1 und 6 liegen", "move/speed", "acc")
        self._burn(max(0, abs(acc) - 1))
        self.speed += acc
        self.movement += acc

    def _turn(self, steps: int) -> None:
        if steps == 0 or abs(steps) > MOST_TURN:
            raise Violation("Eine Drehung geht um 1 bis 3 Schritte", "move/turn", "direction")
        if self.aground:
            raise Violation("Auf einer Sandbank kann nicht gedreht werden", "move/aground", "direction")
        self._burn(max(0, abs(steps) - self.free))
        self.free = max(0, self.free - abs(steps))
        self.direction = (self.direction + steps) % 6

    def _burn(self, coal: int) -> None:
        if coal > self.coal:
            raise Violation("Nicht genug Kohle für die Aktion", "move/coal")
        self.coal -= coal

    def _advance(self, distance: int) -> None:
        if self.movement <= 0:
            raise Violation("Es sind keine Bewegungspunkte mehr übrig", "move/no_movement", "distance")
        if self.aground:
            self._leave_sandbank(distance)
        elif not 1 <= distance <= MOST_SPEED:
            raise Violation("Es geht nur 1 bis 6 Felder vorwärts", "move/distance", "distance")
        else:
            self._go(distance)

    def _leave_sandbank(self, distance: int) -> None:
        if distance not in (1, -1):
            raise Violation("Von einer Sandbank geht es nur ein Feld vor oder zurück", "move/aground", "distance")
        target = self.cell + distance * DELTAS[self.direction]
        kind = self.board[target]
        if not passable(kind) or (distance == -1 and kind == LOG):
            raise Violation("Das Feld ist nicht befahrbar", "move/blocked", "distance")
        if target == self.rival:
            raise Violation("Von einer Sandbank kann der Gegner nicht abgedrängt werden", "move/aground", "distance")
        if distance == -1:
            self._burn(1)
        self.cell = target
        self.movement = 0
        self._strand(kind)

    def _strand(self, kind: int) -> None:
        if kind == SANDBANK:
            self.speed = 1
            self.movement = 0
            self.ended = True

    def _go(self, distance: int) -> None:
        cell, movement, speed, kind = self.cell, self.movement, self.speed, 0
        for step in range(1, distance + 1):
            cell += DELTAS[self.direction]
            kind = self.board[cell]
            self._check_field(cell, kind, last=step == distance)
            cost = 2 if kind == LOG else 1
            if movement < cost:
                raise Violation("Nicht genug Bewegungspunkte", "move/movement", "distance")
            movement -= cost
            if kind == LOG:
                speed = max(1, speed - 1)
        self.cell, self.movement, self.speed = cell, movement, speed
        self.must_push = cell == self.rival
        self._strand(kind)

    def _check_field(self, cell: int, kind: int, last: bool) -> None:
        if not passable(kind):
            raise Violation("Das Feld ist nicht befahrbar", "move/blocked", "distance")
        if kind == SANDBANK and not last:
            raise Violation("Auf einer Sandbank endet der Zug", "move/after_sandbank", "distance")
        if cell == self.rival and not last:
            raise Violation("Der Gegner muss zuerst abgedrängt werden", "move/must_push", "distance")
        if cell == self.rival and kind == SANDBANK:
            raise Violation("Von einer Sandbank kann nicht abgedrängt werden", "move/push_sandbank", "distance")

    def _push(self, direction: int) -> None:
        if not self.must_push:
            raise Violation("Der Gegner ist nicht auf diesem Feld", "move/nobody_to_push", "direction")
        if direction == (self.direction + 3) % 6:
            raise Violation("Der Gegner darf nicht hinter das Schiff gedrängt werden", "move/push_behind", "direction")
        target = self.cell + DELTAS[direction]
        kind = self.board[target]
        if not passable(kind):
            raise Violation("Das Feld zum Abdrängen ist nicht befahrbar", "move/push_blocked", "direction")
        cost = 2 if kind == LOG else 1
        if self.movement < cost:
            raise Violation("Nicht genug Bewegungspunkte zum Abdrängen", "move/movement", "direction")
        self.movement -= cost
        self.rival = target
        self.rival_speed = speed_after_push(self.rival_speed, kind)
        self.pushed = True
        self.must_push = False


def speed_after_push(speed: int, kind: int) -> int:
    """Return the speed of a ship that was pushed onto a field of this kind."""
    if kind == SANDBANK:
        return 1
    return max(1, speed - 1) if kind == LOG else speed
