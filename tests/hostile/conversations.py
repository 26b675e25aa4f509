"""What is fuzzed on the running application: receptions through every door, table pages, the lobby, API and site.

An input is a conversation: records with a separator between them that no message can contain. What strangers vary are
whole conversations (messages left out, doubled, out of order, of another moment) as well as the bytes of each message.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from gamekit import registry
from gamekit.dialect import Endpoint, LineEndpoint, XmlEndpoint
from gamekit.game import Game
from tests.hostile import files, seeds
from tests.hostile.house import House
from tests.hostile.mutation import mutated
from tests.hostile.targets import Target

#: The application, not begun before it is needed: a list of all talks needs none.
Lazy = Callable[[], House]

#: Between records; neither JSON nor XML may contain it as it is.
SEPARATOR = b"\x1e"
#: Between the parts of a form.
BOUNDARY = b"hostile-boundary"
#: Records of a conversation that are said; the rest is left out.
MOST_SAID = 16
#: How many of the first honest messages bring a client to a table.
OPENING = {"qwirkle": 1, "catan": 3, "mississippi": 1, "quidditch": 3}
#: Conversations at one table of pages before another is opened.
TABLE_LASTS = 40
#: Share of the inputs beside the readers: a conversation takes some milliseconds and reaches everything.
WEIGHT = 10


def joined(records: Sequence[bytes]) -> bytes:
    """Return the records as one input."""
    return SEPARATOR.join(records)


def split(data: bytes) -> list[bytes]:
    """Return the records of an input."""
    return data.split(SEPARATOR)[:MOST_SAID]


def varied(honest: Sequence[bytes], data: bytes, rng: random.Random) -> bytes:
    """Return another conversation: one or two changes of its order, its messages or their bytes."""
    records = data.split(SEPARATOR)
    for _ in range(rng.choice((1, 1, 2))):
        records = _changed(records, honest, rng)
    return joined(records[: 2 * MOST_SAID])


def _changed(records: list[bytes], honest: Sequence[bytes], rng: random.Random) -> list[bytes]:
    place, how = rng.randrange(len(records)), rng.random()
    if how < 0.35:
        return [*records[:place], mutated(records[place], rng, 60_000), *records[place + 1 :]]
    if how < 0.6:
        place = rng.randrange(len(records) + 1)
        return [*records[:place], rng.choice(honest), *records[place:]]
    if how < 0.75:
        return records[:place] + records[place + 1 :] or [rng.choice(honest)]
    if how < 0.9:
        return [*records[: place + 1], *records[place:]]
    other = rng.randrange(len(records))
    records[place], records[other] = records[other], records[place]
    return records


def _talks(name: str, run: Any, honest: Sequence[bytes], opening: int, first: bytes | None = None) -> Target:
    """Return the target, with conversations that go through all honest messages from an honest beginning."""
    start = honest[:opening] if first is None else [first, *honest[:opening]]
    step = MOST_SAID - len(start)
    begun = [joined([*start, *honest[at : at + step]]) for at in range(0, len(honest), step)]
    return Target(name, run, begun, WEIGHT, partial(varied, honest))


# --- doors ------------------------------------------------------------------------------------------------------------
def _by_stream(house: Lazy, game: Game, endpoint: Endpoint, data: bytes) -> None:
    house().stream(game.slug, endpoint, split(data))


def _by_socket(house: Lazy, path: str, data: bytes) -> None:
    house().socket(path, split(data))


def _at_page(house: Lazy, game: Game, tables: dict[str, tuple[str, int]], data: bytes) -> None:
    """Be a page: the first record is who comes (`owner` or anybody) and the version that he asks for."""
    code, visits = tables.get(game.slug) or (house().open_table(game.slug, game.default_seats), 0)
    tables[game.slug] = (code, visits + 1)
    if visits >= TABLE_LASTS:
        del tables[game.slug]
    who, *said = split(data)
    name, _, version = who.decode("utf-8", "replace").partition(" ")
    token = f"token={house().token}&" if name == "owner" else ""
    house().socket(f"/ws/{game.slug}/{code}/", said, f"{token}version={version}")


def _by_request(house: Lazy, tables: dict[str, tuple[str, int]], data: bytes) -> None:
    """Ask the API or the site: method and path, query, body; a star in the path is a table that there is."""
    line, query, body, *_ = [*split(data), b"", b"", b""]
    method, _, path = line.decode("utf-8", "replace").partition(" ")
    if "*" in path:
        slug = next(iter(registry.games()))
        code, _ = tables.setdefault(slug, (house().open_table(slug, registry.game(slug).default_seats), 0))
        path = path.replace("*", code)
    house().request(method[:20] or "GET", "/" + path, body, query.decode("latin-1"))


def _by_upload(house: Lazy, data: bytes) -> None:
    """Bring a replay in: query, and the form with the file and maybe its side file."""
    # Whatever comes after the query is the form: a packed file may have the separator in it.
    query, _, body = data.partition(SEPARATOR)
    kind = b"multipart/form-data; boundary=" + BOUNDARY
    house().request("POST", "/api/replays", body, query.decode("latin-1"), kind)


def _form(**parts: bytes) -> bytes:
    lines = [
        b'--%s\r\nContent-Disposition: form-data; name="%s"; filename="%s"\r\n\r\n%s\r\n'
        % (BOUNDARY, name.encode(), name.encode(), content)
        for name, content in parts.items()
    ]
    return b"".join(lines) + b"--" + BOUNDARY + b"--\r\n"


def _uploads() -> Iterator[bytes]:
    for slug in registry.games():
        for name, file in files.readable(slug):
            yield joined([f"game={slug}&format={name}".encode(), _form(file=file)])
        for name, file, side in files.with_sides(slug):
            yield joined([f"game={slug}&format={name}".encode(), _form(file=file, side=side)])


def _requests() -> list[bytes]:
    from spieltisch.api.catalogue import OPERATIONS

    asked = []
    for operation in OPERATIONS:
        path = operation.path.replace("{id}", "*").replace("{format}", "jsonl").replace("{game}", "catan")
        query = "&".join(f"{parameter.name}=1" for parameter in operation.query)
        asked += [joined([f"{operation.method} api/{path}".encode(), query.encode(), body]) for body in _bodies()[:4]]
    return [*asked, *(joined([f"GET {path}".encode(), b"page=2&q=x"]) for path in _site())]


def _site() -> Iterator[str]:
    yield from ("", "replays/", "inspector/", "accounts/sign-in/", "healthz", "metrics", "static/../settings.py")
    yield from ("replays/*/", "replays/*/states.json", "replays/*/download.jsonl", "inspector/1/entries.json")
    for slug in registry.games():
        yield from (f"{slug}/", f"{slug}/*/", f"new/{slug}/", f"tv/{slug}/", f"connect/{slug}/", f"{slug}/*/invite/")


def _bodies() -> list[bytes]:
    others: list[Any] = [{"name": "Ada"}, {"bots": ["random", "greedy"]}, {"seat": 1}]
    opening = [{"game": game, "options": {}, "seats": 3, "bots": [], "private": False} for game in registry.games()]
    return [b"", *(seeds.text(body) for body in (*others, *opening))]


# --- the list ---------------------------------------------------------------------------------------------------------
def _chunks(game: Game, endpoint: Endpoint) -> list[bytes]:
    frames = seeds.frames(game.slug)
    return frames if isinstance(endpoint, XmlEndpoint) else [frame + b"\n" for frame in frames]


def talks(house: Lazy) -> Iterator[Target]:
    """Yield every way to talk to the application."""
    tables: dict[str, tuple[str, int]] = {}
    paged = seeds.contained(seeds.PAGE_SAID)
    for game in registry.games().values():
        opening, own = OPENING.get(game.slug, 1), seeds.contained(seeds.SAID.get(game.slug, seeds.PAGE_SAID))
        for endpoint in game.endpoints:
            if isinstance(endpoint, (LineEndpoint, XmlEndpoint)):
                first = b"<protocol>" if isinstance(endpoint, XmlEndpoint) else None
                run = partial(_by_stream, house, game, endpoint)
                yield _talks(f"reception {endpoint.name}", run, _chunks(game, endpoint), opening, first)
        socket = partial(_by_socket, house, f"/ws/{game.slug}/")
        yield _talks(f"reception {game.slug} by WebSocket", socket, own, opening)
        yield _talks(f"page {game.slug}", partial(_at_page, house, game, tables), paged + own, 1, b"owner 0")
    yield _talks("lobby", partial(_by_socket, house, "/ws/lobby/"), paged, 1)
    brought = list(_uploads())
    run = partial(_by_upload, house)
    yield Target("API uploads", run, brought, WEIGHT, partial(varied, [part for one in brought for part in split(one)]))
    asked = _requests()
    run = partial(_by_request, house, tables)
    yield Target(
        "API and site", run, asked, 2 * WEIGHT, partial(varied, [part for one in asked for part in split(one)])
    )
