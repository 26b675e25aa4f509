"""When two names look the same to those who read them: Unicode can write most names in several ways."""

from __future__ import annotations

import re
import unicodedata

#: What shows nothing and yet counts as printable: fillers, the braille blank, joiners and variation selectors.
UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U0001d159\U000e0100-\U000e01ef]"
)

#: Characters of a name that are looked at, far more than any name has. Accents are brought into their order in a time
#: that grows with the square of their number, and nothing else runs meanwhile.
MOST_READ = 1000


def tidied(name: str) -> str:
    """Return a name in its usual spelling: composed accents, letters of usual width, one line, single spaces."""
    return " ".join(unicodedata.normalize("NFKC", name[:MOST_READ]).split())


def all_seen(name: str) -> bool:
    """Tell whether every character of a name shows something."""
    return name.isprintable() and not UNSEEN.search(name)


def key_of(name: str) -> str:
    """Return what names have in common that differ in spelling and letter case alone, in all alphabets."""
    return unicodedata.normalize("NFKC", tidied(name).casefold())
