"""What the table's options and a seat's data make of limits and pausing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gamekit.errors import MalformedMessage
from gamekit.rules import Json, Options, Player
from games.mississippi.rules.state import Setup, Slot

#: What a slot of `prepare`, and a seat's data, may say.
SWITCHES = ("canTimeout", "shouldBePaused")
#: Characters in the name of a slot: a seat's has no more.
LONGEST_NAME = 80


def setup_of(options: Options, players: Sequence[Player]) -> Setup:
    """Return what the options and the seats' data say for a whole match."""
    red, blue = (slot_of(options, player, seat) for seat, player in enumerate(players))
    return Setup((red, blue), options.get("openingPause", 0), options.get("condition", "none"))


def slot_of(options: Options, player: Player, seat: int) -> Slot:
    """Return a seat's limits: a prepared slot's words, overruled by what came with the player."""
    prepared = options.get("slots") or []
    data: dict[str, Json] = {**(prepared[seat] if seat < len(prepared) else {}), **player.data}
    soft, hard = _limits(options, player) if data.get("canTimeout", True) else (None, None)
    return Slot(soft, hard, bool(data.get("shouldBePaused", True)))


def _limits(options: Options, player: Player) -> tuple[int | None, int | None]:
    """Return the soft and the hard limit: programs have both, people at a board their own.

    Our own bots have none: their thinking is bounded by itself, and a busy server must not cost them the match.
    """
    if player.kind == "person":
        return None, options.get("personTime") or None
    if player.kind == "bot":
        return None, None
    return options.get("softTime") or None, options.get("hardTime") or None


def check_switches(data: Mapping[str, Json]) -> None:
    """Check a slot's or seat's switches; MalformedMessage names the one that is wrong."""
    for name in SWITCHES:
        if not isinstance(data.get(name, False), bool):
            raise MalformedMessage(f"{name} must be true or false, not {data[name]!r}", "seat/invalid", name)


def check_slots(slots: Json) -> None:
    """Check the option `slots`: at most two objects with a name and switches."""
    if slots is None:
        return
    if not isinstance(slots, list) or len(slots) > 2 or not all(isinstance(slot, dict) for slot in slots):
        raise MalformedMessage("slots must be a list of at most two objects", "options/slots", "slots")
    for slot in slots:
        name = slot.get("displayName", "")
        if not isinstance(name, str) or len(name) > LONGEST_NAME:
            raise MalformedMessage(
                f"displayName must be a string of at most {LONGEST_NAME} characters", "options/slots", "slots"
            )
        check_switches(slot)
