"""The ASGI application: pages and API through Django, WebSocket and bridge connections through Channels."""

from __future__ import annotations

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "spieltisch.settings")

import django
from django.core.asgi import get_asgi_application

django.setup(set_prefix=False)

from spieltisch import assets  # noqa: E402

# Before Django's part is made: that looks once at which files there are.
assets.collect()
http_application = get_asgi_application()

from spieltisch.bodies import limit_bodies  # noqa: E402
from spieltisch.frames import limit_frames  # noqa: E402
from spieltisch.fronting import started  # noqa: E402
from spieltisch.patience import limit_requests  # noqa: E402
from spieltisch.routing import route  # noqa: E402

limit_bodies()
limit_frames()
limit_requests()
application = started(route(http_application))
