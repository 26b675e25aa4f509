"""Strategies of hypothesis for foreign bytes: nothing but bytes, hostile JSON, and honest messages changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from tests.hostile.mutation import HOSTILE_VALUES, mutated, written

_LEAVES = st.sampled_from(HOSTILE_VALUES) | st.integers() | st.floats() | st.text(st.characters(), max_size=20)
_NAMES = st.sampled_from(("payloadType", "payload", "uniqueID", "tiles", "x", "Ort", "Typ", "")) | st.text(max_size=8)

#: Values as JSON may hold them, and some that it may not.
hostile_values: st.SearchStrategy[Any] = st.recursive(
    _LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_NAMES, inner, max_size=4), max_leaves=12
)


def foreign_bytes(honest: Sequence[bytes]) -> st.SearchStrategy[bytes]:
    """Return what a stranger may send where these messages are expected."""
    changed = st.builds(mutated, st.sampled_from(honest), st.randoms(use_true_random=False))
    return st.one_of(changed, changed, changed, hostile_values.map(written), st.binary(max_size=300))
