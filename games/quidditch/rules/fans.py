"""The fan phase: five kinds of interference, and the referee who may send a fan home for good."""

from __future__ import annotations

from games.quidditch.rules.agenda import Run, task
from games.quidditch.rules.delta import UNBAN_PHASE, Delta
from games.quidditch.rules.entities import FAN_DELTAS, NOBODY, QUAFFLE, SNITCH, TEAM, fan_entity
from games.quidditch.rules.moves import Request
from games.quidditch.rules.pitch import NOWHERE
from games.quidditch.rules.placing import free_cell, free_neighbour
from games.quidditch.rules.rebuild import like
from games.quidditch.rules.state import Ask


@task
def clear_cubes(run: Run) -> None:
    """A new fan phase begins without cubes."""
    run.board.cubes.clear()
    run.tell(Delta("removePoo"))


@task
def fan_slot(run: Run) -> None:
    """Ask the next fan; blocks take turns, inside a block chance decides.

    Fans of one kind and side have one name in the standard, so they take their turns in the order of the list: that is
    how a reader of deltas knows which of them is meant.
    """
    board, state, setup = run.board, run.state, run.setup
    for side in (state.next_side, 1 - state.next_side):
        waiting = [
            fan
            for fan in range(side * TEAM, side * TEAM + TEAM)
            if not (board.fans_banned | board.fans_used) >> fan & 1
        ]
        if waiting:
            state.next_side = 1 - side
            entity = fan_entity(side, setup.fan(run.chance.pick(waiting)))
            run.ask(Ask(entity, "fan", like(board, setup.fans, entity, banned=False)))
            return
    run.then(("phase", UNBAN_PHASE))


@task
def end_fan(run: Run, fan: int) -> None:
    """Tidy up after the fan."""
    run.then(("fan_used", fan), ("fan_slot",))


@task
def fan_used(run: Run, fan: int) -> None:
    """The fan's turn is over. Of banned fans of his kind the first is marked, so that deltas alone tell which."""
    board = run.board
    if board.fans_banned >> fan & 1:
        fan = like(board, run.setup.fans, _entity(run, fan), banned=True)
    board.fans_used |= 1 << fan
    run.tell(Delta("turnUsed", active=_entity(run, fan)))


@task
def fan_referee(run: Run, fan: int) -> None:
    """A fan who is seen is banned for the rest of the match."""
    reason = FAN_DELTAS[run.setup.fan(fan)]
    if run.chance.happens(run.setup.probabilities["fanFoulDetection"][reason]):
        run.board.fans_banned |= 1 << fan
        run.tell(Delta("ban", passive=_entity(run, fan), reason=reason))


def _entity(run: Run, fan: int) -> int:
    return fan_entity(fan // TEAM, run.setup.fan(fan))


def skip(run: Run, ask: Ask) -> None:
    """The fan does nothing."""
    run.tell(Delta("skip", active=ask.entity))
    run.then(("end_fan", ask.index))


def interfere(run: Run, ask: Ask, request: Request) -> None:
    """Do what the fan wants, then let the referee look."""
    run.then(("clear_ring",), ("fan_referee", ask.index), ("end_fan", ask.index))
    match request.type:
        case "elfTeleportation":
            _teleport(run, ask.entity, request.passive)
        case "goblinShock":
            _shock(run, ask.entity, request.passive)
        case "trollRoar":
            _roar(run, ask.entity)
        case "snitchSnatch":
            _snatch(run, ask.entity)
        case "wombatPoo":
            run.board.cubes.append(request.target)
            run.tell(Delta("wombatPoo", new=request.target, active=ask.entity))


def _teleport(run: Run, elf: int, player: int) -> None:
    board = run.board
    old = board.pos[player]
    board.pos[player] = free_cell(board, run.chance)
    run.tell(Delta("elfTeleportation", None, old, board.pos[player], elf, player))
    run.then(("cube", player))


def _shock(run: Run, goblin: int, player: int) -> None:
    if run.board.holds_quaffle(player):
        run.then(("hop", player), ("shocked", goblin, player))
    else:
        shocked(run, goblin, player)


@task
def shocked(run: Run, goblin: int, player: int) -> None:
    """The shocked player is pushed to a random free neighbour."""
    board = run.board
    old = board.pos[player]
    board.pos[player] = free_neighbour(board, run.chance, old)
    run.tell(Delta("goblinShock", None, old, board.pos[player], goblin, player))
    run.then(("cube", player))


def _roar(run: Run, troll: int) -> None:
    """Whoever holds the quaffle drops it; the delta itself tells where it went."""
    board = run.board
    old, holder = board.quaffle, board.holder()
    if holder != NOBODY:
        board.quaffle = free_neighbour(board, run.chance, old)
    run.tell(Delta("trollRoar", None, old, board.quaffle, troll, holder))
    if holder != NOBODY:
        run.then(("cube", QUAFFLE))


def _snatch(run: Run, niffler: int) -> None:
    """The snitch gets out of the niffler's way; before it appears and in overtime nothing happens."""
    board = run.board
    old = board.snitch
    if old != NOWHERE and board.round <= run.setup.max_rounds:
        board.snitch = free_neighbour(board, run.chance, old)
    run.tell(Delta("snitchSnatch", None, old, board.snitch, niffler, SNITCH))
