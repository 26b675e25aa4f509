"""The player phase: slots, moves, extra moves, what a move brings about, and the referee."""

from __future__ import annotations

from games.quidditch.rules import fouls
from games.quidditch.rules.actions import possible_actions
from games.quidditch.rules.agenda import Run, task
from games.quidditch.rules.delta import FAN_PHASE, Delta
from games.quidditch.rules.entities import CAN_HOLD, NOBODY, SEEKERS, SIDE_OF, TEAM
from games.quidditch.rules.placing import free_neighbour
from games.quidditch.rules.state import Ask, Task


@task
def slot(run: Run) -> None:
    """Give the next slot: teams take turns, inside a team chance decides; a team with nobody left is passed over."""
    board, state = run.board, run.state
    for side in (state.next_side, 1 - state.next_side):
        waiting = [
            player for player in range(side * TEAM, side * TEAM + TEAM) if not (board.banned | board.used) >> player & 1
        ]
        if waiting:
            state.next_side = 1 - side
            _begin_turn(run, run.chance.pick(waiting))
            return
    run.then(("phase", FAN_PHASE))


def _begin_turn(run: Run, player: int) -> None:
    if run.board.is_knocked(player):
        run.then(("turn_used", player), ("slot",))
    else:
        run.ask(Ask(player, "move", player, first=True))


@task
def turn_used(run: Run, player: int) -> None:
    """The turn is over; one that was missed ends the knock-out."""
    run.board.used |= 1 << player
    run.board.knocked &= ~(1 << player)
    run.tell(Delta("turnUsed", active=player))


@task
def end_turn(run: Run, player: int) -> None:
    """Tidy up after the player's last move or action."""
    run.then(("clear_ring",), ("turn_used", player), ("slot",))


@task
def offer_action(run: Run, player: int) -> None:
    """Ask for an action if there is one, otherwise end the turn."""
    if possible_actions(run.board, player):
        run.ask(Ask(player, "action", player))
    else:
        end_turn(run, player)


@task
def moved(run: Run, player: int, first: bool) -> None:
    """After a move: a ban ends the turn; after the first move the broom may give another."""
    if run.board.is_banned(player):
        end_turn(run, player)
    elif first and run.chance.happens(run.setup.probabilities["extraMove"][run.setup.brooms[player]]):
        run.ask(Ask(player, "move", player))
    else:
        offer_action(run, player)


def skip(run: Run, ask: Ask) -> None:
    """The player stands still, or does nothing."""
    run.tell(Delta("skip", active=ask.entity))
    run.then(("offer_action" if ask.kind == "move" else "end_turn", ask.index))


def make_move(run: Run, player: int, target: int, first: bool) -> None:
    """Move the player; a move onto his own cell is a stay, which earns no extra move."""
    board = run.board
    old = board.pos[player]
    if target == old:
        run.tell(Delta("move", old=old, new=target, active=player))
        run.then(("offer_action", player))
        return
    committed = fouls.committed(board, player, target)
    held = board.holds_quaffle(player)
    victim = board.player_at(target)
    board.pos[player] = target
    if held:
        board.quaffle = target
    follow = _make_room(run, player, victim, held) if victim != NOBODY else _enter(run, player)
    if "haversacking" in committed:
        follow.append(("goal", SIDE_OF[player]))
    if player in SEEKERS and target == board.snitch:
        follow.append(("catch", player))
    if committed:
        follow.append(("referee", player, tuple(committed)))
    if "haversacking" in committed:
        follow.append(("clear_ring",))
    run.tell(Delta("move", old=old, new=target, active=player))
    run.then(*follow, ("moved", player, first))


def _enter(run: Run, player: int) -> list[Task]:
    """A beater or seeker who comes onto the quaffle makes it hop."""
    on_quaffle = run.board.pos[player] == run.board.quaffle
    return [("hop", player)] if on_quaffle and not CAN_HOLD[player] else []


def _make_room(run: Run, player: int, victim: int, held: bool) -> list[Task]:
    """Push who stood there aside: an opponent drops the quaffle first, a team-mate leaves it to whoever came.

    The victim is moved at once, so that no snapshot shows two players on one cell; its own delta follows in order.
    """
    board, at = run.board, run.board.pos[player]
    had_quaffle = not held and board.quaffle == at and CAN_HOLD[victim]
    follow: list[Task] = []
    dropped = -1
    if had_quaffle and SIDE_OF[victim] != SIDE_OF[player]:
        dropped = free_neighbour(board, run.chance, at)
        follow.append(("fool_away", victim, dropped))
    board.pos[victim] = free_neighbour(board, run.chance, at, kept=dropped)
    follow += [("pushed", victim, at), ("cube", victim)]
    if had_quaffle and dropped < 0 and not CAN_HOLD[player]:
        follow.append(("hop", victim))
    return follow


@task
def pushed(run: Run, victim: int, old: int) -> None:
    """Announce where the pushed player went."""
    run.tell(Delta("move", old=old, new=run.board.pos[victim], active=victim))


@task
def referee(run: Run, player: int, committed: tuple[str, ...]) -> None:
    """Roll for each foul; the first that is seen is the reason of the ban."""
    detection = run.setup.probabilities["foulDetection"]
    seen = [foul for foul in committed if run.chance.happens(detection[foul])]
    if not seen:
        return
    state, board = run.state, run.board
    board.banned |= 1 << player
    state.ban_order.append(player)
    state.bans += 1
    side = SIDE_OF[player]
    if board.team_banned(side) == fouls.TOO_MANY_BANS:
        state.third_ban[side] = state.bans
    run.tell(Delta("ban", passive=player, reason=seen[0]))
