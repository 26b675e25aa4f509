"""A request is let through when its caller, its rate, its size and its words are right."""

from __future__ import annotations

import pytest

from spieltisch import ratelimits
from spieltisch.accounts import services
from tests.spieltisch.api.conftest import Caller


def test_an_unknown_address_is_answered_in_json(nobody: Caller) -> None:
    assert nobody.refused("GET", "nothing/here") == (404, "request/address", None)


def test_a_wrong_method_names_the_right_ones(nobody: Caller) -> None:
    answer = nobody.call("DELETE", "guests")
    assert (answer.status_code, answer.headers["Allow"]) == (405, "POST")


def test_a_slash_at_the_end_does_no_harm(nobody: Caller) -> None:
    assert nobody.call("GET", "games/").status_code == 200


def test_a_head_request_is_answered_like_get(nobody: Caller) -> None:
    assert nobody.call("HEAD", "games").status_code == 200


@pytest.mark.parametrize(
    ("header", "code"),
    [("Bearer nonsense", "token/unknown"), ("Basic YTpi", "token/malformed"), ("Bearer ", "token/malformed")],
)
def test_a_token_that_does_not_do_is_refused_even_where_none_is_needed(nobody: Caller, header: str, code: str) -> None:
    answer = nobody.call("GET", "games", Authorization=header)
    assert answer.status_code == 401
    assert answer.json()["error"]["code"] == code
    assert answer.headers["WWW-Authenticate"] == "Bearer"


def test_a_revoked_token_is_refused(nobody: Caller) -> None:
    user = services.create_guest("Ben")
    bearer = Caller(token=services.issue_token(user))
    assert bearer.call("GET", "games").status_code == 200
    assert services.revoke_token(user, user.tokens.get().pk)
    assert bearer.refused("GET", "games") == (401, "token/unknown", "Authorization")


def test_a_session_needs_the_header_against_forgery_and_a_token_does_not(nobody: Caller) -> None:
    user = services.create_guest("Carla")
    nobody.client.force_login(user)
    assert nobody.refused("POST", "guests", {"name": "Dora"}) == (403, "request/forged", None)
    nobody.client.cookies["csrftoken"] = "a" * 32
    answer = nobody.call("POST", "guests", {"name": "Dora"}, **{"X-CSRFToken": "a" * 32})
    assert answer.status_code == 201
    bearer = Caller(nobody.client, services.issue_token(user))
    assert bearer.call("POST", "guests", {"name": "Dora"}).status_code == 201


@pytest.mark.parametrize(
    ("body", "code", "field"),
    [
        (b"{", "message/not_json", None),
        (b"\xff", "message/not_json", None),
        (b"[]", "request/not_object", None),
        (b"", "request/field", "name"),
        (b'{"name": 3}', "request/field", "name"),
        (b'{"name": " "}', "request/field", "name"),
        (b'{"name": "' + b"x" * 100 + b'"}', "guest/name", "name"),
        (b'{"name": "a\\u0000b"}', "message/nul", None),
    ],
)
def test_a_wrong_body_is_refused_by_field(nobody: Caller, body: bytes, code: str, field: str | None) -> None:
    assert nobody.refused("POST", "guests", body) == (400, code, field)


def test_a_large_body_is_refused(nobody: Caller) -> None:
    assert nobody.refused("POST", "guests", b" " * 70_000) == (413, "request/too_large", None)
    assert nobody.refused("POST", "guests", b" " * 5_000_000) == (413, "request/too_large", None)


def test_too_many_requests_are_told_when_to_come_back(nobody: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIMIT_GUESTS_PER_MINUTE", "2")
    monkeypatch.setattr(ratelimits, "LIMITS", ratelimits.configured())
    for _ in range(2):
        assert nobody.call("POST", "guests", {"name": "Anna"}).status_code == 201
    answer = nobody.call("POST", "guests", {"name": "Anna"})
    assert answer.status_code == 429
    assert answer.json()["error"]["code"] == "request/too_many"
    assert 1 <= int(answer.headers["Retry-After"]) <= 31
    assert nobody.call("GET", "games").status_code == 200


def test_names_are_counted_apart(nobody: Caller, guest: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIMIT_REQUESTS_PER_SECOND", "0.25")
    monkeypatch.setattr(ratelimits, "LIMITS", ratelimits.configured())
    assert nobody.call("GET", "games").status_code == 200
    assert nobody.call("GET", "games").status_code == 429
    assert guest.call("GET", "games").status_code == 200


def test_guessing_tokens_is_counted(nobody: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIMIT_REQUESTS_PER_SECOND", "0.5")
    monkeypatch.setattr(ratelimits, "LIMITS", ratelimits.configured())
    codes = [nobody.call("GET", "games", Authorization=f"Bearer guess{number}").status_code for number in range(4)]
    assert codes == [401, 401, 429, 429]


def test_an_account_is_counted_wherever_it_asks_from(guest: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIMIT_UPLOADS_PER_MINUTE", "2")
    monkeypatch.setattr(ratelimits, "LIMITS", ratelimits.configured())
    statuses = []
    for number in range(3):
        guest.client.defaults["REMOTE_ADDR"] = f"10.0.0.{number}"
        statuses.append(guest.call("POST", "replays", b"nonsense").status_code)
    assert statuses == [400, 400, 429]


def test_our_own_fault_is_told_without_its_details(nobody: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(name: str) -> None:
        raise RuntimeError("secret")

    monkeypatch.setattr(services, "create_guest", fail)
    answer = nobody.call("POST", "guests", {"name": "Anna"})
    assert answer.status_code == 500
    assert answer.json()["error"]["code"] == "server/error"
    assert b"secret" not in answer.content
