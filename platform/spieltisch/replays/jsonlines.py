"""Our own replay format: JSON lines. The first is the setup, then one line a step, then the result with the hash.

{"format": "spieltisch", "version": 1, "game": …, "options": …, "players": […], "chance": […], "started": …, …}
{"step": 1, "time": 1203, "kind": "play", "seat": 0, "input": …, "chance": […], "hash": "…"}
{"result": {"winners": […], "scores": […], "reason": …}, "steps": 1, "hash": "…"}
"""

from __future__ import annotations

from typing import Any

from gamekit import jsontext
from gamekit.errors import GameError, MalformedMessage
from gamekit.exports import MatchRecord, Step
from gamekit.rules import Json
from spieltisch.tables.chain import setup_hash, step_hash
from spieltisch.tables.livematch import players_from_json, players_to_json

KINDS = ("play", "expire", "late", "withdraw", "control")


def write(record: MatchRecord, head: str) -> bytes:
    """Return the match as a file."""
    players = players_to_json(record.players)
    lines: list[Json] = [
        {
            "format": "spieltisch", "version": 1, "game": record.game, "table": record.table, "code": record.code,
            "name": record.name, "options": record.options, "players": players, "chance": list(record.chance),
            "started": record.started, "spectators": list(record.spectators),
        }
    ]  # fmt: skip
    running = setup_hash(record.game, record.options, players, list(record.chance))
    for number, step in enumerate(record.steps, 1):
        given, chance = jsontext.dumps(step.input).decode(), jsontext.dumps(list(step.chance)).decode()
        running = step_hash(running, number, step.time_ms, step.kind, step.seat, given, chance)
        lines.append(
            {
                "step": number, "time": step.time_ms, "kind": step.kind, "seat": step.seat, "input": step.input,
                "chance": list(step.chance), "hash": running,
            }
        )  # fmt: skip
    outcome = record.outcome
    result = (
        None if outcome is None else {"winners": outcome.winners, "scores": outcome.scores, "reason": outcome.reason}
    )
    lines.append({"result": result, "steps": len(record.steps), "hash": head})
    return b"\n".join(jsontext.dumps(line) for line in lines) + b"\n"


def read(content: bytes) -> MatchRecord:
    """Return the match in a file; MalformedMessage names the line that is wrong."""
    lines = [line for line in content.splitlines() if line.strip()]
    if not lines:
        raise _wrong(1, "the file is empty")
    setup = _object(lines[0], 1)
    if setup.get("format") != "spieltisch" or setup.get("version") != 1:
        raise _wrong(1, 'the first line must have "format": "spieltisch" and "version": 1')
    try:
        players = players_from_json(setup["players"])
        running = setup_hash(setup["game"], setup["options"], players_to_json(players), setup["chance"])
        steps, running = _steps(lines[1:], running)
        return MatchRecord(
            str(setup["game"]), int(setup.get("table", 0)), str(setup.get("code", "")), str(setup.get("name", "")),
            setup["options"], players, setup["chance"], str(setup["started"]), steps, None,
            tuple(setup.get("spectators", ())),
        )  # fmt: skip
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise _wrong(1, f"the setup lacks or garbles {error}") from None


def _steps(lines: list[bytes], running: str) -> tuple[list[Step], str]:
    steps: list[Step] = []
    for number, line in enumerate(lines, 2):
        data = _object(line, number)
        if "result" in data:
            if number != len(lines) + 1:
                raise _wrong(number, "nothing may follow the result")
            if data.get("hash") != running:
                raise _wrong(number, "the last hash does not fit the steps")
            return steps, running
        step = _step(data, number)
        given, chance = jsontext.dumps(step.input).decode(), jsontext.dumps(list(step.chance)).decode()
        running = step_hash(running, len(steps) + 1, step.time_ms, step.kind, step.seat, given, chance)
        if data.get("hash") != running:
            raise _wrong(number, "the hash does not fit: this line or one before it was changed")
        steps.append(step)
    raise _wrong(len(lines) + 1, "the result is missing: the file is cut off")


def _step(data: dict[str, Any], number: int) -> Step:
    kind, seat, chance, moment = data.get("kind"), data.get("seat"), data.get("chance"), data.get("time")
    if kind not in KINDS:
        raise _wrong(number, f"kind must be one of {', '.join(KINDS)}")
    if not (seat is None or isinstance(seat, int)):
        raise _wrong(number, "seat must be a number or null")
    if not isinstance(chance, list) or not all(isinstance(outcome, int) for outcome in chance):
        raise _wrong(number, "chance must be a list of whole numbers")
    if not isinstance(moment, int):
        raise _wrong(number, "time must be a whole number")
    return Step(kind, seat, data.get("input"), chance, moment)


def _object(line: bytes, number: int) -> dict[str, Any]:
    try:
        data = jsontext.loads(line)
    except GameError as error:
        raise _wrong(number, error.message) from None
    if not isinstance(data, dict):
        raise _wrong(number, "a line must be a JSON object")
    return data


def _wrong(line: int, reason: str) -> MalformedMessage:
    return MalformedMessage(f"line {line}: {reason}", "replay/line", f"line {line}")
