"""An operation's address becomes a pattern that takes what it must and no more."""

from __future__ import annotations

import re

import pytest

from spieltisch.api.operations import Operation


async def nothing(call: object) -> None:
    """Do nothing."""


@pytest.mark.parametrize(
    ("path", "address", "found"),
    [
        ("tables", "tables", {}),
        ("tables", "tables/", {}),
        ("tables/{id}/start", "tables/ab-9_c/start", {"id": "ab-9_c"}),
        ("replays/{id}", "replays/abc", {"id": "abc"}),
        ("replays/{id}.{format}", "replays/abc.jsonl", {"id": "abc", "format": "jsonl"}),
        ("replays/{id}.{format}", "replays/abc.xml.gz", {"id": "abc", "format": "xml.gz"}),
    ],
)
def test_an_address_gives_its_parts(path: str, address: str, found: dict[str, str]) -> None:
    match = re.match(Operation("GET", path, "", nothing, {}).pattern, address)
    assert match is not None
    assert match.groupdict() == found


@pytest.mark.parametrize(
    ("path", "address"),
    [
        ("tables", "tables/x"),
        ("tables/{id}", "tables/a/b"),
        ("replays/{id}", "replays/a.b"),
        ("tables/{id}", "tables/"),
    ],
)
def test_another_address_does_not_fit(path: str, address: str) -> None:
    assert re.match(Operation("GET", path, "", nothing, {}).pattern, address) is None
