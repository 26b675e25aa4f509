"""Compares the moves a client sent with those in the log: none acknowledged may miss, none may be there twice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Verdict(NamedTuple):
    """How many acknowledged moves the log does not have, and how many it has that were not sent (or not so often)."""

    lost: int
    doubled: int


def align(sent: Sequence[tuple[str, bool]], written: Sequence[str]) -> Verdict:
    """Return the mildest explanation of the log: `sent` are (move, acknowledged) in order, `written` the log's moves.

    A move whose answer never came may be in the log or not. The client waits for each answer before its next move, so
    both are in the same order.
    """
    # Long stretches agree; only from the first difference on is there anything to decide.
    same = 0
    while same < min(len(sent), len(written)) and sent[same][0] == written[same] and sent[same][1]:
        same += 1
    rest, log = sent[same:], written[same:]
    table: list[list[Verdict]] = [[Verdict(0, len(log) - j) for j in range(len(log) + 1)]]
    for move, acknowledged in reversed(rest):
        below = table[-1]
        row = [Verdict(0, 0)] * (len(log) + 1)
        for j in range(len(log), -1, -1):
            choices = [Verdict(below[j].lost + acknowledged, below[j].doubled)]
            if j < len(log):
                choices.append(Verdict(row[j + 1].lost, row[j + 1].doubled + 1))
                if log[j] == move:
                    choices.append(below[j + 1])
            row[j] = min(choices, key=lambda one: (one.lost + one.doubled, one))
        table.append(row)
    return table[-1][0]
