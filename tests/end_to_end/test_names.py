"""Nobody sits at a table under the name of somebody else's account, or under one that is not what it looks like."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest

from tests.support.api import Api
from tests.support.pages import opened
from tests.support.server import Server
from tests.support.visitor import Visitor

GAME = "qwirkle"

#: A joiner of graphemes, a filler of Hangul, the blank of braille, a selector of variants.
UNSEEN = "\u034f\u3164\u2800\ufe0f"


@pytest.fixture
def table(server: Server) -> dict[str, Any]:
    opened_table: dict[str, Any] = (
        Api(server.ports["web"]).as_guest("Owner").post("/api/tables", {"game": GAME, "seats": 2})
    )
    return opened_table


def sitting(server: Server, table: dict[str, Any], name: str, visitor: Visitor | None = None) -> dict[str, Any]:
    """Sit down under a name; return the answer."""

    async def scenario() -> dict[str, Any]:
        headers = {"Cookie": visitor.api.headers["Cookie"]} if visitor else None
        async with opened(f"{server.websocket}/ws/{GAME}/{table['id']}/", headers) as page:
            return await page.request("table/sit", {"name": name})

    return asyncio.run(scenario())


def test_a_page_sits_under_no_name_that_a_guest_could_not_have(server: Server, table: dict[str, Any]) -> None:
    anna = Visitor(server)
    assert anna.post("/accounts/sign-up/", username="anna", password="quite-a-secret-99").status == 302
    guest = Visitor.guest(server, "Otter")
    taken = Api(server.ports["web"]).call("POST", "/api/guests", {"name": "anna"})
    assert taken.json["error"]["code"] == "guest/name_of_account"
    for visitor in (None, guest):
        for name in ("anna", " Anna "):
            refused = sitting(server, table, name, visitor)["payload"]
            assert (refused["code"], refused["field"]) == ("guest/name_of_account", "name")
        for name in ("anna\u202e", "an\u200bna", "a" * 31, *(f"an{unseen}na" for unseen in UNSEEN)):
            refused = sitting(server, table, name, visitor)["payload"]
            assert (refused["code"], refused["field"]) == ("guest/name", "name")
    assert sitting(server, table, "anna", anna)["payloadType"] == "table/done", "it is her own"


def test_a_name_of_very_many_accents_keeps_nobody_waiting(server: Server, table: dict[str, Any]) -> None:
    # Of two kinds in the wrong order: sorting so many would take half a minute.
    name = "a" + "\u0301" * 30_000 + "\u0323" * 30_000
    visitor = Visitor(server)
    began = time.monotonic()
    assert sitting(server, table, name)["payload"]["code"] == "guest/name"
    assert visitor.post("/accounts/sign-in/", username=name, password="x").status == 200
    assert visitor.post("/accounts/guest/", name=name).status == 200
    assert visitor.post("/accounts/sign-up/", username=name, password="quite-a-secret-99").status == 200
    assert time.monotonic() - began < 10


def test_a_name_is_shown_in_one_line_with_single_spaces(server: Server, table: dict[str, Any]) -> None:
    guest = Visitor.guest(server, "Otter")
    assert sitting(server, table, "  Sea \n Otter ", guest)["payloadType"] == "table/done"
    shown = Api(server.ports["web"]).get(f"/api/tables/{table['id']}")["seats"]
    assert [seat["name"] for seat in shown] == ["Sea Otter"]


def test_no_other_spelling_of_an_accounts_name_is_another_name(server: Server, table: dict[str, Any]) -> None:
    assert Visitor(server).post("/accounts/sign-up/", username="Zoë_Ärger", password="quite-a-secret-99").status == 302
    guest = Visitor.guest(server, "Otter")
    for name in ("zoë_ärger", "ZOË_ÄRGER", "Zoe\u0308_A\u0308rger", "\uff3aoë_Ärger"):
        for visitor in (None, guest):
            assert sitting(server, table, name, visitor)["payload"]["code"] == "guest/name_of_account", name
        again = Visitor(server).post("/accounts/sign-up/", username=name, password="quite-a-secret-99")
        assert b"This username is taken" in again.body, name
        owner = Visitor(server)
        assert owner.post("/accounts/sign-in/", username=name, password="quite-a-secret-99").status == 302, name
    for unseen in UNSEEN:
        fields = {"username": f"be{unseen}n", "password": "quite-a-secret-99"}
        assert Visitor(server).post("/accounts/sign-up/", **fields).status == 200


def test_a_guest_sits_no_longer_under_a_name_of_which_somebody_made_an_account(
    server: Server, table: dict[str, Any]
) -> None:
    guest = Visitor.guest(server, "Anna")
    assert Visitor(server).post("/accounts/sign-up/", username="anna", password="quite-a-secret-99").status == 302
    assert sitting(server, table, "", guest)["payload"]["code"] == "guest/name_of_account"
    assert sitting(server, table, "Badger", guest)["payloadType"] == "table/done"
