"""Presets of the staff fill in the form for a new table and open tables over the API."""

from __future__ import annotations

import json
import re

import pytest
from django.test import Client

from gamekit import registry
from gamekit.errors import Refused
from spieltisch.lobby.models import Preset
from spieltisch.lobby.presets import field_values, options_of, presets_of
from tests.support.api import Api
from tests.support.server import Server

GAME = registry.game("qwirkle")


@pytest.fixture
def preset(db: None) -> Preset:
    """A preset of one game."""
    return Preset.objects.create(game=GAME.slug, name="Short", options={"tileCount": 1, "turnTime": 4321})


def test_the_form_offers_the_presets_of_its_game_only(client: Client, preset: Preset) -> None:
    Preset.objects.create(game="catan", name="Island", options={})
    page = client.get(f"/new/{GAME.slug}/").content.decode()
    assert re.findall(r'data-preset="(\d+)"', page) == [str(preset.pk)]
    values = json.loads(re.findall(r'id="preset-values"[^>]*>([^<]+)', page)[0])
    assert values[str(preset.pk)]["turnTime"] == 4321
    assert set(values[str(preset.pk)]) == {option.name for option in GAME.options}


def test_a_page_without_presets_says_nothing_of_them(client: Client, db: None) -> None:
    assert "data-preset" not in client.get(f"/new/{GAME.slug}/").content.decode()


def test_without_script_a_preset_is_a_link_that_fills_in_the_form(client: Client, preset: Preset) -> None:
    page = client.get(f"/new/{GAME.slug}/?preset={preset.pk}").content.decode()
    assert re.search(r'name="option_turnTime"[^>]*value="4321"|value="4321"[^>]*name="option_turnTime"', page)
    assert client.get(f"/new/{GAME.slug}/?preset=nonsense").status_code == 200


def test_options_not_in_the_preset_have_their_default(preset: Preset) -> None:
    values = field_values(GAME, preset)
    assert values["tileCount"] == 1
    others = [option for option in GAME.options if option.name not in preset.options]
    assert all(values[option.name] == option.default for option in others)
    assert presets_of(GAME) == [preset]


def test_an_unknown_preset_is_refused_with_those_there_are(preset: Preset) -> None:
    with pytest.raises(Refused, match="Short"):
        options_of(GAME, "Long")


def test_the_api_opens_tables_with_a_preset(server: Server) -> None:
    make = "from spieltisch.lobby.models import Preset; Preset.objects.create(game='qwirkle', name='Short', {})"
    server.manage("shell", "-c", make.format("options={'tileCount': 1, 'turnTime': 4321}"))
    api = Api(server.ports["web"]).as_guest()
    assert api.get("/api/games/qwirkle/presets") == [{"name": "Short", "options": {"tileCount": 1, "turnTime": 4321}}]
    table = api.post("/api/tables", {"game": "qwirkle", "preset": "Short", "options": {"turnTime": 5000}})
    assert table["options"]["tileCount"] == 1
    assert table["options"]["turnTime"] == 5000
    wrong = api.call("POST", "/api/tables", {"game": "qwirkle", "preset": "Long"})
    assert (wrong.status, wrong.json["error"]["field"]) == (404, "preset")
    assert api.call("GET", "/api/games/chess/presets").status == 404
