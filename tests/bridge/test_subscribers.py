"""One subscriber is one caller, however many addresses he has."""

from __future__ import annotations

import pytest

from bridge.limits import Doorkeeper
from bridge.subscribers import subscriber_of, unmapped


@pytest.mark.parametrize(
    ("address", "subscriber"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("::FFFF:C000:201", "192.0.2.1"),
        ("2001:db8::1", "2001:db8::/64"),
        ("2001:0db8:0:0:ffff::2", "2001:db8::/64"),
        ("2001:db8:0:1::1", "2001:db8:0:1::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::/64"),
        ("unknown", "unknown"),
        ("user:7", "user:7"),
        ("", ""),
    ],
)
def test_an_address_counts_for_its_subscriber(address: str, subscriber: str) -> None:
    assert subscriber_of(address) == subscriber


def test_an_ipv4_address_is_shown_as_one() -> None:
    assert [unmapped(one) for one in ("::ffff:192.0.2.1", "2001:db8::1", "192.0.2.1", "x:y")] == [
        "192.0.2.1", "2001:db8::1", "192.0.2.1", "x:y",
    ]  # fmt: skip


def test_sockets_are_counted_by_subscriber() -> None:
    doorkeeper = Doorkeeper(2)
    addresses = ("2001:db8::1", "2001:db8::2", "2001:db8::3", "2001:db8:0:1::1")
    assert [doorkeeper.admit(address) for address in addresses] == [True, True, False, True]
    doorkeeper.dismiss("2001:db8::2")
    assert doorkeeper.admit("2001:db8::3")
