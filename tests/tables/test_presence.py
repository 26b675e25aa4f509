"""Of two who log in under one name the later one stays, in whatever order the processes hear of them."""

from __future__ import annotations

from typing import Any

import pytest

from spieltisch.tables import presence


class Login:
    """A connection that notes when it is told that it was replaced."""

    def __init__(self) -> None:
        self.gone = False

    def replaced(self) -> None:
        """Take note."""
        self.gone = True


@pytest.fixture(autouse=True)
def nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "_claimed", {})


def claim(by: Any, ticket: presence.Ticket) -> bool:
    return presence.claim("nim", "anna", by, ticket)


def test_the_later_login_replaces_the_earlier() -> None:
    first, second = Login(), Login()
    assert not claim(first, (1.0, "a"))
    assert claim(second, (2.0, "a"))
    assert (first.gone, second.gone) == (True, False)


def test_an_earlier_login_that_comes_late_is_the_one_to_go() -> None:
    first, second = Login(), Login()
    claim(second, (2.0, "a"))
    assert not claim(first, (1.0, "a"))
    assert (first.gone, second.gone) == (True, False)


def test_of_two_processes_exactly_one_keeps_its_login() -> None:
    here = Login()
    claim(here, (1.0, "a"))
    assert presence.take_away("nim", "anna", (1.0, "b")) == "gone"
    assert here.gone
    there = Login()
    claim(there, (1.0, "b"))
    assert presence.take_away("nim", "anna", (1.0, "a")) == "kept"
    assert not there.gone


def test_a_name_nobody_has_is_nobodys_loss() -> None:
    assert presence.take_away("nim", "anna", (1.0, "a")) == "none"
    login: Any = Login()
    claim(login, (1.0, "a"))
    presence.give_back("nim", "anna", login)
    assert presence.take_away("nim", "anna", (2.0, "b")) == "none"
    assert not login.gone
