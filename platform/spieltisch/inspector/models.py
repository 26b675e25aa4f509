"""What is kept of a connection for its owner: every message, both ways."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class WireLog(models.Model):
    """The messages of one connection of a program, kept after it ended."""

    number = models.BigIntegerField(unique=True)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE)
    game = models.CharField(max_length=40)
    endpoint = models.CharField(max_length=40)
    name = models.CharField(max_length=80, blank=True)
    table = models.CharField(max_length=40, blank=True)
    match = models.CharField(max_length=40, blank=True)
    seat = models.SmallIntegerField(null=True)
    started = models.DateTimeField()
    ended = models.DateTimeField()
    messages = models.PositiveIntegerField(default=0)
    refused = models.PositiveIntegerField(default=0)
    entries = models.BinaryField()
    """JSON, compressed."""

    class Meta:
        """The newest first."""

        ordering = ("-number",)
        indexes = [models.Index(fields=["owner", "-number"])]

    def __str__(self) -> str:
        """Return which connection."""
        return f"{self.endpoint} connection {self.number}"
