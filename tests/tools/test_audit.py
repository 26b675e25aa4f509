"""The audit of dependencies finds holes, and never calls a look that was not taken a pass."""

from __future__ import annotations

from typing import Any

import pytest

from tools import audit

CLEAN = {"name": "good", "version": "1.0", "vulns": []}
UNKNOWN = {"name": "new", "skip_reason": "not found"}
HOLED = {"name": "bad", "version": "2.0", "vulns": [{"id": "PYSEC-1", "fix_versions": ["2.1"]}]}


@pytest.mark.parametrize(
    ("report", "required", "status", "told"),
    [
        ([CLEAN], "", 0, "no known hole in 1"),
        ([CLEAN, UNKNOWN], "", 0, "NOT AUDITED: 1"),
        ([CLEAN, UNKNOWN], "require", 1, "NOT AUDITED: 1"),
        ([], "", 0, "NOT AUDITED: all"),
        ([], "require", 1, "NOT AUDITED: all"),
        ([UNKNOWN, HOLED], "", 1, "HOLE: bad 2.0: PYSEC-1, mended in 2.1"),
    ],
)
def test_what_is_found_and_what_was_not_looked_at_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    report: list[dict[str, Any]], required: str, status: int, told: str,
) -> None:  # fmt: skip
    monkeypatch.setattr(audit, "asked", lambda: (report, "Because."))
    assert audit.main({"AUDIT": required}) == status
    shown = capsys.readouterr()
    assert told in shown.out + shown.err
