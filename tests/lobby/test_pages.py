"""The lobby's pages, through Django's test client."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.html import escape

from gamekit import registry
from spieltisch.accounts.services import create_guest
from spieltisch.lobby.templatetags.tabletop import moment
from spieltisch.tables.directory import token_hash
from spieltisch.tables.models import Invitation, Match, Seat, Table

pytestmark = pytest.mark.django_db

SLUG = sorted(registry.games())[0]
GAME = registry.game(SLUG)


def table(**changes: object) -> Table:
    return Table.objects.create(**{"code": "abc234", "game": SLUG, "size": 2, **changes})


def test_home_offers_every_game_with_one_click(client: Client) -> None:
    page = client.get("/").content.decode()
    for slug, game in registry.games().items():
        assert f'action="/quick/{slug}/"' in page
        assert game.title in page


def test_home_lists_open_and_running_tables_but_no_private_ones(client: Client) -> None:
    open_table = table(name="Open house")
    Seat.objects.create(table=open_table, seat=0, name="<Anna>", number=1, kind="person")
    table(code="run234", name="Running house", status="running")
    table(code="priv234", name="Secret house", private=True)
    page = client.get("/").content.decode()
    assert "Open house" in page
    assert "&lt;Anna&gt;" in page
    assert 'data-table="run234"' in page
    assert "Secret house" not in page


@pytest.mark.parametrize(
    ("status", "began", "ended", "listed"),
    [
        ("running", 1, None, False),
        ("running", 3, None, True),
        ("paused", 3, None, True),
        ("finished", 3, 1, True),
        ("aborted", 1, 1, False),
        ("finished", 4, 3, False),
    ],
)
def test_a_table_that_is_shown_late_is_listed_as_it_was(
    client: Client, status: str, began: int, ended: int | None, listed: bool
) -> None:
    late = table(status=status, extra={"spectator_delay": 120})
    for seat in range(2):
        Seat.objects.create(table=late, seat=seat, name="Anna", number=seat, kind="person")
    now = timezone.now()
    finished = None if ended is None else now - timedelta(minutes=ended)
    started = now - timedelta(minutes=began)
    Match.objects.create(table=late, code="m1", game=SLUG, started=started, finished=finished, head="")
    for path in ("/", f"/{SLUG}/"):
        assert ('data-table="abc234"' in client.get(path).content.decode()) == listed


def test_quick_play_is_no_link(client: Client) -> None:
    assert client.get(f"/quick/{SLUG}/").status_code == 405


@pytest.mark.parametrize("path", ["/{}/", "/new/{}/", "/connect/{}/", "/tv/{}/"])
@pytest.mark.parametrize("slug", sorted(registry.games()))
def test_every_game_has_its_pages(client: Client, path: str, slug: str) -> None:
    answer = client.get(path.format(slug))
    assert answer.status_code == 200
    assert registry.game(slug).title in answer.content.decode()


PAGES = [(slug, name) for slug, game in sorted(registry.games().items()) for name in game.pages]


@pytest.mark.parametrize(("slug", "name"), PAGES)
def test_a_page_of_a_game_is_shown_and_linked_from_its_lobby(client: Client, slug: str, name: str) -> None:
    answer = client.get(f"/{slug}/page/{name}/")
    assert answer.status_code == 200
    assert registry.game(slug).pages[name] in answer.content.decode()
    assert " style=" not in answer.content.decode()
    assert f'href="/{slug}/page/{name}/"' in client.get(f"/{slug}/").content.decode()


def test_at_least_one_game_brings_a_page_of_its_own() -> None:
    assert PAGES


@pytest.mark.parametrize("path", [f"/{SLUG}/page/nothing/", f"/{SLUG}/page/board/", "/chess/page/editors/"])
def test_a_page_that_no_game_declares_is_not_found(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


@pytest.mark.parametrize("path", ["/chess/", "/new/chess/", "/connect/chess/", "/tv/chess/", "/chess/abc/"])
def test_an_unknown_game_gets_a_page_that_leads_on(client: Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert 'href="/"' in answer.content.decode()


def test_the_connect_page_shows_the_first_lines_to_send(client: Client) -> None:
    page = client.get(f"/connect/{SLUG}/").context["doors"]
    assert [door["name"] for door in page] == [endpoint.name for endpoint in GAME.endpoints]
    assert all(door["lines"] == GAME.connect.get(door["name"], ()) for door in page)


def test_a_wrong_option_is_told_and_opens_no_table(client: Client) -> None:
    answer = client.post(f"/new/{SLUG}/", {"size": "99", "name": "My table"})
    page = answer.content.decode()
    assert answer.status_code == 200
    assert 'value="My table"' in page
    assert 'id="id_size_error"' in page
    assert not Table.objects.exists()


STRANGE_JSON = {
    "deep": "[" * 150_000,
    "long number": "9" * 5000,
    "half a character": '{"a":"\\ud800"}',
    "NUL": '[{"displayName":"a\\u0000"}]',
    "no number": "NaN",
}


@pytest.mark.parametrize("typed", STRANGE_JSON.values(), ids=STRANGE_JSON)
@pytest.mark.parametrize("option", ["slots", "state"])
def test_json_that_no_message_may_hold_is_refused_beside_its_field(client: Client, option: str, typed: str) -> None:
    slug = next(slug for slug, game in registry.games().items() if "slots" in {one.name for one in game.options})
    data = {option.name: option.default for option in registry.game(slug).options if option.kind != "json"}
    given = {f"option_{name}": value for name, value in data.items()} | {f"option_{option}": typed}
    answer = client.post(f"/new/{slug}/", {"size": "2", "seat_1": "me", **given})
    assert answer.status_code == 200
    assert set(answer.context["form"].errors) == {f"option_{option}"}
    assert escape(typed) in answer.content.decode()
    assert not Table.objects.exists()


def test_an_unknown_table_says_what_to_do(client: Client) -> None:
    answer = client.get(f"/{SLUG}/nothere/")
    assert answer.status_code == 404
    assert "There is no such table" in answer.content.decode()
    assert f'href="/{SLUG}/"' in answer.content.decode()


def test_a_public_table_needs_nobody_to_sign_in(client: Client) -> None:
    table(name="Open house")
    page = client.get(f"/{SLUG}/abc234/")
    assert page.status_code == 200
    assert page.context["config"]["socket"] == f"/ws/{SLUG}/abc234/"
    assert page.context["config"]["person"] is False


def test_a_private_table_shows_itself_only_to_those_it_concerns(client: Client) -> None:
    owner, player, stranger = (create_guest(name) for name in ("Anna", "Bea", "Cem"))
    secret = table(private=True, owner=owner, name="Secret house")
    Seat.objects.create(table=secret, seat=0, name="Bea", number=1, kind="person", user=player)
    for person, status in ((None, 403), (stranger, 403), (owner, 200), (player, 200)):
        client.logout()
        if person:
            client.force_login(person)
        answer = client.get(f"/{SLUG}/abc234/")
        assert answer.status_code == status, person
        assert ("Secret house" in answer.content.decode()) == (status == 200)


def invitation(secret: Table, days: int) -> None:
    Invitation.objects.create(
        table=secret, token_hash=token_hash("letmein"), expires=timezone.now() + timedelta(days=days)
    )


def test_an_invitation_opens_the_table_and_is_remembered(client: Client) -> None:
    invitation(table(private=True), 1)
    answer = client.get(f"/{SLUG}/abc234/?invite=letmein")
    assert answer.status_code == 302
    assert answer["Location"] == f"/{SLUG}/abc234/", "the invitation does not stay in the address bar"
    assert client.get(f"/{SLUG}/abc234/").status_code == 200


def test_an_expired_invitation_says_so(client: Client) -> None:
    invitation(table(private=True), -1)
    answer = client.get(f"/{SLUG}/abc234/?invite=letmein")
    assert answer.status_code == 410
    assert "does not work any more" in answer.content.decode()
    assert client.get(f"/{SLUG}/abc234/").status_code == 403


def test_an_invitation_to_another_table_does_not_open_this_one(client: Client) -> None:
    invitation(table(code="other2", private=True), 1)
    table(private=True)
    assert client.get(f"/{SLUG}/abc234/?invite=letmein").status_code == 410


def test_only_embedded_boards_may_be_framed_elsewhere(client: Client) -> None:
    table()
    plain, embedded = client.get(f"/{SLUG}/abc234/"), client.get(f"/{SLUG}/abc234/?embed=1")
    assert plain["X-Frame-Options"] == "DENY"
    assert "X-Frame-Options" not in embedded
    assert "frame-ancestors *" in embedded["Content-Security-Policy"]
    table(code="secret2", private=True, owner=(owner := create_guest("Anna")))
    client.force_login(owner)
    assert client.get(f"/{SLUG}/secret2/?embed=1").status_code == 403


@pytest.mark.parametrize(
    "path", ["/", f"/{SLUG}/", f"/new/{SLUG}/", f"/connect/{SLUG}/", "/replays/", "/accounts/sign-up/"]
)
def test_pages_have_no_inline_script_and_no_inline_style(client: Client, path: str) -> None:
    page = client.get(path).content.decode()
    scripts = [part for part in page.split("<script")[1:] if "src=" not in part.split(">")[0]]
    assert all('type="application/json"' in script.split(">")[0] for script in scripts)
    assert " style=" not in page
    assert "<style" not in page
    assert " onclick=" not in page


def test_the_first_page_is_small(client: Client) -> None:
    assert len(client.get("/").content) < 30_000


def test_the_theme_chosen_is_written_by_the_server(client: Client) -> None:
    assert "data-theme=" not in client.get("/").content.decode().split("<body")[0]
    client.cookies["theme"] = "dark"
    assert 'data-theme="dark"' in client.get("/").content.decode()
    client.cookies["theme"] = '"><script>'
    assert "data-theme=" not in client.get("/").content.decode().split("<body")[0]


def test_times_say_their_moment_for_the_script_that_makes_them_local() -> None:
    now = timezone.now()
    assert f'datetime="{now.isoformat()}"' in moment(now)
    assert moment(None) == ""
