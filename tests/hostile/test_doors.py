"""Attacks through the real doors: refused or cut, without a fault, and nobody else at the server notices."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event, Thread

import pytest
from websockets.sync.client import connect

from bridge.framing.elements import PARTS
from tests.hostile import attacks
from tests.hostile.attacks import ENDED, MEGABYTE, begun, by_drops, fragments, frame, plain, posted, websocket
from tests.hostile.test_bombs import TEXTS, TRICKS
from tests.support.api import Api
from tests.support.server import Server, copy_of
from tests.support.waiting import until

#: Seconds a neighbour may wait for an answer; milliseconds on a machine that has nothing else to do.
LONGEST_WAIT = 2.5
#: Megabytes that the server may have more after an attack than before.
MOST_GROWTH = 40
POST = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\n"
GET = b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
DEEP = b"[" * 100_000
FORM, FILES = "application/x-www-form-urlencoded", "multipart/form-data; boundary=b"
FILE = b'--b\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n'
HEAVY = b"<prepare>" + b"<b/>" * (PARTS - 1) + b"</prepare>"
UNREADABLE = FILE + b"Content-Transfer-Encoding: base64\r\n\r\nabc\r\n--b--"

#: Forms, by their kind: of very many fields, lines and parts.
FORMS = {
    "application/x-www-form-urlencoded": b"a=1&" * MEGABYTE,
    "multipart/form-data; boundary=a": b"\n" * (8 * MEGABYTE - 1),
    "multipart/form-data; boundary=b": b"--b\n" * MEGABYTE,
}


def form(kind: str) -> Callable[[Server], bytes]:
    """Return an attack by a form."""
    body = FORMS[kind]
    head = f"POST /accounts/guest/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}"
    return begun("web", head.encode() + b"\r\nConnection: close\r\n\r\n", body, 1)


Attack = Callable[[Server], bytes]
#: What is sent, and a word of the answer where there is one.
ATTACKS: dict[str, tuple[Attack, bytes]] = {
    "a compressed message": (attacks.compressed, ENDED),
    "a frame that is not masked": (websocket(frame(1, b"{}", masked=False)), ENDED),
    "an opcode that there is not": (websocket(frame(5, b"x")), ENDED),
    "a control frame in pieces": (websocket(frame(9, b"x", final=False)), ENDED),
    "a long control frame": (websocket(frame(9, b"x" * 200)), ENDED),
    "text that is none": (websocket(frame(1, b"\xff\xfe")), ENDED),
    "a continuation of nothing": (websocket(frame(0, b"x")), ENDED),
    "a frame of eight exabytes": (websocket(b"\x81\xff\x7f" + b"\xff" * 7 + b"\0\0\0\0" + b"x" * 1000), ENDED),
    "a message without end": (fragments(b"x" * 65_000), ENDED),
    "many tiny fragments": (fragments(b"x"), ENDED),
    "many empty fragments": (fragments(ENDED), b""),
    "many pings": (websocket(frame(9, b"x" * 100) * 1000, 100), ENDED),
    "many tiny messages": (websocket(frame(1, b"{}") * 1000, 100), ENDED),
    "deep JSON on a page": (websocket(frame(1, DEEP), 1, "/ws/catan/"), b""),
    "an endless line": (plain("qwirkle", b"x" * MEGABYTE, 100), ENDED),
    "an endless line of Catan": (plain("catan", b'{"a":"' + b"x" * MEGABYTE, 100), ENDED),
    "many tiny lines": (plain("qwirkle", b"{}\n" * 20_000, 50), ENDED),
    "many empty lines": (plain("catan", b"\r\n" * 500_000, 8), ENDED),
    "many empty lines of Qwirkle": (plain("qwirkle", b"\n" * MEGABYTE, 50), ENDED),
    "an endless element": (begun("mississippi", b"<protocol><a>", b"x" * MEGABYTE, 100), ENDED),
    "many tiny elements": (begun("mississippi", b"<protocol>", b"<a/>" * 50_000, 50), ENDED),
    "endless comments": (begun("mississippi", b"<protocol>", b"<!---->" * 37_000, 50), ENDED),
    "elements of as many parts as are allowed": (begun("mississippi", b"<protocol>", HEAVY * 64, 50), ENDED),
    "an element of very many parts": (begun("mississippi", b"<protocol><prepare>", b"<b/>" * 15_000, 1), ENDED),
    "drops of a line": (by_drops("qwirkle", b'{"clientName": "A"'), b""),
    "drops of a request": (by_drops("web", b"POST /api/gues"), b""),
    "headers without end": (begun("web", POST, b"X-A: b\r\n" * 10_000, 100), ENDED),
    "a header without end": (begun("web", POST + b"X-A: ", b"b" * MEGABYTE, 100), ENDED),
    "a path without end": (plain("web", b"GET /" + b"a" * MEGABYTE, 100), ENDED),
    "a body that is announced too long": (begun("web", POST + b"Content-Length: 99999999999\r\n\r\n", b"x", 1), b"413"),
    "a body of many chunks": (
        begun("web", POST + b"Transfer-Encoding: chunked\r\n\r\n", b"100000\r\n" + b"x" * MEGABYTE + b"\r\n", 300),
        b"413",
    ),
    **{f"a form of {kind}": (form(kind), b"HTTP/1.1 4") for kind in FORMS},
    "a mount point that is no text": (plain("web", GET + b"Daphne-Root-Path: \xff\r\n\r\n"), b"HTTP/1.1 200"),
    "a form of very many fields": (posted("/accounts/guest/", b"a=1&" * 3000, FORM), b"HTTP/1.1 400"),
    "a form with files that cannot be read": (posted("/accounts/guest/", UNREADABLE, FILES), b"HTTP/1.1 400"),
    "a form of very many parts": (posted("/accounts/guest/", b"--b\r\n" * 20_000, FILES), b"HTTP/1.1 400"),
    "two lengths": (plain("web", POST + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!"), b"400"),
    "a gzip bomb": (posted("/api/replays?game=mississippi&format=xml.gz", attacks.gzip_bomb()), b"HTTP/1.1 4"),
    **{f"{name} at the API": (posted("/api/guests", text.encode("utf-8", "surrogatepass")), b"HTTP/1.1 4")
       for name, text in TEXTS.items()},
    **{f"{name} at Mississippi's door": (plain("mississippi", data), b"") for name, data in TRICKS.items()},
}  # fmt: skip


class Neighbour:
    """Somebody at a table of the same server, who asks all the time and remembers how long he had to wait."""

    def __init__(self, server: Server) -> None:
        api = Api(server.ports["web"]).as_guest("Neighbour")
        code = api.post("/api/tables", {"game": "qwirkle", "seats": 2, "bots": ["random"]})["id"]
        self._address = f"{server.websocket}/ws/qwirkle/{code}/?token={api.token}"
        self._done = Event()
        self._thread = Thread(target=self._ask)
        self.waits: list[float] = []

    def __enter__(self) -> Neighbour:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self._thread.join()

    def _ask(self) -> None:
        with connect(self._address, proxy=None) as page:
            page.send(json.dumps({"payloadType": "table/sit", "payload": {"seat": 1}}))
            number = 0
            while not self._done.wait(0.02):
                number += 1
                began = time.monotonic()
                asked = {"question": "points", "data": {"placed": []}}
                page.send(json.dumps({"payloadType": "table/ask", "payload": asked, "id": number}))
                while json.loads(page.recv(30)).get("id") != number:
                    pass
                self.waits.append(time.monotonic() - began)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, migrated_data: Path) -> Iterator[Server]:
    """One server for all attacks: what one leaves behind the next one finds."""
    server = Server(copy_of(migrated_data, tmp_path_factory.mktemp("doors") / "data"), {}).start()
    yield server
    server.kill()


def attacked(server: Server, attack: Attack) -> tuple[bytes, float]:
    """Return the answer to an attack, and the longest time that a neighbour had to wait meanwhile."""
    with Neighbour(server) as neighbour:
        answer = attack(server)
        until(lambda: neighbour.waits, "the neighbour has asked")
    return answer, max(neighbour.waits)


def test_nobody_says_where_we_are_mounted(server: Server) -> None:
    page = Api(server.ports["web"]).call("GET", "/", **{"Daphne-Root-Path": "/elsewhere"})
    assert page.status == 200
    assert b"/elsewhere" not in page.body


def memory(server: Server) -> float:
    """Return the megabytes that the server has."""
    return int(Path(f"/proc/{server.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / MEGABYTE


@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack_is_refused_and_nobody_else_notices(server: Server, name: str) -> None:
    attack, word = ATTACKS[name]
    before = memory(server)
    answer, longest = attacked(server, attack)
    if longest >= LONGEST_WAIT:
        # Everything else on the machine may have been busy at once; a fault of the server shows every time.
        answer, longest = attacked(server, attack)
    assert word in answer, answer[:300]
    assert longest < LONGEST_WAIT
    assert memory(server) - before < MOST_GROWTH
    server.check_alive()
    assert not [line for line in server.lines if " ERROR " in line or "Traceback" in line], server.output[-3000:]
