"""What authors of clients and staff do in their browsers: read a refusal, run the house, keep somebody silent."""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.support.server import Server, copy_of
from tests.support.visitor import Visitor
from tests.support.waiting import PATIENCE

BOTS = {"game": "qwirkle", "seats": 3, "bots": ["random"] * 3, "options": {"timeVisualization": 0}}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, migrated_data: Path) -> Iterator[Server]:
    server = Server(copy_of(migrated_data, tmp_path_factory.mktemp("workshop") / "data"), {"BOT_DELAY": "2"}).start()
    yield server
    server.kill()


@pytest.fixture(scope="module")
def boss(server: Server) -> Visitor:
    return Visitor.staff(server)


def signed_in(page: Page, server: Server, visitor: Visitor) -> None:
    page.context.add_cookies([{"name": k, "value": v, "url": server.web} for k, v in visitor.cookies.items()])


def test_an_author_opens_a_seat_and_reads_why_a_message_was_refused(page: Page, server: Server) -> None:
    page.goto(f"{server.web}/connect/qwirkle/")
    page.get_by_role("button", name="Open a table for my program").click()
    token = page.get_by_label("Your seat token").input_value()
    address = ("127.0.0.1", server.ports["qwirkle"])
    with socket.create_connection(address, PATIENCE) as client, client.makefile("r") as lines:
        client.sendall(b'{"clientName":"Mine#%s","clientType":"PLAYER","uniqueID":100}\n' % token.encode())
        number = json.loads(lines.readline())["clientID"]
        client.sendall(b'{"uniqueID":300}\n')
        page.goto(f"{server.web}/inspector/")
        page.get_by_role("link", name=f"qwirkle {number}").click()
        refusal = page.locator("#wire [data-refusal]").first
        expect(refusal).to_contain_text("GameListRequest is for the lobby; leave the game first")
        # What comes while one looks is shown without asking.
        client.sendall(b"nonsense\n")
        unreadable = page.locator('#wire [data-way="in"][data-refusal]')
        expect(unreadable).to_contain_text("not JSON")
    page.get_by_label("refusals only").check()
    expect(page.locator("#wire > li:visible")).to_have_count(3)
    page.get_by_label("Search").fill("lobby; leave")
    expect(page.locator("#wire > li:visible")).to_have_count(1)
    expect(page.locator("#count")).to_have_text(re.compile(r"^1 / \d+$"))
    refusal.locator("summary").click()
    expect(refusal.locator("details code")).to_contain_text('"payloadType": "NotAllowed"')
    refusal.get_by_role("link", name="NotAllowed (920)").click()
    expect(page).to_have_url(re.compile("/connect/qwirkle/protocol/#notallowed-920$"))
    expect(page.locator("#notallowed-920")).to_be_in_viewport()


def test_staff_pause_resume_kick_and_abort(page: Page, server: Server, boss: Visitor) -> None:
    code = boss.post_json("/api/tables", BOTS)["id"]
    signed_in(page, server, boss)
    page.goto(f"{server.web}/console/")
    page.get_by_label("Name or table").fill(code)
    page.get_by_role("button", name="Show").click()
    expect(page.locator("tr[data-table]")).to_have_count(1)
    page.get_by_role("link", name=code).click()
    status = page.locator("[data-status]")
    page.get_by_role("button", name="Pause").click()
    expect(status).to_have_text("paused")
    page.get_by_role("button", name="Resume").click()
    expect(status).to_have_text("running")
    page.locator('tr[data-seat="1"]').get_by_role("button", name="Kick").click()
    page.locator("dialog").get_by_role("button", name="Kick").click()
    expect(page.locator("tr[data-step]", has_text="withdrawal")).to_be_visible()
    page.get_by_role("button", name="Abort").click()
    page.locator("dialog").get_by_role("button", name="Cancel").click()
    expect(status).to_have_text("running")
    page.get_by_role("button", name="Abort").click()
    page.locator("dialog").get_by_role("button", name="Abort").click()
    expect(status).to_have_text("aborted")
    page.get_by_role("link", name="Audit log").click()
    for word in ("pause", "resume", "kick", "abort"):
        expect(page.locator(f'tr[data-act="{word}"]')).to_contain_text(code)


def test_the_list_of_tables_follows_by_itself(page: Page, server: Server, boss: Visitor) -> None:
    signed_in(page, server, boss)
    page.goto(f"{server.web}/console/?status=running")
    code = boss.post_json("/api/tables", BOTS)["id"]
    expect(page.locator(f'tr[data-table="{code}"]')).to_be_visible()
    boss.post(f"/console/{code}/act/", action="abort")
    expect(page.locator(f'tr[data-table="{code}"]')).to_have_count(0)


def test_draining_is_told_to_those_at_the_tables(page: Page, server: Server, boss: Visitor) -> None:
    code = boss.post_json("/api/tables", BOTS)["id"]
    page.goto(f"{server.web}/qwirkle/{code}/")
    page.locator("[data-version]").first.wait_for()
    boss.post("/console/drain/", on=1)
    try:
        expect(page.get_by_text("no new matches begin").first).to_be_visible()
    finally:
        boss.post("/console/drain/", on=0)
        boss.post(f"/console/{code}/act/", action="abort")


def test_each_player_mutes_for_himself_and_staff_remove_for_all(page: Page, server: Server, boss: Visitor) -> None:
    loud = Visitor.guest(server, "Loud")
    code = boss.post_json("/api/tables", BOTS)["id"]
    signed_in(page, server, loud)
    address = f"{server.web}/qwirkle/{code}/"
    page.goto(address)
    open_chat(page)
    page.locator("[data-chat-form] [name=text]").fill("buy my tiles")
    page.keyboard.press("Enter")
    line = page.locator("[data-chat-list] li", has_text="buy my tiles")
    expect(line).to_be_visible()
    other = page.context.browser
    assert other is not None
    context = other.new_context(locale="en-US")
    try:
        listener = context.new_page()
        listener.goto(address)
        open_chat(listener)
        heard = listener.locator("[data-chat-list] li", has_text="Loud")
        heard.get_by_role("button", name="Loud").click()
        expect(heard.locator(".chat-text")).to_be_hidden()
        listener.reload()
        open_chat(listener)
        expect(heard.locator(".chat-text")).to_be_hidden()
        heard.get_by_role("button", name="Loud").click()
        expect(heard.locator(".chat-text")).to_be_visible()
        heard.get_by_role("button", name="Report").click()
        expect(listener.locator("[data-chat-error]")).to_contain_text("Reported")
        context.clear_cookies()
        signed_in(listener, server, boss)
        listener.goto(f"{server.web}/console/reports/")
        listener.locator("tr[data-line]", has_text="buy my tiles").get_by_role("button", name="Remove").click()
        expect(listener.get_by_text("Nothing was reported.")).to_be_visible()
    finally:
        context.close()
    expect(line).to_have_count(0)
    boss.post(f"/console/{code}/act/", action="abort")


def open_chat(page: Page) -> None:
    page.locator("[data-version]").first.wait_for()
    page.get_by_role("tab", name="Chat").click()
