"""The ASGI application: pages and API through Django, WebSocket and bridge connections through Channels."""

from __future__ import annotations

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "spieltisch.settings")

import django
from django.core.asgi import get_asgi_application

django.setup(set_prefix=False)

from spieltisch import assets, environment  # noqa: E402

# Whoever starts us: an ASGI server knows nothing of what our files hold.
environment.keep_files_private()
# Before Django's part is made: that looks once at which files there are.
assets.collect()
http_application = get_asgi_application()

from spieltisch.accesslog import write_access_log  # noqa: E402
from spieltisch.bodies import limit_bodies  # noqa: E402
from spieltisch.frames import limit_frames  # noqa: E402
from spieltisch.fronting import started  # noqa: E402
from spieltisch.headers import tidy_headers  # noqa: E402
from spieltisch.pacing import pace_ports  # noqa: E402
from spieltisch.patience import limit_requests  # noqa: E402
from spieltisch.routing import route  # noqa: E402

tidy_headers()
limit_bodies()
limit_frames()
limit_requests()
pace_ports()
write_access_log()
application = started(route(http_application))
