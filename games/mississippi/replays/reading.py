"""Reads the contest's replay files into a record of ours, playing every move again.

The files differ in details: the viewer writes `<error>`, the contest system `<data class="error">`; attributes come in
any order; line breaks in texts became blanks. Only what the rules decide is compared, and the first state that does
not follow from the one before is refused with its line.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Mapping, Sequence

from gamekit.chance import Chance
from gamekit.errors import MalformedMessage
from gamekit.exports import MatchRecord, Step
from gamekit.rules import Json, Outcome, Player
from games.mississippi import documents, messages
from games.mississippi.markup import Element, parsed
from games.mississippi.replays.writing import RULES, redo
from games.mississippi.rules.actions import move_from_json, move_to_json
from games.mississippi.rules.state import State

#: The longest real game has less than a megabyte; a packed file must not grow beyond this.
MOST_BYTES = 16 * 1024 * 1024
GZIP_MARK = b"\x1f\x8b"
#: The files tell no times: a second a move, in the contest's year.
MOVE_MS = 1000
STARTED = "2017-01-01T00:00:00+00:00"


def read(content: bytes) -> MatchRecord:
    """Return the record of a replay file, packed or not; MalformedMessage names the line at fault."""
    text = _unpacked(content)
    stream = parsed(text)
    states = [(node, documents.read_state(node)) for node in stream.children if node.tag == "state"]
    if stream.tag != "object-stream" or not states:
        raise documents.unreadable(stream, "a replay is an object-stream that begins with a state")
    players = [Player(_name(states[0][1][colour]), seat + 1) for seat, colour in enumerate(("red", "blue"))]
    options = {"softTime": 0, "hardTime": 0, "openingPause": 0, "state": _whole_river([state for _, state in states])}
    chance = Chance.seeded(hashlib.sha256(text).hexdigest())
    try:
        state, _ = RULES.start(options, players, chance)
    except MalformedMessage as error:
        raise documents.unreadable(states[0][0], f"{error.field}: {error.message}") from None
    outcomes = chance.take()
    steps = _moves(state, players, states) + _fault(state, stream, len(states))
    _check_result(state, stream)
    outcome = RULES.outcome(state)
    return _record(options, players, outcomes, steps, outcome)


def _record(
    options: Json, players: Sequence[Player], chance: Sequence[int], steps: Sequence[Step], outcome: Outcome | None
) -> MatchRecord:
    name = " – ".join(player.name for player in players)
    return MatchRecord("mississippi", 0, "replay", name, options, players, chance, STARTED, steps, outcome)


def _unpacked(content: bytes) -> bytes:
    if not content.startswith(GZIP_MARK):
        return content
    unpacker = zlib.decompressobj(wbits=31)
    try:
        text = unpacker.decompress(content, MOST_BYTES)
    except zlib.error as error:
        raise MalformedMessage(f"the file is not gzip: {error}", "replay/gzip", "line 1") from None
    if unpacker.unconsumed_tail:
        raise MalformedMessage(f"the file is larger than {MOST_BYTES} bytes when unpacked", "replay/size", "line 1")
    return text


def _name(player: Mapping[str, Json]) -> str:
    return str(player["displayName"])[:80] or "Unknown"


def _whole_river(states: Sequence[Mapping[str, Json]]) -> dict[str, Json]:
    """Return the first state with the tiles that later ones reveal, each as it was first seen."""
    first = dict(states[0])
    shown = {tile["index"] for tile in first["tiles"]}
    tiles: dict[int, Json] = {}
    for state in states:
        for tile in state["tiles"]:
            tiles.setdefault(tile["index"], {**tile, "visible": tile["index"] in shown})
    first["tiles"] = [tiles[index] for index in sorted(tiles) if index >= min(shown, default=0)]
    return first


def _moves(state: State, players: Sequence[Player], states: Sequence[tuple[Element, Json]]) -> list[Step]:
    """Play the recorded moves and compare every state."""
    _compare(state, players, *states[0])
    steps = []
    for number, (node, told) in enumerate(states[1:], 1):
        if state.ending is not None:
            raise documents.unreadable(node, f"the match is over: {state.ending.code}")
        if told["lastMove"] is None:
            raise documents.unreadable(node, "<lastMove> is missing")
        move = move_from_json(told["lastMove"])
        step = Step("play", state.current, move_to_json(move), (), number * MOVE_MS)
        redo(state, step)
        if state.ending is not None and state.ending.code == "rule_violation":
            raise documents.unreadable(node, f"illegal move: {' '.join(state.ending.reasons).strip()}")
        _compare(state, players, node, told)
        steps.append(step)
    return steps


def _compare(state: State, players: Sequence[Player], node: Element, told: Mapping[str, Json]) -> None:
    mine = messages.state_json(state, players)
    for name in ("turn", "currentPlayer", "freeTurn"):
        if mine[name] != told[name]:
            raise documents.unreadable(node, f"{name} should be {mine[name]}, not {told[name]}")
    for colour in ("red", "blue"):
        for name, value in told[colour].items():
            if name != "displayName" and mine[colour][name] != value:
                raise documents.unreadable(node, f"{name} of {colour} should be {mine[colour][name]}, not {value}")
    if [_kinds(tile) for tile in mine["tiles"]] != [_kinds(tile) for tile in told["tiles"]]:
        raise documents.unreadable(node, "the visible tiles are others")


def _kinds(tile: Mapping[str, Json]) -> Json:
    return tile["index"], tile["direction"], [field["type"] for field in tile["fields"]]


def _fault(state: State, stream: Element, number: int) -> list[Step]:
    """Return the step that ended a game which its last move did not end."""
    result = stream.child("result")
    if state.ending is not None or result is None:
        return []
    causes = [score.attributes.get("cause", "") for score in result.children if score.tag == "score"]
    step = _ending_step(state, stream, causes, number * MOVE_MS)
    if step is None:
        raise documents.unreadable(result, "the moves do not lead to an end, and no player is at fault")
    redo(state, step)
    return [step]


def _ending_step(state: State, stream: Element, causes: Sequence[str], time_ms: int) -> Step | None:
    for seat, cause in enumerate(causes[:2]):
        if cause == "RULE_VIOLATION" and seat == state.current:
            return Step("play", seat, _wrong_move(stream), (), time_ms)
        if cause == "LEFT":
            return Step("withdraw", seat, None, (), time_ms)
        if cause in ("SOFT_TIMEOUT", "HARD_TIMEOUT") and seat == state.current:
            return Step("late" if cause == "SOFT_TIMEOUT" else "expire", seat, "move", (), time_ms)
    return Step("control", None, "abort", (), time_ms) if "UNKNOWN" in causes else None


def _wrong_move(stream: Element) -> Json:
    """Return the move that broke the rules; an empty one when the file does not tell."""
    for node in stream.children:
        if node.tag in ("error", "data"):
            for data in node.descendants("data"):
                return move_to_json(move_from_json(documents.read_move(data)))
    return {"actions": [], "hints": []}


def _check_result(state: State, stream: Element) -> None:
    """Refuse a result that the rules do not give."""
    result = stream.child("result")
    if result is None or state.ending is None:
        return
    scores = [node for node in result.children if node.tag == "score"]
    for seat, score in enumerate(scores[:2]):
        cause = score.attributes.get("cause")
        if cause != state.ending.causes[seat]:
            raise documents.unreadable(score, f"cause should be {state.ending.causes[seat]}, not {cause}")
        parts = [part.text for part in score.children if part.tag == "part"]
        if parts and parts[0] != str(state.ending.points[seat]):
            raise documents.unreadable(score, f"match points should be {state.ending.points[seat]}, not {parts[0]}")
