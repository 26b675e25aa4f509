"""The Connect pages tell the truth: the server says what is shown, tokens open seats, and the documents are there."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from html import unescape
from itertools import groupby
from pathlib import Path

import pytest

from gamekit import registry
from spieltisch.connecting.documents import dialogue, readme
from tests.end_to_end.test_starters import starter
from tests.support.server import Server, copy_of
from tests.support.visitor import Visitor
from tests.support.waiting import PATIENCE, until
from tools.dialogues import talking

GAMES = sorted(registry.games())
DOORS = [(slug, endpoint) for slug, game in registry.games().items() for endpoint in game.endpoints]
#: What differs from one connection to the next: numbers of players, names of rooms, times.
CHANGING = re.compile(r'"(?:id|clientID)":\d+|roomId="\w+"|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}')


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, migrated_data: Path) -> Iterator[Server]:
    server = Server(copy_of(migrated_data, tmp_path_factory.mktemp("connect") / "data"), {}).start()
    yield server
    server.kill()


def same(text: str) -> list[str]:
    return CHANGING.sub("…", text).split()


@pytest.mark.parametrize(("slug", "endpoint"), DOORS, ids=[endpoint.name for _, endpoint in DOORS])
def test_the_server_answers_as_the_page_says(server: Server, slug: str, endpoint: object) -> None:
    name = endpoint.name  # type: ignore[attr-defined]
    shown = dialogue(slug, name)
    assert [said.text for said in shown if said.client] == list(registry.game(slug).connect[name])
    assert not all(said.client for said in shown)
    with talking(server, endpoint, server.ports[name]) as talk:
        for client, group in groupby(shown, key=lambda said: said.client):
            lines = [said.text for said in group]
            if client:
                for line in lines:
                    talk.say(line)
            else:
                heard = ""
                while len(same(heard)) < len(same(" ".join(lines))):
                    heard += talk.hear(PATIENCE)
                assert same(heard) == same(" ".join(lines))


@pytest.mark.parametrize("slug", GAMES)
def test_the_page_shows_the_door_and_the_answers(server: Server, slug: str) -> None:
    page = unescape(Visitor(server).get(f"/connect/{slug}/").body.decode())
    for endpoint in registry.game(slug).endpoints:
        assert f"<code>{server.ports[endpoint.name]}</code>" in page
        for said in dialogue(slug, endpoint.name):
            assert said.text in page
    assert page.count("said-server") >= len(registry.game(slug).endpoints)


@pytest.mark.parametrize("slug", GAMES)
def test_a_program_with_the_token_plays_at_its_owners_table_and_is_his_to_inspect(server: Server, slug: str) -> None:
    author = Visitor.guest(server, f"Author {slug}")
    assert author.post(f"/connect/{slug}/seat/").status == 302
    page = author.get(f"/connect/{slug}/").body.decode()
    command = re.search(r'value="python3 starter.py ([^"]+)"', page)
    assert command is not None
    token = re.search(r'value="([^"]+)" id="seat-token"', page)
    assert token is not None
    # Shown this once.
    assert token[1] not in author.get(f"/connect/{slug}/").body.decode()
    table = re.search(rf"/{slug}/(\w+)/", page.split('class="notice"')[1])
    assert table is not None
    program = subprocess.Popen(
        [sys.executable, str(starter(slug, "starter.py")), *command[1].split()],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        until(lambda: author.api.get(f"/api/tables/{table[1]}")["status"] != "open", "the match begins")
        listed = until(lambda: re.search(r'data-wire="(\d+)"', author.get("/inspector/").body.decode()), "the wire")
    finally:
        program.kill()
        program.wait()
    assert Visitor.guest(server, "Stranger").get(f"/inspector/{listed[1]}/").status == 404


@pytest.mark.parametrize("slug", GAMES)
def test_the_document_of_a_game_is_readable_and_has_every_section_named(server: Server, slug: str) -> None:
    page = Visitor(server).get(f"/connect/{slug}/protocol/")
    assert page.status == 200
    text = page.body.decode()
    anchors = re.findall(r'href="#([\w-]+)"', text)
    assert len(anchors) > 5
    missing = [anchor for anchor in anchors if f'id="{anchor}"' not in text and anchor != "main"]
    assert not missing
    assert readme(slug).sections[0].level == 1
    assert "<script" not in readme(slug).html


#: A refusal of each game -> the section that explains it.
REFUSALS = [
    ("qwirkle", "NotAllowed", {"message": "not now"}),
    ("qwirkle", "MoveValid", {"validation": False, "message": "no"}),
    ("catan", "Fehler", {"Meldung": "nein"}),
    ("mississippi", "error", {"message": "nein"}),
    ("mississippi", "CloseConnection", {}),
    *(("quidditch", "privateError", {"code": code, "information": "no"}) for code in (100, 102, 151, 207, 208, 254)),
    *(("quidditch", "privateWarning", {"code": code, "information": "no"}) for code in (300, 301, 302, 303, 304)),
]


@pytest.mark.parametrize(("slug", "kind", "payload"), REFUSALS)
def test_every_refusal_leads_to_a_section_that_is_there(slug: str, kind: str, payload: dict[str, object]) -> None:
    refusal = registry.game(slug).read_refusal(kind, payload)
    assert refusal is not None
    assert f'id="{refusal.section}"' in readme(slug).html


def test_there_is_no_page_for_a_game_that_is_not_there(server: Server) -> None:
    visitor = Visitor(server)
    assert visitor.get("/connect/chess/").status == 404
    assert visitor.get("/connect/chess/protocol/").status == 404
