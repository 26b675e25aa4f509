"""Whom a request comes from when proxies stand in front: limits and bans must meet the client, not the proxy.

`X-Forwarded-For` is a list that every proxy appends to and that a client may begin with anything. So it is read from
its end, and only as far as each hop is one of ours (TRUSTED_PROXIES); the first stranger is the client.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Any

from bridge.subscribers import unmapped

Application = Callable[[Any, Any, Any], Awaitable[None]]
Network = IPv4Network | IPv6Network


def networks(words: Iterable[str]) -> list[Network]:
    """Return the networks that TRUSTED_PROXIES names; a wrong one stops the start."""
    try:
        return [ip_network(word) for word in words]
    except ValueError as error:
        raise SystemExit(f"TRUSTED_PROXIES must be addresses or networks: {error}") from None


def seen_through(application: Application, trusted: Sequence[Network]) -> Application:
    """Return the application with the client's own address in its scopes."""
    if not trusted:
        return application

    async def behind(scope: Any, receive: Any, send: Any) -> None:
        client = scope.get("client")
        if client:
            scope = {**scope, "client": [client_of(client[0], _forwarded(scope), trusted), client[1]]}
        await application(scope, receive, send)

    return behind


def client_of(peer: str, forwarded: str, trusted: Sequence[Network]) -> str:
    """Return the nearest address that is none of the trusted proxies."""
    address = unmapped(peer)
    for hop in reversed([hop.strip() for hop in forwarded.split(",") if hop.strip()]):
        if not _is_trusted(address, trusted) or not _is_address(hop):
            break
        address = unmapped(hop)
    return address


def _forwarded(scope: Any) -> str:
    values = [value.decode("latin-1") for name, value in scope.get("headers", ()) if name == b"x-forwarded-for"]
    return ",".join(values)


def _is_trusted(address: str, trusted: Sequence[Network]) -> bool:
    return _is_address(address) and any(ip_address(address) in network for network in trusted)


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True
