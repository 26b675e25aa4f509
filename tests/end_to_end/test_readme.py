"""The README's programs do what it says: each is run as it stands there, with only its port replaced."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.server import ROOT, Server

README = (ROOT / "README.md").read_text()
PROGRAMS = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
#: Which door a program goes through, by the port it names, and what one of the first answers must hold.
DOORS = {
    33100: ("qwirkle", "uniqueID"),
    6785: ("catan", "Hallo"),
    13050: ("mississippi", "<protocol"),
    4488: ("quidditch", "joinResponse"),
    8000: ("web", "ConnectAccepted"),
}


def test_there_is_a_program_for_each_protocol() -> None:
    assert len(PROGRAMS) == len(DOORS)
    # Five lines that do something: imports stand apart from them.
    said = [[line for line in program.splitlines() if line and "import" not in line] for program in PROGRAMS]
    assert all(len(lines) <= 5 for lines in said)


def test_every_program_gets_an_answer(server: Server, tmp_path: Path) -> None:
    for program in PROGRAMS:
        port = next(port for port in DOORS if str(port) in program)
        door, answer = DOORS[port]
        path = tmp_path / f"{door}.py"
        path.write_text(program.replace(str(port), str(server.ports[door])))
        running = subprocess.Popen(
            [sys.executable, "-u", str(path)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        with running:
            assert running.stdout is not None
            said = [running.stdout.readline()]
            while answer not in said[-1] and said[-1] and len(said) < 5:
                said.append(running.stdout.readline())
            running.kill()
        assert answer in said[-1], f"{door}: {said}"


@pytest.mark.parametrize(
    "name", ["ARCHITECTURE.md", "CONTRIBUTING.md", "README.md", "SECURITY.md", "docs/capacity.md", "docs/operations.md"]
)
def test_every_path_that_a_document_names_is_there(name: str) -> None:
    text = (ROOT / name).read_text()
    folders = "platform|bridge|tests|static|tools|benchmarks|faults|docs|e2e"
    named = [path.replace("e2e/", "tests/end_to_end/") for path in re.findall(rf"`((?:{folders})/[\w./*-]+)`", text)]
    assert [path for path in named if not list(ROOT.glob(path.rstrip("/")))] == []
