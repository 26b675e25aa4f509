"""A deployment whose data lie on a file system so small that it can be filled."""

from __future__ import annotations

import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from faults.deployments import Deployment

#: Enough for the empty database, its write-ahead log and the journal of all tables; little enough to fill at once.
SIZE = "24m"


class OnSmallDisk(Deployment):
    """Everything in one process, on SQLite, on a disk of a few megabytes."""

    title = "all in one, SQLite"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        _mount(folder)

    def stop(self) -> None:
        """End every process and take the disk away."""
        super().stop()
        _unmount(self.folder)

    @staticmethod
    def possible() -> bool:
        """Return True where a file system may be mounted: root may, and in many containers not even root."""
        with TemporaryDirectory(prefix="spieltisch-mount-") as folder:
            try:
                _mount(Path(folder))
            except (OSError, subprocess.CalledProcessError):
                return False
            _unmount(Path(folder))
        return True


def _mount(folder: Path) -> None:
    command = ["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", str(folder)]
    subprocess.run(command, check=True, capture_output=True)


def _unmount(folder: Path) -> None:
    subprocess.run(["umount", "--lazy", str(folder)], check=True, capture_output=True)
