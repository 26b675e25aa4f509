"""The client is the nearest address that is none of our proxies."""

from __future__ import annotations

import pytest

from spieltisch.proxies import client_of, networks

OURS = networks(["10.0.0.0/8", "::1"])


@pytest.mark.parametrize(
    ("peer", "forwarded", "client"),
    [
        ("192.0.2.1", "", "192.0.2.1"),
        ("192.0.2.1", "203.0.113.9", "192.0.2.1"),
        ("10.0.0.1", "203.0.113.9", "203.0.113.9"),
        ("::1", "2001:db8::7", "2001:db8::7"),
        ("10.0.0.1", "1.1.1.1, 203.0.113.9, 10.0.0.2", "203.0.113.9"),
        ("10.0.0.1", "10.0.0.3,10.0.0.2", "10.0.0.3"),
        ("10.0.0.1", "", "10.0.0.1"),
        ("10.0.0.1", "<script>", "10.0.0.1"),
        ("10.0.0.1", "203.0.113.9, unknown", "10.0.0.1"),
        ("", "203.0.113.9", ""),
        ("::ffff:10.0.0.1", "203.0.113.9", "203.0.113.9"),
        ("10.0.0.1", "::ffff:203.0.113.9", "203.0.113.9"),
        ("::ffff:192.0.2.1", "", "192.0.2.1"),
    ],
)
def test_only_what_our_own_proxies_say_is_believed(peer: str, forwarded: str, client: str) -> None:
    assert client_of(peer, forwarded, OURS) == client


def test_a_wrong_network_stops_the_start_with_its_name() -> None:
    with pytest.raises(SystemExit, match="TRUSTED_PROXIES"):
        networks(["the proxy"])
