"""What tests of several folders need: servers, services and a browser, each made when first asked for."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Page, expect, sync_playwright

from spieltisch import assets
from tests.support.server import Server, copy_of, migrated
from tools import programs, services

BROWSER_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

#: Milliseconds; pages are quick, a machine with two busy cores is not.
BROWSER_PATIENCE = 30_000


@pytest.fixture(scope="session", autouse=True)
def static_files() -> None:
    """The files for browsers, collected where the tests' own process and their servers look for them."""
    assets.collect()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Give the tests a database in a file: SQLite in memory lets threads fail where those of a server wait."""
    settings.DATABASES["default"]["TEST"]["NAME"] = str(tmp_path_factory.mktemp("database") / "test.sqlite3")


@pytest.fixture(autouse=True)
def fresh_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget how often earlier tests asked for something."""
    from spieltisch import ratelimits

    monkeypatch.setattr(ratelimits, "LIMITS", ratelimits.configured())


@pytest.fixture
def directory_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this process have the directory again that it had, whichever one the test uses."""
    from spieltisch.tables import directory as directories

    monkeypatch.setattr(directories, "_directory", None)


@pytest.fixture(scope="session")
def migrated_data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with an empty, migrated database; copy it, do not serve from it."""
    return migrated(tmp_path_factory.mktemp("migrated"))


@pytest.fixture
def make_server(tmp_path: Path, migrated_data: Path) -> Iterator[Callable[..., Server]]:
    """Makes servers (not yet started) with an empty SQLite each and the given environment; stops them in the end."""
    servers: list[Server] = []

    def make(dummies: bool = False, **environment: str) -> Server:
        server = Server(copy_of(migrated_data, tmp_path / f"data{len(servers)}"), environment, dummies=dummies)
        servers.append(server)
        return server

    yield make
    for server in servers:
        server.kill()
        # Shown by pytest when the test has failed.
        print(f"--- output of the server in {server.data}\n{server.output[-5000:]}")


@pytest.fixture
def server(make_server: Callable[..., Server]) -> Server:
    """A running server with an empty database."""
    return make_server().start()


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """The address of a Redis shared by all tests of this process."""
    given = os.environ.get("TEST_REDIS_URL")
    if given:
        # Keys of two test processes must not meet; what is published does not look at the number.
        yield f"{given}/{os.environ.get('PYTEST_XDIST_WORKER', 'gw0').removeprefix('gw')}"
        return
    with services.redis() as redis:
        yield redis.url


@pytest.fixture
def own_redis() -> Iterator[services.Redis]:
    """A Redis of the test's own, to be stopped, killed and flushed."""
    with services.redis() as redis:
        yield redis


@pytest.fixture
def own_postgres() -> Iterator[services.Postgres]:
    """A PostgreSQL of the test's own, to be stopped and killed."""
    with services.postgres() as postgres:
        yield postgres


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A Chromium without a window, for one file: while Playwright runs, its loop keeps others from this thread."""
    expect.set_options(timeout=BROWSER_PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=programs.chromium(), args=BROWSER_ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """An empty page of a new visitor; an error in a page's script fails the test."""
    context = browser.new_context(locale="en-US")
    context.set_default_timeout(BROWSER_PATIENCE)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert errors == []
