"""Addresses of the API, made from its operations."""

from __future__ import annotations

from django.urls import path, re_path

from spieltisch.api import pages
from spieltisch.api.catalogue import OPERATIONS
from spieltisch.api.dispatch import not_found, view_of

app_name = "api"

_addresses = dict.fromkeys(operation.pattern for operation in OPERATIONS)

urlpatterns = [
    path("openapi.json", pages.description, name="openapi"),
    path("docs", pages.readable, name="docs"),
    *(
        re_path(address, view_of({one.method: one for one in OPERATIONS if one.pattern == address}))
        for address in _addresses
    ),
    re_path("", not_found),
]
