"""A validator for the part of JSON Schema draft 4 that the schemas of the notation use."""

from __future__ import annotations

import re
from typing import Any

#: Words without effect on a value; minSize and maxSize are no keywords, which is one of the original's faults.
_SILENT = {"id", "$schema", "title", "definitions", "minSize", "maxSize"}
_TYPES = {"array": list, "object": dict, "string": str, "integer": int, "null": type(None)}


class Schema:
    """A schema that can be asked whether a value fits."""

    def __init__(self, root: Any) -> None:
        self.root = root

    def fits(self, value: Any, schema: Any = None) -> bool:
        """Return True when the value is valid."""
        schema = self.root if schema is None else schema
        if "$ref" in schema:
            return self.fits(value, self.root["definitions"][schema["$ref"].removeprefix("#/definitions/")])
        return all(self._word(word, rule, value, schema) for word, rule in schema.items() if word not in _SILENT)

    def _word(self, word: str, rule: Any, value: Any, schema: Any) -> bool:
        if word == "type":
            kinds = rule if isinstance(rule, list) else [rule]
            return any(isinstance(value, _TYPES[kind]) for kind in kinds) and not isinstance(value, bool)
        if word == "enum":
            return value in rule
        if word == "oneOf":
            return sum(self.fits(value, one) for one in rule) == 1
        if word == "pattern":
            return not isinstance(value, str) or re.search(rule, value) is not None
        if word in ("minimum", "maximum"):
            return not isinstance(value, int) or (value >= rule if word == "minimum" else value <= rule)
        if word in ("minItems", "maxItems", "items"):
            return not isinstance(value, list) or self._items(word, rule, value)
        return not isinstance(value, dict) or self._properties(word, rule, value, schema)

    def _items(self, word: str, rule: Any, value: list[Any]) -> bool:
        if word == "minItems":
            return len(value) >= int(rule)
        if word == "maxItems":
            return len(value) <= int(rule)
        if isinstance(rule, list):
            return all(self.fits(one, part) for one, part in zip(value, rule, strict=False))
        return all(self.fits(one, rule) for one in value)

    def _properties(self, word: str, rule: Any, value: dict[str, Any], schema: Any) -> bool:
        if word == "properties":
            return all(self.fits(part, rule[name]) for name, part in value.items() if name in rule)
        if word == "required":
            return all(name in value for name in rule)
        if word == "additionalProperties":
            return rule is not False or all(name in schema["properties"] for name in value)
        assert word == "minProperties", f"unknown word {word}"
        return len(value) >= int(rule)
