"""What no browser sends is answered like anything else that is wrong, and is never taken for a fault of ours."""

from __future__ import annotations

import pickle
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from redis import Redis

from spieltisch.headers import plain_type
from tests.support.api import Answer, Api
from tests.support.server import Server, copy_of
from tests.support.visitor import Visitor
from tests.support.waiting import PATIENCE

MANY = "&".join(["a=1"] * 1500)
#: Encodings of Python's: one that makes no text, and two that make half characters.
ENCODINGS = {"rot13": b"Otter", "unicode_escape": b"Otter\\ud800", "utf-7": b"Otter+2AA-"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, migrated_data: Path) -> Iterator[Server]:
    server = Server(copy_of(migrated_data, tmp_path_factory.mktemp("odd") / "data"), {}).start()
    yield server
    server.kill()


@pytest.fixture(autouse=True)
def no_fault(server: Server) -> Iterator[None]:
    """Fail when the server took what was sent for a fault of its own."""
    before = len(server.lines)
    yield
    server.check_alive()
    told = [line for line in server.lines[before:] if " ERROR " in line or "Traceback" in line]
    assert not told, told[:5]


@pytest.fixture(scope="module")
def guest(server: Server) -> Visitor:
    return Visitor.guest(server, "Otter")


def form(visitor: Visitor, path: str, charset: str, **fields: bytes) -> Answer:
    """Send a form in parts, in an encoding."""
    fields["csrfmiddlewaretoken"] = visitor.cookies["csrftoken"].encode()
    parts = [
        b'--b\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n' % (n.encode(), v) for n, v in fields.items()
    ]
    kind = f"multipart/form-data; charset={charset}; boundary=b"
    return visitor.api.call("POST", path, b"".join(parts) + b"--b--\r\n", **{"Content-Type": kind})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("Daphne-Root-Path", "\xff"),
        ("Content-Type", "text/plain; x*=nothing'en'%41"),
        ("Content-Type", f"text/plain; x*{'9' * 5000}=1"),
        ("Sec-WebSocket-Protocol", "\xff"),
    ],
)
def test_a_header_that_cannot_be_read_is_not_heard(guest: Visitor, name: str, value: str) -> None:
    assert guest.api.call("GET", "/accounts/", **{name: value}).status == 200


def test_nor_is_one_at_a_socket(server: Server) -> None:
    asked = (
        f"GET /ws/lobby/ HTTP/1.1\r\nHost: 127.0.0.1:{server.ports['web']}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        "Sec-WebSocket-Protocol: \xff\r\nDaphne-Root-Path: \xff\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", server.ports["web"]), PATIENCE) as client:
        client.sendall(asked.encode("latin-1"))
        assert client.recv(4096).startswith(b"HTTP/1.1 101 ")


def test_nobody_chooses_how_our_addresses_begin(server: Server, guest: Visitor) -> None:
    page = guest.api.call("GET", "/accounts/", **{"Daphne-Root-Path": "//evil.example"})
    assert page.status == 200
    assert b"evil.example" not in page.body
    banned = Visitor.guest(server, "Badger")
    name = server.manage(
        "shell",
        "-c",
        "from spieltisch.accounts.models import User; print(User.objects.get(display_name='Badger').username)",
    ).splitlines()[-1]
    Visitor.staff(server).post("/console/bans/", account=name, reason="rude")
    assert banned.get("/accounts/").status == 403
    # What monitors ask for is open to all.
    around = banned.api.call("GET", "/metrics/accounts/", **{"Daphne-Root-Path": "/metrics"})
    assert around.status == 404


def test_a_games_own_port_shows_no_pages(server: Server) -> None:
    for path in ("/", "/metrics", "/accounts/sign-in/"):
        assert Api(server.ports["quidditch"]).call("GET", path).status == 426


@pytest.mark.parametrize("charset", ENCODINGS)
def test_nobody_chooses_the_encoding_of_a_form(server: Server, charset: str) -> None:
    visitor = Visitor(server)
    assert form(visitor, "/accounts/guest/", charset, name=ENCODINGS[charset]).status == 302


@pytest.mark.parametrize(
    ("given", "plain"),
    [
        (b"text/html; charset=utf-8", b"text/html"),
        (b"multipart/form-data; boundary=abc", b"multipart/form-data; boundary=abc"),
        (b'multipart/form-data;charset=x; Boundary="a b;c"; y=1', b'multipart/form-data; boundary="a b;c"'),
        (b"multipart/form-data; boundary*=x'y'z", b"multipart/form-data"),
        (b"", b""),
    ],
)
def test_of_a_content_type_the_boundary_is_left(given: bytes, plain: bytes) -> None:
    assert plain_type(given) == plain


@pytest.mark.parametrize("page", ["console", "lobby:home", "admin"])
def test_the_name_of_a_page_is_no_address(guest: Visitor, page: str) -> None:
    answer = guest.post("/accounts/guest/", name="Otter", next=page)
    assert (answer.status, answer.headers["location"]) == (302, "/")


def test_a_page_refuses_what_is_too_much_or_garbled(guest: Visitor) -> None:
    assert guest.api.call("GET", f"/accounts/?{MANY}").status == 400
    for kind in ("application/x-www-form-urlencoded", "multipart/form-data", "multipart/form-data; boundary=b"):
        assert guest.api.call("POST", "/accounts/guest/", MANY.encode(), **{"Content-Type": kind}).status in (
            400,
            403,
        ), kind


def test_the_api_says_what_is_too_much_or_garbled(guest: Visitor) -> None:
    secret = {"X-CSRFToken": guest.cookies["csrftoken"]}
    answer = guest.api.call("GET", f"/api/games?{MANY}")
    assert (answer.status, answer.json["error"]["code"]) == (400, "request/query")
    for kind in ("application/x-www-form-urlencoded", "multipart/form-data"):
        for headers in ({}, secret):
            answer = guest.api.call("POST", "/api/tables", MANY.encode(), **{"Content-Type": kind, **headers})
            assert answer.status == (400 if headers else 403), kind


def test_a_session_uploads_a_form_to_the_api(guest: Visitor) -> None:
    part = b'--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nhello\r\n--b--\r\n'
    headers = {"X-CSRFToken": guest.cookies["csrftoken"], "Content-Type": "multipart/form-data; boundary=b"}
    answer = guest.api.call("POST", "/api/replays", part, **headers)
    assert (answer.status, answer.json["error"]["code"]) == (400, "replay/line")


def test_a_number_of_very_many_digits_is_no_seat(server: Server) -> None:
    staff = Visitor.staff(server, "keeper")
    code = staff.post_json("/api/tables", {"game": "qwirkle"})["id"]
    for fields in ({"action": "kick", "seat": "9" * 5000}, {"action": "move", "seat": "0", "to": "9" * 5000}):
        assert staff.post(f"/console/{code}/act/", **fields).status == 302


class Trap:
    """Runs something when it is read."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def __reduce__(self) -> tuple[Callable[..., object], tuple[str, str]]:
        return open, (str(self._file), "w")


def test_what_lies_in_redis_is_not_run(make_server: Callable[..., Server], redis_url: str, tmp_path: Path) -> None:
    server = make_server(REDIS_URL=redis_url).start()
    Redis.from_url(redis_url).set(":1:progress:abcdefgh", pickle.dumps(Trap(tmp_path / "run")))
    answer = Visitor(server).get("/replays/progress/abcdefgh/")
    assert answer.json == {"done": 0, "total": 0, "over": False}
    assert not (tmp_path / "run").exists()
