"""What a page may show before a choice is made: cells, odds and the fouls a move would be."""

from __future__ import annotations

from gamekit.rules import Json
from games.quidditch.messages import position
from games.quidditch.rules import fouls
from games.quidditch.rules.actions import beating_targets, bludgers_at, possible_actions, wrest_victim
from games.quidditch.rules.board import Board
from games.quidditch.rules.entities import FAN_DELTAS, IS_BEATER, NAMES, NOBODY, fan_kind
from games.quidditch.rules.formations import STANDARD_FORMATIONS
from games.quidditch.rules.legal import can_place_cube, fan_victims
from games.quidditch.rules.pitch import CELLS, DISTANCE, NEIGHBOURS, START_CELLS
from games.quidditch.rules.quaffle import goal_for, interceptors
from games.quidditch.rules.rounds import return_cells
from games.quidditch.rules.setup import Setup
from games.quidditch.rules.state import State


def formation_hints(side: int) -> Json:
    """Return where a team may be set up, and a formation to start from."""
    return {
        "cells": [position(at) for at in sorted(START_CELLS[side])],
        "suggestions": [[position(at) for at in cells] for cells in STANDARD_FORMATIONS[side]],
    }


def turn_hints(state: State) -> Json:
    """Return what the entity now asked can do; null when nobody is asked."""
    ask, board = state.ask, state.board
    if ask is None:
        return None
    hints: dict[str, Json] = {"turn": NAMES[ask.entity], "type": ask.kind}
    match ask.kind:
        case "move":
            hints["moves"] = _moves(board, state.setup, ask.index)
        case "action":
            hints.update(_actions(board, state.setup, ask.index))
        case "removeBan":
            hints["cells"] = [position(at) for at in return_cells(state, ask.index)]
        case "fan":
            hints.update(_interference(board, ask.entity))
    return hints


def _moves(board: Board, setup: Setup, player: int) -> list[Json]:
    detection = setup.probabilities["foulDetection"]
    return [
        {**position(at), "fouls": {foul: detection[foul] for foul in fouls.committed(board, player, at)}}
        for at in NEIGHBOURS[board.pos[player]]
        if at not in board.cubes
    ]


def _actions(board: Board, setup: Setup, player: int) -> dict[str, Json]:
    hints: dict[str, Json] = {}
    for kind in possible_actions(board, player):
        if kind == "quaffleThrow":
            targets = [at for at in CELLS if at != board.pos[player]]
            hints["throws"] = [{**position(at), **throw_odds(board, setup, player, at)} for at in targets]
        elif kind == "bludgerBeating":
            hints["bludgers"] = [NAMES[bludger] for bludger in bludgers_at(board, player)]
            hints["beats"] = [{**position(at), "victim": _victim(board, at)} for at in beating_targets(board, player)]
        else:
            victim = wrest_victim(board, player)
            hints["wrest"] = {"victim": NAMES[victim], "odds": setup.probabilities["wrestQuaffle"]}
    return hints


def _victim(board: Board, at: int) -> str | None:
    """Name the player whom a bludger beaten to the cell may knock out."""
    player = board.player_at(at)
    return None if player == NOBODY or IS_BEATER[player] else NAMES[player]


def throw_odds(board: Board, setup: Setup, thrower: int, target: int) -> dict[str, Json]:
    """Return how likely the throw arrives, is intercepted, and scores if it arrives."""
    odds = setup.probabilities
    passes = (1 - odds["catchQuaffle"]) ** len(interceptors(board, thrower, target))
    arrives = passes * odds["throwSuccess"] ** DISTANCE[board.pos[thrower]][target]
    return {
        "odds": round(arrives, 4),
        "intercepted": round(1 - passes, 4),
        "goal": goal_for(board, thrower, target),
    }


def _interference(board: Board, entity: int) -> dict[str, Json]:
    kind = FAN_DELTAS[fan_kind(entity)]
    hints: dict[str, Json] = {"deltaType": kind}
    if kind == "wombatPoo":
        hints["cells"] = [position(at) for at in CELLS if can_place_cube(board, at)]
    elif kind in ("elfTeleportation", "goblinShock"):
        hints["victims"] = [NAMES[player] for player in fan_victims(board, entity)]
    return hints
