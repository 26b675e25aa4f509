"""All that is fuzzed, by name: readers of bytes, and conversations with the application in this process."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from tests.hostile.house import House, surround

if TYPE_CHECKING:
    from tests.hostile.targets import Target


def named_targets(folder: Path) -> dict[str, Target]:
    """Return everything by name; the application, with its data in the folder, is begun by the first conversation."""
    surround(folder)
    # Not before: these import the platform, which reads its settings once.
    from tests.hostile.conversations import talks
    from tests.hostile.targets import all_targets

    return {**all_targets(), **{target.name: target for target in talks(cache(House))}}
