"""An operation of the HTTP API: one object from which its address, its checks and its description are made."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpRequest

from spieltisch.accounts.models import User
from spieltisch.api.reading import Fields

Schema = Mapping[str, Any]

#: Bytes a request's body may have, unless the operation is made for more.
LARGEST_BODY = 64 * 1024


@dataclass(frozen=True, slots=True)
class Call:
    """One request: who asks, and for what."""

    request: HttpRequest
    user: User | None
    path: Mapping[str, str]
    query: Fields
    body: Fields
    raw: bytes

    @property
    def person(self) -> User:
        """Who asks, for operations that nobody without a name may call."""
        assert self.user is not None
        return self.user


Handler = Callable[[Call], Awaitable[Any]]


@dataclass(frozen=True, slots=True)
class Parameter:
    """A part of the query, for the description."""

    name: str
    description: str
    schema: Schema = field(default_factory=lambda: {"type": "string"})


@dataclass(frozen=True, slots=True)
class Operation:
    """A method at an address. The handler returns JSON, or a whole response where the answer is a file."""

    method: str
    path: str
    summary: str
    handler: Handler
    reply: Schema
    body: Schema | None = None
    query: Sequence[Parameter] = ()
    status: int = 200
    needs_person: bool = False
    raw_body: bool = False
    """The body is a file and not JSON."""
    form: Schema | None = None
    """The parts of the form as which several files may come instead."""
    largest_body: int = LARGEST_BODY
    limit: str = ""
    """The rate limit that counts besides that on all requests."""

    @property
    def pattern(self) -> str:
        """The address as Django's resolver reads it; only a format may have a dot in it (`xml.gz`)."""
        address = re.escape(self.path).replace(r"\{format\}", "(?P<format>[A-Za-z0-9_.-]+)")
        return "^" + re.sub(r"\\{(\w+)\\}", r"(?P<\1>[A-Za-z0-9_-]+)", address) + "/?$"
