"""Operations on tables: list, open, fill, start, and control them."""

from __future__ import annotations

from typing import get_args

from django.utils.translation import gettext_noop as _

from gamekit import registry
from gamekit.reception import TableStatus
from gamekit.rules import Json
from spieltisch.api.operations import Call, Operation, Parameter
from spieltisch.api.reading import wrong
from spieltisch.api.shapes import ANY_OBJECT, FLAG, NUMBER, TEXT, choice, record, ref, several
from spieltisch.lobby import services

STATUSES = get_args(TableStatus)


async def list_tables(call: Call) -> Json:
    """Return the public tables."""
    game, status = call.query.text("game"), call.query.text("status")
    if game:
        registry.game(game)
    if status and status not in STATUSES:
        raise wrong("status", f"must be one of {', '.join(STATUSES)}, not {status!r}")
    return await services.tables_json(game or None, status or None)


async def open_table(call: Call) -> Json:
    """Open a table; with only bots at it, it starts by itself."""
    body = call.body
    return await services.open_table(
        body.text("game", required=True),
        call.person,
        options=body.mapping("options"),
        seats=body.number("seats"),
        bots=body.texts("bots"),
        private=body.flag("private"),
        name=body.text("name", longest=80),
        preset=body.text("preset"),
        spectator_delay=body.number("spectator_delay"),
    )


async def show_table(call: Call) -> Json:
    """Return one table."""
    return await services.table_json(call.path["id"], call.user, call.request.session)


async def start_table(call: Call) -> Json:
    """Begin the match with those who sit there."""
    return await services.start_table(call.path["id"], call.person)


async def pause_table(call: Call) -> Json:
    """Halt the match and its clocks."""
    return await services.control_table(call.path["id"], call.person, "pause")


async def resume_table(call: Call) -> Json:
    """Let the match and its clocks go on."""
    return await services.control_table(call.path["id"], call.person, "resume")


async def abort_table(call: Call) -> Json:
    """End the match before its time."""
    return await services.control_table(call.path["id"], call.person, "abort")


async def add_bots(call: Call) -> Json:
    """Seat one bot, or several, at the first free seats."""
    bots = call.body.texts("bots") or [call.body.text("bot", required=True)]
    return await services.add_bots(call.path["id"], call.person, bots)


async def hold_seat(call: Call) -> Json:
    """Hold a seat for a client that brings the token."""
    return await services.seat_token(call.path["id"], call.person, call.body.number("seat"))


OPENING = record(
    {"game": TEXT},
    {
        "options": {**ANY_OBJECT, "description": "The game's own options; those not given have their default."},
        "seats": {**NUMBER, "description": "How many seats the table has."},
        "bots": {**several(TEXT), "description": "Names of bots to sit down at once."},
        "private": {**FLAG, "description": "Not listed, and shown to those it concerns alone."},
        "name": TEXT,
        "preset": {**TEXT, "description": "Name of options kept by staff; `options` changes single ones of them."},
        "spectator_delay": {**NUMBER, "description": "Seconds (0 to 300) after which spectators see what happens."},
    },
)
FILTERS = [
    Parameter("game", _("Only this game's.")),
    Parameter("status", _("Only those of this status."), choice(*STATUSES)),
]
BOTS = record({}, {"bot": TEXT, "bots": several(TEXT)})
HELD = record({"seat": NUMBER, "token": TEXT})
TABLE = ref("Table")

OPERATIONS = [
    Operation(
        "GET",
        "tables",
        _("List the public tables. Of their options those longer than 1,000 bytes are left out."),
        list_tables,
        several(TABLE),
        query=FILTERS,
    ),
    Operation(
        "POST",
        "tables",
        _("Open a table. With only bots at it, it starts by itself."),
        open_table,
        TABLE,
        OPENING,
        status=201,
        needs_person=True,
        limit="tables",
    ),
    Operation("GET", "tables/{id}", _("Show a table."), show_table, TABLE),
    Operation("POST", "tables/{id}/start", _("Begin with those who sit there."), start_table, TABLE, needs_person=True),
    Operation("POST", "tables/{id}/pause", _("Halt the match and its clocks."), pause_table, TABLE, needs_person=True),
    Operation("POST", "tables/{id}/resume", _("Let a halted match go on."), resume_table, TABLE, needs_person=True),
    Operation("POST", "tables/{id}/abort", _("End the match before its time."), abort_table, TABLE, needs_person=True),
    Operation("POST", "tables/{id}/bots", _("Seat bots at free seats."), add_bots, TABLE, BOTS, needs_person=True),
    Operation(
        "POST",
        "tables/{id}/seats",
        _("Hold a seat: the token binds the client that brings it to this seat. It is shown this once."),
        hold_seat,
        HELD,
        record({}, {"seat": NUMBER}),
        status=201,
        needs_person=True,
    ),
]
