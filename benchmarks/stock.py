"""The peer of the moves benchmark: the same game as Channels' tutorial would build it.

A consumer a connection, one `group_send` a step through the in-memory channel layer, one insert a move through the ORM,
JSON encoded by each consumer. Only the rules and views are ours.
"""

from __future__ import annotations

import os
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "spieltisch.settings")

import django

django.setup()

from channels.db import database_sync_to_async  # noqa: E402
from channels.generic.websocket import AsyncJsonWebsocketConsumer  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from django.urls import re_path  # noqa: E402
from django.utils import timezone  # noqa: E402

from gamekit import registry  # noqa: E402
from gamekit.chance import Chance  # noqa: E402
from gamekit.rules import Player  # noqa: E402
from gamekit.views import Room  # noqa: E402
from spieltisch.tables.models import Match, Step  # noqa: E402

OPTIONS = {"turnTime": 600_000, "timeVisualization": 0}
GAME = registry.game("qwirkle")
TABLES: dict[str, dict[str, Any]] = {}


class StockConsumer(AsyncJsonWebsocketConsumer):  # type: ignore[misc]
    """One client at one table."""

    async def connect(self) -> None:
        """Join the table's group."""
        self.table = self.scope["url_route"]["kwargs"]["table"]
        await self.channel_layer.group_add(self.table, self.channel_name)
        await self.accept()

    async def receive_json(self, content: Any, **kwargs: Any) -> None:
        """Greet, or play."""
        if content["payloadType"] == "ConnectRequest":
            await self.greet()
            return
        table = TABLES[self.table]
        move = GAME.read_move(content["payloadType"], content["payload"])
        events = GAME.rules.play(table["state"], self.seat, move, table["chance"])
        table["steps"] += 1
        await database_sync_to_async(Step.objects.create)(
            match_id=table["match"], number=table["steps"], time_ms=0, kind="play", seat=self.seat,
            input=str(GAME.rules.dump_move(move)), chance=str(table["chance"].take()), hash="",
        )  # fmt: skip
        await self.tell(events)

    async def greet(self) -> None:
        """Sit down; the second one begins the match."""
        table = TABLES.setdefault(self.table, {"seats": 0})
        self.seat = table["seats"]
        table["seats"] += 1
        await self.send_json({"payloadType": "ConnectAccepted", "payload": {"clientID": self.seat + 1}})
        if table["seats"] == 2:
            people = [Player("Mover", 1), Player("Mover", 2)]
            options = GAME.read_options(OPTIONS, 2)
            chance = Chance.seeded(self.table)
            state, events = GAME.rules.start(options, people, chance)
            match = await database_sync_to_async(Match.objects.create)(
                code=f"stock-{self.table}", game="qwirkle", started=timezone.now(), head=""
            )
            table |= {"state": state, "chance": chance, "steps": 0, "match": match.pk}
            table["room"] = Room(1, "stock", "", people, options)
            await self.tell(events)

    async def tell(self, events: list[Any]) -> None:
        """Send every client its view of the events through the channel layer."""
        table = TABLES[self.table]
        told = {
            str(seat): [m for event in events for m in GAME.views.render(table["room"], table["state"], event, seat)]
            for seat in (0, 1)
        }
        await self.channel_layer.group_send(self.table, {"type": "table.told", "told": told})

    async def table_told(self, event: Any) -> None:
        """Send this client its part."""
        for payload_type, payload in event["told"][str(self.seat)]:
            await self.send_json({"timestamp": "", "payloadType": payload_type, "payload": payload})


application = ProtocolTypeRouter({"websocket": URLRouter([re_path(r"^ws/(?P<table>\d+)/$", StockConsumer.as_asgi())])})
