"""A player with a plan for each role, who takes what is in front of him and thinks no further."""

from __future__ import annotations

import random

from games.quidditch.bots.aims import best_shot, catch_is_welcome, nearest, steps_without_foul
from games.quidditch.rules.actions import beating_targets, bludgers_at, possible_actions
from games.quidditch.rules.board import Board
from games.quidditch.rules.entities import (
    FAN_DELTAS,
    IS_BEATER,
    IS_CHASER,
    KEEPER,
    NOBODY,
    ROLE_OF,
    SEEKER,
    SIDE_OF,
    TEAM,
    fan_kind,
)
from games.quidditch.rules.formations import STANDARD_FORMATIONS
from games.quidditch.rules.legal import fan_victims
from games.quidditch.rules.moves import Formation, Move, Request
from games.quidditch.rules.pitch import CENTRE, DISTANCE, NOWHERE, RINGS, cell
from games.quidditch.rules.rounds import return_cells
from games.quidditch.rules.state import Ask, State

#: Throws less likely than this are left alone.
GOOD_SHOT = 0.5
#: Where a keeper waits, and where he gets the quaffle after a goal.
POSTS = (cell(3, 6), cell(13, 6))


class MediumBot:
    """Goes straight for the quaffle, the rings, the bludgers and the snitch."""

    def choose(self, state: State, seat: int, rng: random.Random) -> Move:
        """Return a sensible move."""
        if state.forming:
            return Formation(STANDARD_FORMATIONS[seat][0])
        ask = state.ask
        assert ask is not None
        match ask.kind:
            case "move":
                return self._move(state, ask, rng)
            case "action":
                return self._act(state, ask.index, rng)
            case "removeBan":
                return self._return(state, ask.index)
        return self._interfere(state, ask, rng)

    def _move(self, state: State, ask: Ask, rng: random.Random) -> Move:
        board, player = state.board, ask.index
        goal = aim_of(board, player)
        here = board.pos[player]
        if goal == here:
            return Request("skip", active=player)
        ways = DISTANCE[goal]
        steps = steps_without_foul(board, player)
        best = min((ways[at] for at in steps), default=99)
        if best >= ways[here]:
            return Request("skip", active=player)
        return Request("move", rng.choice([at for at in steps if ways[at] == best]), player)

    def _act(self, state: State, player: int, rng: random.Random) -> Move:
        board = state.board
        actions = possible_actions(board, player)
        if "quaffleThrow" in actions and IS_CHASER[player]:
            ring, odds = best_shot(board, state.setup, player)
            if odds >= GOOD_SHOT:
                return Request("quaffleThrow", ring, player)
        elif "quaffleThrow" in actions:
            mates = [mate for mate in _mates(player) if IS_CHASER[mate] and not _is_out(board, mate)]
            if mates:
                return Request("quaffleThrow", board.pos[nearest(board, board.pos[player], mates)], player)
        if "wrestQuaffle" in actions:
            return Request("wrestQuaffle", active=player)
        if "bludgerBeating" in actions:
            return self._beat(board, player, rng)
        return Request("skip", active=player)

    def _beat(self, board: Board, player: int, rng: random.Random) -> Move:
        for at in beating_targets(board, player):
            victim = board.player_at(at)
            if victim != NOBODY and SIDE_OF[victim] != SIDE_OF[player] and not IS_BEATER[victim]:
                return Request("bludgerBeating", at, player, bludgers_at(board, player)[0])
        return Request("skip", active=player)

    def _return(self, state: State, player: int) -> Move:
        ways = DISTANCE[CENTRE]
        return Request("unban", min(return_cells(state, player), key=lambda at: ways[at]), player)

    def _interfere(self, state: State, ask: Ask, rng: random.Random) -> Move:
        """Trouble an opponent who holds the quaffle; otherwise leave it."""
        board, fan = state.board, ask.entity
        kind = FAN_DELTAS[fan_kind(fan)]
        holder = board.holder()
        if holder != NOBODY and SIDE_OF[holder] != ask.side:
            if kind == "trollRoar":
                return Request(kind, active=fan)
            if kind == "goblinShock" and holder in fan_victims(board, fan):
                return Request(kind, active=fan, passive=holder)
        return Request("skip", active=fan)


def aim_of(board: Board, player: int) -> int:
    """Return the cell this player wants to reach."""
    side, role = SIDE_OF[player], ROLE_OF[player]
    if role == SEEKER:
        if board.snitch == NOWHERE:
            return CENTRE
        return board.snitch if catch_is_welcome(board, side) else board.pos[player]
    if role == KEEPER:
        return POSTS[side]
    if IS_BEATER[player]:
        return min(board.bludgers, key=lambda at: (DISTANCE[board.pos[player]][at], at))
    rings = RINGS[1 - side]
    if board.holds_quaffle(player):
        return min(rings, key=lambda at: (DISTANCE[board.pos[player]][at], at))
    chasers = [side * TEAM + role for role in (2, 3, 4) if not _is_out(board, side * TEAM + role)]
    holder = board.holder()
    if (holder == NOBODY or SIDE_OF[holder] != side) and nearest(board, board.quaffle, chasers) == player:
        return board.quaffle
    return cell(11, 2 + 4 * (role - 2)) if side == 0 else cell(5, 2 + 4 * (role - 2))


def _mates(player: int) -> list[int]:
    first = SIDE_OF[player] * TEAM
    return [mate for mate in range(first, first + TEAM) if mate != player]


def _is_out(board: Board, player: int) -> bool:
    return board.is_banned(player) or board.is_knocked(player)
