"""An origin that makes no sense is nobody's page, and never a fault."""

from __future__ import annotations

from typing import Any

import pytest

from spieltisch.origins import is_own


@pytest.mark.parametrize("trusted", [[], ["https://*.friends.example"]])
@pytest.mark.parametrize("origin", [b"http://[", b"http://[::1", b"://", b"", b"null", b"\xff\xfe", b"https://[x]y"])
def test_a_malformed_origin_is_refused(settings: Any, origin: bytes, trusted: list[str]) -> None:
    settings.CSRF_TRUSTED_ORIGINS = trusted
    assert not is_own([(b"host", b"127.0.0.1:8000"), (b"origin", origin)])


def test_there_is_one_origin_and_one_host() -> None:
    host, own, other = (b"host", b"127.0.0.1"), (b"origin", b"http://127.0.0.1"), (b"origin", b"http://evil.example")
    assert is_own([host, own])
    assert not is_own([host, own, other])
    assert not is_own([host, other, own])
    assert not is_own([host, host, own])
    assert not is_own([own])
