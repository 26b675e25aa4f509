"""The end of a half-turn: passengers board, tiles come and go, the next player is found, and the match may be over."""

from __future__ import annotations

from games.mississippi.rules.fields import BLOCKED, PASSENGER, SANDBANK
from games.mississippi.rules.fields import GOAL as GOAL_FIELD
from games.mississippi.rules.hexes import DELTAS, projection, xy_of
from games.mississippi.rules.legal import End
from games.mississippi.rules.state import BLUE, MOST_PASSENGERS, RED, TURNS, Cause, Ending, State
from games.mississippi.rules.tiles import LAST_TILE
from games.mississippi.rules.voyage import Voyage

ROUND_LIMIT = "Das Rundenlimit wurde erreicht."
IN_GOAL = "Das Spiel ist beendet.\nEin Spieler ist im Ziel"
LEFT_BEHIND = "Das Spiel ist vorzeitig zu Ende.\nEin Spieler wurde abgehängt."

#: A ship this many tiles ahead has not yet left the other behind.
MOST_TILES_APART = 3


def settle(state: State, seat: int, done: Voyage | End) -> None:
    """Take over what a legal move led to, and end the half-turn."""
    ship, rival = state.ships[seat], state.ships[1 - seat]
    state.last_start = ship.cell, ship.direction
    ship.cell, ship.direction, ship.speed, ship.coal = done.cell, done.direction, done.speed, done.coal
    ship.extra_turn = False
    if done.pushed:
        rival.cell, rival.speed = done.rival, done.rival_speed
        # A ship that was pushed and lies on a sandbank cannot turn: the extra turn lapses, even an older one.
        rival.extra_turn = state.board[rival.cell] != SANDBANK
    board_passenger(state, seat)
    board_passenger(state, 1 - seat)
    state.turn += 1
    state.last_mover = seat
    update_visibility(state)
    state.current = next_player(state, seat)
    state.ending = ending_after(state, seat)


def board_passenger(state: State, seat: int) -> None:
    """Let one passenger on board of a slow ship that stands on a pier."""
    ship = state.ships[seat]
    if ship.speed != 1 or ship.passengers >= MOST_PASSENGERS:
        return
    for way, delta in enumerate(DELTAS):
        cell = ship.cell + delta
        if state.board[cell] == PASSENGER + (way + 3) % 6:
            ship.passengers += 1
            state.board[cell] = BLOCKED
            state.kinds[state.river.where[cell] - 1] = BLOCKED
            return


def update_visibility(state: State) -> None:
    """Show the tiles from the last ship's to one beyond the furthest ever reached."""
    tiles = state.tile(RED), state.tile(BLUE)
    state.furthest = max(state.furthest, *tiles)
    low, high = min(tiles), min(state.furthest + 1, LAST_TILE)
    if (low, high) != (state.low, state.high):
        state.low, state.high = low, high
        state.draw_board()


def next_player(state: State, mover: int) -> int:
    """Return who moves next: the other within a round, the leading ship at the start of one."""
    return 1 - mover if state.turn % 2 else leader(state)


def leader(state: State) -> int:
    """Return the seat that leads: further down the newest tile's direction, faster, more coal, larger x, larger y."""
    way = state.river.directions[state.high]

    def rank(seat: int) -> tuple[int, int, int, int, int]:
        ship = state.ships[seat]
        return (projection(ship.cell, way), ship.speed, ship.coal, *xy_of(ship.cell))

    return RED if rank(RED) > rank(BLUE) else BLUE


def ending_after(state: State, mover: int) -> Ending | None:
    """Return how the match has ended with this half-turn, or None."""
    if in_goal(state, mover):
        return _regular(mover, IN_GOAL, "goal")
    if state.turn >= TURNS:
        return _regular(_richer(state), ROUND_LIMIT, "round_limit")
    apart = state.tile(RED) - state.tile(BLUE)
    if state.turn % 2 == 0 and abs(apart) > MOST_TILES_APART:
        return _regular(RED if apart > 0 else BLUE, LEFT_BEHIND, "left_behind")
    return None


def in_goal(state: State, seat: int) -> bool:
    """Return True when the ship lies in the goal as the winner must: two passengers and speed 1."""
    ship = state.ships[seat]
    return state.board[ship.cell] == GOAL_FIELD and ship.speed == 1 and ship.passengers == MOST_PASSENGERS


def _richer(state: State) -> int | None:
    red, blue = ((state.points(seat), state.ships[seat].passengers) for seat in (RED, BLUE))
    if red == blue:
        return None
    return RED if red > blue else BLUE


def match_points(winner: int | None) -> tuple[int, int]:
    """Return 2 for the winner and 0 for the other, or 1 each for a draw."""
    if winner is None:
        return (1, 1)
    return (2, 0) if winner == RED else (0, 2)


def _regular(winner: int | None, reason: str, code: str) -> Ending:
    return Ending(winner, ("REGULAR", "REGULAR"), (reason, reason), code, match_points(winner))


def lost_by_fault(loser: int, cause: Cause, code: str, reason: str = "") -> Ending:
    """Return the ending in which a player broke a rule, was too slow, or left; the other one wins."""
    causes: tuple[Cause, Cause] = (cause, "REGULAR") if loser == RED else ("REGULAR", cause)
    reasons = (reason, "") if loser == RED else ("", reason)
    return Ending(1 - loser, causes, reasons, code, match_points(1 - loser))


def aborted(reason: str) -> Ending:
    """Return the ending of a match that the host broke off: nobody wins, nobody gets match points."""
    return Ending(None, ("UNKNOWN", "UNKNOWN"), (reason, reason), "aborted", (0, 0))
