"""What staff do. Every act goes through here, and leaves an entry in the audit log."""

from __future__ import annotations

import codecs
from typing import Any

from asgiref.sync import sync_to_async

from gamekit import jsontext, registry
from gamekit.errors import MalformedMessage, Refused
from gamekit.rules import Json
from spieltisch.console import gate
from spieltisch.console.audit import note
from spieltisch.console.models import Ban
from spieltisch.lobby.models import Preset
from spieltisch.tables import chat
from spieltisch.tables.directory import bot_claim, directory
from spieltisch.tables.models import ChatLine

ORDERS = ("pause", "resume", "step", "abort")


async def act_on_table(staff: Any, code: str, action: str, data: dict[str, str]) -> None:
    """Do something to a table; GameError says why not."""
    actor = await directory().get(code)
    seat, to = _seat(data.get("seat", "")), _seat(data.get("to", ""))
    match action:
        case "pause" | "resume" | "step" | "abort":
            await actor.control(action)
        case "close":
            await actor.close_for_good()
        case "start":
            await actor.start()
        case "kick" if seat is not None:
            await actor.rise(seat)
        case "bot" if seat is not None:
            await actor.stand_in(seat, data.get("bot") or actor.game.bots[-1].name)
        case "add_bot":
            await actor.sit(await bot_claim(actor.game, data.get("bot") or actor.game.bots[-1].name))
            await actor.settle()
        case "move" if seat is not None and to is not None:
            await actor.move_seat(seat, to)
        case "message":
            actor.tell_pages("table/notice", {"text": _something(data.get("text", "")), "level": "info"})
        case _:
            raise MalformedMessage(f"{action} is nothing the console can do, or a seat is missing", "console/action")
    detail = ", ".join(f"{key}={value}" for key, value in data.items() if value)
    await note(staff, action, f"{actor.record.game}/{code}", detail)


def _seat(text: str) -> int | None:
    return int(text) if text.isdecimal() and len(text) < 10 else None


async def announce(staff: Any, text: str) -> None:
    """Tell every table and the lobby something."""
    _tell_everybody(_something(text))
    await note(staff, "announce", "", text)


def _something(text: str) -> str:
    if not text.strip():
        raise MalformedMessage("say something", "console/text", "text")
    return text.strip()[:300]


def _tell_everybody(text: str) -> None:
    directory().announce({"text": text, "level": "warning"})


async def drain(staff: Any, on: bool) -> None:
    """Let no new match begin, so that the server can be restarted when the last one is over; players are told."""
    directory().drain(on)
    text = (
        "The server will be restarted: no new matches begin. Running ones go on."
        if on
        else "New matches can begin again."
    )
    _tell_everybody(text)
    await note(staff, "drain" if on else "end drain")


async def ban(staff: Any, made: Ban) -> None:
    """Keep somebody out from now on, and close what he has open."""
    await sync_to_async(made.save)()
    gate.look_again()
    directory().disconnect(made.user_id, made.address, 4403, "you cannot connect any more")
    until = f"until {made.until:%Y-%m-%d %H:%M} UTC" if made.until else "for good"
    await note(staff, "ban", str(made.user or made.address), f"{made.reason} ({until})")


async def lift_ban(staff: Any, number: int) -> None:
    """Let somebody in again."""
    found = await sync_to_async(lambda: Ban.objects.filter(pk=number).select_related("user").first())()
    if found is None:
        raise Refused("there is no such ban", "ban/unknown")
    target = str(found.user or found.address)
    await sync_to_async(found.delete)()
    gate.look_again()
    await note(staff, "lift ban", target)


def options_from_file(game: str, content: bytes) -> tuple[dict[str, Json], list[str]]:
    """Return the options in an uploaded configuration (the game's own file, bare or in a container) and what else is in
    it: fields that configure something we do not have are no mistake, but must not be dropped in silence."""
    played = registry.game(game)
    try:
        # Some editors begin a file with a mark that is no JSON.
        data = jsontext.loads(content.removeprefix(codecs.BOM_UTF8))
    except MalformedMessage as error:
        raise MalformedMessage(f"the file cannot be read: {error.message}", "preset/file", "file") from None
    if isinstance(data, dict) and "payload" in data and "payloadType" in data:
        data = data["payload"]
    if not isinstance(data, dict):
        raise MalformedMessage("the file must hold a JSON object", "preset/file", "file")
    known = {option.name for option in played.options}
    if not known & data.keys():
        raise MalformedMessage(f"nothing in the file is an option of {played.title}", "preset/file", "file")
    options = played.read_options({name: value for name, value in data.items() if name in known})
    return options, sorted(data.keys() - known)


async def save_preset(staff: Any, game: str, name: str, content: bytes) -> list[str]:
    """Keep a configuration file as a preset; return the fields that are not kept."""
    options, others = options_from_file(game, content)
    if not name.strip():
        raise MalformedMessage("give the preset a name", "preset/name", "name")
    await sync_to_async(Preset.objects.update_or_create)(
        game=game, name=name.strip()[:60], defaults={"options": options}
    )
    await note(staff, "preset", f"{game}: {name}")
    return others


async def delete_preset(staff: Any, number: int) -> None:
    """Forget a preset; tables that were opened with it keep their options."""
    found = await sync_to_async(Preset.objects.filter(pk=number).first)()
    if found is None:
        raise Refused("there is no such preset", "preset/unknown")
    await sync_to_async(found.delete)()
    await note(staff, "delete preset", str(found))


async def judge_line(staff: Any, number: int, remove: bool) -> None:
    """Take a reported line of a chat away from everybody, or let it stand."""
    line = await sync_to_async(ChatLine.objects.select_related("table").filter(pk=number).first)()
    if line is None:
        raise Refused("there is no such line", "chat/unknown")
    if remove:
        await chat.remove(await directory().get(line.table.code), number)
    else:
        await sync_to_async(ChatLine.objects.filter(pk=number).update)(reports=0)
    action = "remove chat line" if remove else "let chat line stand"
    await note(staff, action, line.table.code, f"{line.name}: {line.text}")
