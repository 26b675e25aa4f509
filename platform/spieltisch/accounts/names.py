"""Names for those who did not choose one."""

from __future__ import annotations

import secrets

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

ANIMALS = (
    gettext_lazy("Badger"),
    gettext_lazy("Beaver"),
    gettext_lazy("Buzzard"),
    gettext_lazy("Dormouse"),
    gettext_lazy("Fox"),
    gettext_lazy("Hare"),
    gettext_lazy("Hedgehog"),
    gettext_lazy("Heron"),
    gettext_lazy("Jackdaw"),
    gettext_lazy("Kingfisher"),
    gettext_lazy("Lynx"),
    gettext_lazy("Magpie"),
    gettext_lazy("Marten"),
    gettext_lazy("Otter"),
    gettext_lazy("Owl"),
    gettext_lazy("Raven"),
    gettext_lazy("Salamander"),
    gettext_lazy("Squirrel"),
    gettext_lazy("Stork"),
    gettext_lazy("Wolf"),
)


def suggest_name() -> str:
    """Return a friendly name in the visitor's language, such as `Otter 42`."""
    return f"{secrets.choice(ANIMALS)} {10 + secrets.randbelow(90)}"


def shown_name(name: str) -> str:
    """Return the name, or the reader's word for somebody whose account is deleted."""
    return _("deleted player") if name in ("", "deleted player") else name
