"""Where each address leads."""

from __future__ import annotations

from importlib.util import find_spec

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path
from django.views.generic import RedirectView

urlpatterns: list[URLPattern | URLResolver] = [
    # One door for passwords, with one count of wrong ones.
    path("admin/login/", RedirectView.as_view(pattern_name="accounts:sign_in", query_string=True)),
    path("admin/password_change/", RedirectView.as_view(pattern_name="accounts:password")),
    path("admin/", admin.site.urls),
    path("i18n/", include("django.conf.urls.i18n")),
]
for prefix, module in (
    ("api/", "spieltisch.api.urls"),
    ("accounts/", "spieltisch.accounts.urls"),
    ("replays/", "spieltisch.replays.urls"),
    ("inspector/", "spieltisch.inspector.urls"),
    ("console/", "spieltisch.console.urls"),
    ("tournaments/", "spieltisch.tournaments.urls"),
    ("", "spieltisch.api.process_urls"),
    ("", "spieltisch.lobby.urls"),
):
    if find_spec(module):
        urlpatterns.append(path(prefix, include(module)))
