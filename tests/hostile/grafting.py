"""Every place of an honest message with every hostile value in it, one at a time: what chance finds only sometimes.

A message is JSON text of one or more lines; the first items of each list stand for all of them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from tests.hostile.mutation import written

VALUES: tuple[Any, ...] = (True, 5, 1.5, "", [], {}, [[]], 2**64 - 1, 1e308, None, "\0")
#: Items of a list, and lines of a file beside its last, that stand for all of them.
FIRST = 3


def grafted_everywhere(data: bytes) -> Iterator[bytes]:
    """Yield the text with each value at each place; nothing when it is no JSON."""
    for texts, number, tree in _lines(data):
        for path in _paths(tree):
            for value in VALUES:
                yield b"\n".join([*texts[:number], written(_replaced(tree, path, value)), *texts[number + 1 :]])


def with_doubled_members(data: bytes) -> Iterator[bytes]:
    """Yield the text with each member of its objects said twice: at first with a value that is wrong, and at last."""
    for texts, number, tree in _lines(data):
        for path in _paths(tree):
            if path and isinstance(path[-1], str):
                for first in (True, False):
                    twice = _doubled(tree, path, first)
                    yield b"\n".join([*texts[:number], twice, *texts[number + 1 :]])


def _lines(data: bytes) -> Iterator[tuple[list[bytes], int, Any]]:
    """Yield those lines that are JSON, and stand for the others, with where they are."""
    texts = data.rstrip(b"\n").split(b"\n")
    for number in sorted({*range(min(FIRST, len(texts))), len(texts) - 1}):
        try:
            yield texts, number, json.loads(texts[number])
        except (ValueError, RecursionError):
            continue


def _paths(tree: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    yield path
    if isinstance(tree, dict):
        for key, value in tree.items():
            yield from _paths(value, (*path, key))
    elif isinstance(tree, list):
        for number, value in enumerate(tree[:FIRST]):
            yield from _paths(value, (*path, number))


def _replaced(tree: Any, path: tuple[str | int, ...], value: Any) -> Any:
    if not path:
        return value
    key, rest = path[0], path[1:]
    copy: Any = dict(tree) if isinstance(tree, dict) else list(tree)
    copy[key] = _replaced(tree[key], rest, value)
    return copy


#: Stands for a member until it is written twice.
_MARK = "\ue000twice"


def _doubled(tree: Any, path: tuple[str | int, ...], first: bool) -> bytes:
    """Return the text with a member twice, the honest one at last or at first."""
    name, value = str(path[-1]), tree
    for key in path:
        value = value[key]
    marked = written(_replaced(tree, path, _MARK))
    member = written(name) + b":"
    honest, wrong = member + written(value), member + b"[[]]"
    return marked.replace(member + written(_MARK), b",".join((wrong, honest) if first else (honest, wrong)), 1)
