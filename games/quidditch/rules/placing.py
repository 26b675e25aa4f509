"""Where things land that nobody places on purpose."""

from __future__ import annotations

from gamekit.chance import Chance
from games.quidditch.rules.agenda import Run, task
from games.quidditch.rules.board import Board
from games.quidditch.rules.delta import Delta
from games.quidditch.rules.entities import NOBODY, QUAFFLE
from games.quidditch.rules.pitch import (
    ALL_RINGS,
    CELLS,
    CENTRE,
    NEIGHBOURS,
    NOWHERE,
    around,
    ring_side,
)


def free_neighbour(board: Board, chance: Chance, at: int, kept: int = NOWHERE) -> int:
    """Return a random free neighbour; when all are taken, look again from a random one of them."""
    taken = board.occupied()
    taken.add(kept)
    while True:
        free = [near for near in NEIGHBOURS[at] if near not in taken]
        if free:
            return chance.pick(free)
        at = chance.pick(NEIGHBOURS[at])


def free_cell(board: Board, chance: Chance) -> int:
    """Return a random free cell of the whole pitch."""
    taken = board.occupied()
    return chance.pick([at for at in CELLS if at not in taken])


def scatter(board: Board, chance: Chance, target: int, radius: int) -> int:
    """Return a random free cell round a missed target; the circle grows when it holds none."""
    taken = board.occupied()
    while True:
        free = [at for at in around(target, radius) if at not in taken]
        if free:
            return chance.pick(free)
        radius += 1


@task
def hop(run: Run, loser: int) -> None:
    """The quaffle hops to a random free neighbour of its cell."""
    fool_away(run, loser, free_neighbour(run.board, run.chance, run.board.quaffle))


@task
def fool_away(run: Run, loser: int, new: int) -> None:
    """The quaffle leaves its holder for a cell already drawn."""
    old, run.board.quaffle = run.board.quaffle, new
    run.tell(Delta("foolAway", old=old, new=new, active=QUAFFLE, passive=loser))
    run.then(("cube", QUAFFLE))


@task
def cube(run: Run, entity: int) -> None:
    """Whoever came to lie on a wombat's cube removes it."""
    board = run.board
    at = board.quaffle if entity == QUAFFLE else board.pos[entity]
    if at in board.cubes:
        board.cubes.remove(at)
        run.tell(Delta("removePoo", old=at, active=entity))


@task
def clear_ring(run: Run) -> None:
    """A quaffle in a goal ring goes to the defending keeper in his zone, else to the centre or next to it."""
    board = run.board
    old = board.quaffle
    if old not in ALL_RINGS:
        return
    side = ring_side(old)
    assert side is not None
    keeper = board.keeper_in_zone(side)
    if keeper != NOBODY:
        board.quaffle = board.pos[keeper]
    elif board.is_free(CENTRE):
        board.quaffle = CENTRE
    else:
        board.quaffle = free_neighbour(board, run.chance, CENTRE)
    run.tell(Delta("move", old=old, new=board.quaffle, active=QUAFFLE))
    run.then(("cube", QUAFFLE))
