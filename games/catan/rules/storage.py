"""A match as JSON and back: the setting, then the state slot by slot."""

from __future__ import annotations

from collections.abc import Sequence

from gamekit.chance import Chance
from gamekit.rules import Json, Options, Outcome, Player
from games.catan.rules.board import Board, beginner_board, random_board
from games.catan.rules.geometry import island_for
from games.catan.rules.layout import read_layout, write_layout
from games.catan.rules.state import FLAT, NESTED, SCALARS, Offer, Phase, Setting, State


def new_setting(options: Options, players: Sequence[Player], chance: Chance) -> Setting:
    """Return the setting of a new match: its board is given, fixed or drawn."""
    island = island_for(len(players))
    if options.get("board") is not None:
        board = read_layout(options["board"])
    elif options.get("map") == "beginner":
        board = beginner_board(island)
    else:
        board = random_board(island, chance)
    numbers = tuple(player.number for player in players)
    if min(numbers) <= 0 or len(set(numbers)) < len(numbers):
        numbers = tuple(range(1, len(players) + 1))
    return _setting(board, numbers, {name: value for name, value in options.items() if name != "board"})


def _setting(board: Board, numbers: tuple[int, ...], options: Options) -> Setting:
    return Setting(
        board=board,
        numbers=numbers,
        options=options,
        points=options["points"],
        discard_limit=options["discardLimit"],
        turn_ms=options["turnTime"] or None,
        answer_ms=options["answerTime"] or None,
        trading=options["trade"],
        turn_limit=options["turnLimit"],
        ends_on_withdrawal=options["withdrawal"] == "end",
    )


def dump(state: State) -> Json:
    """Return the state as JSON."""
    setting, outcome = state.setting, state.outcome
    data: dict[str, Json] = {
        "options": setting.options,
        "numbers": list(setting.numbers),
        "board": write_layout(setting.board),
        "phase": int(state.phase),
        "dice": list(state.dice) if state.dice else None,
        "offers": [[o.number, list(o.give), list(o.take), o.accepted[:], o.declined[:]] for o in state.offers],
        "outcome": [list(outcome.winners), list(outcome.scores), outcome.reason] if outcome else None,
    }
    for name in SCALARS:
        data[name] = getattr(state, name)
    for name in FLAT:
        data[name] = getattr(state, name)[:]
    for name in NESTED:
        data[name] = [inner[:] for inner in getattr(state, name)]
    for name in _WIDE:
        data[name] = _hex(data[name])
    return data


#: Bit sets of up to 109 bits do not fit JSON's numbers: they are written in hexadecimal.
_WIDE = ("buildings", "open_edges", "open_vertices", "villages", "roads", "reach", "frontier")


def _hex(value: Json) -> Json:
    return [f"{one:x}" for one in value] if isinstance(value, list) else f"{value:x}"


def _unhex(value: Json) -> Json:
    return [int(one, 16) for one in value] if isinstance(value, list) else int(value, 16)


def load(data: Json) -> State:
    """Return the state that `dump` wrote."""
    state = State(_setting(read_layout(data["board"]), tuple(data["numbers"]), data["options"]))
    for name in SCALARS:
        setattr(state, name, data[name])
    for name in FLAT:
        setattr(state, name, data[name][:])
    for name in NESTED:
        setattr(state, name, [inner[:] for inner in data[name]])
    for name in _WIDE:
        setattr(state, name, _unhex(data[name]))
    state.phase = Phase(data["phase"])
    state.dice = (data["dice"][0], data["dice"][1]) if data["dice"] else None
    state.offers = [
        Offer(number, tuple(give), tuple(take), accepted[:], declined[:])
        for number, give, take, accepted, declined in data["offers"]
    ]
    if data["outcome"]:
        winners, scores, reason = data["outcome"]
        state.outcome = Outcome(tuple(winners), tuple(scores), reason)
    return state
