"""What every page's template knows."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from gamekit import registry


def site(request: HttpRequest) -> dict[str, Any]:
    """Return the games for the header."""
    return {"games": list(registry.games().values())}
