"""From a request to its operation and back: who asks, how often, how much, what it says, what comes of it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent
from django.http import HttpRequest, HttpResponse
from django.http.request import RawPostDataException, UnreadablePostError
from django.views.decorators.csrf import csrf_exempt

from gamekit import jsontext
from gamekit.errors import GameError, MalformedMessage
from spieltisch import metrics, ratelimits
from spieltisch.accounts.models import User
from spieltisch.api import callers
from spieltisch.api.operations import Call, Operation
from spieltisch.api.problems import Problem, error_answer, json_answer
from spieltisch.api.reading import Fields
from spieltisch.refusals import address_of

logger = logging.getLogger(__name__)

REQUESTS = metrics.counter("spieltisch_api_requests_total", "API requests by operation.", ("operation", "status"))

View = Callable[..., Coroutine[Any, Any, HttpResponse]]


def view_of(operations: Mapping[str, Operation]) -> View:
    """Return the view of one address: its operations by method."""

    async def view(request: HttpRequest, **path: str) -> HttpResponse:
        method = "GET" if request.method == "HEAD" else str(request.method)
        operation = operations.get(method)
        if operation is None:
            answer = error_answer(Problem(405, "request/method", f"this address takes {', '.join(operations)}"))
            answer.headers["Allow"] = ", ".join(operations)
            return answer
        answer = await perform(operation, request, path)
        REQUESTS.inc(operation=f"{operation.method} {operation.path}", status=str(answer.status_code))
        return answer

    return csrf_exempt(view)


@csrf_exempt
async def not_found(request: HttpRequest) -> HttpResponse:
    """Answer a request to an address that is none, in the API's own words."""
    return error_answer(Problem(404, "request/address", f"there is nothing at {request.path}; see /api/docs"))


async def perform(operation: Operation, request: HttpRequest, path: Mapping[str, str]) -> HttpResponse:
    """Do what is asked for, or answer why not."""
    try:
        user = await _caller(request)
        await _count(operation, request, user)
        if operation.needs_person and user is None:
            message = "this needs a session or the header Authorization: Bearer TOKEN (POST /api/guests gives one)"
            raise Problem(401, "token/missing", message, "Authorization")
        if user is not None and user.reads_only and operation.method not in callers.SAFE_METHODS:
            raise Problem(403, "token/scope", "this token may only read", "Authorization")
        result = await operation.handler(_call(operation, request, user, path))
    except (GameError, Problem) as error:
        return error_answer(error)
    except Exception:
        logger.exception("%s %s failed", operation.method, operation.path)
        return error_answer(Problem(500, "server/error", "something went wrong on our side; it has been noted"))
    return result if isinstance(result, HttpResponse) else json_answer(result, operation.status)


async def _caller(request: HttpRequest) -> User | None:
    try:
        return await callers.caller_of(request)
    except Problem:
        # Guessing tokens must not be free.
        await _take_request(address_of(request))
        raise


async def _count(operation: Operation, request: HttpRequest, user: User | None) -> None:
    address, account = address_of(request), f"user:{user.pk}" if user else ""
    await _take_request(address, account)
    if operation.limit:
        # Also by address, because names are to be had for nothing.
        wait = await ratelimits.take_async(operation.limit, address, *([account] if account else []))
        _refuse(operation.limit, wait)


async def _take_request(address: str, account: str = "") -> None:
    _refuse("requests", await ratelimits.take_request_async(address, account))


def _refuse(name: str, wait: float) -> None:
    if wait:
        raise Problem(429, "request/too_many", f"too many {name}; try again in {wait:.1f} s", retry_after=wait)


def _call(operation: Operation, request: HttpRequest, user: User | None, path: Mapping[str, str]) -> Call:
    raw = _body(operation, request)
    try:
        query = {name: request.GET[name] for name in request.GET}
    except TooManyFieldsSent:
        raise Problem(400, "request/query", "the query has too many parameters") from None
    body = {} if operation.raw_body or operation.method == "GET" else _object(raw)
    return Call(request, user, path, Fields(query), Fields(body), raw)


def _body(operation: Operation, request: HttpRequest) -> bytes:
    try:
        raw = request.body
    except (RequestDataTooBig, RawPostDataException):
        raw = None
    except UnreadablePostError:
        raise Problem(400, "request/broken", "the request's body did not arrive") from None
    if raw is None or len(raw) > operation.largest_body:
        message = f"the body must not be larger than {operation.largest_body // 1024} KiB"
        raise Problem(413, "request/too_large", message)
    return raw


def _object(raw: bytes) -> dict[str, Any]:
    if not raw.strip():
        return {}
    value = jsontext.loads(raw)
    if not isinstance(value, dict):
        raise MalformedMessage("the body must be a JSON object", "request/not_object")
    return value
