"""The console's words for what the platform names by codes: statuses, kinds of seats and steps, acts of staff."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

WORDS = {
    "open": _("open"),
    "running": _("running"),
    "paused": _("paused"),
    "finished": _("finished"),
    "aborted": _("aborted"),
    "person": _("person"),
    "client": _("program"),
    "program": _("program"),
    "page": _("page"),
    "bot": _("bot"),
    "held": _("kept free"),
    "play": _("move"),
    "start": _("start"),
    "expire": _("time over"),
    "late": _("late answer"),
    "withdraw": _("withdrawal"),
    "control": _("order"),
    "pause": _("pause"),
    "resume": _("resume"),
    "step": _("step"),
    "abort": _("abort"),
    "close": _("close"),
    "kick": _("kick"),
    "add_bot": _("seat a bot"),
    "move": _("move a seat"),
    "message": _("message"),
    "announce": _("message to everybody"),
    "drain": _("drain"),
    "end drain": _("end of draining"),
    "ban": _("ban"),
    "lift ban": _("lifted ban"),
    "preset": _("preset"),
    "delete preset": _("deleted preset"),
    "let chat line stand": _("let chat line stand"),
    "remove chat line": _("removed chat line"),
    "look": _("looked at the whole state"),
    "inspect": _("read a connection"),
    "sign in": _("signed in"),
    "lock": _("locked out"),
    "unlock": _("let in again"),
    "revoke token": _("revoked token"),
    "verify": _("verified replay"),
    "change password": _("changed the own password"),
    "staff token": _("made a token with staff's rights"),
    "invite": _("invitation"),
    "unseat": _("freed seat"),
    "seat token": _("seat token"),
    "admin add": _("added in the administration"),
    "admin change": _("changed in the administration"),
    "admin delete": _("deleted in the administration"),
}


def worded(code: str) -> str:
    """Return the word for a code in the active language, or the code itself."""
    return str(WORDS.get(code, code))
