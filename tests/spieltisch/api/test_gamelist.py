"""Games are listed with all that a program needs to open a table."""

from __future__ import annotations

from gamekit import registry
from tests.spieltisch.api.conftest import Caller


def test_every_game_is_listed_with_options_bots_and_doors(nobody: Caller) -> None:
    listed = {game["id"]: game for game in nobody.call("GET", "games").json()}
    assert list(listed) == list(registry.games())
    for slug, game in registry.games().items():
        assert [option["name"] for option in listed[slug]["options"]] == [option.name for option in game.options]
        assert [bot["name"] for bot in listed[slug]["bots"]] == [bot.name for bot in game.bots]
        assert [door["name"] for door in listed[slug]["endpoints"]] == [door.name for door in game.endpoints]


def test_one_game_is_shown_as_it_is_listed(nobody: Caller) -> None:
    for game in nobody.call("GET", "games").json():
        assert nobody.call("GET", f"games/{game['id']}").json() == game


def test_an_unknown_game_is_not_found(nobody: Caller) -> None:
    assert nobody.refused("GET", "games/chess") == (404, "game/unknown", "game")
