"""The contest's XML on TCP: one element a frame, containers inside.

`<room>` is only a wrapper on the wire: inside, the payload type is the class of its data, and `roomId` is in the
payload. What cannot be read is a MALFORMED container; the protocol answers it by closing, without a word.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from gamekit.container import MALFORMED, Container
from gamekit.errors import MalformedMessage
from gamekit.rules import Json
from games.mississippi import documents, messages
from games.mississippi.markup import Element, element, parsed, written

ROOT_END = b"</protocol>"
CLOSE_ELEMENT = "sc.protocol.responses.CloseConnection"
MOVE_REQUEST_CLASS = "sc.framework.plugins.protocol.MoveRequest"


def _attributes(*names: str) -> Callable[[Element], dict[str, Json]]:
    """Return a reader that takes these attributes as they are."""
    return lambda node: {name: node.attributes.get(name, "") for name in names}


#: Element -> payload type and how the payload is read.
_READERS: Mapping[str, tuple[str, Callable[[Element], dict[str, Json]]]] = {
    "room": (messages.MOVE, documents.read_room),
    "join": (messages.JOIN, _attributes("gameType")),
    "joinPrepared": (messages.JOIN_PREPARED, _attributes("reservationCode")),
    "authenticate": (messages.AUTHENTICATE, _attributes("passphrase")),
    "prepare": (messages.PREPARE, documents.read_prepare),
    "freeReservation": (messages.FREE_RESERVATION, _attributes("reservation")),
    "observe": (messages.OBSERVE, documents.read_order),
    "pause": (messages.PAUSE, documents.read_order),
    "step": (messages.STEP, documents.read_order),
    "cancel": (messages.CANCEL, documents.read_order),
    CLOSE_ELEMENT: (messages.GOODBYE, _attributes()),
}


class ContestDialect:
    """The transcoder of one connection; all connections share one variant."""

    variant = ""

    def decode(self, frame: bytes) -> Sequence[Container]:
        """Return what the client said."""
        if frame == ROOT_END:
            return [Container(messages.GOODBYE, {})]
        try:
            node = parsed(frame)
            if node.tag not in _READERS:
                raise documents.unreadable(node, "no such request")
            payload_type, read = _READERS[node.tag]
            return [Container(payload_type, read(node))]
        except MalformedMessage as error:
            payload = {"reason": error.message, "code": error.code, "field": error.field, "cause": None, "fatal": True}
            return [Container(MALFORMED, payload)]

    def encode(self, container: Container) -> bytes:
        """Return the element as bytes; b"" for what the protocol has no word for."""
        writer = _WRITERS.get(container.payload_type)
        if writer is None:
            return b""
        return written(writer(container.payload), depth=1).encode()

    def opening(self) -> bytes:
        """Return the root's start tag."""
        return b"<protocol>"

    def closing(self) -> bytes:
        """Return the root's end tag."""
        return b"\n</protocol>"


def _room(payload: Json, data: Element) -> Element:
    return element("room", {"roomId": payload["roomId"]}, data)


def _plain(tag: str) -> Callable[[Json], Element]:
    return lambda payload: element(tag, {"roomId": payload["roomId"]})


def _welcome(payload: Json) -> Element:
    return _room(payload, element("data", {"class": "welcomeMessage", "color": payload["color"]}))


def _memento(payload: Json) -> Element:
    state = documents.state_element(payload["state"], typed=True)
    return _room(payload, element("data", {"class": "memento"}, state))


def _move_request(payload: Json) -> Element:
    return _room(payload, element("data", {"class": MOVE_REQUEST_CLASS}))


def _paused(payload: Json) -> Element:
    player = element("nextPlayer", {"class": "player", **payload["nextPlayer"]})
    return _room(payload, element("data", {"class": "paused"}, player))


def _error(payload: Json) -> Element:
    attributes = {"class": "error", "message": payload["message"]}
    return _room(payload, element("data", attributes, *documents.error_children(payload)))


def _result(payload: Json) -> Element:
    return _room(payload, element("data", {"class": "result"}, *documents.result_children(payload)))


def _prepared(payload: Json) -> Element:
    codes = [element("reservation", text=code) for code in payload["reservations"]]
    return element("prepared", {"roomId": payload["roomId"]}, *codes)


def _close(payload: Json) -> Element:
    return element(CLOSE_ELEMENT)


_WRITERS: Mapping[str, Callable[[Json], Element]] = {
    messages.JOINED: _plain("joined"),
    messages.OBSERVED: _plain("observed"),
    messages.LEFT: _plain("left"),
    messages.WELCOME: _welcome,
    messages.MEMENTO: _memento,
    messages.MOVE_REQUEST: _move_request,
    messages.PAUSED: _paused,
    messages.ERROR: _error,
    messages.RESULT: _result,
    messages.PREPARED: _prepared,
    messages.CLOSE: _close,
}
