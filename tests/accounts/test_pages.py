"""The account pages, through Django's test client."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.test import Client
from django.utils import translation

from spieltisch import ratelimits
from spieltisch.accounts import services
from spieltisch.accounts.models import User

pytestmark = pytest.mark.django_db

PASSWORD = "not-so-common-7"


@pytest.fixture
def anna() -> User:
    """An account."""
    return services.create_account("anna", PASSWORD)


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    """A request leaves its language to the thread; the next test expects English."""
    yield
    translation.deactivate()


def signed_in(client: Client) -> str:
    return str(client.session.get("_auth_user_id", ""))


def test_signing_up_signs_in(client: Client) -> None:
    answer = client.post("/accounts/sign-up/", {"username": "anna", "password": PASSWORD, "next": "/replays/"})
    assert answer.status_code == 302
    assert answer["Location"] == "/replays/"
    assert signed_in(client) == str(User.objects.get(username="anna").pk)


def test_errors_stand_beside_the_field_and_what_was_typed_stays(client: Client, anna: User) -> None:
    page = client.post("/accounts/sign-up/", {"username": "Anna", "password": "12345"}).content.decode()
    assert 'value="Anna"' in page
    assert 'id="id_username_error"' in page
    assert "This username is taken" in page
    assert 'id="id_password_error"' in page
    assert "12345" not in page, "a password is never sent back"
    assert User.objects.count() == 1


def test_a_guest_who_signs_up_stays_the_same_user(client: Client) -> None:
    client.post("/accounts/guest/", {"name": "Otter 42"})
    guest = User.objects.get(is_guest=True)
    assert signed_in(client) == str(guest.pk)
    client.post("/accounts/sign-up/", {"username": "otter", "password": PASSWORD})
    guest.refresh_from_db()
    assert (guest.username, guest.is_guest) == ("otter", False)
    assert signed_in(client) == str(guest.pk)


def test_signing_in_ignores_letter_case_of_the_name(client: Client, anna: User) -> None:
    client.post("/accounts/sign-in/", {"username": "ANNA", "password": PASSWORD})
    assert signed_in(client) == str(anna.pk)


def test_a_wrong_password_does_not_tell_whether_the_account_exists(client: Client, anna: User) -> None:
    known = client.post("/accounts/sign-in/", {"username": "anna", "password": "wrong"}).content.decode()
    unknown = client.post("/accounts/sign-in/", {"username": "nobody", "password": "wrong"}).content.decode()
    assert "Username and password do not fit together." in known
    assert "Username and password do not fit together." in unknown
    assert 'value="anna"' in known


def test_too_many_wrong_passwords_say_how_long_to_wait(client: Client, anna: User) -> None:
    for _ in range(5):
        client.post("/accounts/sign-in/", {"username": "anna", "password": "wrong"})
    answer = client.post("/accounts/sign-in/", {"username": "anna", "password": PASSWORD})
    assert answer.status_code == 429
    assert "wait 15 minutes" in answer.content.decode()
    assert not signed_in(client)


@pytest.fixture
def two_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two passwords of an address or account are looked at in a minute."""
    monkeypatch.setenv("LIMIT_SIGNINS_PER_MINUTE", "2")
    monkeypatch.setattr(ratelimits, "LIMITS", ratelimits.configured())


@pytest.mark.usefixtures("two_hashes")
def test_right_passwords_are_not_taken_without_end_either(client: Client, anna: User) -> None:
    answers = [Client().post("/accounts/sign-in/", {"username": "anna", "password": PASSWORD}) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [302, 302, 429]
    assert 1 <= int(answers[2]["Retry-After"]) <= 31
    assert client.get("/accounts/sign-in/").status_code == 200, "looking is free"


@pytest.mark.usefixtures("two_hashes")
@pytest.mark.parametrize("page", ["password", "delete"])
def test_who_is_signed_in_does_not_prove_it_without_end(client: Client, anna: User, page: str) -> None:
    client.force_login(anna)
    proof = {"old": PASSWORD, "new": "short", "password": PASSWORD}
    answers = [client.post(f"/accounts/{page}/", proof, REMOTE_ADDR=f"192.0.2.{number}") for number in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]


@pytest.mark.parametrize("target", ["https://evil.example/", "//evil.example/", "javascript:alert(1)"])
def test_nobody_is_sent_to_another_site(client: Client, anna: User, target: str) -> None:
    answer = client.post("/accounts/sign-in/", {"username": "anna", "password": PASSWORD, "next": target})
    assert answer["Location"] == "/"


def test_signing_out_needs_a_post(client: Client, anna: User) -> None:
    client.force_login(anna)
    assert client.get("/accounts/sign-out/").status_code == 405
    client.post("/accounts/sign-out/")
    assert not signed_in(client)


def test_a_guest_changes_the_name(client: Client) -> None:
    client.post("/accounts/guest/", {"name": "Otter 42"})
    client.post("/accounts/guest/", {"name": "Fox"})
    assert [user.name for user in User.objects.all()] == ["Fox"]


def test_a_guest_with_an_accounts_name_is_told_so(client: Client, anna: User) -> None:
    page = client.post("/accounts/guest/", {"name": "Anna"}).content.decode()
    assert "This name belongs to an account" in page
    assert 'value="Anna"' in page
    assert not signed_in(client)


def test_the_password_is_changed_with_the_old_one_as_proof(client: Client, anna: User) -> None:
    other = Client()
    other.force_login(anna)
    client.force_login(anna)
    wrong = client.post("/accounts/password/", {"old": "wrong", "new": "quite-another-8"}).content.decode()
    assert "This is not your password." in wrong
    client.post("/accounts/password/", {"old": PASSWORD, "new": "quite-another-8"})
    anna.refresh_from_db()
    assert anna.check_password("quite-another-8")
    assert client.get("/accounts/").status_code == 200, "this browser stays signed in"
    assert other.get("/accounts/").status_code == 302, "others are signed out"


def test_a_token_is_shown_once(client: Client, anna: User) -> None:
    client.force_login(anna)
    answer = client.post("/accounts/tokens/", {"label": "my bot"})
    token = answer.context["fresh"]
    assert token in answer.content.decode()
    again = client.get("/accounts/tokens/").content.decode()
    assert token not in again
    assert "my bot" in again
    assert services.user_for_token(token) == anna


def test_a_token_is_revoked_on_its_page(client: Client, anna: User) -> None:
    client.force_login(anna)
    token = services.issue_token(anna, "old bot")
    client.post(f"/accounts/tokens/{anna.tokens.get().pk}/revoke/")
    assert services.user_for_token(token) is None
    assert "old bot" not in client.get("/accounts/tokens/").content.decode()


@pytest.mark.parametrize(
    ("path", "field"),
    [("/accounts/password/", "old"), ("/accounts/delete/", "password"), ("/admin/password_change/", "old")],
)
def test_whoever_is_signed_in_guesses_no_password_either(client: Client, anna: User, path: str, field: str) -> None:
    anna.is_staff = True
    anna.save()
    client.force_login(anna)
    fields = {"new": "quite-another-8", "sure": "on"}
    if path.startswith("/admin/"):
        # One door for passwords.
        path = client.post(path, {"old_password": PASSWORD})["Location"]
        assert path == "/accounts/password/"
    for _ in range(5):
        assert client.post(path, {field: "wrong", **fields}).status_code == 200
    answer = client.post(path, {field: PASSWORD, **fields})
    assert answer.status_code == 429
    assert 600 < int(answer["Retry-After"]) <= 900
    assert "Too many wrong passwords." in answer.content.decode()
    anna.refresh_from_db()
    assert anna.check_password(PASSWORD)


@pytest.mark.parametrize("path", ["", "password/", "delete/", "tokens/"])
def test_pages_of_an_account_ask_strangers_to_sign_in(client: Client, path: str) -> None:
    answer = client.get(f"/accounts/{path}")
    assert answer.status_code == 302
    assert answer["Location"] == f"/accounts/sign-in/?next=/accounts/{path}"


def test_german_is_chosen_by_the_browser(client: Client) -> None:
    page = client.get("/accounts/sign-in/", headers={"accept-language": "de-DE,de;q=0.9"}).content.decode()
    assert '<html lang="de"' in page
    assert "Anmelden" in page


def test_german_is_chosen_by_the_switch(client: Client) -> None:
    client.post("/i18n/setlang/", {"language": "de", "next": "/accounts/sign-in/"})
    assert "Benutzername" in client.get("/accounts/sign-in/").content.decode()
