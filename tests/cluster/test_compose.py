"""docker-compose.yml and the Dockerfile fit the program: its doors, its settings, its health; nothing drifts apart."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any

from bridge.limits import Limits
from gamekit import registry
from gamekit.dialect import WebSocketEndpoint
from spieltisch.ratelimits import A_MINUTE
from tests.support.api import Api
from tests.support.scaled import COMPOSE, MONITOR, Scaled, environment_of
from tests.support.server import ROOT, quiet_environment
from tests.support.waiting import until

SERVICES: dict[str, Any] = COMPOSE["services"]
#: The services that run our image for good; `migrate` runs once.
OURS = ("web", "bridge", "tables")
#: Those of them that serve no pages: monitors ask on a port that PORT_MONITOR opens.
WITHOUT_PAGES = ("bridge", "tables")
#: Settings of the README that the image or the services themselves decide.
INSIDE = {"BIND", "DATA_DIR", "STATIC_DIR", "WEB_URL", "PORT_MONITOR"}
#: Read by other means than `environment.…("NAME")`.
ELSEWHERE = {"SECRET_KEY", "DATABASE_URL", "CATAN_DISCOVERY", "METRICS_TOKEN", "LIMIT_BODY_BYTES"}
#: For those who develop.
UNDOCUMENTED = {"DEBUG"}
#: What the image sets for all its processes.
IMAGE = dict(re.findall(r"(\w+)=(\S+)", re.findall(r"^ENV (.+)$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)[0]))


def is_no_door(name: str) -> bool:
    """Tell whether a variable is something else than the port of a door for clients."""
    return not name.startswith("PORT_") or name == "PORT_MONITOR"


def documented() -> set[str]:
    """Return the variables of the README's settings, but for the doors."""
    text = (ROOT / "README.md").read_text()
    table = text.split("\n## Settings\n")[1].split("\n## ")[0]
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    named = {name for row in rows for name in re.findall(r"`([A-Z_]+)`", row)}
    houses = {f"HOUSE_{slug.upper()}" for slug in registry.games()}
    return set(filter(is_no_door, named)) | houses


def read_by_the_program() -> set[str]:
    """Return the variables that the program reads, but for the doors: found in its source, where it names them."""
    sources = [
        path.read_text() for folder in ("platform/spieltisch", "bridge") for path in (ROOT / folder).rglob("*.py")
    ]
    named = {name for text in sources for name in re.findall(r"environment\.\w+\(\s*\"([A-Z_]+)\"", text)}
    limits = {f"LIMIT_{limit.name.upper()}" for limit in fields(Limits)}
    rates = {f"LIMIT_{name.upper()}_PER_MINUTE" for name in A_MINUTE}
    houses = {f"HOUSE_{slug.upper()}" for slug in registry.games()}
    return set(filter(is_no_door, named)) | limits | rates | houses | ELSEWHERE


def published(service: str) -> dict[str, int]:
    """Return the ports that a service publishes: variable -> port inside."""
    pairs = (re.fullmatch(r"\$\{(\w+):-(\d+)\}:(\d+)", port) for port in SERVICES[service].get("ports", ()))
    return {found[1]: int(found[3]) for found in pairs if found is not None}


def test_there_is_a_service_for_every_part() -> None:
    assert set(SERVICES) == {"migrate", *OURS, "redis", "postgres"}


def test_every_door_is_published_by_the_service_that_opens_it() -> None:
    doors = [door for game in registry.games().values() for door in game.endpoints]
    sockets = {door.environment: door.port for door in doors if isinstance(door, WebSocketEndpoint)}
    assert published("web") == {"PORT_WEB": 8000, **sockets}
    assert published("bridge") == {
        door.environment: door.port for door in doors if not isinstance(door, WebSocketEndpoint)
    }
    assert published("tables") == {}


def test_every_setting_can_be_set_and_no_other() -> None:
    for service in ("migrate", *OURS):
        given = set(environment_of(service)) - INSIDE - set(published("web"))
        assert given == documented() - INSIDE, service


def test_every_door_can_be_reached_from_outside_its_container() -> None:
    # Local processes listen on the loopback alone, so that they cannot show it.
    words: list[str] = SERVICES["web"]["command"]
    doors = [word for word in words if word.startswith("tcp:")]
    assert sorted(doors) == sorted(f"tcp:{port}:interface=0.0.0.0" for port in published("web").values())
    assert IMAGE["BIND"] == "0.0.0.0"
    for name in ("migrate", *OURS):
        assert "BIND" not in environment_of(name), name


def test_what_the_image_writes_is_kept_in_its_volume() -> None:
    for name in ("migrate", *OURS):
        assert f"data:{IMAGE['DATA_DIR']}" in SERVICES[name]["volumes"], name
        assert not {"DATA_DIR", "STATIC_DIR"} & set(environment_of(name)), name


def test_processes_without_pages_can_be_watched_from_inside_alone() -> None:
    ports = {service: environment_of(service).get("PORT_MONITOR") for service in ("migrate", *OURS)}
    assert ports == {"migrate": None, "web": None, **dict.fromkeys(WITHOUT_PAGES, MONITOR)}
    for service in WITHOUT_PAGES:
        assert MONITOR not in str(SERVICES[service].get("ports", ())), service


def test_every_setting_is_documented_and_no_other() -> None:
    assert read_by_the_program() - UNDOCUMENTED == documented()


def test_secrets_come_from_outside_and_have_no_default() -> None:
    text = (ROOT / "docker-compose.yml").read_text()
    for name in ("SECRET_KEY", "POSTGRES_PASSWORD"):
        uses = re.findall(rf"\$\{{{name}(..)", text)
        assert uses, name
        assert set(uses) == {":?"}, name


def test_everything_is_watched_comes_back_and_keeps_its_data() -> None:
    for name in (*OURS, "redis", "postgres"):
        assert SERVICES[name]["restart"] == "unless-stopped", name
        assert SERVICES[name]["healthcheck"]["test"], name
    for name in ("migrate", *OURS):
        assert SERVICES[name]["read_only"], name
        assert "data:/data" in SERVICES[name]["volumes"], name
    assert SERVICES["postgres"]["volumes"] == ["postgres:/var/lib/postgresql/data"]
    assert set(COMPOSE["volumes"]) == {"data", "postgres"}
    users = re.findall(r"^USER (\S+)$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    assert users
    assert users[-1] not in ("root", "0")


def test_the_health_checks_tell_sick_from_well(scaled: Callable[..., Scaled]) -> None:
    deployment = scaled()
    started = {"tables": deployment.process("tables"), "web": deployment.process("web")}
    started["bridge"] = deployment.process("bridge", started["web"])
    for name, process in started.items():
        assert process.healthy(), name
    for name in WITHOUT_PAGES:
        monitor = Api(started[name].ports["monitor"])
        assert monitor.get("/healthz")["ready"] is True, name
        assert monitor.call("GET", "/metrics").status == 200, name
    for name in ("bridge", "web", "tables"):
        started[name].kill()
    for name in ("bridge", "web"):
        assert not started[name].healthy(), name
    # What it held lasts for a moment longer than itself.
    until(lambda: not started["tables"].healthy(), "the lease of the table host runs out")


def test_the_image_has_all_that_serving_needs(tmp_path: Path) -> None:
    copied = re.findall(r"^COPY (?!--)(.+) \S+$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    for name in {name for line in copied for name in line.split()}:
        source, target = ROOT / name, tmp_path / name
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", "tests"))
        else:
            shutil.copy(source, target)
    # Without the checkout on the path: only what the image has can be found.
    program = (
        f"import runpy, sys; sys.path = [{str(tmp_path)!r}, {str(tmp_path / 'platform')!r}, "
        f"*(p for p in sys.path if p and not p.startswith({str(ROOT)!r}) or '.venv' in p)]; "
        "sys.argv = ['manage.py', 'check']; import spieltisch.settings as s; assert "
        f"s.__file__.startswith({str(tmp_path)!r}), s.__file__; import spieltisch.asgi; "
        f"runpy.run_path({str(tmp_path / 'manage.py')!r}, run_name='__main__')"
    )
    environment = quiet_environment(tmp_path / "data", STATIC_DIR=str(tmp_path / "collected"))
    environment.pop("PYTHONPATH", None)
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr[-3000:]
