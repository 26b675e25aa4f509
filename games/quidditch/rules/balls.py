"""The ball phase: the snitch first, then both bludgers in random order; the quaffle never moves by itself."""

from __future__ import annotations

from games.quidditch.rules.agenda import Run, task
from games.quidditch.rules.delta import Delta
from games.quidditch.rules.entities import BLUDGER1, IS_BEATER, NOBODY, PLAYERS, SEEKERS, SIDE_OF, SNITCH
from games.quidditch.rules.pitch import CELLS, CENTRE, DISTANCE, NEIGHBOURS, NOWHERE, first_step
from games.quidditch.rules.placing import free_cell, free_neighbour
from games.quidditch.rules.setup import CATCH_POINTS, SNITCH_ROUND

#: Overtime rounds in which the snitch still evades, and rounds it rests in the centre before it looks for a seeker.
EVADING_ROUNDS, RESTING_ROUNDS = 3, 3


@task
def ball_phase(run: Run) -> None:
    """Put the balls' moves on the agenda."""
    order = [0, 1]
    run.chance.shuffle(order)
    for bludger in order:
        run.then(("bludger_flies", bludger), ("clear_ring",))
    if run.board.round >= SNITCH_ROUND:
        run.then(("snitch_flies",))
        if run.board.snitch == NOWHERE:
            run.then(("snitch_appears",))


# --- snitch -------------------------------------------------------------------------------------------------------
@task
def snitch_appears(run: Run) -> None:
    """The snitch comes where both seekers have the same way to it, as nearly as free cells allow."""
    board = run.board
    seekers = board.ready_seekers()
    if len(seekers) < len(SEEKERS):
        board.snitch = free_cell(board, run.chance)
    else:
        left, right = (DISTANCE[board.pos[seeker]] for seeker in seekers)
        taken = board.occupied()
        free = [at for at in CELLS if at not in taken]
        best = min(abs(left[at] - right[at]) for at in free)
        board.snitch = run.chance.pick([at for at in free if abs(left[at] - right[at]) == best])
    run.tell(Delta("move", new=board.snitch, active=SNITCH))


@task
def snitch_flies(run: Run) -> None:
    """The snitch's move of this round: evading, homing to the centre, resting, or giving itself up."""
    overtime = run.board.round - run.setup.max_rounds
    if overtime <= EVADING_ROUNDS:
        _move_snitch(run, _evading_cell(run))
    elif not run.state.snitch_rests:
        _fly_home(run)
    elif run.board.round > run.state.snitch_rests + RESTING_ROUNDS:
        _give_up(run)


def _evading_cell(run: Run) -> int:
    board, chance = run.board, run.chance
    seekers = board.ready_seekers()
    if not seekers:
        return free_neighbour(board, chance, board.snitch)
    seeker = _nearest(run, board.snitch, seekers)
    ways = DISTANCE[board.pos[seeker]]
    taken = board.occupied()
    farther = [at for at in NEIGHBOURS[board.snitch] if at not in taken and ways[at] > ways[board.snitch]]
    return chance.pick(farther) if farther else free_neighbour(board, chance, board.snitch)


def _nearest(run: Run, at: int, players: list[int]) -> int:
    """Return the player nearest to the cell; among equals chance decides."""
    ways = DISTANCE[at]
    best = min(ways[run.board.pos[player]] for player in players)
    nearest = [player for player in players if ways[run.board.pos[player]] == best]
    return nearest[0] if len(nearest) == 1 else run.chance.pick(nearest)


def _move_snitch(run: Run, new: int) -> None:
    old, run.board.snitch = run.board.snitch, new
    run.tell(Delta("move", old=old, new=new, active=SNITCH))


def _fly_home(run: Run) -> None:
    """One cell straight towards the centre; a seeker on the way catches it."""
    board = run.board
    if board.snitch != CENTRE:
        _move_snitch(run, first_step(board.snitch, CENTRE))
        for seeker in SEEKERS:
            if board.pos[seeker] == board.snitch and not (board.is_banned(seeker) or board.is_knocked(seeker)):
                run.then(("catch", seeker))
    if board.snitch == CENTRE:
        run.state.snitch_rests = board.round


def _give_up(run: Run) -> None:
    """The snitch jumps to the nearest seeker; it waits while both are banned."""
    seekers = run.board.ready_seekers()
    if seekers:
        seeker = _nearest(run, run.board.snitch, seekers)
        _move_snitch(run, run.board.pos[seeker])
        run.then(("catch", seeker))


@task
def catch(run: Run, seeker: int) -> None:
    """A seeker and the snitch are on one cell: he tries to catch it; in overtime he always does."""
    board = run.board
    side = SIDE_OF[seeker]
    sure = board.round > run.setup.max_rounds
    caught = run.chance.happens(1.0 if sure else run.setup.probabilities["catchSnitch"])
    if caught:
        board.points[side] += CATCH_POINTS
        run.state.agenda.clear()
        run.then(("snitch_caught", side))
    run.tell(Delta("snitchCatch", success=caught, active=seeker, points=(board.points[0], board.points[1])))


# --- bludgers -----------------------------------------------------------------------------------------------------
@task
def bludger_flies(run: Run, bludger: int) -> None:
    """A bludger moves one cell towards the nearest player who is no beater and not on its own cell."""
    board = run.board
    old = board.bludgers[bludger]
    prey = [
        player
        for player in PLAYERS
        if not IS_BEATER[player] and not board.is_banned(player) and board.pos[player] != old
    ]
    if prey:
        new = _towards(run, old, board.pos[_nearest(run, old, prey)])
    else:
        new = free_neighbour(board, run.chance, old)
    board.bludgers[bludger] = new
    run.tell(Delta("move", old=old, new=new, active=BLUDGER1 + bludger))
    strike(run, bludger)


def _towards(run: Run, old: int, target: int) -> int:
    step = first_step(old, target)
    if step != NOWHERE:
        return step
    ways = DISTANCE[target]
    return run.chance.pick([at for at in NEIGHBOURS[old] if ways[at] < ways[old]])


def strike(run: Run, bludger: int) -> None:
    """When the bludger came onto a player who is no beater, he may be knocked out."""
    player = run.board.player_at(run.board.bludgers[bludger])
    if player != NOBODY and not IS_BEATER[player]:
        run.then(("knock", bludger, player))


@task
def knock(run: Run, bludger: int, player: int) -> None:
    """Roll for the knock-out; who is hit loses the quaffle first."""
    board = run.board
    if not run.chance.happens(run.setup.probabilities["knockOut"]):
        at = board.bludgers[bludger]
        run.tell(Delta("bludgerKnockout", success=False, old=at, active=BLUDGER1 + bludger, passive=player))
    elif board.holds_quaffle(player):
        run.then(("hop", player), ("knocked_out", bludger, player))
    else:
        knocked_out(run, bludger, player)


@task
def knocked_out(run: Run, bludger: int, player: int) -> None:
    """The player misses his next turn; the bludger goes to a random free cell of the pitch."""
    board = run.board
    old = board.bludgers[bludger]
    board.knocked |= 1 << player
    new = board.bludgers[bludger] = free_cell(board, run.chance)
    run.tell(Delta("bludgerKnockout", success=True, old=old, new=new, active=BLUDGER1 + bludger, passive=player))
