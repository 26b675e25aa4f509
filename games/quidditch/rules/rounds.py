"""The frame: phases, coming back from a ban, the end of a round and the end of the match."""

from __future__ import annotations

from games.quidditch.rules.agenda import Run, task
from games.quidditch.rules.delta import BALL_PHASE, FAN_PHASE, PLAYER_PHASE, UNBAN_PHASE, Delta
from games.quidditch.rules.entities import SIDE_OF
from games.quidditch.rules.fouls import TOO_MANY_BANS
from games.quidditch.rules.pitch import RETURN_CELLS
from games.quidditch.rules.state import Ask, State, Task

_FIRST_TASKS: dict[int, tuple[Task, ...]] = {
    PLAYER_PHASE: (("slot",),),
    FAN_PHASE: (("clear_cubes",), ("fan_slot",)),
    UNBAN_PHASE: (("unban_slot",),),
}


@task
def phase(run: Run, new: int) -> None:
    """Begin a phase; chance decides which team begins it."""
    run.board.phase = new
    if new in (PLAYER_PHASE, FAN_PHASE):
        run.state.next_side = run.chance.below(2)
    run.tell(Delta("phaseChange", phase=new))
    run.then(*_FIRST_TASKS[new])


@task
def begin_round(run: Run, number: int) -> None:
    """Begin a round with its ball phase; round 1 is the first thing clients see of the match."""
    board = run.board
    board.round = number
    board.phase = BALL_PHASE
    board.used = board.fans_used = 0
    board.goal = False
    run.tell(Delta("roundChange", round=number))
    run.then(("ball_phase",), ("phase", PLAYER_PHASE))


@task
def unban_slot(run: Run) -> None:
    """After a goal everybody banned is asked back, in the order of the bans; then the round ends."""
    state = run.state
    if run.board.goal and state.ban_order:
        player = state.ban_order[0]
        run.ask(Ask(player, "removeBan", player))
    else:
        run.then(("end_round",))


def return_cells(state: State, player: int) -> list[int]:
    """Return where a banned player may come back."""
    taken = state.board.occupied()
    return [at for at in RETURN_CELLS[SIDE_OF[player]] if at not in taken]


def come_back(run: Run, player: int, at: int) -> None:
    """Put a banned player back onto the pitch."""
    run.board.pos[player] = at
    run.board.banned &= ~(1 << player)
    run.state.ban_order.remove(player)
    run.tell(Delta("unban", new=at, active=player))
    run.then(("cube", player), ("unban_slot",))


def skip(run: Run, ask: Ask) -> None:
    """Who does not choose is placed at random."""
    run.tell(Delta("skip", active=ask.entity))
    run.then(("come_back_anywhere", ask.index))


@task
def come_back_anywhere(run: Run, player: int) -> None:
    """Place a banned player at random."""
    come_back(run, player, run.chance.pick(return_cells(run.state, player)))


# --- the end ------------------------------------------------------------------------------------------------------
@task
def end_round(run: Run) -> None:
    """Disqualify teams with too many banned players, or go on with the next round."""
    board = run.board
    out = [board.team_banned(side) >= TOO_MANY_BANS for side in (0, 1)]
    if all(out):
        _both_disqualified(run, None)
    elif any(out):
        run.finish(1 - out.index(True), "disqualification")
    else:
        run.then(("begin_round", board.round + 1))


@task
def snitch_caught(run: Run, side: int) -> None:
    """The match ends; a goal in this round would bring the banned back, so it saves a team from disqualification."""
    board = run.board
    out = [board.team_banned(team) >= TOO_MANY_BANS and not board.goal for team in (0, 1)]
    left, right = board.points
    if all(out):
        _both_disqualified(run, side)
    elif any(out):
        run.finish(1 - out.index(True), "disqualification")
    elif left == right:
        run.finish(side, "pointsEqualSnitchCatch")
    else:
        run.finish(0 if left > right else 1, "mostPoints")


def _both_disqualified(run: Run, catcher: int | None) -> None:
    left, right = run.board.points
    if left != right:
        run.finish(0 if left > right else 1, "bothDisqualificationMostPoints")
    elif catcher is not None:
        run.finish(catcher, "bothDisqualificationPointsEqualSnitchCatch")
    else:
        first, second = run.state.third_ban
        run.finish(0 if first > second else 1, "bothDisqualificationPointsEqualLastDisqualification")
