"""Questions that somebody who plays would ask: made from what he knows, so that the answers have something to tell."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from gamekit import registry
from gamekit.rules import Json
from tests.hostile import seeds

#: What anybody may ask at any moment; most of it is refused, and so is what belongs to another game.
ANYTIME: list[Json] = [payload for kind, payload in seeds.PAGE_SAID if kind == "table/ask"]
#: Moves of the viewer from which questions are made.
MOVES = 3


def asked(slug: str, state: Any, viewer: int | None) -> list[Json]:
    """Return the questions, those that are asked in any case included."""
    more = QUESTIONS.get(slug)
    return [*ANYTIME, *(_question(*one) for one in more(state, viewer))] if more else ANYTIME


def _question(question: str, data: Json = None) -> Json:
    return {"question": question, "data": {} if data is None else data}


Asked = Iterator[tuple[str, Json] | tuple[str]]


def _moves(slug: str, state: Any, viewer: int | None) -> list[Json]:
    """Return the first moves the viewer has."""
    rules = registry.game(slug).rules
    return [] if viewer is None else [rules.dump_move(move) for move in islice(rules.legal(state, viewer), MOVES)]


def _qwirkle(state: Any, viewer: int | None) -> Asked:
    for question in ("ScoreRequest", "GameDataRequest", "TurnTimeLeftRequest", "TotalTimeRequest"):
        yield (question,)
    if viewer is None:
        return
    yield ("BagRequest",)
    yield ("PlayerHandsRequest",)
    for tile in state.hands[viewer]:
        yield "cells", {"tile": tile, "placed": []}
    for move in _moves("qwirkle", state, viewer):
        placed: list[Json] = [{"x": x, "y": y, "tile": tile} for x, y, tile, *_ in move.get("play", [])]
        yield "points", {"placed": placed}
        yield "cells", {"tile": state.hands[viewer][-1], "placed": placed}


def _mississippi(state: Any, viewer: int | None) -> Asked:
    yield "options", {"actions": []}
    for move in _moves("mississippi", state, viewer):
        for length in (1, len(move["actions"])):
            yield "options", {"actions": move["actions"][:length]}
    # Far ahead, where the river is not to be seen yet.
    for distance in (5, 6):
        yield "options", {"actions": [{"type": "advance", "order": 0, "distance": distance}]}


def _catan(state: Any, viewer: int | None) -> Asked:
    from games.catan.messages import EDGE_PLACES
    from games.catan.rules.geometry import bits

    for kind in ("Straße", "Dorf", "Stadt", "Rathaus"):
        yield "places", {"Typ": kind}
    if viewer is not None:
        for edge in islice(bits(state.frontier[viewer]), MOVES):
            yield "second road", {"Ort": EDGE_PLACES[edge]}


def _quidditch(state: Any, viewer: int | None) -> Asked:
    yield ("reconnect",)
    yield ("next",)
    yield "team", {"side": 1}


#: Game -> what is asked there; a game that is not here is asked what anybody may ask.
QUESTIONS: dict[str, Callable[[Any, int | None], Asked]] = {
    "qwirkle": _qwirkle, "mississippi": _mississippi, "catan": _catan, "quidditch": _quidditch,
}  # fmt: skip
