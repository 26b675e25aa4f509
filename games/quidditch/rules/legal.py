"""Which moves may be played now: the list of them, and the check of one with a reason when it may not."""

from __future__ import annotations

from collections.abc import Iterator

from gamekit.errors import IllegalMove
from games.quidditch.rules import pitch
from games.quidditch.rules.actions import beating_targets, bludgers_at, possible_actions
from games.quidditch.rules.board import Board
from games.quidditch.rules.entities import FAN_DELTAS, NAMES, NOBODY, PLAYERS, SIDE_OF, fan_kind, side_of
from games.quidditch.rules.formations import STANDARD_FORMATIONS
from games.quidditch.rules.moves import Formation, Move, Request
from games.quidditch.rules.rounds import return_cells
from games.quidditch.rules.state import Ask, State

_ANSWERS = {
    "move": ("move", "skip"),
    "action": ("quaffleThrow", "bludgerBeating", "wrestQuaffle", "skip"),
    "fan": (*FAN_DELTAS, "skip"),
    "removeBan": ("unban", "skip"),
}


def fits(kind: str, delta_type: str) -> bool:
    """Return whether a request of this type can be the answer to a `next` of this kind."""
    return delta_type in _ANSWERS[kind]


def check_formation(side: int, formation: Formation) -> None:
    """Raise IllegalMove unless the seven cells are start cells of the side, each used once."""
    cells = formation.cells
    if len(cells) != 7 or len(set(cells)) != len(cells):
        raise IllegalMove("a formation needs seven different cells", "formation/cells", "players")
    for at in cells:
        if at not in pitch.START_CELLS[side]:
            x, y = pitch.place(at)
            raise IllegalMove(
                f"({x}, {y}) is no start cell: it must be in the own half, outside the centre circle and no goal ring",
                "formation/cell",
                "players",
            )


def check_request(state: State, ask: Ask, request: Request) -> None:
    """Raise IllegalMove unless the request answers the question by the rules."""
    if not fits(ask.kind, request.type):
        raise IllegalMove(f"{request.type} is no answer to next {ask.kind}", "delta/type", "deltaType")
    if request.active not in (NOBODY, ask.entity):
        raise IllegalMove(
            f"it is the turn of {NAMES[ask.entity]}, not of {NAMES[request.active]}", "delta/entity", "activeEntity"
        )
    match request.type:
        case "skip":
            return
        case "move":
            _check_move(state.board, ask.index, request.target)
        case "unban":
            _check_among(request.target, return_cells(state, ask.index), "a free cell of the own half, no goal ring")
        case _ if ask.kind == "fan":
            _check_fan(state.board, ask.entity, request)
        case _:
            _check_action(state.board, ask.index, request)


def _check_move(board: Board, player: int, target: int) -> None:
    old = board.pos[player]
    if target != old and target not in pitch.NEIGHBOURS[old]:
        raise _wrong_cell("a move goes to a cell of the pitch at distance 1")
    if target in board.cubes:
        raise _wrong_cell("a wombat's cube lies there")


def _check_action(board: Board, player: int, request: Request) -> None:
    if request.type not in possible_actions(board, player):
        raise IllegalMove(f"{NAMES[player]} cannot do {request.type} here", "delta/impossible", "deltaType")
    if request.type == "quaffleThrow" and (request.target == board.pos[player] or not on_pitch(request.target)):
        raise _wrong_cell("a throw goes to another cell of the pitch")
    if request.type == "bludgerBeating":
        _check_among(
            request.target, beating_targets(board, player), "a cell at distance 1 to 3 with no player in between"
        )
        if request.passive not in (NOBODY, *bludgers_at(board, player)):
            raise IllegalMove("that bludger is not on the beater's cell", "delta/bludger", "passiveEntity")


def _check_fan(board: Board, entity: int, request: Request) -> None:
    expected = FAN_DELTAS[fan_kind(entity)]
    if request.type != expected:
        raise IllegalMove(f"{NAMES[entity]} can only do {expected}", "delta/type", "deltaType")
    if request.type == "wombatPoo" and not can_place_cube(board, request.target):
        raise _wrong_cell("a cube needs a free cell of the pitch without a cube")
    if request.type in ("elfTeleportation", "goblinShock"):
        victims = fan_victims(board, entity)
        if request.passive not in victims:
            raise IllegalMove(
                f"{request.type} needs one of {', '.join(NAMES[player] for player in victims)}",
                "delta/victim",
                "passiveEntity",
            )


def fan_victims(board: Board, entity: int) -> list[int]:
    """Return whom the elf (anybody) or goblin (opponents) may interfere with."""
    side = side_of(entity)
    any_side = FAN_DELTAS[fan_kind(entity)] == "elfTeleportation"
    return [player for player in PLAYERS if not board.is_banned(player) and (any_side or SIDE_OF[player] != side)]


def can_place_cube(board: Board, at: int) -> bool:
    """Return whether a wombat may put a cube there."""
    return on_pitch(at) and at not in board.cubes and board.is_free(at)


def on_pitch(at: int) -> bool:
    """Return whether the number is a cell of the pitch."""
    return 0 <= at < pitch.WIDTH * pitch.HEIGHT and bool(pitch.NEIGHBOURS[at])


def _check_among(target: int, cells: list[int], rule: str) -> None:
    if target not in cells:
        raise _wrong_cell(f"the target must be {rule}")


def _wrong_cell(rule: str) -> IllegalMove:
    return IllegalMove(rule, "delta/cell", "xPosNew")


# --- the list -----------------------------------------------------------------------------------------------------
def legal_moves(state: State, side: int) -> Iterator[Move]:
    """Yield the moves open to a side now; of formations, which are countless, a few good ones."""
    if state.result or state.paused:
        return
    if state.forming:
        if state.formations[side] is None:
            yield from (Formation(cells) for cells in STANDARD_FORMATIONS[side])
        return
    ask = state.ask
    if ask is None or ask.side != side:
        return
    yield Request("skip", active=ask.entity)
    match ask.kind:
        case "move":
            yield from _moves(state.board, ask.index)
        case "action":
            yield from _actions(state.board, ask.index)
        case "fan":
            yield from _interferences(state.board, ask.entity)
        case "removeBan":
            for at in return_cells(state, ask.index):
                yield Request("unban", at, ask.index)


def _moves(board: Board, player: int) -> Iterator[Request]:
    for at in pitch.NEIGHBOURS[board.pos[player]]:
        if at not in board.cubes:
            yield Request("move", at, player)


def _actions(board: Board, player: int) -> Iterator[Request]:
    for kind in possible_actions(board, player):
        if kind == "quaffleThrow":
            yield from (Request(kind, at, player) for at in pitch.CELLS if at != board.pos[player])
        elif kind == "bludgerBeating":
            targets = beating_targets(board, player)
            for bludger in bludgers_at(board, player):
                yield from (Request(kind, at, player, bludger) for at in targets)
        else:
            yield Request(kind, active=player)


def _interferences(board: Board, entity: int) -> Iterator[Request]:
    kind = FAN_DELTAS[fan_kind(entity)]
    if kind == "wombatPoo":
        taken = board.occupied() | set(board.cubes)
        yield from (Request(kind, at, entity) for at in pitch.CELLS if at not in taken)
    elif kind in ("trollRoar", "snitchSnatch"):
        yield Request(kind, active=entity)
    else:
        yield from (Request(kind, active=entity, passive=player) for player in fan_victims(board, entity))
