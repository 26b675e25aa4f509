"""Operations on replays: find them, take them away in any format, bring one in."""

from __future__ import annotations

from collections.abc import Callable

from asgiref.sync import sync_to_async
from django.core.exceptions import SuspiciousOperation, TooManyFilesSent
from django.db.models import Q
from django.http import HttpResponse
from django.http.multipartparser import MultiPartParserError
from django.utils.translation import gettext_noop as _

from gamekit import registry
from gamekit.errors import Refused
from gamekit.rules import Json
from spieltisch.api.operations import Call, Operation, Parameter
from spieltisch.api.problems import Problem
from spieltisch.api.shapes import NUMBER, TEXT, record, ref, several
from spieltisch.replays import services
from spieltisch.replays.selectors import in_which, listed, unseen_matches
from spieltisch.replays.workbench import BUSY
from spieltisch.tables.admission import reader
from spieltisch.tables.models import Match
from spieltisch.tables.reading import in_own_thread

LARGEST_UPLOAD = 4 * 1024 * 1024
MOST_LISTED = 200


async def list_replays(call: Call) -> Json:
    """Return finished public matches, newest first."""
    query = call.query
    wanted = Q(status__in=[Match.Status.FINISHED, Match.Status.ABORTED], private=False)
    if game := query.text("game"):
        wanted &= Q(game=registry.game(game).slug)
    if player := query.text("player"):
        wanted &= Q(in_which(player))
    if since := query.moment("since"):
        wanted &= Q(finished__gte=since)
    if until := query.moment("until"):
        wanted &= Q(finished__lte=until)
    most, skip = query.number("limit", 50, least=1, most=MOST_LISTED) or 50, query.number("offset", 0) or 0

    def fetch() -> Json:
        found = Match.objects.filter(wanted, game__in=list(registry.games())).exclude(pk__in=unseen_matches())
        found = listed(found).order_by("-finished", "-pk")
        return [services.replay_json(match) for match in found[skip : skip + most]]

    return await sync_to_async(fetch)()


async def show_replay(call: Call) -> Json:
    """Return one replay; whether it is verified is found out when nobody has yet."""

    def fetch() -> Json:
        match = services.find_match(call.path["id"], _reader(call))
        if match.verified is None:
            match.verified = services.verify(match.code)
        return services.replay_json(match)

    return await in_own_thread(fetch)


async def download_replay(call: Call) -> HttpResponse:
    """Return the replay as a file."""

    def write() -> services.Download:
        services.find_match(call.path["id"], _reader(call))
        return services.export(call.path["id"], call.path["format"])

    try:
        file = await in_own_thread(write)
    except Refused as error:
        if error.code == BUSY:
            raise
        status = 409 if error.code in ("replay/running", "replay/delayed") else 404
        raise Problem(status, error.code, error.message, error.field) from None
    answer = HttpResponse(file.content, content_type=file.content_type)
    answer.headers["Content-Disposition"] = f'attachment; filename="{file.name}"'
    return answer


def _reader(call: Call) -> Callable[[Match], bool]:
    return reader(call.user, call.request.session)


async def upload_replay(call: Call) -> Json:
    """Read a replay, play it again from the beginning, and store it or say which line is at fault."""
    game, format_name = call.query.text("game"), call.query.text("format", "jsonl")
    if game:
        registry.game(game)
    content, side = _files(call)
    return await in_own_thread(lambda: services.replay_json(services.take_in(content, game or None, format_name, side)))


def _files(call: Call) -> tuple[bytes, bytes | None]:
    """Return the file and its side file: parts of a form, or the file alone as the whole body."""
    if call.request.content_type != "multipart/form-data":
        return call.raw, None
    try:
        sent = call.request.FILES
    except (MultiPartParserError, TooManyFilesSent, SuspiciousOperation) as error:
        raise Problem(400, "request/form", f"the form cannot be read: {error}") from None
    file, side = sent.get("file"), sent.get("side")
    if file is None:
        raise Problem(400, "request/missing", "the form has no part called file", "file")
    return file.read(), None if side is None else side.read()


REPLAY = ref("Replay")
BINARY = {**TEXT, "format": "binary"}
FILTERS = [
    Parameter("game", _("Only this game's.")),
    Parameter("player", _("Only those in which somebody of this name (or part of it) played.")),
    Parameter("since", _("Only those that ended then or later (ISO 8601).")),
    Parameter("until", _("Only those that ended then or earlier (ISO 8601).")),
    Parameter("limit", _("How many at most, up to 200; 50 if not given."), NUMBER),
    Parameter("offset", _("How many to leave out first."), NUMBER),
]
ORIGIN = [
    Parameter("game", _("The game; our own format tells it by itself.")),
    Parameter("format", _("One of the game's formats; jsonl if not given.")),
]

OPERATIONS = [
    Operation(
        "GET",
        "replays",
        _("Find replays, newest first."),
        list_replays,
        several(REPLAY),
        query=FILTERS,
        limit="searches",
    ),
    Operation(
        "POST",
        "replays",
        _("Bring in a replay: it is played again, and stored or refused with the line at fault."),
        upload_replay,
        REPLAY,
        query=ORIGIN,
        status=201,
        needs_person=True,
        raw_body=True,
        form=record({"file": BINARY}, {"side": BINARY}),
        largest_body=LARGEST_UPLOAD,
        limit="uploads",
    ),
    Operation("GET", "replays/{id}", _("Show a replay."), show_replay, REPLAY),
    Operation(
        "GET",
        "replays/{id}.{format}",
        _("Take a replay away in one of its formats."),
        download_replay,
        BINARY,
    ),
]
