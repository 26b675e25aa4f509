"""Files for browsers: names that tell the content, kept for ever, compressed; and small pages."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath
from typing import Any

import pytest

from gamekit import registry
from tests.support.api import Answer, Api
from tests.support.server import Server, copy_of

HASHED = re.compile(r"\.[0-9a-f]{12}\.\w+$")
LINKS = re.compile(r'(?:src|href|data-texts|data-icons)="(/static/[^"#]+)')
IMPORTS = re.compile(r'(?:from|import)\s*\(?"(\.[^"]+)"')


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory, migrated_data: Path) -> Iterator[Api]:
    """A client of one server for all tests of this file."""
    server = Server(copy_of(migrated_data, tmp_path_factory.mktemp("static") / "data"), {}).start()
    yield Api(server.ports["web"])
    server.kill()


def packed(api: Api, path: str) -> Answer:
    return api.call("GET", path, **{"Accept-Encoding": "gzip"})


def text_of(answer: Answer) -> str:
    assert answer.status == 200
    return (gzip.decompress(answer.body) if answer.headers.get("content-encoding") == "gzip" else answer.body).decode()


def modules_of(api: Api, path: str, found: dict[str, Answer]) -> dict[str, Answer]:
    """Return a module and all that it imports."""
    if path not in found:
        found[path] = packed(api, path)
        for name in IMPORTS.findall(text_of(found[path])):
            parts: list[str] = []
            for part in (PurePosixPath(path).parent / name).parts:
                parts = parts[:-1] if part == ".." else [*parts, part]
            modules_of(api, str(PurePosixPath(*parts)), found)
    return found


def pages() -> list[str]:
    of_games = [path.format(slug) for slug in registry.games() for path in ("/{}/", "/new/{}/", "/connect/{}/")]
    return ["/", "/replays/", "/accounts/sign-in/", "/api/docs", *of_games]


@pytest.mark.parametrize("path", pages())
def test_pages_name_only_hashed_files_and_hold_no_script(api: Api, path: str) -> None:
    page = text_of(packed(api, path))
    links = LINKS.findall(page)
    assert links
    assert [link for link in links if not HASHED.search(link)] == []
    assert {packed(api, link).status for link in set(links)} == {200}
    scripts = re.findall(r"<script([^>]*)>([^<]*)", page)
    assert [script for script in scripts if "src=" not in script[0] and "application/json" not in script[0]] == []
    assert " style=" not in page
    assert re.search(r"\son\w+=", page) is None


@pytest.mark.parametrize("slug", sorted(registry.games()))
def test_a_board_with_all_it_imports_has_hashed_names(api: Api, slug: str) -> None:
    page = text_of(packed(api, f"/{slug}/"))
    found = re.search(r'id="lobby-config"[^>]*>([^<]+)', page)
    assert found
    config: dict[str, Any] = json.loads(found[1])
    assets = config["games"][slug]["assets"]
    assert [name for name in assets.values() if not HASHED.search(name)] == []
    modules = modules_of(api, assets["board"], {})
    assert len(modules) > 3
    assert [name for name in modules if not HASHED.search(name)] == []


def test_hashed_files_are_kept_for_ever_and_come_compressed(api: Api) -> None:
    for link in set(LINKS.findall(text_of(packed(api, "/")))):
        answer = packed(api, link)
        assert "immutable" in answer.headers["cache-control"]
        assert int(re.findall(r"max-age=(\d+)", answer.headers["cache-control"])[0]) >= 31_536_000
        if link.endswith((".css", ".js", ".json")):
            assert answer.headers["content-encoding"] == "gzip"
            assert text_of(answer).encode() == api.call("GET", link).body


def test_while_developing_files_come_from_their_source(make_server: Callable[..., Server], tmp_path: Path) -> None:
    server = make_server(DEBUG="1", STATIC_DIR=str(tmp_path / "nothing")).start()
    api = Api(server.ports["web"])
    links = LINKS.findall(text_of(packed(api, "/")))
    assert "/static/css/base.css" in links
    assert {packed(api, link).status for link in links} == {200}
    assert not (tmp_path / "nothing" / "css").exists()


def test_a_start_after_a_change_collects_and_the_next_does_not(
    make_server: Callable[..., Server], tmp_path: Path
) -> None:
    server = make_server(STATIC_DIR=str(tmp_path / "static")).start()
    assert "collected the files" in server.output
    server.stop()
    assert "collected the files" not in server.start().output
    assert text_of(packed(Api(server.ports["web"]), "/"))


def test_a_file_under_its_plain_name_is_asked_for_again(api: Api) -> None:
    assert "immutable" not in packed(api, "/static/css/base.css").headers["cache-control"]


@pytest.mark.parametrize("path", ["/", "/api/games", "/api/openapi.json"])
def test_pages_and_answers_of_the_api_come_compressed(api: Api, path: str) -> None:
    answer = packed(api, path)
    assert answer.headers["content-encoding"] == "gzip"
    assert "Accept-Encoding" in answer.headers["vary"]
    assert len(text_of(answer)) > len(answer.body)
    assert "content-encoding" not in api.call("GET", path).headers


def test_the_same_page_never_has_quite_the_same_length(api: Api) -> None:
    # The length of a compressed page could tell what is in it, letter by letter (BREACH).
    assert len({len(packed(api, "/api/openapi.json").body) for _ in range(20)}) > 1


def test_the_first_page_takes_less_than_100_kilobytes(api: Api) -> None:
    home = packed(api, "/")
    total = len(home.body)
    modules: dict[str, Answer] = {}
    for link in set(LINKS.findall(text_of(home))):
        if link.endswith(".js"):
            modules_of(api, link, modules)
        else:
            total += len(packed(api, link).body)
    total += sum(len(answer.body) for answer in modules.values())
    assert len(modules) > 5
    assert total < 100_000
