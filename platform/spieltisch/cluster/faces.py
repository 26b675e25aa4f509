"""What a front knows of a table that a host runs: its record, its seats and where its match is; nothing hidden."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any

from spieltisch.tables.actor import TableActor
from spieltisch.tables.seating import Claim, SeatRecord, Standing, TableRecord

Json = Any


@dataclass(frozen=True, slots=True)
class Face:
    """The outside of a table."""

    record: TableRecord
    seats: list[SeatRecord]
    spectators: int
    underway: bool
    playing: bool
    standing: Standing
    """How it is announced to strangers."""


def face_of(actor: TableActor) -> dict[str, Json]:
    """Return the table's face as JSON."""
    return {
        "record": asdict(actor.record),
        "seats": [seat_json(seat) for seat in actor.seating.all()],
        "spectators": actor.spectators(),
        "underway": actor.underway,
        "playing": actor.playing,
        "standing": list(actor.delay.standing),
    }


def read_face(data: dict[str, Json]) -> Face:
    """Return the face that a host sent."""
    record = TableRecord(**_known(TableRecord, data["record"]))
    seats = [read_seat(seat) for seat in data["seats"]]
    # A host of before an update says nothing of it.
    status, replay = data.get("standing") or (record.status, record.replay)
    return Face(record, seats, data["spectators"], data["underway"], data["playing"], (status, replay))


def seat_json(seat: SeatRecord) -> dict[str, Json]:
    """Return a seat as JSON."""
    return asdict(seat)


def read_seat(data: dict[str, Json]) -> SeatRecord:
    """Return the seat that a host sent."""
    return SeatRecord(**_known(SeatRecord, data))


def claim_json(claim: Claim) -> dict[str, Json]:
    """Return a claim as JSON."""
    return asdict(claim)


def read_claim(data: dict[str, Json]) -> Claim:
    """Return the claim that a front sent."""
    return Claim(**_known(Claim, data))


def _known(kind: type, data: dict[str, Json]) -> dict[str, Json]:
    """Leave out fields we do not know: during an update the other process may be newer."""
    names = {field.name for field in fields(kind)}
    return {name: value for name, value in data.items() if name in names}
