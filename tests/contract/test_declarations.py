"""What a game declares about itself fits together, and with what other games declare."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gamekit import jsontext, registry
from gamekit.container import PLATFORM_PREFIX
from gamekit.game import Game
from gamekit.testing import begin, playout

GAMES = registry.games()
each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@each_game
def test_slug_is_the_folders_name_and_fit_for_an_address(game: Game) -> None:
    assert re.fullmatch(r"[a-z][a-z0-9-]*", game.slug)
    assert game.title
    assert game.blurb.endswith(".")
    assert (Path(__file__).parents[2] / "games" / game.slug / "__init__.py").is_file()


@each_game
def test_default_options_are_allowed_at_every_size(game: Game) -> None:
    fewest, most = game.seats
    assert fewest <= game.default_seats <= most
    for size in range(fewest, most + 1):
        options = game.read_options(None, size)
        assert jsontext.loads(jsontext.dumps(options)) == options


@each_game
def test_house_defaults_are_known_words_and_allowed_options(game: Game) -> None:
    seats = game.house.get("seats", game.default_seats)
    assert game.seats[0] <= seats <= game.seats[1]
    game.read_options(game.house.get("options"), seats)


def test_no_two_doors_have_the_same_name_port_or_variable() -> None:
    doors = [door for game in GAMES.values() for door in game.endpoints]
    for part in ("name", "port", "environment"):
        values = [getattr(door, part) for door in doors]
        assert len(values) == len(set(values)), f"two endpoints have the same {part}: {values}"


@each_game
def test_bots_and_exports_have_names_of_their_own(game: Game) -> None:
    assert game.bots, "a table cannot be filled without a bot"
    for names in ([bot.name for bot in game.bots], [export.name for export in game.exports]):
        assert len(names) == len(set(names))


@each_game
def test_messages_are_json_of_the_games_own_vocabulary(game: Game) -> None:
    for number, match in enumerate(playout(game, seed=3)):
        for viewer in (None, 0):
            for event in match.events:
                for payload_type, payload in game.views.render(match.room, match.state, event, viewer):
                    assert payload_type
                    assert not payload_type.startswith(PLATFORM_PREFIX)
                    jsontext.dumps(payload)
        if number > 200:
            break


@each_game
def test_a_summary_has_a_score_for_each_seat(game: Game) -> None:
    match = begin(game, seed=1)
    summary = game.views.summary(match.room, match.state)
    assert len(summary["scores"]) == len(match.room.players)
    assert set(summary["turn"]) <= set(range(len(match.room.players)))
    assert isinstance(summary["progress"], str)


@each_game
def test_every_option_has_a_label_and_a_default_it_accepts(game: Game) -> None:
    for option in game.options:
        assert option.label, option.name
        assert option.check(option.default) == option.default, option.name
