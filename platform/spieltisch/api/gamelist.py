"""Operations on games: what there is to play, with which options, bots and doors."""

from __future__ import annotations

from asgiref.sync import sync_to_async
from django.utils.translation import gettext_noop as _

from gamekit import registry
from gamekit.dialect import Endpoint, LineEndpoint, XmlEndpoint
from gamekit.errors import Refused
from gamekit.game import Game, Option
from gamekit.rules import Json
from spieltisch.api.operations import Call, Operation
from spieltisch.api.problems import Problem
from spieltisch.api.shapes import ANY_OBJECT, TEXT, record, ref, several
from spieltisch.doors import shown_port
from spieltisch.lobby.presets import presets_of


async def list_games(call: Call) -> Json:
    """Return every game."""
    return [describe(game) for game in registry.games().values()]


async def show_game(call: Call) -> Json:
    """Return one game."""
    try:
        return describe(registry.game(call.path["game"]))
    except Refused as error:
        raise Problem(404, error.code, error.message, error.field) from None


async def list_presets(call: Call) -> Json:
    """Return the options that staff keep for a game, each under its name, as everybody may know them."""
    try:
        game = registry.game(call.path["game"])
    except Refused as error:
        raise Problem(404, error.code, error.message, error.field) from None
    kept = await sync_to_async(presets_of)(game)
    return [{"name": preset.name, "options": game.shown_options(preset.options)} for preset in kept]


def describe(game: Game) -> Json:
    """Return the game as the API shows it."""
    smallest, largest = game.seats
    return {
        "id": game.slug,
        "title": game.title,
        "blurb": game.blurb,
        "seats": {"minimum": smallest, "maximum": largest, "default": game.default_seats},
        "options": [_option(option) for option in game.options],
        "bots": [{"name": bot.name, "title": bot.title} for bot in game.bots],
        "formats": [
            {"name": export.name, "title": export.title, "upload": export.read is not None} for export in game.exports
        ],
        "endpoints": [_endpoint(endpoint) for endpoint in game.endpoints],
    }


def _option(option: Option) -> Json:
    return {
        "name": option.name,
        "kind": option.kind,
        "default": option.default,
        "label": option.label,
        "help": option.help,
        "minimum": option.minimum,
        "maximum": option.maximum,
        "choices": [list(pair) for pair in option.choices],
    }


def _endpoint(endpoint: Endpoint) -> Json:
    kind = (
        "lines" if isinstance(endpoint, LineEndpoint) else "xml" if isinstance(endpoint, XmlEndpoint) else "websocket"
    )
    port = shown_port(endpoint)
    return {"name": endpoint.name, "port": port, "kind": kind}


OPERATIONS = [
    Operation("GET", "games", _("List the games."), list_games, several(ref("Game"))),
    Operation("GET", "games/{game}", _("Show a game."), show_game, ref("Game")),
    Operation(
        "GET",
        "games/{game}/presets",
        _("List the options that staff keep for a game, each under a name to open tables with."),
        list_presets,
        several(record({"name": TEXT, "options": ANY_OBJECT})),
    ),
]
