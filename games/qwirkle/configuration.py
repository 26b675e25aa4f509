"""Configuration files of the document's section 6: a table's options as a .json file on disk."""

from __future__ import annotations

import json
from collections.abc import Mapping

from gamekit import jsontext
from gamekit.errors import MalformedMessage
from gamekit.rules import Json
from games.qwirkle.messages import CONFIGURATION, configuration
from games.qwirkle.options import OPTIONS


def write_configuration(options: Mapping[str, Json]) -> bytes:
    """Return the options as the library stores them: the Configuration object, indented by two spaces."""
    return json.dumps(configuration(options), indent=2).encode()


def read_configuration(text: bytes | str) -> dict[str, Json]:
    """Return the options in a file; those it leaves out get their defaults. MalformedMessage names what is wrong."""
    data = jsontext.loads(text)
    if not isinstance(data, dict):
        raise MalformedMessage("a configuration is a JSON object", "configuration/not_object")
    for name in data:
        if name not in CONFIGURATION:
            raise MalformedMessage(f"{name} is no field of a Configuration", "configuration/unknown", name)
    return {option.name: option.check(data.get(option.name, option.default)) for option in OPTIONS}
