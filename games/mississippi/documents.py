"""Payloads as XML elements and back: the words of the interface document, shared by the wire and the replay files."""

from __future__ import annotations

from collections.abc import Mapping

from gamekit.errors import MalformedMessage
from gamekit.rules import Json
from games.mississippi.markup import Element, element
from games.mississippi.messages import SCORE_PARTS
from games.mississippi.rules.actions import action_from_json
from games.mississippi.rules.hexes import DIRECTION_NUMBERS
from games.mississippi.rules.state import COLOURS

_ACTION_VALUES = {"acceleration": "acc", "turn": "direction", "advance": "distance", "push": "direction"}
_STATE_ATTRIBUTES = ("turn", "startPlayer", "currentPlayer", "freeTurn")


# --- writing ------------------------------------------------------------------------------------------------------
def state_element(state: Mapping[str, Json], *, typed: bool) -> Element:
    """Return a state; `typed` adds the class that the wire has and replay files lack."""
    attributes = {name: state[name] for name in _STATE_ATTRIBUTES}
    node = element("state", {"class": "state", **attributes} if typed else attributes)
    node.children += [element("red", state["red"]), element("blue", state["blue"])]
    tiles = element("tiles", None, *(_tile_element(tile) for tile in state["tiles"]))
    node.children.append(element("board", None, tiles))
    if state.get("lastMove"):
        node.children.append(move_element(element("lastMove"), state["lastMove"]))
    if state.get("condition"):
        node.children.append(element("condition", state["condition"]))
    return node


def _tile_element(tile: Mapping[str, Json]) -> Element:
    fields = element("fields", None, *(element("field", field) for field in tile["fields"]))
    return element("tile", {"visible": True, "index": tile["index"], "direction": tile["direction"]}, fields)


def move_element(node: Element, move: Mapping[str, Json]) -> Element:
    """Put a move's actions and then its hints into an element."""
    for action in move.get("actions", ()):
        value = _ACTION_VALUES[action["type"]]
        node.children.append(element(action["type"], {"order": action["order"], value: action[value]}))
    node.children += [element("hint", {"content": hint}) for hint in move.get("hints", ())]
    return node


def result_children(result: Mapping[str, Json]) -> list[Element]:
    """Return definition, scores and winner."""
    fragments = []
    for name, ranks in SCORE_PARTS:
        relevant = element("relevantForRanking", text="true" if ranks else "false")
        fragments.append(element("fragment", {"name": name}, element("aggregation", text="SUM"), relevant))
    children = [element("definition", None, *fragments)]
    for score in result["scores"]:
        parts = [element("part", text=str(part)) for part in score["parts"]]
        children.append(element("score", {"cause": score["cause"], "reason": score["reason"]}, *parts))
    if result["winner"]:
        children.append(element("winner", {"class": "player", **result["winner"]}))
    return children


def error_children(payload: Mapping[str, Json]) -> list[Element]:
    """Return the request that caused an error."""
    request = payload["originalRequest"]
    move = move_element(element("data", {"class": "move"}), request)
    return [element("originalRequest", {"class": "room", "roomId": request["roomId"]}, move)]


# --- reading ------------------------------------------------------------------------------------------------------
def unreadable(node: Element, reason: str) -> MalformedMessage:
    """Return the refusal of an element."""
    return MalformedMessage(f"<{node.tag}> in line {node.line}: {reason}", "xml/content", f"line {node.line}")


def _attribute(node: Element, name: str) -> str:
    try:
        return node.attributes[name]
    except KeyError:
        raise unreadable(node, f"attribute {name} is missing") from None


def _integer(node: Element, name: str, missing: int | None = None) -> int:
    if missing is not None and name not in node.attributes:
        return missing
    text = _attribute(node, name)
    # int() would also take blanks, underscores and digits of other scripts, and choke on very long ones.
    digits = text.removeprefix("-").removeprefix("+") if text[:1] in ("-", "+") else text
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 10):
        raise unreadable(node, f"{name} must be an integer, not {text[:40]!r}")
    return int(text)


def _boolean(node: Element, name: str) -> bool:
    text = node.attributes.get(name, "false")
    if text not in ("true", "false"):
        raise unreadable(node, f"{name} must be true or false, not {text[:40]!r}")
    return text == "true"


def _word(node: Element, name: str, words: Mapping[str, object] | tuple[str, ...]) -> str:
    text = _attribute(node, name)
    if text not in words:
        raise unreadable(node, f"{name} must be one of {', '.join(words)}, not {text[:40]!r}")
    return text


def read_move(node: Element) -> dict[str, Json]:
    """Return the move inside an element, actions in document order; unknown attributes are ignored."""
    actions: list[Json] = []
    hints: list[str] = []
    for child in node.children:
        if child.tag == "hint":
            hints.append(child.attributes.get("content", ""))
        elif child.tag in _ACTION_VALUES:
            actions.append(_read_action(child))
        else:
            raise unreadable(child, "no such action")
    return {"actions": actions, "hints": hints}


def _read_action(node: Element) -> dict[str, Json]:
    name = _ACTION_VALUES[node.tag]
    value: Json = _word(node, name, DIRECTION_NUMBERS) if node.tag == "push" else _integer(node, name, 0)
    action = {"type": node.tag, "order": _integer(node, "order", 0), name: value}
    action_from_json(action)
    return action


_PLAYER_NUMBERS = ("points", "x", "y", "speed", "coal", "tile", "passenger")


def _read_player(node: Element) -> dict[str, Json]:
    numbers = {name: _integer(node, name) for name in _PLAYER_NUMBERS if name in node.attributes}
    return {
        "displayName": node.attributes.get("displayName", ""),
        "color": node.attributes.get("color", node.tag.upper()),
        "direction": _word(node, "direction", DIRECTION_NUMBERS),
        **numbers,
    }


def read_state(node: Element) -> dict[str, Json]:
    """Return a state as in a memento's payload; what it means is checked by whoever begins a match from it."""
    red, blue = (_required(node, colour) for colour in ("red", "blue"))
    state: dict[str, Json] = {
        "turn": _integer(node, "turn"),
        "startPlayer": COLOURS[0],
        "currentPlayer": _word(node, "currentPlayer", COLOURS),
        "freeTurn": _boolean(node, "freeTurn"),
        "red": _read_player(red),
        "blue": _read_player(blue),
        "tiles": [_read_tile(tile) for tile in node.descendants("tile")],
    }
    last = node.child("lastMove")
    state["lastMove"] = None if last is None else read_move(last)
    return state


def _required(node: Element, tag: str) -> Element:
    found = node.child(tag)
    if found is None:
        raise unreadable(node, f"<{tag}> is missing")
    return found


def _read_tile(node: Element) -> dict[str, Json]:
    fields = [
        {
            "type": _attribute(field, "type"),
            "x": _integer(field, "x"),
            "y": _integer(field, "y"),
            "points": _integer(field, "points", 0),
        }
        for field in node.descendants("field")
    ]
    return {
        "visible": node.attributes.get("visible", "true") == "true",
        "index": _integer(node, "index"),
        "direction": _integer(node, "direction"),
        "fields": fields,
    }


def read_prepare(node: Element) -> dict[str, Json]:
    """Return a request for a prepared room."""
    slots: list[Json] = []
    state: Json = None
    for child in node.children:
        if child.tag == "slot":
            slots.append(_read_slot(child))
        elif child.tag == "loadGameInfo":
            state = read_state(child.child("state") or child)
        else:
            raise unreadable(child, "prepare knows slot and loadGameInfo")
    return {"gameType": node.attributes.get("gameType", ""), "slots": slots, "state": state}


def _read_slot(node: Element) -> dict[str, Json]:
    return {
        "displayName": node.attributes.get("displayName", "Unknown"),
        "canTimeout": _boolean(node, "canTimeout"),
        "shouldBePaused": _boolean(node, "shouldBePaused"),
    }


def read_room(node: Element) -> dict[str, Json]:
    """Return the move that a client sends into a room."""
    data = [child for child in node.children if child.tag == "data"]
    if len(data) != 1 or len(node.children) != 1:
        raise unreadable(node, "a room holds one data element")
    if _attribute(data[0], "class") != "move":
        raise unreadable(data[0], f"class must be move, not {data[0].attributes['class'][:80]!r}")
    return {"roomId": node.attributes.get("roomId", ""), **read_move(data[0])}


def read_order(node: Element) -> dict[str, Json]:
    """Return a controller's order for a room."""
    return {
        "roomId": node.attributes.get("roomId", ""),
        "pause": _boolean(node, "pause"),
        "forced": _boolean(node, "forced"),
        "passphrase": node.attributes.get("passphrase", ""),
    }
