"""Honest messages of every protocol: what the inputs of strangers are made from."""

from __future__ import annotations

import json
from typing import Any

from games.quidditch.team import default_team

_TILE = {"color": 1, "shape": 2, "uniqueID": 27}
_PLACED = [{"x": 0, "y": 0, "tile": _TILE}, {"x": 1, "y": 0, "tile": {"color": 1, "shape": 3, "uniqueID": 28}}]
_CARDS = {"Holz": 1, "Lehm": 0, "Wolle": 0, "Getreide": 0, "Erz": 0}
_HEX, _OTHER, _THIRD = {"x": 0, "y": 0}, {"x": 1, "y": 0}, {"x": 0, "y": 1}
_FORMATION = {
    role: {"xPos": 2, "yPos": 3 + number}
    for number, role in enumerate(("seeker", "keeper", "chaser1", "chaser2", "chaser3", "beater1", "beater2"))
}
DELTA = {
    "deltaType": "move", "success": None, "xPosOld": None, "yPosOld": None, "xPosNew": 3, "yPosNew": 6,
    "activeEntity": "leftSeeker", "passiveEntity": None, "phase": None, "leftPoints": None, "rightPoints": None,
    "round": None, "banReason": None,
}  # fmt: skip
_ACTIONS = [
    {"type": "acceleration", "order": 0, "acc": 1},
    {"type": "turn", "order": 1, "direction": -1},
    {"type": "advance", "order": 2, "distance": 2},
    {"type": "push", "order": 3, "direction": "UP_LEFT"},
]
_GAME_TYPE = "swc_2017_mississippi_queen"

Words = tuple[tuple[str, Any], ...]

#: What clients say in each game: payload types and payloads as the containers have them.
SAID: dict[str, Words] = {
    "qwirkle": (
        ("ConnectRequest", {"clientName": "Ada", "clientType": "PLAYER"}),
        ("ConnectRequest", {"clientName": "Ada#abcdefghijklmnop", "clientType": "SPECTATOR"}),
        ("GameListRequest", {}), ("GameJoinRequest", {"gameID": 1}), ("SpectatorJoinRequest", {"gameID": 1}),
        ("MessageSend", {"message": "hello"}), ("LeavingRequest", {}),
        ("PlayTiles", {"tiles": _PLACED}), ("TileSwapRequest", {"tiles": [_TILE]}),
        ("ScoreRequest", {}), ("TurnTimeLeftRequest", {}), ("TotalTimeRequest", {}), ("BagRequest", {}),
        ("PlayerHandsRequest", {}), ("GameDataRequest", {}), ("ParsingError", {"message": "?"}),
    ),
    "catan": (
        ("Hallo", {"Version": "Client 1.0 #abcdefghijkl"}), ("Spieler", {"Name": "Ada", "Farbe": "Weiß"}),
        ("Spiel starten", {}), ("Chatnachricht senden", {"Nachricht": "hallo"}), ("Würfeln", {}),
        ("Bauen", {"Typ": "Straße", "Ort": [_HEX, _OTHER]}), ("Bauen", {"Typ": "Dorf", "Ort": [_HEX, _OTHER, _THIRD]}),
        ("Bauen", {"Typ": "Stadt", "Ort": [_HEX, _OTHER, _THIRD]}), ("Karten abgeben", {"Abgeben": _CARDS}),
        ("Räuber versetzen", {"Ort": _HEX, "Ziel": 1}), ("Ritter ausspielen", {"Ort": _HEX, "Ziel": None}),
        ("Straßenbaukarte ausspielen", {"Straße 1": [_HEX, _OTHER], "Straße 2": [_HEX, _THIRD]}),
        ("Monopol", {"Rohstoff": "Holz"}), ("Erfindung", {"Rohstoffe": _CARDS}),
        ("Seehandel", {"Angebot": _CARDS, "Nachfrage": _CARDS}),
        ("Handel anbieten", {"Angebot": _CARDS, "Nachfrage": _CARDS}), ("Handel annehmen", {"Handel id": 1}),
        ("Handel annehmen", {"Handel id": 1, "Annehmen": False}), ("Handel abbrechen", {"Handel id": 1}),
        ("Handel abschließen", {"Handel id": 1, "Mitspieler": 2}), ("Entwicklungskarte kaufen", {}),
        ("Zug beenden", {}),
    ),
    "mississippi": (
        ("join", {"gameType": _GAME_TYPE}), ("joinPrepared", {"reservationCode": "abc"}),
        ("authenticate", {"passphrase": "secret"}), ("goodbye", {}),
        ("move", {"roomId": "abcdef", "actions": _ACTIONS, "hints": ["why"]}),
        ("prepare", {"gameType": _GAME_TYPE, "state": None,
                     "slots": [{"displayName": "A", "canTimeout": True, "shouldBePaused": True}]}),
        ("freeReservation", {"reservation": "abc"}), ("observe", {"roomId": "abcdef"}),
        ("pause", {"roomId": "abcdef", "pause": True}), ("step", {"roomId": "abcdef", "forced": True}),
        ("cancel", {"roomId": "abcdef"}),
    ),
    "quidditch": (
        ("joinRequest", {"lobby": "hogwarts", "userName": "harry", "password": "1337",
                         "isArtificialIntelligence": False, "mods": ["chat", "test", "replayWithSnapshot"]}),
        ("sendDebug", {"information": "x"}), ("teamConfig", default_team(0)),
        ("teamFormation", {"players": _FORMATION}), ("deltaRequest", DELTA),
        ("pauseRequest", {"message": "wait"}), ("continueRequest", {"message": "go"}), ("getReplay", {}),
        ("getReplayWithSnapshot", {}), ("sendChat", {"information": "hi"}),
        ("testRequest", {"testType": "snapshot-delta-snapshot", "snapshot": {"phase": "playerPhase"}, "delta": DELTA}),
    ),
}  # fmt: skip

#: What a table page says besides the game's moves.
PAGE_SAID: Words = (
    ("table/sit", {"name": "Ada", "seat": 0, "data": {}}), ("table/leave", {}),
    ("table/ready", {"ready": True, "data": {}}),
    ("table/start", {}), ("table/bot", {"bot": "random", "seat": 1}), ("table/unseat", {"seat": 1}),
    ("table/ask", {"question": "cells", "data": {"tile": 1, "placed": []}}),
    ("table/ask", {"question": "points", "data": {"placed": [{"x": 0, "y": 0, "tile": 3}]}}),
    ("table/ask", {"question": "places", "data": {"Typ": "Dorf"}}), ("table/ask", {"question": "robber", "data": {}}),
    ("table/ask", {"question": "second road", "data": {"Ort": [_HEX, _OTHER]}}),
    ("table/ask", {"question": "options", "data": {"actions": _ACTIONS}}),
    ("table/ask", {"question": "team", "data": {"side": 0}}), ("table/ask", {"question": "formation", "data": {}}),
    ("table/ask", {"question": "turn", "data": {}}), ("table/ask", {"question": "config", "data": None}),
    ("table/control", {"order": "pause"}), ("table/control", {"order": "resume"}), ("table/resign", {}),
    ("table/rematch", {}), ("table/chat", {"text": "hello"}), ("table/report", {"id": 1}),
    ("table/chat_remove", {"id": 1}), ("table/stand_in", {"on": True}),
    ("table/malformed", {"reason": "?", "code": "x", "field": "", "cause": 0, "fatal": True}),
)  # fmt: skip

#: JSON that Python's own reader takes, or fails at in ways of its own.
STRANGE_JSON = (
    b"[" * 5000, b"9" * 5000, b'{"a":"\\ud800"}', b'[{"displayName":"a\\u0000"}]', b"NaN", b'[1, "\\ud800\\u0000"]',
    b"\xef\xbb\xbf{}",
)  # fmt: skip


def text(value: Any) -> bytes:
    """Return JSON as most clients write it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def contained(words: Words) -> list[bytes]:
    """Return each message as a container."""
    return [text({"timestamp": "2019-02-11 11:13:12.111", "payloadType": k, "payload": p, "id": 7}) for k, p in words]


def _qwirkle_lines() -> list[bytes]:
    from games.qwirkle.vocabulary import NUMBERS

    older = [text({**payload, "uniqueID": NUMBERS[kind]}) for kind, payload in SAID["qwirkle"]]
    newer = [line.replace(b"uniqueID", b"uniqueId").replace(b"gameID", b"gameId") for line in older]
    return older + newer


def _catan_lines() -> list[bytes]:
    lines = [text({kind: payload}) for kind, payload in SAID["catan"]]
    plain = [line.replace("ß".encode(), b"ss").replace("ä".encode(), b"ae") for line in lines]
    return lines + plain + [lines[0] + lines[4] + lines[4], b'{"table/malformed":{"code":"x","reason":"y"}}']


def _mississippi_elements() -> list[bytes]:
    room = (
        '<room roomId="abcdef"><data class="move"><acceleration order="0" acc="1"/><turn order="1" direction="-1"/>'
        '<advance order="2" distance="2"/><push order="3" direction="UP_LEFT"/><hint content="why"/></data></room>'
    )
    fields = "".join(f'<field type="WATER" x="{x}" y="{y}" points="0"/>' for x in range(4) for y in range(5))
    player = (
        'displayName="A" color="RED" direction="RIGHT" points="0" x="0" y="0" speed="1" coal="6" tile="0" passenger="0"'
    )
    state = (
        f'<state turn="0" startPlayer="RED" currentPlayer="RED" freeTurn="false"><red {player}/><blue {player}/>'
        f'<board><tiles><tile visible="true" index="0" direction="0"><fields>{fields}</fields></tile></tiles></board>'
        "</state>"
    )
    slot = '<slot displayName="A" canTimeout="true" shouldBePaused="false"/>'
    return [
        part.encode()
        for part in (
            f'<join gameType="{_GAME_TYPE}"/>', '<joinPrepared reservationCode="abc"/>', room,
            '<authenticate passphrase="secret"/>', f'<prepare gameType="{_GAME_TYPE}">{slot}{slot}</prepare>',
            f'<prepare gameType="{_GAME_TYPE}">{slot}<loadGameInfo>{state}</loadGameInfo></prepare>',
            '<freeReservation reservation="abc"/>', '<observe roomId="abcdef" passphrase="secret"/>',
            '<pause roomId="abcdef" pause="true"/>', '<step roomId="abcdef" forced="true"/>',
            '<cancel roomId="abcdef"/>',
            "<sc.protocol.responses.CloseConnection/>", "</protocol>",
        )
    ]  # fmt: skip


#: Honest frames of each game's plain TCP doors.
FRAMES = {"qwirkle": _qwirkle_lines, "catan": _catan_lines, "mississippi": _mississippi_elements}


def frames(game: str) -> list[bytes]:
    """Return what honest clients write to a plain TCP door of the game; a game without a list speaks containers."""
    return FRAMES[game]() if game in FRAMES else contained(SAID.get(game, PAGE_SAID))
