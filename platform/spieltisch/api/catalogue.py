"""All operations of the API, in the order in which the description lists them."""

from __future__ import annotations

from spieltisch.api import gamelist, library, people, tabling

OPERATIONS = [*people.OPERATIONS, *gamelist.OPERATIONS, *tabling.OPERATIONS, *library.OPERATIONS]
