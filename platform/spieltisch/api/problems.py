"""Answers that say what is wrong: `{"error": {"code", "message", "field"}}` with a fitting status.

400 the request makes no sense      401 nobody asks         403 not allowed to this one     404 there is none
405 not this method                 409 not now             413 too large                   429 too often
500 our fault                       503 not ready
"""

from __future__ import annotations

from django.http import HttpResponse

from gamekit import jsontext
from gamekit.errors import GameError, IllegalMove, MalformedMessage, Refused, RulesBroken
from gamekit.rules import Json
from spieltisch import metrics

ERRORS = metrics.counter("spieltisch_api_errors_total", "Refused API requests by code.", ("code",))

#: What a refusal means in HTTP, where it is not a conflict with how things stand.
STATUS_OF_CODE = {"game/unknown": 400, "bot/unknown": 400, "seat/unknown": 400, "guest/name_of_account": 409}
STATUS_OF_ENDING = {
    "unknown": 404,
    "forbidden": 403,
    "not_owner": 403,
    "private": 403,
    "too_many": 429,
    "unavailable": 503,
    "moved": 503,
}


class Problem(Exception):
    """A refusal that is about HTTP and not about games."""

    def __init__(self, status: int, code: str, message: str, field: str = "", retry_after: float | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.field = field
        self.retry_after = retry_after


def json_answer(value: Json, status: int = 200) -> HttpResponse:
    """Return JSON that no cache keeps: tables change all the time."""
    answer = HttpResponse(jsontext.dumps(value), status=status, content_type="application/json")
    answer.headers["Cache-Control"] = "no-store"
    return answer


def error_answer(error: GameError | Problem) -> HttpResponse:
    """Return the answer to a request that was refused."""
    status = error.status if isinstance(error, Problem) else status_of(error)
    ERRORS.inc(code=error.code)
    told = {"code": error.code, "message": error.message, "field": error.field or None}
    answer = json_answer({"error": told}, status)
    if status == 401:
        answer.headers["WWW-Authenticate"] = "Bearer"
    wait = error.retry_after if isinstance(error, Problem) else error.data.get("retry_after")
    if isinstance(wait, int | float):
        answer.headers["Retry-After"] = str(max(1, round(wait + 0.5)))
    return answer


def status_of(error: GameError) -> int:
    """Return the status that fits a refusal of the platform or of a game's rules."""
    if error.code in STATUS_OF_CODE:
        return STATUS_OF_CODE[error.code]
    match error:
        case MalformedMessage():
            return 400
        case RulesBroken():
            return 500
        case Refused() | IllegalMove():
            return STATUS_OF_ENDING.get(error.code.partition("/")[2], 409)
    return 409
