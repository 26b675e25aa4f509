"""The figures that docs/operations.md speaks of: each process has its own, and a test looks at each of them."""

from __future__ import annotations

import re
from collections.abc import Callable

from tests.support.api import Api
from tests.support.scaled import Process, Scaled
from tests.support.server import ROOT


def documented() -> dict[str, set[str]]:
    """Return the documented metrics, each with the kinds of processes that it is of."""
    table = (ROOT / "docs/operations.md").read_text().split("\n## Metrics\n")[1].split("\n## ")[0]
    rows = [line.split("|") for line in table.splitlines() if line.startswith("| `")]
    return {name: set(row[2].strip().split(", ")) for row in rows for name in re.findall(r"spieltisch_\w+", row[1])}


def exported(process: Process, door: str = "monitor") -> set[str]:
    """Return the names of a process's metrics, of those too that have no sample yet."""
    text = Api(process.ports[door]).call("GET", "/metrics").body.decode()
    return set(re.findall(r"^# TYPE (\w+) ", text, re.MULTILINE))


def test_every_documented_figure_is_looked_at_by_a_test() -> None:
    tests = "".join(path.read_text() for path in (ROOT / "tests").rglob("*.py"))
    assert len(documented()) >= 17
    assert [name for name in documented() if not re.search(rf"{name}(_count|_sum|_bucket)?(?!\w)", tests)] == []


def test_every_documented_figure_is_had_of_the_processes_it_is_of(scaled: Callable[..., Scaled]) -> None:
    deployment = scaled()
    tables, web = deployment.process("tables"), deployment.process("web")
    found = {
        "tables": exported(tables),
        "web": exported(web, "web"),
        "bridge": exported(deployment.process("bridge", web)),
    }
    for kind, names in found.items():
        assert {name for name, kinds in documented().items() if kind in kinds} - names == set(), kind
    assert set().union(*found.values()) - set(documented()) == set(), "nothing is told that is not described"
    Api(web.ports["web"]).get("/api/tables")
    text = Api(tables.ports["monitor"]).call("GET", "/metrics").body.decode()
    packets = re.findall(r'^spieltisch_cluster_packets_total{way="(?:in|out)"} [1-9]', text, re.MULTILINE)
    assert len(packets) == 2
    only = {name for name, kinds in documented().items() if "bridge" in kinds}
    assert found["bridge"] == only, "a bridge does not say 0 of what it cannot know"
