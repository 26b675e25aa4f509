"""Replay files."""

from __future__ import annotations

from gamekit.exports import Export

EXPORTS: tuple[Export, ...] = ()
