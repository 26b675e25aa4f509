"""What is fuzzed without a network: every reader of foreign bytes, each with the refusals it documents.

A target's `run` takes any bytes and returns; whatever it raises is a fault. The registry makes the list, so a new game
is covered the day it is dropped in.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from django.utils.html import escape

from bridge.framing.elements import ElementFramer
from bridge.framing.errors import FrameTooLong
from bridge.framing.framer import Framer
from bridge.framing.lines import LineFramer
from gamekit import container, jsontext, registry
from gamekit.chance import Chance
from gamekit.dialect import Dialect, LineEndpoint, XmlEndpoint
from gamekit.errors import GameError, MalformedMessage, RulesBroken
from gamekit.game import Game
from gamekit.testing import Playout, playout, text_of
from gamekit.views import Clock
from games.catan.messages import write_map
from games.catan.sgn.sidefile import read_side, write_side
from games.mississippi.messages import state_json
from games.quidditch.messages import DELTA_TYPES
from games.quidditch.team import read_team_file
from games.quidditch.testmod import TEST_TYPE, run_test
from spieltisch.console.services import options_from_file
from spieltisch.inspector.hiding import redacted_fields, redacted_message, redacted_unread
from spieltisch.lobby.forms import OPTION, TableForm
from spieltisch.redaction import redacted
from spieltisch.replays import services
from tests.hostile import files, seeds
from tests.hostile.mutation import mutated

#: Small, so that inputs reach it.
FRAME_LIMIT = 600
#: Between a side file and its replay file; no JSON may contain it.
SIDE_MARK = b"\x1e"


@dataclass(frozen=True, slots=True)
class Target:
    """A reader of foreign bytes."""

    name: str
    run: Callable[[bytes], None]
    seeds: Sequence[bytes]
    weight: int = 10
    """Its share of the inputs; slow readers get less."""
    vary: Callable[[bytes, random.Random], bytes] = mutated
    """How strangers change what they send."""


def _told(error: GameError) -> None:
    """Check that a refusal says something a person or a program can act on."""
    assert error.message, f"{error.code} says nothing"
    assert "/" in error.code
    assert not isinstance(error, RulesBroken), f"strangers cannot break our rules: {error.message}"


# --- frames -----------------------------------------------------------------------------------------------------------
def _in_pieces(framer: Framer, data: bytes) -> list[bytes]:
    rng = random.Random(len(data))
    got: list[bytes] = []
    begin = 0
    while begin < len(data):
        end = begin + rng.choice((1, 2, 3, 7, 50, 500))
        got += framer.feed(data[begin:end])
        begin = end
    return got + framer.finish()


def _frame(make: Callable[[int], Framer], data: bytes) -> None:
    whole, pieces = make(FRAME_LIMIT), make(FRAME_LIMIT)
    expected = [*whole.feed(data), *whole.finish()]
    assert _in_pieces(pieces, data) == expected, "the frames depend on how the bytes were split"
    assert (whole.error and whole.error.code) == (pieces.error and pieces.error.code)
    assert all(len(frame) <= FRAME_LIMIT for frame in expected)
    if whole.error is not None:
        assert list(whole.feed(data)) == [], "a stream goes on after its fault"


def _eager_frame(data: bytes) -> None:
    """Where an eager framer cuts depends on what has come; what it hands on altogether does not."""
    patient, eager = LineFramer(FRAME_LIMIT), LineFramer(FRAME_LIMIT, eager=True)
    expected, got = [*patient.feed(data), *patient.finish()], _in_pieces(eager, data)
    expected, got = ([frame for frame in frames if frame] for frames in (expected, got))
    assert all(len(frame) <= FRAME_LIMIT for frame in got)
    if patient.error is None:
        assert eager.error is None
        assert b"".join(got).replace(b"\r", b"") == b"".join(expected).replace(b"\r", b"")
    elif not isinstance(patient.error, FrameTooLong):
        # A line may be too long as a whole, and each of its objects short enough.
        assert eager.error is not None
    if eager.error is not None:
        assert [*eager.feed(data), *eager.finish()] == [], "a stream goes on after its fault"


def _dialect(make: Callable[[], Dialect], data: bytes) -> None:
    dialect = make()
    for said in dialect.decode(data):
        again = container.decode(said.encode())
        assert again.payload_type == said.payload_type
        dialect.encode(said) if said.payload_type == container.MALFORMED else None
    assert isinstance(dialect.variant, str)


def _container(data: bytes) -> None:
    try:
        read = container.decode(data)
    except MalformedMessage as error:
        _told(error)
        return
    assert container.decode(read.encode()).payload_type == read.payload_type


# --- games ------------------------------------------------------------------------------------------------------------
@cache
def positions(slug: str) -> list[Playout]:
    """Return moments of a random match: its beginning, some of its middle, its end."""
    game, wanted = registry.game(slug), (0, 1, 7, 23, 60)
    found = []
    for number, match in enumerate(playout(game, 1)):
        if number in wanted:
            found.append(Playout(game, match.room, game.rules.clone(match.state), [], [], [], []))
        if number == wanted[-1]:
            break
    return found


def _object(data: bytes) -> Any:
    try:
        return jsontext.loads(data)
    except MalformedMessage as error:
        _told(error)
        return None


def _move(game: Game, data: bytes) -> None:
    """A container with a move: read, logged, read back and played; a refusal changes nothing."""
    try:
        said = container.decode(data)
        move = game.read_move(said.payload_type, said.payload)
        if move is None:
            return
        written = jsontext.loads(jsontext.dumps(game.rules.dump_move(move)))
        move = game.rules.load_move(written)
    except GameError as error:
        _told(error)
        return
    _play(game, move, len(data))


def _logged_move(game: Game, data: bytes) -> None:
    """A move as the log has it, which is also how an imported replay has it."""
    try:
        move = game.rules.load_move(_object(data))
    except GameError as error:
        _told(error)
        return
    _play(game, move, len(data))


def _play(game: Game, move: Any, number: int) -> None:
    known = positions(game.slug)
    position = known[number % len(known)]
    seats = len(position.room.players)
    before = text_of(game, position.state)
    state = game.rules.clone(position.state)
    try:
        game.rules.play(state, number % seats, move, Chance.seeded(1))
    except GameError as error:
        _told(error)
        assert text_of(game, state) == before, "a refused move changed the state"
        return
    text_of(game, state)


def _question(game: Game, data: bytes) -> None:
    asked = _object(data)
    if not isinstance(asked, dict):
        return
    known = positions(game.slug)
    position = known[len(data) % len(known)]
    for viewer in (None, 0, 1):
        try:
            answer = game.views.answer(
                position.room, position.state, Clock(5, 5), viewer, str(asked.get("question", "")), asked.get("data")
            )
        except GameError as error:
            _told(error)
        else:
            jsontext.dumps(answer)


def _options(game: Game, data: bytes) -> None:
    """Options that are accepted can be played with."""
    given = _object(data)
    if not isinstance(given, dict):
        return
    try:
        options = game.read_options(given, game.default_seats)
    except GameError as error:
        _told(error)
        return
    position = positions(game.slug)[0]
    state, _ = game.rules.start(options, position.room.players, Chance.seeded(2))
    text_of(game, state)


def _typed_options(game: Game, data: bytes) -> None:
    """Options typed into the form for a new table: taken or refused, and shown again as they were typed."""
    typed = data.decode(errors="replace")
    written = {OPTION + option.name: typed for option in game.options if option.kind == "json"}
    form = TableForm(game, {"size": str(game.default_seats), **written})
    form.is_valid()
    assert all(escape(typed) in str(form[name]) for name in written)
    str(form.errors).encode()


def _preset_file(game: Game, data: bytes) -> None:
    try:
        options, _ = options_from_file(game.slug, data)
    except GameError as error:
        _told(error)
    else:
        str(TableForm(game, initial={OPTION + name: value for name, value in options.items()})).encode()


def _seat(game: Game, data: bytes) -> None:
    given = _object(data)
    if not isinstance(given, dict):
        return
    try:
        jsontext.dumps(dict(game.check_seat(given, [])))
    except GameError as error:
        _told(error)


def _datagram(game: Game, data: bytes) -> None:
    assert game.discovery is not None
    answer = game.discovery.answer(data, 4000)
    assert answer is None or len(answer) < 2 * len(data) + 64, "an answer must not amplify a question"


def _import(slug: str, format_name: str, data: bytes) -> None:
    """A replay file: read and played again, as the library does before it stores one."""
    if format_name == "jsonl":
        # A stranger can compute the hashes as well as we do.
        data = files.rechained(data)
    try:
        services.examine(data, slug, format_name)
    except GameError as error:
        _told(error)


def _import_with_side(slug: str, format_name: str, data: bytes) -> None:
    """A side file, a line with the mark alone, and its replay file."""
    side, _, file = data.partition(SIDE_MARK + b"\n")
    try:
        services.examine(file, slug, format_name, side)
    except GameError as error:
        _told(error)


def _given(slug: str) -> Iterator[dict[str, Any]]:
    """Yield options of which the defaults show nothing: a position, an island."""
    position = positions(slug)[-1]
    if slug == "mississippi":
        yield {"state": state_json(position.state, position.room.players)}
    elif slug == "catan":
        yield {"board": write_map(position.state)}


def _test_requests() -> Iterator[bytes]:
    """Yield a test request of Quidditch with a real snapshot for each kind of delta, and an honest one.

    The game's own tests try each kind with every two that it may be about.
    """
    position = positions("quidditch")[-1]
    told = position.game.views.snapshot(position.room, position.state, None)
    shown = told.get("snapshot", told)
    for kind, entity in [("move", "leftSeeker"), *((kind, "quaffle") for kind in sorted(DELTA_TYPES))]:
        delta = {**seeds.DELTA, "deltaType": kind, "success": True, "activeEntity": entity, "passiveEntity": entity}
        yield seeds.text({"testType": TEST_TYPE, "snapshot": shown, "delta": delta})


def _testing(data: bytes) -> None:
    try:
        jsontext.dumps(run_test(_object(data)))
    except GameError as error:
        _told(error)


# --- what is written down ---------------------------------------------------------------------------------------------
#: Characters of a text that is searched for secrets: an address or a line of the largest size. Seconds for one search;
#: it takes some milliseconds, and with a pattern that goes over the text for each of its characters many seconds.
SEARCHED = 15_000
SEARCH_SECONDS = 0.5
WITH_SECRETS = (
    b"/a-a_a?token=abc&x=1",
    b"postgres://me:pa/ss@w@host/db redis://:pw@h",
    b"Authorization: Bearer abcdefghijklmnop; sessionid=abc; x-password: 'abc'",
    b'{"clientName":"Anna#abcdefghijklmnop","pass\\u0077ord":{"a":["b"]},"token":12}',
    b"<prepared roomId='a'><reservation>abc</reservation><join reservationCode='abc'/></prepared>",
)


def _redaction(data: bytes) -> None:
    """A text as long as an address may be, made of the input again and again: no part of it may cost more than once."""
    text = data.decode(errors="replace") or "a"
    text = (text * (SEARCHED // len(text) + 1))[:SEARCHED]
    for hide in (redacted, redacted_message, redacted_unread, redacted_fields):
        began = time.process_time()
        hide(text)
        assert time.process_time() - began < SEARCH_SECONDS, f"{hide.__name__} took too long"


# --- the list ---------------------------------------------------------------------------------------------------------
def _game_targets(game: Game) -> Iterator[Target]:
    slug = game.slug
    moves = seeds.contained(seeds.SAID.get(slug, ()))
    match = files.record(slug)
    logged = [jsontext.dumps(step.input) for step in match.steps[:40]] or [b"null"]
    for endpoint in game.endpoints:
        if isinstance(endpoint, (LineEndpoint, XmlEndpoint)):
            run = partial(_dialect, endpoint.dialect)
            yield Target(f"dialect {endpoint.name}", run, seeds.frames(slug), 100)
    yield Target(f"move {slug}", partial(_move, game), moves, 20)
    yield Target(f"logged move {slug}", partial(_logged_move, game), logged, 20)
    questions = [seeds.text(payload) for kind, payload in seeds.PAGE_SAID if kind == "table/ask"]
    yield Target(f"question {slug}", partial(_question, game), questions, 10)
    options = [jsontext.dumps({**match.options, **extra}) for extra in ({}, *_given(slug))]
    yield Target(f"options {slug}", partial(_options, game), options, 20)
    yield Target(f"typed options {slug}", partial(_typed_options, game), [*options, *seeds.STRANGE_JSON], 5)
    yield Target(f"preset file {slug}", partial(_preset_file, game), [*options, *seeds.STRANGE_JSON], 5)
    yield Target(f"seat {slug}", partial(_seat, game), [jsontext.dumps(dict(match.players[0].data))], 10)
    if game.discovery is not None:
        yield Target(f"datagram {slug}", partial(_datagram, game), [b"CLIENT\x00123\x00me", b"SERVER\x001\x00x"], 20)
    for name, file in files.readable(slug):
        yield Target(f"import {slug} {name}", partial(_import, slug, name), [file], 20)
    for name, file, side in files.with_sides(slug):
        both = side + b"\n" + SIDE_MARK + b"\n" + file
        yield Target(f"import {slug} {name} with side", partial(_import_with_side, slug, name), [both], 20)


@cache
def all_targets() -> dict[str, Target]:
    """Return every target by name."""
    stream = b"\n".join(seeds.frames("qwirkle"))
    document = b"<protocol>" + b"".join(seeds.frames("mississippi"))
    found = [
        Target("framer lines", partial(_frame, LineFramer), [stream, b"\xef\xbb\xbf{}\r\n{}\n"], 100),
        Target(
            "framer eager lines", _eager_frame, [stream, stream.replace(b"\n", b""), b"\xef\xbb\xbf{}{} \r\n{"], 100
        ),
        Target("framer elements", partial(_frame, ElementFramer), [document, b"<?xml version='1.0'?>" + document], 100),
        Target("container", _container, seeds.contained(seeds.PAGE_SAID), 100),
        Target("side file", partial(_file, read_side), [write_side(files.record("catan"))], 10),
        Target("test request", _testing, list(_test_requests()), 20),
        Target("redaction", _redaction, WITH_SECRETS, 10),
        Target("team file", partial(_file, read_team_file), [seeds.text(seeds.SAID["quidditch"][2][1])], 10),
    ]
    for game in registry.games().values():
        found += _game_targets(game)
    return {target.name: target for target in found}


def _file(read: Callable[[bytes], Any], data: bytes) -> None:
    try:
        read(data)
    except GameError as error:
        _told(error)
