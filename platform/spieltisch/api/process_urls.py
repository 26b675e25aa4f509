"""Addresses that tell of the process itself; they stand at the root, where monitors look for them."""

from __future__ import annotations

from django.urls import path

from spieltisch.api import pages

urlpatterns = [
    path("healthz", pages.healthz),
    path("healthz/alive", pages.alive),
    path("metrics", pages.show_metrics),
]
