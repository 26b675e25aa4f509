"""`python -m tools.audit`: looks for known holes in the pinned dependencies, and says loudly when it could not look.

`pip-audit` asks a vulnerability service for each version in the lock. Where that service cannot be reached, or does
not know a version, `pip-audit` itself reports success; here that is never a pass. What was not looked at is printed,
and with AUDIT=require (for a release) it is a failure. A hole that was found always is.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

LOCK = Path(__file__).resolve().parents[1] / "requirements.lock"
WITHIN = 120


def main(environment: Mapping[str, str] = os.environ) -> int:
    """Audit, tell, and return the exit status."""
    report, reason = asked()
    holes, unseen = judged(report)
    for line in holes:
        print(f"HOLE: {line}", file=sys.stderr)
    if holes:
        return 1
    if report and not unseen:
        print(f"no known hole in {len(report)} dependencies")
        return 0
    print(f"NOT AUDITED: {len(unseen) if report else 'all'} dependencies. {reason}", file=sys.stderr)
    return 1 if environment.get("AUDIT") == "require" else 0


def asked() -> tuple[list[dict[str, Any]], str]:
    """Return pip-audit's report, a row a dependency, and why it is incomplete if it is."""
    options = ["--no-deps", "--disable-pip", "--progress-spinner", "off", "--format", "json", "--timeout", "10"]
    command = [sys.executable, "-m", "pip_audit", "--requirement", str(LOCK), *options]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=WITHIN, check=False)
    except subprocess.TimeoutExpired:
        return [], f"The vulnerability service did not answer within {WITHIN} s."
    try:
        rows: list[dict[str, Any]] = json.loads(done.stdout)["dependencies"]
    except (ValueError, KeyError):
        last = done.stderr.strip().splitlines()[-1:] or ["no report"]
        return [], f"The vulnerability service cannot be asked from here: {last[0]}"
    return rows, "The vulnerability service that can be reached from here does not know these versions."


def judged(report: list[dict[str, Any]]) -> tuple[list[str], list[str]]:
    """Return the holes found, and the dependencies that nobody looked at."""
    holes = [
        f"{row['name']} {row['version']}: {hole['id']}, mended in {', '.join(hole['fix_versions']) or 'no version yet'}"
        for row in report
        for hole in row.get("vulns", ())
    ]
    return holes, [row["name"] for row in report if "vulns" not in row]


if __name__ == "__main__":
    sys.exit(main())
