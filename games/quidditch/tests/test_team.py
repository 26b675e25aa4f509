"""The teamConfig: section 5.3.2 of the standard, 2.2 and section 3 item 32 of quidditch-rules.md."""

from __future__ import annotations

import base64
import copy
import struct
import zlib

import pytest

from gamekit import jsontext
from gamekit.errors import MalformedMessage
from gamekit.rules import Json
from games.quidditch.team import check_seat, default_team, read_team, read_team_file, striped_image


def changed(path: str, value: Json) -> Json:
    """Return the default team with one field changed."""
    team = copy.deepcopy(default_team(0))
    *parents, last = path.split(".")
    inner: Json = team
    for parent in parents:
        inner = inner[parent]
    if value is None:
        del inner[last]
    else:
        inner[last] = value
    return team


def png(width: int, height: int) -> str:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress((b"\0" + b"\x7f" * width) * height)
    data = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")
    return base64.b64encode(data).decode()


def test_default_teams_are_valid_and_differ() -> None:
    assert read_team(default_team(0)) == default_team(0)
    assert default_team(0) != default_team(1)


def test_files_are_read_bare_and_in_a_container_section_3_item_31() -> None:
    team = default_team(0)
    assert read_team_file(jsontext.dumps(team)) == team
    assert read_team_file(jsontext.dumps({"timestamp": "", "payloadType": "teamConfig", "payload": team})) == team


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("name", "ab"),
        ("name", "a" * 41),
        ("name", "Bad-Name"),
        ("name", None),
        ("motto", "ab"),
        ("motto", "a" * 201),
        ("motto", "no (brackets)"),
        ("colors.primary", "ff00aa"),
        ("colors.primary", "FF00A"),
        ("colors.secondary", "1F4E9E"),
        ("colors", "FF00AA"),
        ("image", "not base64!"),
        ("image", "aGVsbG8="),
        ("image", 17),
        ("fans.elves", 0),
        ("fans.elves", "1"),
        ("fans.elves", 2),
        ("fans.wombats", None),
        ("players.seeker.name", "x"),
        ("players.seeker.broom", "thinderblast"),
        ("players.seeker.broom", ["firebolt"]),
        ("players.seeker.sex", "x"),
        ("players.beater2", None),
        ("players.keeper.broom", "firebolt"),
    ],
)
def test_what_is_wrong_is_refused(path: str, value: Json) -> None:
    with pytest.raises(MalformedMessage) as refusal:
        read_team(changed(path, value))
    assert refusal.value.field.split(".")[0] == path.split(".")[0]


def test_names_and_mottos_have_their_characters_and_lengths() -> None:
    read_team(changed("name", "Team 9 from Outer Space 12345678901234567"[:40]))
    read_team(changed("motto", "Ready, steady: go; who? me! it's - fine."))


def test_each_broom_is_used_at_least_once() -> None:
    with pytest.raises(MalformedMessage, match="tinderblast"):
        read_team(changed("players.keeper.broom", "comet260"))


def test_at_most_four_players_are_of_the_same_sex_unless_the_mod_is_on() -> None:
    team = changed("players.keeper.sex", "f")
    with pytest.raises(MalformedMessage, match="same sex"):
        read_team(team)
    read_team(team, gender_balance=False)


def test_a_data_prefix_is_cut_off_the_image_section_3_item_32() -> None:
    image = striped_image("000000", "FFFFFF")
    assert read_team(changed("image", f"data:image/png;base64,{image}"))["image"] == image


def test_line_breaks_in_the_base64_are_no_part_of_the_image() -> None:
    image = striped_image("000000", "FFFFFF")
    broken = "\r\n".join(image[at : at + 76] for at in range(0, len(image), 76))
    assert read_team(changed("image", broken))["image"] == image


def test_half_a_png_is_refused() -> None:
    half = base64.b64encode(base64.b64decode(striped_image("000000", "FFFFFF"))[:60]).decode()
    with pytest.raises(MalformedMessage, match="whole PNG"):
        read_team(changed("image", half))


def test_the_image_is_a_png_of_256_by_256() -> None:
    read_team(changed("image", png(256, 256)))
    with pytest.raises(MalformedMessage, match="256 by 256"):
        read_team(changed("image", png(255, 256)))


def test_unknown_fields_are_ignored() -> None:
    assert "house" not in read_team(changed("house", "Ulm"))


def test_a_seat_without_a_team_gets_one() -> None:
    data = check_seat({}, [])
    assert data["team"] == default_team(0)
    assert data["ai"] is False


def test_a_seats_team_and_user_name_are_checked() -> None:
    with pytest.raises(MalformedMessage):
        check_seat({"team": changed("name", "x")}, [])
    with pytest.raises(MalformedMessage, match="userName"):
        check_seat({"userName": "no blanks please"}, [])
    assert (
        check_seat({"team": changed("players.keeper.sex", "f"), "genderBalance": False}, [])["genderBalance"] is False
    )
