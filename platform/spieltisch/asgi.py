"""The ASGI application: pages and API through Django, WebSocket and bridge connections through Channels."""

from __future__ import annotations

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "spieltisch.settings")

from django.core.asgi import get_asgi_application

http_application = get_asgi_application()

from spieltisch.routing import route  # noqa: E402

application = route(http_application)
