"""A tournament of bots as it is kept: what is to be played, how far it is, and what came of it."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy

#: A tournament that has said nothing for so long has lost its process.
SILENCE = timedelta(seconds=90)


class Tournament(models.Model):
    """Matches of bots against each other, played by a process of their own."""

    class Status(models.TextChoices):
        """Where it stands."""

        RUNNING = "running", gettext_lazy("running")
        FINISHED = "finished", gettext_lazy("finished")
        STOPPED = "stopped", gettext_lazy("stopped")
        FAILED = "failed", gettext_lazy("failed")

    game = models.CharField(max_length=40)
    bots = models.JSONField()
    rounds = models.PositiveIntegerField()
    total = models.PositiveIntegerField()
    done = models.PositiveIntegerField(default=0)
    steps = models.PositiveIntegerField(default=0)
    seed = models.CharField(max_length=40)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.RUNNING)
    stop_wanted = models.BooleanField(default=False)
    problem = models.TextField(blank=True)
    results = models.JSONField(default=list, blank=True)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    created = models.DateTimeField(auto_now_add=True)
    updated = models.DateTimeField(default=timezone.now)

    class Meta:
        """The newest first."""

        ordering = ("-pk",)

    def __str__(self) -> str:
        """Return the game and the number."""
        return f"{self.game} {self.pk}"

    @property
    def is_running(self) -> bool:
        """True while its process is at work."""
        return self.status == self.Status.RUNNING and timezone.now() - self.updated < SILENCE
