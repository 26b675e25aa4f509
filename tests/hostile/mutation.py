"""Changes messages the way a stranger would: bytes cut and doubled, values of JSON exchanged, numbers made absurd.

Everything comes from the random generator that is handed in, so an input that broke something can be made again.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from typing import Any

#: Values that have broken programs before: limits of number types, odd texts, wrong kinds, deep and wide things.
HOSTILE_VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2**31, -(2**31) - 1, 2**53, 2**63, 2**64 - 1, 10**400, -0.0, 1e308, 1e-320, 0.5,
    float("inf"), float("-inf"), float("nan"), "", " ", "0", "\x00", "a\x00b", "\ud800", "\udfff\ud800", "\u202e",
    "\u2028", "💥" * 9, "A" * 5000, "%s%n{0}", "../../etc/passwd", "<!--", "]]>", "&xxe;", "__class__", "NaN", [], {},
    [[]], [None], [{}], {"": 0}, {"x": None}, {"x": 1, "y": []}, [0] * 300, [[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]],
)  # fmt: skip

#: Pieces of text that are put where they do not belong.
SPLINTERS = (
    b"\x00", b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\n", b"\r", b"\t", b'"', b"'", b"\\", b"\\u0000",
    b"\\ud800", b"{", b"}", b"[", b"]", b",", b":", b"<", b">", b"</", b"/>", b"&", b"&lt;", b"&#0;", b"&#x110000;",
    b"<!--", b"-->", b"<![CDATA[", b"]]>", b"<!DOCTYPE a>", b"<?xml?>", b"1e999", b"-", b"NaN", b"9" * 400, b"null",
    b"<a>", b"[" * 50, b'{"a":' * 50,
)  # fmt: skip


def mutated(data: bytes, rng: random.Random, longest: int = 1 << 16) -> bytes:
    """Return the bytes with one to four changes."""
    for _ in range(rng.choice((1, 1, 1, 2, 3, 4))):
        data = rng.choice(_CHANGES)(data, rng)
    return data[:longest]


def _cut(data: bytes, rng: random.Random) -> bytes:
    begin, end = _span(data, rng)
    return data[:begin] + data[end:]


def _double(data: bytes, rng: random.Random) -> bytes:
    begin, end = _span(data, rng)
    return data[:end] + data[begin:end] * rng.choice((1, 1, 2, 8)) + data[end:]


def _splinter(data: bytes, rng: random.Random) -> bytes:
    place = rng.randrange(len(data) + 1)
    return data[:place] + rng.choice(SPLINTERS) + data[place:]


def _flip(data: bytes, rng: random.Random) -> bytes:
    if not data:
        return b"\x00"
    changed = bytearray(data)
    changed[rng.randrange(len(data))] = rng.randrange(256)
    return bytes(changed)


def _swap(data: bytes, rng: random.Random) -> bytes:
    begin, end = _span(data, rng)
    return data[end:] + data[begin:end] + data[:begin]


def _graft(data: bytes, rng: random.Random) -> bytes:
    """Exchange a value somewhere in one of the JSON lines for a hostile one."""
    lines = data.split(b"\n")
    number = rng.randrange(len(lines))
    try:
        tree = json.loads(lines[number])
    except (ValueError, RecursionError):
        return _splinter(data, rng)
    lines[number] = written(grafted(tree, rng))
    return b"\n".join(lines)


def _span(data: bytes, rng: random.Random) -> tuple[int, int]:
    begin = rng.randrange(len(data) + 1)
    return begin, min(len(data), begin + rng.choice((1, 1, 2, 4, 16, 64, 400)))


_CHANGES: Sequence[Callable[[bytes, random.Random], bytes]] = (
    _graft,
    _graft,
    _graft,
    _cut,
    _double,
    _splinter,
    _flip,
    _swap,
)


def grafted(tree: Any, rng: random.Random) -> Any:
    """Return the tree with one value or key exchanged, removed or doubled."""
    if isinstance(tree, dict) and tree and rng.random() < 0.85:
        return _grafted_object(tree, rng)
    if isinstance(tree, list) and tree and rng.random() < 0.85:
        place = rng.randrange(len(tree))
        how = rng.random()
        if how < 0.1:
            return tree[:place] + tree[place + 1 :]
        if how < 0.2:
            return tree * rng.choice((2, 3, 40))
        return [*tree[:place], grafted(tree[place], rng), *tree[place + 1 :]]
    return rng.choice(HOSTILE_VALUES)


def _grafted_object(tree: dict[str, Any], rng: random.Random) -> Any:
    key = rng.choice(list(tree))
    how = rng.random()
    if how < 0.1:
        return {name: value for name, value in tree.items() if name != key}
    if how < 0.15:
        return {("\x00" + key if name == key else name): value for name, value in tree.items()}
    if how < 0.2:
        return {**tree, rng.choice(("", "payload", "x", key.upper())): rng.choice(HOSTILE_VALUES)}
    return {**tree, key: grafted(tree[key], rng)}


def written(tree: Any) -> bytes:
    """Return the tree as JSON, lone surrogates and NaN included: that is the point."""
    return json.dumps(tree, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")
