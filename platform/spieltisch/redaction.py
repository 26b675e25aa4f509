"""Takes secrets out of what is written down for people.

Strangers choose much of what is logged, and a pattern runs while nothing else does: every pattern here looks at each
character a bounded number of times. A name is looked for once in a run of its letters (`(?<!…)`, `(?>…)`, `*+`), and a
quoted value without an end goes to the end of the text.
"""

from __future__ import annotations

import re

#: Shown in place of a secret.
HIDDEN = "***"

#: What is in the names of fields, headers, cookies and attributes that hold one, whatever the language around them.
_WORDS = "password|passphrase|authorization|secret|token|sessionid|csrf|x-spieltisch-bridge|cookie|invite|reservation"
#: Such a name, for patterns that ignore letter case.
NAME = rf"(?<![\w-])(?>[\w-]*?(?:{_WORDS}))[\w-]*+"
_WORD = re.compile(_WORDS, re.IGNORECASE)
_FIELD = re.compile(
    rf"""(?P<name>{NAME})(?P<between>\\?["']?\s*+[:=]\s*+)(?:(?:bearer|basic)\s++)?"""
    r"""(?:\\?"(?:[^"\\]|\\.)*+(?:"|\\?\Z)|'(?:[^'\\]|\\.)*+(?:'|\\?\Z)|[^\s"',;&<>}\]]+)""",
    re.IGNORECASE | re.DOTALL,
)
_BEARER = re.compile(r"\b(bearer)\s++[\w.~+/-]{12,}+=*", re.IGNORECASE)
_ADDRESS = re.compile(r"(?<!\w)(?P<scheme>\w++://)(?P<rest>\S++)")
#: A seat token behind a name, as some games' clients bring it.
_APPENDED = re.compile(r"#[\w-]{12,}+")


def is_secret(name: str) -> bool:
    """Tell whether a field of this name holds a secret."""
    return _WORD.search(name) is not None


def redacted(text: str) -> str:
    """Return the text with every named secret hidden."""
    text = _ADDRESS.sub(_without_password, text)
    text = _FIELD.sub(rf'\g<name>\g<between>"{HIDDEN}"', text)
    return without_appended(_BEARER.sub(rf"\1 {HIDDEN}", text))


def without_appended(text: str) -> str:
    """Return the text without the tokens that stand behind names (`Anna#token`)."""
    return _APPENDED.sub(f"#{HIDDEN}", text)


def _without_password(found: re.Match[str]) -> str:
    # A password may hold "/" and "@" itself: it ends where no other "@" follows.
    account, at, host = found["rest"].rpartition("@")
    return f"{found['scheme']}{HIDDEN}@{host}" if at and ":" in account else found[0]
