"""A player who weighs every move by what the board is worth after it, with the odds of what may go wrong."""

from __future__ import annotations

import random

from games.quidditch.bots.aims import best_shot
from games.quidditch.bots.worth import after_goal, worth
from games.quidditch.rules import fouls
from games.quidditch.rules.actions import beating_targets, bludgers_at, wrest_victim
from games.quidditch.rules.board import Board
from games.quidditch.rules.entities import (
    BLUDGER1,
    CAN_HOLD,
    FAN_DELTAS,
    IS_BEATER,
    IS_CHASER,
    NOBODY,
    SEEKERS,
    SIDE_OF,
    TEAM,
    fan_kind,
)
from games.quidditch.rules.formations import STANDARD_FORMATIONS
from games.quidditch.rules.legal import can_place_cube, fan_victims
from games.quidditch.rules.moves import Formation, Move, Request
from games.quidditch.rules.pitch import CENTRE, DISTANCE, NEIGHBOURS, NOWHERE
from games.quidditch.rules.quaffle import goal_for, interceptors
from games.quidditch.rules.rounds import return_cells
from games.quidditch.rules.setup import CATCH_POINTS, GOAL_POINTS, Setup
from games.quidditch.rules.state import Ask, State

#: What a match won or lost by the snitch counts, in points.
MATCH = 150.0
#: What it must bring to use a fan, who may be banned for it.
IDLE_FAN = 0.8
#: What a banned player costs: much while no goal brings him back, little after one.
BAN_COST, BAN_COST_AFTER_GOAL, LAST_BAN_COST = 7.0, 2.0, 120.0


class StrongBot:
    """Looks one move ahead, with the action that may follow it."""

    def choose(self, state: State, seat: int, rng: random.Random) -> Move:
        """Return the move of greatest expected worth."""
        if state.forming:
            return Formation(STANDARD_FORMATIONS[seat][0])
        ask = state.ask
        assert ask is not None
        judge = Judge(state.setup, seat)
        board = state.board.copy()
        if ask.kind in ("move", "action"):
            board.used |= 1 << ask.index
        match ask.kind:
            case "move":
                return self._move(judge, board, ask.index)
            case "action":
                return judge.best_action(board, ask.index)[1]
            case "removeBan":
                return self._return(judge, state, ask.index)
        return self._interfere(judge, state, ask)

    def _move(self, judge: Judge, board: Board, player: int) -> Move:
        best: Move = Request("skip", active=player)
        best_worth = judge.with_action(board, player)
        for at in NEIGHBOURS[board.pos[player]]:
            if at not in board.cubes:
                found = judge.move(board, player, at)
                if found > best_worth + 1e-9:
                    best, best_worth = Request("move", at, player), found
        return best

    def _return(self, judge: Judge, state: State, player: int) -> Move:
        def found(at: int) -> float:
            board = state.board.copy()
            board.banned &= ~(1 << player)
            board.pos[player] = at
            return judge.worth(board)

        # Far from everything all cells look the same: look at those near the centre first, and at each second only.
        cells = sorted(return_cells(state, player), key=lambda at: DISTANCE[CENTRE][at])[:40]
        return Request("unban", max(cells, key=found), player)

    def _interfere(self, judge: Judge, state: State, ask: Ask) -> Move:
        board, fan = state.board, ask.entity
        best: Move = Request("skip", active=fan)
        best_worth = judge.worth(board) + IDLE_FAN  # an idle fan is kept for a better moment
        for request in _interferences(board, ask):
            found = judge.interference(board, request)
            if found > best_worth:
                best, best_worth = request, found
        return best


def _interferences(board: Board, ask: Ask) -> list[Request]:
    """Return what the fan could do that is worth a thought."""
    kind, fan = FAN_DELTAS[fan_kind(ask.entity)], ask.entity
    if kind in ("trollRoar", "snitchSnatch"):
        return [Request(kind, active=fan)]
    if kind == "wombatPoo":
        cells = _cube_cells(board, ask.side)
        return [Request(kind, at, fan) for at in cells if can_place_cube(board, at)]
    return [Request(kind, active=fan, passive=player) for player in fan_victims(board, fan)]


def _cube_cells(board: Board, side: int) -> list[int]:
    """Return cells next to an opponent whose way a cube would bar: his seeker near the snitch."""
    seeker = SEEKERS[1 - side]
    if board.snitch == NOWHERE or board.is_banned(seeker):
        return []
    ways = DISTANCE[board.snitch]
    here = board.pos[seeker]
    return [at for at in NEIGHBOURS[here] if ways[at] < ways[here]]


class Judge:
    """Weighs moves for one side."""

    def __init__(self, setup: Setup, side: int) -> None:
        self._setup = setup
        self._odds = setup.probabilities
        self._side = side

    def worth(self, board: Board) -> float:
        """Return what the board is worth to this side."""
        return worth(board, self._setup, self._side)

    # --- moves ----------------------------------------------------------------------------------------------------
    def move(self, board: Board, player: int, at: int) -> float:
        """Return the expected worth of a move, the action after it included."""
        committed = fouls.committed(board, player, at)
        after, scored = self._moved(board, player, at, "haversacking" in committed)
        value = self._catch(after, player) if player in SEEKERS and at == after.snitch else None
        if value is None:
            value = self.worth(after) if scored else self.with_action(after, player)
        clean = 1.0
        for foul in committed:
            clean *= 1 - self._odds["foulDetection"][foul]
        if clean < 1:
            value -= (1 - clean) * self._ban_cost(after)
        return value

    def _moved(self, board: Board, player: int, at: int, scores: bool) -> tuple[Board, bool]:
        after = board.copy()
        held = board.holds_quaffle(player)
        victim = board.player_at(at)
        after.pos[player] = at
        if held:
            after.quaffle = at
        elif at == after.quaffle and not CAN_HOLD[player]:
            after.quaffle = _beside(after, at)
        if victim not in (NOBODY, player):
            dropped = after.quaffle == at and not held and SIDE_OF[victim] != SIDE_OF[player]
            if dropped:
                after.quaffle = _beside(after, at)
            after.pos[victim] = _beside(after, at)
        if scores:
            after.points[SIDE_OF[player]] += GOAL_POINTS
            after_goal(after, 1 - SIDE_OF[player])
        return after, scores

    def _ban_cost(self, board: Board) -> float:
        if board.goal:
            return BAN_COST_AFTER_GOAL
        return LAST_BAN_COST if board.team_banned(self._side) >= 2 else BAN_COST

    def _catch(self, board: Board, seeker: int) -> float:
        """Return the worth of a try to catch: it ends the match, for better or worse."""
        sure = board.round > self._setup.max_rounds
        chance = 1.0 if sure else self._odds["catchSnitch"]
        side = SIDE_OF[seeker]
        won = board.points[side] + CATCH_POINTS >= board.points[1 - side]
        return float(chance * (MATCH if won else -MATCH) + (1 - chance) * self.worth(board))

    # --- actions --------------------------------------------------------------------------------------------------
    def with_action(self, board: Board, player: int) -> float:
        """Return the worth of the board when the player may still act on it."""
        return self.best_action(board, player)[0]

    def best_action(self, board: Board, player: int) -> tuple[float, Move]:
        """Return the best action (or none) and its expected worth."""
        best: tuple[float, Move] = (self.worth(board), Request("skip", active=player))
        if CAN_HOLD[player] and board.pos[player] == board.quaffle:
            for target in self._throw_targets(board, player):
                found = self._throw(board, player, target)
                if found > best[0]:
                    best = (found, Request("quaffleThrow", target, player))
        elif IS_BEATER[player] and board.pos[player] in board.bludgers:
            for bludger in bludgers_at(board, player):
                for target in self._beats(board, player):
                    found = self._beat(board, bludger, target)
                    if found > best[0]:
                        best = (found, Request("bludgerBeating", target, player, bludger))
        elif wrest_victim(board, player) != NOBODY:
            after = board.copy()
            after.quaffle = board.pos[player]
            chance = self._odds["wrestQuaffle"]
            found = chance * self.worth(after) + (1 - chance) * best[0]
            if found > best[0]:
                best = (found, Request("wrestQuaffle", active=player))
        return best

    def _throw_targets(self, board: Board, player: int) -> list[int]:
        side = SIDE_OF[player]
        targets = []
        if IS_CHASER[player]:
            ring, odds = best_shot(board, self._setup, player)
            if odds > 0:
                targets.append(ring)
        for mate in range(side * TEAM, side * TEAM + TEAM):
            if mate != player and CAN_HOLD[mate] and not (board.banned | board.knocked) >> mate & 1:
                targets.append(board.pos[mate])
        return targets

    def _throw(self, board: Board, player: int, target: int) -> float:
        odds = self._odds
        value, reach = 0.0, 1.0
        for opponent in interceptors(board, player, target):
            after = board.copy()
            after.quaffle = board.pos[opponent]
            value += reach * odds["catchQuaffle"] * self.worth(after)
            reach *= 1 - odds["catchQuaffle"]
        hit = odds["throwSuccess"] ** DISTANCE[board.pos[player]][target]
        arrived = board.copy()
        arrived.quaffle = target
        scorer = goal_for(board, player, target)
        if scorer is not None:
            arrived.points[scorer] += GOAL_POINTS
            after_goal(arrived, 1 - scorer)
        missed = board.copy()
        missed.quaffle = _beside(board, target)
        return float(value + reach * (hit * self.worth(arrived) + (1 - hit) * self.worth(missed)))

    def _beats(self, board: Board, player: int) -> list[int]:
        """Return the targets worth a thought: opponents, and the cell farthest from one's own team."""
        victims = []
        for at in beating_targets(board, player):
            other = board.player_at(at)
            if other != NOBODY and SIDE_OF[other] != self._side and not IS_BEATER[other]:
                victims.append(at)
        return victims

    def _beat(self, board: Board, bludger: int, target: int) -> float:
        chance = self._odds["knockOut"]
        victim = board.player_at(target)
        missed = board.copy()
        missed.bludgers[bludger - BLUDGER1] = target
        hit = missed.copy()
        hit.knocked |= 1 << victim
        if board.holds_quaffle(victim):
            hit.quaffle = _beside(board, target)
        return float(chance * self.worth(hit) + (1 - chance) * self.worth(missed))

    # --- fans -----------------------------------------------------------------------------------------------------
    def interference(self, board: Board, request: Request) -> float:
        """Return the worth of the board after a fan's doing; random cells are taken as somewhere in the middle."""
        after = board.copy()
        match request.type:
            case "trollRoar":
                if board.holder() != NOBODY:
                    after.quaffle = _beside(board, board.quaffle)
            case "goblinShock":
                if board.holds_quaffle(request.passive):
                    after.quaffle = _beside(board, board.quaffle)
                after.pos[request.passive] = _beside(after, board.pos[request.passive])
            case "elfTeleportation":
                after.pos[request.passive] = CENTRE if board.is_free(CENTRE) else _beside(board, CENTRE)
            case "snitchSnatch":
                if board.snitch == NOWHERE or board.round > self._setup.max_rounds:
                    return -MATCH
                after.snitch = _beside(board, board.snitch)
            case "wombatPoo":
                return self.worth(board) + 1.0
        return self.worth(after)


def _beside(board: Board, at: int) -> int:
    """Return a free neighbour cell, to stand for all of them."""
    taken = board.occupied()
    return next((near for near in NEIGHBOURS[at] if near not in taken), at)
