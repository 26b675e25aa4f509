"""The description of the API in OpenAPI 3.1, made from the operations themselves."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext, gettext_noop

from spieltisch.api import shapes
from spieltisch.api.operations import Operation

INTRODUCTION = gettext_noop(
    "Tables, matches and replays for programs. Ask as a person of a session (then POST needs the header X-CSRFToken) "
    "or with `Authorization: Bearer TOKEN`; POST /api/guests gives a token without signing up. Whoever asks too often "
    "is answered 429 with the header Retry-After."
)
#: Statuses that any operation may answer, beside its own.
REFUSALS = {
    "400": gettext_noop("The request makes no sense; `field` names the part that is wrong."),
    "404": gettext_noop("There is none."),
    "409": gettext_noop("Not now: how things stand forbids it."),
    "429": gettext_noop("Too often; the header Retry-After says how many seconds to wait."),
}


def describe(operations: Sequence[Operation]) -> dict[str, Any]:
    """Return the whole description, in the active language."""
    paths: dict[str, dict[str, Any]] = {}
    for operation in operations:
        paths.setdefault(f"/api/{operation.path}", {})[operation.method.lower()] = _describe(operation)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Spieltisch", "version": "1", "description": gettext(INTRODUCTION)},
        "paths": paths,
        "components": {
            "schemas": shapes.COMPONENTS,
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer"},
                "session": {"type": "apiKey", "in": "cookie", "name": "sessionid"},
            },
        },
    }


def _describe(operation: Operation) -> dict[str, Any]:
    description: dict[str, Any] = {
        "operationId": operation.handler.__name__,
        "summary": gettext(operation.summary),
        "parameters": _parameters(operation),
        "responses": {str(operation.status): _success(operation), **_refusals(operation)},
    }
    content: dict[str, Any]
    if operation.raw_body:
        content = {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}
        if operation.form is not None:
            content["multipart/form-data"] = {"schema": operation.form}
        description["requestBody"] = {"required": True, "content": content}
    elif operation.body is not None:
        content = {"application/json": {"schema": operation.body}}
        description["requestBody"] = {"required": bool(operation.body.get("required")), "content": content}
    if operation.needs_person:
        description["security"] = [{"token": []}, {"session": []}]
    return description


def _parameters(operation: Operation) -> list[dict[str, Any]]:
    inside = [
        {"name": name, "in": "path", "required": True, "schema": shapes.TEXT}
        for name in re.findall(r"\{(\w+)\}", operation.path)
    ]
    query = [
        {
            "name": part.name,
            "in": "query",
            "required": False,
            "description": gettext(part.description),
            "schema": part.schema,
        }
        for part in operation.query
    ]
    return inside + query


def _success(operation: Operation) -> dict[str, Any]:
    binary = operation.reply.get("format") == "binary"
    kind = "application/octet-stream" if binary else "application/json"
    return {"description": "Done.", "content": {kind: {"schema": operation.reply}}}


def _refusals(operation: Operation) -> dict[str, Any]:
    content = {"application/json": {"schema": shapes.ref("Error")}}
    refusals = dict(REFUSALS)
    if operation.needs_person:
        refusals["401"] = gettext_noop("Nobody asks: no session and no valid token.")
        refusals["403"] = gettext_noop("Not allowed to this one, or a session without the header X-CSRFToken.")
    if operation.method == "POST":
        refusals["413"] = gettext("The body is larger than {size} KiB.").format(size=operation.largest_body // 1024)
    return {status: {"description": gettext(text), "content": content} for status, text in sorted(refusals.items())}
