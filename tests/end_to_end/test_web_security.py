"""What a browser is told and what it is refused: headers, cookies, forged forms, foreign pages, passwords."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest
from websockets.exceptions import InvalidStatus

from tests.support.api import Answer, Api
from tests.support.pages import opened
from tests.support.server import ROOT, Server, copy_of, quiet_environment
from tests.support.visitor import Visitor

PASSWORD = "quite-a-secret-99"
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, migrated_data: Path) -> Iterator[Server]:
    server = Server(copy_of(migrated_data, tmp_path_factory.mktemp("security") / "data"), {}).start()
    yield server
    server.kill()


@pytest.fixture(scope="module")
def nobody(server: Server) -> Api:
    return Api(server.ports["web"])


def signed_up(server: Server, name: str) -> Visitor:
    visitor = Visitor(server)
    assert visitor.post("/accounts/sign-up/", username=name, password=PASSWORD).status == 302
    return visitor


# --- headers and cookies ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("path", ["/", "/accounts/sign-in/", "/nothing/here/at/all/", "/api/games", "/healthz"])
def test_every_answer_keeps_strangers_scripts_and_frames_out(nobody: Api, path: str) -> None:
    headers = nobody.call("GET", path).headers
    policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
    assert policy["script-src"] == "'self'"
    assert policy["default-src"] == "'self'"
    assert policy["object-src"] == "'none'"
    assert policy["connect-src"] == f"'self' ws://127.0.0.1:{nobody.port}"
    assert policy["frame-ancestors"] == "'none'"
    assert policy["form-action"] == policy["base-uri"] == "'self'"
    assert headers["x-frame-options"] == "DENY"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert "camera=()" in headers["permissions-policy"]


def test_no_page_has_script_or_style_of_its_own(server: Server) -> None:
    staff = Visitor.staff(server, "keeper")
    for path in ("/", "/accounts/sign-in/", "/accounts/tokens/", "/replays/", "/api/docs", "/console/", "/admin/"):
        page = staff.get(path).body.decode()
        inline = [part.split(">", 1)[0] for part in page.split("<script")[1:]]
        assert all(" src=" in tag or "application/json" in tag for tag in inline), path
        assert "<style" not in page, path
        assert " onclick=" not in page, path


def test_a_session_is_out_of_reach_of_scripts_and_other_sites(server: Server) -> None:
    visitor = Visitor(server)
    answer = visitor.post("/accounts/guest/", name="Otter")
    session = next(cookie for cookie in answer.cookies if cookie.startswith("sessionid="))
    assert "HttpOnly" in session
    assert "SameSite=Lax" in session


def test_behind_tls_cookies_are_secure_and_plain_http_is_left(make_server: Callable[..., Server]) -> None:
    server = make_server(BEHIND_TLS="1", ALLOWED_HOSTS="play.example").start()
    api = Api(server.ports["web"], headers={"Host": "play.example"})
    plain = api.call("GET", "/accounts/sign-in/")
    assert (plain.status, plain.headers["location"]) == (301, "https://play.example/accounts/sign-in/")
    secure = api.call("GET", "/accounts/sign-in/", **{"X-Forwarded-Proto": "https"})
    assert secure.status == 200
    assert secure.headers["strict-transport-security"] == "max-age=31536000; includeSubDomains; preload"
    assert "wss://play.example" in secure.headers["content-security-policy"]
    assert secure.cookies
    assert all("Secure" in cookie for cookie in secure.cookies)
    # Health checks come past the proxy.
    assert api.call("GET", "/healthz").status == 200
    assert api.call("GET", "/healthz/alive").status == 200
    assert api.call("GET", "/metrics").status == 200


def test_another_host_name_is_refused(nobody: Api) -> None:
    assert nobody.call("GET", "/", Host="evil.example").status == 400


# --- forged requests --------------------------------------------------------------------------------------------------
def test_a_form_without_its_secret_is_refused(server: Server) -> None:
    guest = Visitor.guest(server, "Otter")
    for path in ("/accounts/sign-out/", "/quick/qwirkle/", "/accounts/tokens/", "/i18n/setlang/", "/accounts/sign-in/"):
        forged = guest.api.call("POST", path, urlencode({"label": "x", "language": "de"}).encode(), **FORM)
        assert forged.status == 403, path
    foreign = {"csrfmiddlewaretoken": guest.cookies["csrftoken"]}
    answer = guest.api.call(
        "POST", "/accounts/sign-out/", urlencode(foreign).encode(), Origin="http://evil.example", **FORM
    )
    assert answer.status == 403


def test_the_api_takes_a_session_only_with_the_secret(server: Server) -> None:
    guest = Visitor.guest(server, "Otter")
    forged = guest.api.call("POST", "/api/tables", {"game": "qwirkle"})
    assert (forged.status, forged.json["error"]["code"]) == (403, "request/forged")


@pytest.mark.parametrize("path", ["/ws/lobby/", "/ws/qwirkle/"])
def test_a_socket_of_a_foreign_page_is_refused_and_our_own_is_not(server: Server, path: str) -> None:
    async def scenario() -> None:
        with pytest.raises(InvalidStatus) as refused:
            async with opened(server.websocket + path, {"Origin": "http://evil.example"}):
                pass
        assert refused.value.response.status_code == 403
        async with opened(server.websocket + path, {"Origin": server.web}):
            pass

    asyncio.run(scenario())


def status(address: str, origin: str) -> int:
    """Try to open a socket; return the status it was answered with."""

    async def knock() -> int:
        try:
            async with opened(address, {"Origin": origin}):
                return 101
        except InvalidStatus as refused:
            return refused.response.status_code

    return asyncio.run(knock())


@pytest.mark.parametrize("path", ["/ws/lobby/", "/ws/qwirkle/"])
def test_an_origin_is_ours_only_with_its_scheme_and_port(server: Server, path: str) -> None:
    port, address = server.ports["web"], server.websocket + path
    foreign = [
        "http://127.0.0.1:9", "http://127.0.0.1", f"https://127.0.0.1:{port}", f"http://localhost:{port}", "null",
        f"http://127.0.0.1:{port}.evil.example", f"http://127.0.0.1:{port}@evil.example",
    ]  # fmt: skip
    for origin in foreign:
        assert status(address, origin) in (400, 403), origin
    assert status(address, "http://127.0.0.1:9") == 403
    # Some of these the WebSocket library refuses by itself.
    for malformed in ("http://[", "http://[::1", "http://127.0.0.1:x", "://", "\xff"):
        assert status(address, malformed) in (400, 403), malformed
    assert status(address, server.web.upper()) == 101
    assert "Traceback" not in server.output


def test_a_foreign_name_that_leads_to_us_is_no_page_of_ours(server: Server) -> None:
    async def knock() -> int:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.ports["web"])
        name = f"evil.example:{server.ports['web']}"
        key = "dGhlIHNhbXBsZSBub25jZQ=="
        request = (
            f"GET /ws/lobby/ HTTP/1.1\r\nHost: {name}\r\nOrigin: http://{name}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        writer.write(request.encode())
        answer = await reader.readline()
        writer.close()
        return int(answer.split()[1])

    assert asyncio.run(knock()) == 403


def test_behind_tls_only_secure_pages_and_trusted_ones_open_sockets(make_server: Callable[..., Server]) -> None:
    trusted = "https://games.example,https://*.friends.example"
    server = make_server(BEHIND_TLS="1", CSRF_TRUSTED_ORIGINS=trusted).start()
    host, address = f"127.0.0.1:{server.ports['web']}", f"{server.websocket}/ws/lobby/"

    for origin in (f"https://{host}", "https://games.example", "https://the.friends.example"):
        assert status(address, origin) == 101, origin
    foreign = (f"http://{host}", "http://games.example", "https://games.example:8443", "https://notfriends.example")
    for origin in foreign:
        assert status(address, origin) == 403, origin


def test_a_wrong_bridge_password_makes_no_bridge_and_no_fault(server: Server) -> None:
    async def scenario() -> None:
        for guess in ("wrong", "ÄÖÜ"):
            headers = {
                "x-spieltisch-bridge": guess,
                "x-spieltisch-address": "10.0.0.1",
                "Origin": "http://evil.example",
            }
            with pytest.raises(InvalidStatus):
                async with opened(f"{server.websocket}/ws/qwirkle/", headers):
                    pass

    asyncio.run(scenario())
    assert "Traceback" not in server.output


# --- passwords --------------------------------------------------------------------------------------------------------
def test_passwords_are_kept_as_argon2(server: Server) -> None:
    signed_up(server, "argon")
    code = "from spieltisch.accounts.models import User; print(User.objects.get(username='argon').password)"
    assert server.manage("shell", "-c", code).splitlines()[-1].startswith("argon2$argon2id$v=19$")


def test_the_admin_has_no_password_door_of_its_own(server: Server, nobody: Api) -> None:
    answer = nobody.call("GET", "/admin/login/?next=/admin/")
    assert (answer.status, answer.headers["location"]) == (302, "/accounts/sign-in/?next=/admin/")


def test_an_account_that_is_not_staff_is_told_so_instead_of_being_sent_around(server: Server) -> None:
    visitor = signed_up(server, "curious")
    for path in ("/console/", "/admin/"):
        answer = visitor.get(path)
        for _ in range(3):
            if answer.status == 302:
                answer = visitor.get(answer.headers["location"])
        assert answer.status == 403, path


def wrong_password(visitor: Visitor, name: str) -> Answer:
    return visitor.post("/accounts/sign-in/", username=name, password="wrong-wrong-1")


def test_guessing_a_password_is_slowed_down_with_a_time_to_come_back(server: Server) -> None:
    signed_up(server, "guessed")
    visitor = Visitor(server)
    assert [wrong_password(visitor, "guessed").status for _ in range(5)] == [200] * 5
    refused = wrong_password(visitor, "Guessed")
    assert refused.status == 429
    assert 60 < int(refused.headers["retry-after"]) <= 900
    # Not even the right one now.
    assert visitor.post("/accounts/sign-in/", username="guessed", password=PASSWORD).status == 429


def test_a_browser_left_open_does_not_let_the_password_be_guessed(server: Server) -> None:
    visitor = signed_up(server, "leftopen")
    for _ in range(5):
        page = visitor.post("/accounts/password/", old="wrong-wrong-1", new="another-secret-5")
        assert b"This is not your password" in page.body
    page = visitor.post("/accounts/password/", old=PASSWORD, new="another-secret-5")
    assert b"Too many wrong passwords" in page.body


def test_the_deployment_check_is_clean(tmp_path: Path) -> None:
    key = "k3Yw8rP2vN6qT9xL4mB7cH1dF5gJ0sZaQeUiOyRtWpAlKsDjFh"
    production = {"SECRET_KEY": key, "BEHIND_TLS": "1", "ALLOWED_HOSTS": "play.example"}
    command = [sys.executable, str(ROOT / "manage.py"), "check", "--deploy", "--fail-level", "WARNING"]
    environment = {**os.environ, **quiet_environment(tmp_path, **production)}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "no issues" in done.stdout


def test_no_socket_agrees_to_compression(server: Server) -> None:
    async def scenario() -> None:
        for address in (f"{server.websocket}/ws/qwirkle/", f"ws://127.0.0.1:{server.ports['quidditch']}/"):
            async with opened(address) as page:
                asked, answer = page.socket.request, page.socket.response
                assert asked is not None
                assert answer is not None
                assert "permessage-deflate" in asked.headers["Sec-WebSocket-Extensions"]
                assert answer.headers.get("Sec-WebSocket-Extensions") is None

    asyncio.run(scenario())
