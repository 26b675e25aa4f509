"""Where each address leads."""

from __future__ import annotations

from importlib.util import find_spec

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("admin/", admin.site.urls),
    path("i18n/", include("django.conf.urls.i18n")),
]
for prefix, module in (
    ("api/", "spieltisch.api.urls"),
    ("accounts/", "spieltisch.accounts.urls"),
    ("replays/", "spieltisch.replays.urls"),
    ("inspector/", "spieltisch.inspector.urls"),
    ("console/", "spieltisch.console.urls"),
    ("", "spieltisch.api.process_urls"),
    ("", "spieltisch.lobby.urls"),
):
    if find_spec(module):
        urlpatterns.append(path(prefix, include(module)))
