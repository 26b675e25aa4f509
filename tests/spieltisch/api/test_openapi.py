"""The description tells of every operation, and only of shapes that it has."""

from __future__ import annotations

import re
from typing import Any

from spieltisch.api.catalogue import OPERATIONS
from tests.spieltisch.api.conftest import Caller


def references(value: Any) -> set[str]:
    """Return the names of all shapes that are referred to."""
    return set(re.findall(r"#/components/schemas/(\w+)", str(value)))


def test_every_operation_is_described(nobody: Caller) -> None:
    described = nobody.call("GET", "openapi.json").json()
    assert described["openapi"].startswith("3.1")
    found = {(method.upper(), path) for path, methods in described["paths"].items() for method in methods}
    assert found == {(operation.method, f"/api/{operation.path}") for operation in OPERATIONS}


def test_every_reference_leads_somewhere(nobody: Caller) -> None:
    described = nobody.call("GET", "openapi.json").json()
    assert references(described) <= set(described["components"]["schemas"])


def test_names_of_operations_are_their_own() -> None:
    names = [operation.handler.__name__ for operation in OPERATIONS]
    assert len(names) == len(set(names))


def test_parameters_of_the_address_are_described(nobody: Caller) -> None:
    described = nobody.call("GET", "openapi.json").json()
    for path, methods in described["paths"].items():
        for operation in methods.values():
            inside = [part["name"] for part in operation["parameters"] if part["in"] == "path"]
            assert inside == re.findall(r"\{(\w+)\}", path)


def test_what_needs_a_person_is_refused_to_nobody(nobody: Caller) -> None:
    for operation in OPERATIONS:
        if operation.needs_person:
            path = re.sub(r"\{\w+\}", "x", operation.path)
            assert nobody.refused(operation.method, path, {}) == (401, "token/missing", "Authorization")


def test_the_readable_page_shows_every_operation_and_loads_nothing_from_elsewhere(nobody: Caller) -> None:
    page = nobody.call("GET", "docs").content.decode()
    for operation in OPERATIONS:
        assert f'id="{operation.handler.__name__}"' in page
        assert f"/api/{operation.path}" in page
    assert not re.search(r'(?:src|href)="(?:https?:)?//', page)
    assert "<style" not in page
    assert not re.search(r"<[^>]+ style=", page)
