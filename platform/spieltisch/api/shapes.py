"""The shapes of what goes over the API, as JSON Schema: what the description shows and the tests hold answers to."""

from __future__ import annotations

from typing import Any

Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
NUMBER: Schema = {"type": "integer"}
FLAG: Schema = {"type": "boolean"}
ANY_OBJECT: Schema = {"type": "object"}


def several(items: Schema) -> Schema:
    """Return the shape of a list."""
    return {"type": "array", "items": items}


def record(required: dict[str, Schema], optional: dict[str, Schema] | None = None) -> Schema:
    """Return the shape of an object."""
    return {"type": "object", "required": list(required), "properties": {**required, **(optional or {})}}


def maybe(schema: Schema) -> Schema:
    """Return the shape of something that may be null."""
    return {"anyOf": [schema, {"type": "null"}]}


def choice(*values: str) -> Schema:
    """Return the shape of one of these words."""
    return {"type": "string", "enum": list(values)}


def ref(name: str) -> Schema:
    """Return a reference to a shape of the description."""
    return {"$ref": f"#/components/schemas/{name}"}


OPTION = record(
    {
        "name": TEXT,
        "kind": choice("int", "float", "bool", "choice", "text", "json"),
        "default": {},
        "label": TEXT,
        "help": TEXT,
        "minimum": maybe({"type": "number"}),
        "maximum": maybe({"type": "number"}),
        "choices": several(several(TEXT)),
    }
)
GAME = record(
    {
        "id": TEXT,
        "title": TEXT,
        "blurb": TEXT,
        "seats": record({"minimum": NUMBER, "maximum": NUMBER, "default": NUMBER}),
        "options": several(ref("Option")),
        "bots": several(record({"name": TEXT, "title": TEXT})),
        "formats": several(record({"name": TEXT, "title": TEXT, "upload": FLAG})),
        "endpoints": several(record({"name": TEXT, "port": NUMBER, "kind": choice("lines", "xml", "websocket")})),
    }
)
SEAT = record(
    {"seat": NUMBER, "name": TEXT, "kind": choice("person", "client", "bot"), "connected": FLAG},
    {"bot": maybe(TEXT), "ready": FLAG, "held": FLAG},
)
MATCH = record({"id": TEXT, "steps": NUMBER, "version": NUMBER})
TABLE = record(
    {
        "id": TEXT,
        "game": TEXT,
        "status": choice("open", "running", "paused", "finished", "aborted"),
        "options": ANY_OBJECT,
        "seats": several(ref("Seat")),
        "match": maybe(ref("Match")),
        "replay": maybe(TEXT),
    },
    {
        "number": NUMBER,
        "name": TEXT,
        "size": NUMBER,
        "private": FLAG,
        "house": FLAG,
        "demo": FLAG,
        "spectators": NUMBER,
        "spectator_delay": NUMBER,
        "summary": maybe(ANY_OBJECT),
        "url": TEXT,
    },
)
REPLAY = record(
    {
        "id": TEXT,
        "game": TEXT,
        "players": several(TEXT),
        "result": maybe(ANY_OBJECT),
        "steps": NUMBER,
        "verified": maybe(FLAG),
        "formats": several(TEXT),
    }
)
ERROR = record({"error": record({"code": TEXT, "message": TEXT, "field": maybe(TEXT)})})

COMPONENTS: dict[str, Schema] = {
    "Game": GAME,
    "Option": OPTION,
    "Table": TABLE,
    "Seat": SEAT,
    "Match": MATCH,
    "Replay": REPLAY,
    "Error": ERROR,
}
