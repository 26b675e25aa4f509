"""Whom an address counts for: a household or a machine has a whole IPv6 network, and takes any address of it."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network

#: Bits of an IPv6 address that name a subscriber; providers give nobody less, and hardly anybody's neighbour the same.
OF_SUBSCRIBER = 64


@lru_cache(maxsize=4096)
def subscriber_of(address: str) -> str:
    """Return what an address is counted under: an IPv4 address itself, an IPv6 address its network; any other text
    stays as it is. For counting alone: people are shown, and logs told, the whole address."""
    whole = unmapped(address)
    try:
        read = ip_address(whole)
    except ValueError:
        return whole
    if not isinstance(read, IPv6Address):
        return whole
    return str(ip_network((int(read), OF_SUBSCRIBER), strict=False))


def unmapped(address: str) -> str:
    """Return the IPv4 address that an IPv6 socket writes as ::ffff:192.0.2.1; any other as it is."""
    if ":" not in address:
        return address
    try:
        mapped = IPv6Address(address).ipv4_mapped
    except ValueError:
        return address
    return str(mapped) if mapped else address
