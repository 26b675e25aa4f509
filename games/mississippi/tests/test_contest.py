"""Sections 3.1, 3.4 to 3.6 and 3.9: the bytes on the wire."""

from __future__ import annotations

from xml.etree import ElementTree

from gamekit.container import MALFORMED, Container
from gamekit.rules import Json
from games.mississippi.dialects.contest import ContestDialect
from games.mississippi.markup import Element, element, parsed, written
from games.mississippi.tests.test_reception import playing

DIALECT = ContestDialect()


def decoded(frame: bytes) -> tuple[str, Json]:
    """Return the one container in a frame."""
    (container,) = DIALECT.decode(frame)
    return container.payload_type, container.payload


def test_the_first_message_comes_with_the_root_and_every_element_on_a_line_of_its_own() -> None:
    _, red, _, _ = playing()
    start = b"""<protocol>
  <joined roomId="room-1"/>
  <room roomId="room-1">
    <data class="welcomeMessage" color="red"/>
  </room>
  <room roomId="room-1">
    <data class="memento">
      <state class="state" turn="0" startPlayer="RED" currentPlayer="RED" freeTurn="false">
        <red displayName="Unknown" color="RED" points="1" x="-1" y="1" SHIP/>
        <blue displayName="Unknown" color="BLUE" points="1" x="-1" y="-1" SHIP/>
        <board>
          <tiles>
            <tile visible="true" index="0" direction="0">
              <fields>
                <field type="WATER" x="-2" y="2" points="0"/>
"""
    ship = b'direction="RIGHT" speed="1" coal="6" tile="0" passenger="0"'
    assert red.output.startswith(start.replace(b"SHIP", ship))
    end = b"""
              </fields>
            </tile>
          </tiles>
        </board>
      </state>
    </data>
  </room>
  <room roomId="room-1">
    <data class="sc.framework.plugins.protocol.MoveRequest"/>
  </room>"""
    assert red.output.endswith(end)


def test_every_room_ends_behind_a_blank_as_the_ruby_client_needs() -> None:
    _, red, _, _ = playing()
    assert red.output.count(b"</room>") == red.output.count(b" </room>") > 0


def test_the_whole_stream_is_one_document() -> None:
    house, red, _, room = playing()
    house.expire(room)
    red.ring()
    root = ElementTree.fromstring(red.output)
    assert root.tag == "protocol"
    assert [child.tag for child in root] == ["joined", "room", "room", "room", "room", "left"]


def test_the_result_looks_as_on_the_real_server() -> None:
    house, _, blue, room = playing()
    house.expire(room)
    text = blue.output[blue.output.rindex(b"\n  <room") : blue.output.rindex(b"\n  <left")].decode()
    assert text.startswith("""
  <room roomId="room-1">
    <data class="result">
      <definition>
        <fragment name="Siegpunkte">
          <aggregation>SUM</aggregation>
          <relevantForRanking>false</relevantForRanking>
        </fragment>
        <fragment name="Punkte">
          <aggregation>SUM</aggregation>
          <relevantForRanking>true</relevantForRanking>
        </fragment>
        <fragment name="Passagiere">
          <aggregation>SUM</aggregation>
          <relevantForRanking>true</relevantForRanking>
        </fragment>
      </definition>
      <score cause="HARD_TIMEOUT">
        <part>0</part>
        <part>1</part>
        <part>0</part>
      </score>
      <score cause="REGULAR">
        <part>2</part>
        <part>1</part>
        <part>0</part>
      </score>
      <winner class="player" displayName="Unknown" color="BLUE" points="1\"""")


def test_apostrophes_and_line_breaks_are_written_as_the_real_server_does() -> None:
    assert written(element("a", {"b": "it's\nso"})) == '\n<a b="it&apos;s&#xa;so"/>'
    assert parsed(written(element("a", {"b": "it's\nso <&>\"\t"})).encode()).attributes["b"] == "it's\nso <&>\"\t"


def test_characters_that_xml_cannot_hold_are_dropped() -> None:
    assert written(element("a", {"b": "x\x00\x1b\ud800y"})) == '\n<a b="xy"/>'


def test_an_error_carries_the_request_that_caused_it() -> None:
    _, red, blue, _ = playing()
    red.say("<room roomId='room-1'><data class='move'><turn order='0' direction='1'/></data></room>")
    expected = b"""
  <room roomId="room-1">
    <data class="error" message="Ungueltiger Zug von &apos;Unknown&apos;.&#xa;REASON">
      <originalRequest class="room" roomId="room-1">
        <data class="move">
          <turn order="0" direction="1"/>
        </data>
      </originalRequest>
    </data>
  </room>"""
    assert expected.replace(b"REASON", b"Es sind noch Bewegungspunkte \xc3\xbcbrig") in blue.output


def test_requests_become_containers() -> None:
    assert decoded(b'<join gameType="g"/>') == ("join", {"gameType": "g"})
    assert decoded(b"<joinPrepared reservationCode='rc'/>") == ("joinPrepared", {"reservationCode": "rc"})
    assert decoded(b"</protocol>") == ("goodbye", {})
    assert decoded(b"<sc.protocol.responses.CloseConnection/>") == ("goodbye", {})
    kind, payload = decoded(b'<prepare gameType="g"><slot displayName="N" canTimeout="true"/></prepare>')
    assert kind == "prepare"
    assert payload["slots"] == [{"displayName": "N", "canTimeout": True, "shouldBePaused": False}]
    assert payload["state"] is None


def test_what_cannot_be_read_is_marked_and_says_where() -> None:
    kind, payload = decoded(b"<join>\n<oops></join>")
    assert kind == MALFORMED
    assert "line 2" in payload["reason"]
    assert payload["fatal"]


def test_what_the_protocol_has_no_word_for_is_not_written() -> None:
    assert DIALECT.encode(Container("table/chat", {})) == b""


def test_an_element_finds_its_children_and_descendants() -> None:
    root = parsed(b"<a><b/><c><b x='1'/></c>text</a>")
    assert root.child("c") is not None
    assert root.child("d") is None
    assert [node.attributes for node in root.descendants("b")] == [{}, {"x": "1"}]
    assert isinstance(root, Element)


def test_text_is_read_where_no_elements_are() -> None:
    root = parsed(b"<a>one<b> two &lt;<!-- --> three\n</b>four<c/>five</a>")
    assert [node.text for node in (root, *root.children)] == ["", "two < three", ""]
