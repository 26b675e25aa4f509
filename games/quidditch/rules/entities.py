"""Who and what is on or beside the pitch, as small integers, with the names of the standard (9.2.1).

Players are 0..13 (left team first; in a team: seeker, keeper, three chasers, two beaters), balls 14..17; 18..27 name a
kind of fan of a side: the standard has no names for single fans.
"""

from __future__ import annotations

PLAYERS = range(14)
TEAM = 7
ROLES = ("seeker", "keeper", "chaser1", "chaser2", "chaser3", "beater1", "beater2")
SIDES = ("left", "right")
SEEKER, KEEPER = 0, 1
CHASERS, BEATERS = (2, 3, 4), (5, 6)

SNITCH, BLUDGER1, BLUDGER2, QUAFFLE = 14, 15, 16, 17
BALLS = ("snitch", "bludger1", "bludger2", "quaffle")

GOBLIN, TROLL, ELF, NIFFLER, WOMBAT = range(5)
FAN_KINDS = ("goblin", "troll", "elf", "niffler", "wombat")
#: The field of a teamConfig that counts the fans of a kind.
FAN_FIELDS = ("goblins", "trolls", "elves", "nifflers", "wombats")
FIRST_FAN = 18
NOBODY = -1

NAMES: tuple[str, ...] = (
    *(side + role.capitalize() for side in SIDES for role in ROLES),
    *BALLS,
    *(side + kind.capitalize() for side in SIDES for kind in FAN_KINDS),
)
BY_NAME = {name: entity for entity, name in enumerate(NAMES)}

ROLE_OF = tuple(player % TEAM for player in PLAYERS)
SIDE_OF = tuple(player // TEAM for player in PLAYERS)
IS_CHASER = tuple(ROLE_OF[player] in CHASERS for player in PLAYERS)
IS_BEATER = tuple(ROLE_OF[player] in BEATERS for player in PLAYERS)
#: Chasers and keepers can hold the quaffle.
CAN_HOLD = tuple(ROLE_OF[player] in (KEEPER, *CHASERS) for player in PLAYERS)
SEEKERS = (SEEKER, TEAM + SEEKER)
KEEPERS = (KEEPER, TEAM + KEEPER)

BROOMS = ("tinderblast", "cleansweep11", "comet260", "nimbus2001", "firebolt")
FOULS = ("flacking", "haversacking", "stooging", "blatching", "snitchnip")
#: What a fan of each kind does; also the reason of his ban.
FAN_DELTAS = ("goblinShock", "trollRoar", "elfTeleportation", "snitchSnatch", "wombatPoo")


def fan_entity(side: int, kind: int) -> int:
    """Return the entity that stands for the fans of a kind and side."""
    return FIRST_FAN + side * len(FAN_KINDS) + kind


def side_of(entity: int) -> int:
    """Return the side an entity belongs to; balls belong to neither (-1)."""
    if entity < len(PLAYERS):
        return SIDE_OF[entity]
    return (entity - FIRST_FAN) // len(FAN_KINDS) if entity >= FIRST_FAN else -1


def fan_kind(entity: int) -> int:
    """Return the kind of fan that an entity from 18 on stands for."""
    return (entity - FIRST_FAN) % len(FAN_KINDS)
