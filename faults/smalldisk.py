"""A deployment whose data lie on a file system so small that it can be filled."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from faults.deployments import Deployment

#: Enough for the empty database, its write-ahead log and the journal of all tables; little enough to fill at once.
SIZE = "24m"


class OnSmallDisk(Deployment):
    """Everything in one process, on SQLite, on a disk of a few megabytes."""

    title = "all in one, SQLite"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", str(folder)], check=True)

    def stop(self) -> None:
        """End every process and take the disk away."""
        super().stop()
        subprocess.run(["umount", "--lazy", str(self.folder)], check=True)

    @staticmethod
    def possible() -> bool:
        """Return True where a file system may be mounted: only root may."""
        return os.geteuid() == 0
