"""What a player's own move is punished for."""

from __future__ import annotations

from games.quidditch.rules.board import Board
from games.quidditch.rules.entities import CHASERS, IS_CHASER, NOBODY, SEEKERS, SIDE_OF, TEAM
from games.quidditch.rules.pitch import RINGS, ZONES

#: A team with so many banned players at the end of a round is disqualified.
TOO_MANY_BANS = 3


def committed(board: Board, player: int, target: int) -> list[str]:
    """Return the fouls that moving the player to the target would be, in the order of the standard's list."""
    side = SIDE_OF[player]
    fouls = []
    if target in RINGS[side]:
        fouls.append("flacking")
    if IS_CHASER[player] and target in RINGS[1 - side] and board.holds_quaffle(player):
        fouls.append("haversacking")
    if _is_stooging(board, player, target):
        fouls.append("stooging")
    victim = board.player_at(target, but=player)
    if victim != NOBODY and SIDE_OF[victim] != side:
        fouls.append("blatching")
    if target == board.snitch and player not in SEEKERS:
        fouls.append("snitchnip")
    return fouls


def _is_stooging(board: Board, player: int, target: int) -> bool:
    """A chaser enters the opponents' keeper zone while a team-mate chaser is in it."""
    side = SIDE_OF[player]
    zone = ZONES[1 - side]
    if not IS_CHASER[player] or target not in zone or board.pos[player] in zone:
        return False
    mates = (side * TEAM + role for role in CHASERS)
    return any(mate != player and board.pos[mate] in zone and not board.is_banned(mate) for mate in mates)
