"""axe-core finds nothing grave on the pages of staff, of client authors and of accounts, in light and in dark."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from gamekit import registry
from tests.browser.test_accessibility import check, looking, signed_in
from tests.support.server import Server, copy_of
from tests.support.visitor import Visitor
from tests.support.waiting import PATIENCE

__all__ = ["looking"]

CONSOLE = ["tables", "people", "bans", "presets", "reports", "audit"]
ACCOUNTS = ["", "tokens/", "password/", "delete/"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, migrated_data: Path) -> Iterator[Server]:
    server = Server(copy_of(migrated_data, tmp_path_factory.mktemp("axe") / "data"), {"BOT_DELAY": "0.5"}).start()
    yield server
    server.kill()


@pytest.fixture(scope="module")
def boss(server: Server) -> Visitor:
    """Staff of a house in which something is on every page."""
    boss = Visitor.staff(server)
    boss.post("/console/bans/", account="", address="192.0.2.7", reason="Rude", hours="1")
    rows = (
        "from spieltisch.tables.models import *; from spieltisch.lobby.models import *; "
        "Preset.objects.create(game='qwirkle', name='fast', options={'turnTime': 5000}); "
        "ChatLine.objects.create(table=Table.objects.first(), name='Loud', text='buy', reports=2)"
    )
    boss.post_json("/api/tables", {"game": "qwirkle", "seats": 3, "bots": ["random"] * 2})
    server.manage("shell", "-c", rows)
    return boss


@pytest.fixture(scope="module")
def running(boss: Visitor) -> str:
    """A table at which bots play."""
    code: str = boss.post_json("/api/tables", {"game": "qwirkle", "seats": 2, "bots": ["random"] * 2})["id"]
    return code


@pytest.fixture(scope="module")
def refused(server: Server, boss: Visitor) -> Iterator[str]:
    """The inspector's address of a connection that was refused something."""
    table = boss.post_json("/api/tables", {"game": "qwirkle", "seats": 2, "bots": []})
    token = boss.post_json(f"/api/tables/{table['id']}/seats", {})["token"]
    with socket.create_connection(("127.0.0.1", server.ports["qwirkle"]), PATIENCE) as client:
        client.sendall(b'{"clientName":"Mine#%s","clientType":"PLAYER","uniqueID":100}\nnonsense\n' % token.encode())
        with client.makefile("r") as lines:
            yield f"/inspector/{json.loads(lines.readline())['clientID']}/"


@pytest.mark.parametrize("name", CONSOLE)
def test_the_console(looking: Page, server: Server, boss: Visitor, name: str) -> None:
    signed_in(looking, server, boss)
    check(looking, f"{server.web}/console/" + ("" if name == "tables" else f"{name}/"), "table.list, .card")


def test_a_table_in_the_console(looking: Page, server: Server, boss: Visitor, running: str) -> None:
    signed_in(looking, server, boss)
    check(looking, f"{server.web}/console/{running}/", "tr[data-seat]")


def test_the_inspector(looking: Page, server: Server, boss: Visitor, refused: str) -> None:
    signed_in(looking, server, boss)
    check(looking, f"{server.web}/inspector/", "tr[data-wire]")
    check(looking, server.web + refused, "#wire [data-refusal]")


def test_a_seat_on_the_connect_page(looking: Page, server: Server) -> None:
    author = Visitor.guest(server, "Author")
    author.post("/connect/mississippi/seat/")
    signed_in(looking, server, author)
    check(looking, f"{server.web}/connect/mississippi/", "#seat-token")


@pytest.mark.parametrize("slug", sorted(registry.games()))
def test_the_document_of_a_game(looking: Page, server: Server, slug: str) -> None:
    check(looking, f"{server.web}/connect/{slug}/protocol/", ".document-text h1")


@pytest.mark.parametrize("path", ACCOUNTS)
def test_the_pages_of_an_account(looking: Page, server: Server, boss: Visitor, path: str) -> None:
    signed_in(looking, server, boss)
    check(looking, f"{server.web}/accounts/{path}")


def test_the_page_of_a_guest(looking: Page, server: Server) -> None:
    check(looking, f"{server.web}/accounts/guest/")
