"""What is stored of tables: who sits where, which matches were played, and every step of each."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class Table(models.Model):
    """A place where one match after another is played."""

    class Status(models.TextChoices):
        """Where the table is in its life."""

        OPEN = "open"
        RUNNING = "running"
        PAUSED = "paused"
        FINISHED = "finished"
        ABORTED = "aborted"

    code = models.CharField(max_length=40, unique=True)
    game = models.CharField(max_length=40)
    name = models.CharField(max_length=80, blank=True)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)
    size = models.PositiveSmallIntegerField()
    options = models.JSONField(default=dict)
    private = models.BooleanField(default=False)
    house = models.BooleanField(default=False)
    demo = models.BooleanField(default=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL)
    on_disconnect = models.CharField(max_length=20, default="bot")
    extra = models.JSONField(default=dict, blank=True)
    created = models.DateTimeField(auto_now_add=True)
    changed = models.DateTimeField(auto_now=True)
    host = models.CharField(max_length=80, blank=True, db_index=True)
    """The process that runs the table, as long as its lease lasts; "" when any may take it."""

    class Meta:
        """Lists are by game and status."""

        indexes = [models.Index(fields=["game", "status"]), models.Index(fields=["game", "name"])]
        constraints = [
            # Lobbies are found by their name: two who open the same one at the same moment must meet in it.
            models.UniqueConstraint(
                fields=["game", "name"],
                condition=models.Q(house=True, status__in=("open", "running", "paused")) & ~models.Q(name=""),
                name="one_open_house_table_a_name",
            )
        ]

    def __str__(self) -> str:
        """Return the public id with its game."""
        return f"{self.game}/{self.code}"


class Seat(models.Model):
    """A seat taken by a person, a client or a bot, or held for whoever brings its token."""

    class Kind(models.TextChoices):
        """Who sits there."""

        PERSON = "person"
        CLIENT = "client"
        BOT = "bot"
        HELD = "held"

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=80)
    number = models.BigIntegerField()
    kind = models.CharField(max_length=10, choices=Kind.choices)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL)
    bot = models.CharField(max_length=40, blank=True)
    data = models.JSONField(default=dict, blank=True)
    ready = models.BooleanField(default=False)
    holder = models.CharField(max_length=120, blank=True)
    """Who may come back to this seat: `user:7`, `login:quidditch:anna`, `connection:55`."""
    token_hash = models.CharField(max_length=64, blank=True, db_index=True)
    stand_in = models.CharField(max_length=40, blank=True)
    """The bot that plays while the owner does not."""
    stepped_out = models.BooleanField(default=False)
    """The owner asked for the stand-in, and takes the seat back by word; otherwise coming back is enough."""

    class Meta:
        """A seat holds one."""

        constraints = [models.UniqueConstraint(fields=["table", "seat"], name="one_at_a_seat")]

    def __str__(self) -> str:
        """Return who sits where."""
        return f"{self.name} at seat {self.seat}"


class Match(models.Model):
    """One match: its setup, its end, and (as `Step`) everything between."""

    class Status(models.TextChoices):
        """Where the match is in its life."""

        RUNNING = "running"
        FINISHED = "finished"
        ABORTED = "aborted"

    code = models.CharField(max_length=40, unique=True)
    table = models.ForeignKey(Table, null=True, blank=True, on_delete=models.SET_NULL, related_name="matches")
    number = models.PositiveIntegerField(default=1)
    game = models.CharField(max_length=40)
    name = models.CharField(max_length=80, blank=True)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.RUNNING)
    private = models.BooleanField(default=False)
    imported = models.BooleanField(default=False)
    options = models.JSONField(default=dict)
    players = models.JSONField(default=list)
    chance = models.JSONField(default=list)
    started = models.DateTimeField()
    finished = models.DateTimeField(null=True, blank=True)
    outcome = models.JSONField(null=True, blank=True)
    steps_count = models.PositiveIntegerField(default=0)
    head = models.CharField(max_length=64)
    """Hash over the setup, then over each step: the end of the chain."""
    verified = models.BooleanField(null=True, blank=True)

    class Meta:
        """The library lists by game, newest first."""

        indexes = [models.Index(fields=["game", "-finished"]), models.Index(fields=["status"])]
        # The fence of a match's beginning, as a step's number is that of a step.
        constraints = [models.UniqueConstraint(fields=["table", "number"], name="one_match_of_a_number")]

    def __str__(self) -> str:
        """Return the public id with its game."""
        return f"{self.game} {self.code}"


class MatchPlayer(models.Model):
    """Who played in a match, for finding one's games."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="played_by")
    seat = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=80, db_index=True)
    kind = models.CharField(max_length=10, blank=True, default="", db_default="")
    """Whether a person, a program or a bot played: read for lists, for which the match's setup is too large."""
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL)
    score = models.BigIntegerField(null=True, blank=True)
    won = models.BooleanField(default=False)

    def __str__(self) -> str:
        """Return the name."""
        return self.name


class Watcher(models.Model):
    """Somebody known by name who watched a match at some time; replay files name them."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="watchers")
    name = models.CharField(max_length=80)

    class Meta:
        """However often one comes and goes."""

        constraints = [models.UniqueConstraint(fields=["match", "name"], name="one_watcher_a_name")]

    def __str__(self) -> str:
        """Return the name."""
        return self.name


class Step(models.Model):
    """One entry of a match's log; the unique number is the fence against a second owner of the table."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="steps")
    number = models.PositiveIntegerField()
    time_ms = models.BigIntegerField()
    kind = models.CharField(max_length=10)
    seat = models.SmallIntegerField(null=True)
    input = models.TextField()
    """JSON, as are the outcomes of chance: text, because the hash is taken over these very bytes."""
    chance = models.TextField()
    hash = models.CharField(max_length=64)
    command = models.CharField(max_length=40, blank=True, default="", db_default="")
    """Id of the command from another process that made the step: sent again after a crash, it is not done twice."""

    class Meta:
        """No step twice."""

        constraints = [models.UniqueConstraint(fields=["match", "number"], name="one_step_a_number")]

    def __str__(self) -> str:
        """Return the place in the log."""
        return f"step {self.number}"


class ChatLine(models.Model):
    """Something said at a table."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="chat")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL)
    name = models.CharField(max_length=80)
    seat = models.SmallIntegerField(null=True)
    text = models.CharField(max_length=500)
    time = models.DateTimeField(auto_now_add=True)
    removed = models.BooleanField(default=False)
    reports = models.PositiveSmallIntegerField(default=0)
    """How often somebody at the table asked staff to look at it."""

    def __str__(self) -> str:
        """Return who said what."""
        return f"{self.name}: {self.text}"


class Host(models.Model):
    """A process that runs tables. Its lease covers all of them: one row to renew, however many there are."""

    name = models.CharField(max_length=80, primary_key=True)
    until = models.DateTimeField()

    def __str__(self) -> str:
        """Return the process's name."""
        return self.name


class Invitation(models.Model):
    """A link that lets its bearer see and join a private table until it expires."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="invitations")
    token_hash = models.CharField(max_length=64, unique=True)
    expires = models.DateTimeField()

    def __str__(self) -> str:
        """Return whose table it opens."""
        return f"invitation to {self.table}"


class Counter(models.Model):
    """A number that only grows: the next player number."""

    name = models.CharField(max_length=40, primary_key=True)
    value = models.BigIntegerField(default=0)

    def __str__(self) -> str:
        """Return name and value."""
        return f"{self.name}={self.value}"


class ProtocolLogin(models.Model):
    """A name and password of a game's own login (FantasticFeasts)."""

    game = models.CharField(max_length=40)
    name = models.CharField(max_length=80)
    password = models.CharField(max_length=200)

    class Meta:
        """The first use of a name registers it."""

        constraints = [models.UniqueConstraint(fields=["game", "name"], name="one_login_a_name")]

    def __str__(self) -> str:
        """Return the name."""
        return self.name
