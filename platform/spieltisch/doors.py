"""Which ports lead to the games: as the environment says, or as they were bound when it left the choice open."""

from __future__ import annotations

from gamekit.dialect import Endpoint
from spieltisch import environment

#: Name of an endpoint -> the port this process bound for it.
BOUND: dict[str, int] = {}


def wanted_port(endpoint: Endpoint) -> int:
    """Return the port an endpoint is to listen on; 0 is any free one."""
    return int(environment.number(endpoint.environment, endpoint.port))


def shown_port(endpoint: Endpoint) -> int:
    """Return the port to tell clients: the real one where it is known."""
    return BOUND.get(endpoint.name) or wanted_port(endpoint)
