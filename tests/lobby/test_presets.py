"""Presets of the staff fill in the form for a new table and open tables over the API."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest
from django.test import Client

from gamekit import registry
from gamekit.errors import Refused
from gamekit.rules import Json
from spieltisch.lobby.models import Preset
from spieltisch.lobby.presets import QUICK, field_values, options_of, presets_of, quick_options
from tests.hidden.test_positions import position
from tests.support.api import Answer, Api
from tests.support.server import Server
from tests.support.visitor import Visitor
from tests.support.waiting import until

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


# --- what is still to come in a preset's match ------------------------------------------------------------------------
def keep(server: Server, ahead: Json) -> None:
    """Keep a preset of the contest that begins from the position, or change it."""
    kept = json.dumps({"openingPause": 0, "state": ahead})
    server.manage(
        "shell", "-c", "import json; from spieltisch.lobby.models import Preset; Preset.objects.update_or_create("
        f"pk=7, defaults={{'game': 'mississippi', 'name': 'River', 'options': json.loads({kept!r})}})[0].full_clean()",
    )  # fmt: skip


def seen_by_anybody(server: Server) -> list[bytes]:
    """Return what pages and API say of the contest's presets; each page has a token of its own."""
    paths = ("/api/games/mississippi/presets", "/new/mississippi/", "/new/mississippi/?preset=7")
    answers = [Api(server.ports["web"]).call("GET", path) for path in paths]
    assert [answer.status for answer in answers] == [200] * 3
    return [re.sub(rb'name="csrfmiddlewaretoken" value="[^"]+"', b"", answer.body) for answer in answers]


def fields_of(page: str) -> dict[str, str]:
    """Return what a browser would send of the form, were it sent as it is."""
    fields = {}
    for tag, words, text in re.findall(r"<(input|textarea)\b([^>]*)>(?:([^<]*)</textarea>)?", page):
        said = dict(re.findall(r'(\w+)="([^"]*)"', words))
        if "name" in said and (said.get("type") != "checkbox" or " checked" in words):
            fields[said["name"]] = unescape(text if tag == "textarea" else said.get("value", ""))
    for name, choices in re.findall(r'<select name="(\w+)"[^>]*>(.*?)</select>', page, re.DOTALL):
        fields[name] = next(iter(re.findall(r'value="([^"]*)" selected', choices)), "")
    return {name: value for name, value in fields.items() if name != "csrfmiddlewaretoken"}


def test_two_presets_that_differ_only_in_the_river_ahead_look_the_same(server: Server) -> None:
    keep(server, position(1))
    here = seen_by_anybody(server)
    keep(server, position(2))
    assert seen_by_anybody(server) == here
    assert b"tiles" in here[0]
    assert b"visible&quot;: false" not in here[2]


def played(visitor: Visitor, answer: Answer) -> dict[int, int]:
    """Return how the tiles lay in the match of bots at the table that an answer leads to."""
    assert answer.status == 302, answer.body
    return river_of(visitor.api, answer.headers["location"].split("/")[2])


def river_of(api: Api, code: str) -> dict[int, int]:
    """Return how the tiles lay that spectators saw of a table's match."""
    table = until(lambda: (found := api.get(f"/api/tables/{code}"))["replay"] and found, "the match is over")
    steps = api.get(f"/api/replays/{table['replay']}")["steps"]
    shown = api.get(f"/replays/{table['replay']}/states.json?from=0&to={steps}")["states"]
    return {tile["index"]: tile["direction"] for state in shown for tile in state["state"]["state"]["tiles"]}


def within(river: dict[int, int], ahead: Json) -> bool:
    """Tell whether more than a preset shows was seen of its river, and no other."""
    laid = {tile["index"]: tile["direction"] for tile in ahead["tiles"]}
    return len(river) > 3 and river.items() <= laid.items()


def test_a_table_opened_from_a_preset_on_its_page_plays_the_river_that_nobody_saw(server: Server) -> None:
    ahead, own = position(1), position(2)
    keep(server, ahead)
    visitor = Visitor.guest(server, "Owner")
    fields = fields_of(visitor.get("/new/mississippi/?preset=7").body.decode())
    fields |= {"seat_1": "racer", "seat_2": "racer"}
    assert len(json.loads(fields["option_state"])["tiles"]) == 2
    assert within(played(visitor, visitor.post("/new/mississippi/", **fields)), ahead)
    # Who lays a river of his own plays that, whatever filled in the rest.
    fields["option_state"] = json.dumps(own)
    assert within(played(visitor, visitor.post("/new/mississippi/", **fields)), own)


def test_a_table_opened_from_a_preset_over_the_api_plays_the_river_that_nobody_saw(server: Server) -> None:
    ahead = position(1)
    keep(server, ahead)
    owner = Api(server.ports["web"]).as_guest()
    table = owner.post("/api/tables", {"game": "mississippi", "preset": "River", "bots": ["racer"] * 2})
    assert len(table["options"]["state"]["tiles"]) == 2
    assert within(river_of(owner, table["id"]), ahead)


def test_quick_play_has_the_whole_preset(db: None) -> None:
    ahead = {"state": position(1)}
    Preset.objects.create(game="mississippi", name=QUICK, options=ahead)
    assert quick_options(registry.game("mississippi")) == ahead
