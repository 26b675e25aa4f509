"""The formats in which a match leaves and comes in."""

from __future__ import annotations

from gamekit.exports import Export
from games.mississippi.replays.reading import read
from games.mississippi.replays.writing import write_gzip, write_xml

EXPORTS = (
    Export("xml.gz", "Contest replay, packed", "application/gzip", write_gzip, read),
    Export("xml", "Contest replay", "application/xml", write_xml, read),
)
