"""A game is one object: what it is called, how it is played, shown, spoken and stored."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from gamekit import jsontext
from gamekit.bots import BotKind
from gamekit.dialect import Endpoint
from gamekit.discovery import Discovery
from gamekit.errors import MalformedMessage
from gamekit.exports import Export
from gamekit.reception import Desk, Reception, SeatInfo
from gamekit.refusals import Refusal, never_refuses
from gamekit.rules import Json, Rules
from gamekit.views import Message, Views

#: Bytes of an option that is a JSON value, and kept with each match; a whole position of a game of ours has 22,000.
LARGEST_JSON = 32_768


@dataclass(frozen=True, slots=True)
class Option:
    """One declared option: enough to make a form field and to check a value."""

    name: str
    kind: Literal["int", "float", "bool", "choice", "text", "json"]
    default: Json
    label: str
    help: str = ""
    minimum: float | None = None
    maximum: float | None = None
    choices: Sequence[tuple[str, str]] = ()
    """Pairs of value and label."""
    advanced: bool = False
    """Folded away in forms."""

    def check(self, value: Json) -> Json:
        """Return the value if it is allowed; MalformedMessage names the option and the rule."""
        if self.kind == "json":
            if len(jsontext.dumps(value)) > LARGEST_JSON:
                raise self._wrong(f"must not be larger than {LARGEST_JSON} bytes")
            return value
        expected = {"int": int, "float": (int, float), "bool": bool, "choice": str, "text": str}[self.kind]
        if not isinstance(value, expected) or (self.kind in ("int", "float") and isinstance(value, bool)):  # type: ignore[arg-type]
            raise self._wrong(f"must be of type {self.kind}, not {value!r}")
        if self.choices and value not in [choice for choice, _ in self.choices]:
            raise self._wrong(f"must be one of {', '.join(choice for choice, _ in self.choices)}, not {value!r}")
        if self.kind in ("int", "float"):
            if self.minimum is not None and value < self.minimum:
                raise self._wrong(f"must be at least {self.minimum:g}, not {value!r}")
            if self.maximum is not None and value > self.maximum:
                raise self._wrong(f"must be at most {self.maximum:g}, not {value!r}")
        if self.kind == "text" and len(value) > (self.maximum or 200):
            raise self._wrong(f"must not be longer than {self.maximum or 200:g} characters")
        return value

    def _wrong(self, reason: str) -> MalformedMessage:
        return MalformedMessage(f"{self.name} {reason}", "options/invalid", self.name)


def full_house(seats: Sequence[SeatInfo], size: int) -> bool:
    """Begin when every seat is taken."""
    return len(seats) == size


def any_seat_data(data: Mapping[str, Json], taken: Sequence[SeatInfo]) -> Mapping[str, Json]:
    """Accept a seat's data as it is."""
    return data


def by_token(table: str, token: str) -> Sequence[str]:
    """Bring the seat token alone."""
    return (token,)


def no_cross_check(options: Mapping[str, Json], size: int) -> None:
    """Accept every combination of options."""


def as_they_are(options: Mapping[str, Json]) -> Mapping[str, Json]:
    """Show options as they are."""
    return options


@dataclass(frozen=True, slots=True)
class Game:
    """All that the platform and the bridge know of a game. A package in games/ exports one as GAME."""

    slug: str
    title: str
    blurb: str
    """One sentence for the home page."""
    seats: tuple[int, int]
    """Smallest and largest number of players."""
    default_seats: int
    options: Sequence[Option]
    rules: Rules[Any, Any, Any]
    views: Views[Any, Any]
    read_move: Callable[[str, Json], Any | None]
    """Container -> move; None when the payload type is no move; MalformedMessage when it is one, but wrong."""
    reception: Callable[[Desk], Reception]
    endpoints: Sequence[Endpoint]
    bots: Sequence[BotKind]
    """Weakest first."""
    exports: Sequence[Export] = ()
    """The platform's own JSON lines come by themselves."""
    ready: Callable[[Sequence[SeatInfo], int], bool] = full_house
    """May a house table begin with these seats (table size given)? Bots and people of a table page count as ready."""
    check_seat: Callable[[Mapping[str, Json], Sequence[SeatInfo]], Mapping[str, Json]] = any_seat_data
    """Check (and complete) a seat's data against the seats taken by others; GameError when it does not do. Also called
    with {} for bots and people who chose nothing: give them something sensible (a free colour, a default team)."""
    check_options: Callable[[Mapping[str, Json], int], None] = no_cross_check
    """Check what one option alone cannot tell, for a table of that size; GameError when it does not do."""
    shown_options: Callable[[Mapping[str, Json]], Mapping[str, Json]] = as_they_are
    """Return a table's options as everybody is told them: without what is still to come in its match."""
    house: Mapping[str, Json] = field(default_factory=dict)
    """Defaults of the house table: seats, options, assign_after, fill_with_bots_after, on_disconnect."""
    referee_questions: frozenset[str] = frozenset()
    """Questions that a protocol lets its spectators ask though they show hidden things; a table page may not."""
    write_chat: Callable[[str, int | None, int, str], Message] | None = None
    """(name, seat or None, player number, text) -> the protocol's chat message, for what is said on a table page."""
    read_chat: Callable[[str, Json], tuple[str, str] | None] | None = None
    """(payload type, payload) of a chat message a reception tells the table -> (name, text), for the page's chat."""
    read_refusal: Callable[[str, Json], Refusal | None] = never_refuses
    """(payload type, payload) of a message to a client -> what it refuses and where the README explains it; None when
    it refuses nothing."""
    notable: Callable[[Any, str, Json], str | None] | None = None
    """(state after the step, payload type, payload) of a message to spectators -> what is notable about it (a Qwirkle,
    a goal), in English, with its translation in the game's dictionary: replays offer to jump there. None: ordinary."""
    discovery: Discovery | None = None
    """How clients find the server on a local network, if the game has a custom for it."""
    connect: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """For the Connect page: endpoint name -> the first lines a client sends, as they go over the wire. What the server
    answers is recorded from them into `dialogues/` (`python -m tools.dialogues`)."""
    starter_arguments: Callable[[str, str], Sequence[str]] = by_token
    """(code of a table, seat token) -> what the game's starter programs take after host and port to sit down there."""
    pages: Mapping[str, str] = field(default_factory=dict)
    """Pages of the game's own besides its board: name in the address -> title. Each is a template
    `games/<slug>/<name>.html` of the game that gets `game` and `title`; its scripts lie beside the board."""

    def read_options(self, given: Mapping[str, Json] | None, size: int | None = None) -> dict[str, Json]:
        """Return complete, checked options; MalformedMessage names the option at fault."""
        given = given or {}
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                raise MalformedMessage(f"{name} is no option of {self.title}", "options/unknown", name)
        options = {name: option.check(given.get(name, option.default)) for name, option in known.items()}
        self.check_options(options, size or self.default_seats)
        return options
