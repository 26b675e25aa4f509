"""Files for browsers under names that tell their content, so that they may be kept for ever, and compressed beforehand.

The names are made when the application starts: `collect` copies the files to `STATIC_ROOT` once after each change of
theirs, which takes a few seconds, and is done in no time otherwise. Files of earlier versions stay, because pages that
are open during an upgrade still ask for them.
"""

from __future__ import annotations

import fcntl
import hashlib
import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.management import call_command
from whitenoise.storage import CompressedManifestStaticFilesStorage

logger = logging.getLogger(__name__)

STAMP = "collected"


class HashedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Names with hashes, also in what our modules import from each other."""

    support_js_module_import_aggregation = True
    #: Each pass settles one more level of imports.
    max_post_process_passes = 20


def collect() -> bool:
    """Bring STATIC_ROOT up to date; return whether there was something to do. With DEBUG the sources are served."""
    root = Path(settings.STATIC_ROOT)
    wanted = fingerprint()
    if settings.DEBUG or _collected(root) == wanted:
        return False
    with _readable_by_all(), _locked(root):
        if _collected(root) == wanted:
            return False
        call_command("collectstatic", interactive=False, verbosity=0)
        (root / STAMP).write_text(wanted)
    logger.info("collected the files for browsers in %s", root)
    return True


@contextmanager
def _readable_by_all() -> Iterator[None]:
    """Write for everybody: with STATIC_DIR the files may be meant for a proxy that runs as somebody else."""
    before = os.umask(0o022)
    try:
        yield
    finally:
        os.umask(before)


@contextmanager
def _locked(root: Path) -> Iterator[None]:
    """Let one of several processes that start at once work, and the others wait for it."""
    root.mkdir(parents=True, exist_ok=True)
    with open(root / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def fingerprint() -> str:
    """Return a hash over all files there are and over what makes names of them."""
    total = hashlib.sha256(Path(__file__).read_bytes() + f"{version('django')} {version('whitenoise')}".encode())
    for finder in finders.get_finders():
        for name, storage in finder.list([]):
            total.update(name.encode() + hashlib.sha256(Path(storage.path(name)).read_bytes()).digest())
    return total.hexdigest()


def _collected(root: Path) -> str:
    try:
        return (root / STAMP).read_text()
    except FileNotFoundError:
        return ""
