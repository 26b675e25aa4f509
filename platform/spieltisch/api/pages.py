"""The description of the API for programs and for readers, and the process's health and metrics."""

from __future__ import annotations

import hmac
import json
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation

from spieltisch import health, metrics
from spieltisch.api import openapi
from spieltisch.api.catalogue import OPERATIONS
from spieltisch.api.problems import Problem, error_answer, json_answer


async def description(request: HttpRequest) -> HttpResponse:
    """Return the OpenAPI description; programs read English, whatever the browser prefers."""
    with translation.override("en"):
        described = openapi.describe(OPERATIONS)
    return json_answer(described)


def readable(request: HttpRequest) -> HttpResponse:
    """Show the description to a person."""
    described = openapi.describe(OPERATIONS)
    entries = [
        {"method": method.upper(), "path": path, "anchor": operation["operationId"], **_shown(operation)}
        for path, methods in described["paths"].items()
        for method, operation in methods.items()
    ]
    schemas = [(name, json.dumps(schema, indent=2)) for name, schema in described["components"]["schemas"].items()]
    context = {"entries": entries, "schemas": schemas, "info": described["info"]}
    return render(request, "api/docs.html", context)


async def healthz(request: HttpRequest) -> HttpResponse:
    """Answer 200 when the process can serve, 503 with the part at fault when it is alive but cannot."""
    parts = await health.report()
    ready = all(state == "ok" for state in parts.values())
    return json_answer({"alive": True, "ready": ready, "parts": parts}, 200 if ready else 503)


async def alive(request: HttpRequest) -> HttpResponse:
    """Answer 200 as long as the process answers at all: a restart would not help what is missing elsewhere."""
    return json_answer({"alive": True})


async def show_metrics(request: HttpRequest) -> HttpResponse:
    """Return the metrics of this process; where METRICS_TOKEN is set, to its bearer alone."""
    wanted, given = settings.METRICS_TOKEN, request.headers.get("Authorization", "")
    if wanted and not hmac.compare_digest(given.encode(), f"Bearer {wanted}".encode()):
        return error_answer(
            Problem(401, "token/missing", "the metrics of this server need their token", "Authorization")
        )
    return HttpResponse(metrics.render(), content_type=metrics.CONTENT_TYPE)


def _shown(operation: dict[str, Any]) -> dict[str, Any]:
    body = operation.get("requestBody", {}).get("content", {})
    status, success = next((s, r) for s, r in operation["responses"].items() if s.startswith("2"))
    return {
        "summary": operation["summary"],
        "secured": "security" in operation,
        "parameters": operation["parameters"],
        "body": {kind: json.dumps(part["schema"], indent=2) for kind, part in body.items()},
        "status": status,
        "reply": {kind: json.dumps(part["schema"], indent=2) for kind, part in success["content"].items()},
        "refusals": [(s, r["description"]) for s, r in operation["responses"].items() if not s.startswith("2")],
    }
