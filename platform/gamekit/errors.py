"""The tree of game errors, each with a machine-readable code and its data.

    GameError(code, message, field, **data)
    ├── MalformedMessage     the client's bytes or container make no sense      (their fault, syntax)
    ├── Refused              the platform says no: seat taken, table closed     (their fault, wrong time or place)
    │   └── Unavailable      the platform cannot do it just now                 (our fault: nobody is punished for it)
    ├── IllegalMove          a sentence of the game, but not now                (their fault, rules)
    │   ├── NotYourTurn
    │   ├── StaleVersion
    │   └── MatchOver
    └── RulesBroken          our state is impossible                            (our fault: log it, stop the match)

Codes are slash-spaced (``move/not_your_turn``); the message is a sentence a person can act on, the field names the part
of the input that is wrong.
"""

from __future__ import annotations

#: Characters of a message; a sentence that a person can act on is shorter.
LONGEST_MESSAGE = 500


class GameError(Exception):
    """A refusal that names what was wrong; changes nothing."""

    default_code = "game/error"

    def __init__(self, message: str, code: str = "", field: str = "", **data: object) -> None:
        # Many a refusal shows what it refuses; a stranger's fifty thousand letters are not sent back to him.
        self.message = message if len(message) <= LONGEST_MESSAGE else message[:LONGEST_MESSAGE] + "…"
        super().__init__(self.message)
        self.code = code or self.default_code
        self.field = field
        self.data = data


class MalformedMessage(GameError):
    """What the client sent cannot be read."""

    default_code = "message/malformed"


class Refused(GameError):
    """The platform refuses: no such table, seat taken, not allowed."""

    default_code = "table/refused"


class Unavailable(Refused):
    """A fault of ours is in the way: the client did nothing wrong, and whether it was done is not known."""

    default_code = "server/unavailable"


class IllegalMove(GameError):
    """The rules forbid it now."""

    default_code = "move/illegal"


class NotYourTurn(IllegalMove):
    """Somebody else is to act."""

    default_code = "move/not_your_turn"


class StaleVersion(IllegalMove):
    """The move answers a position that is no longer there."""

    default_code = "move/stale"


class MatchOver(IllegalMove):
    """The match has ended."""

    default_code = "move/match_over"


class RulesBroken(GameError):
    """Our own state is impossible."""

    default_code = "rules/broken"
