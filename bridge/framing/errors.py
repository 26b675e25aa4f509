"""What can be wrong with a stream of bytes before anybody reads a message in it.

    FramingError(message)
    ├── FrameTooLong     a line or element is longer than allowed        frame/too_long
    ├── NotText          the bytes are not UTF-8                         frame/not_utf8
    ├── NotWellFormed    the stream is not XML                           xml/malformed
    └── NotAllowed       XML, but of a kind that is refused              xml/not_allowed

After one of them the stream has no next frame: the connection is told why and closed.
"""

from __future__ import annotations


class FramingError(Exception):
    """The stream cannot be read on; `close_code` is what WebSocket calls this fault (RFC 6455, 7.4.1)."""

    code = "frame/error"
    close_code = 1002

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class FrameTooLong(FramingError):
    """A frame is longer than the limit."""

    code = "frame/too_long"
    close_code = 1009


class NotText(FramingError):
    """A frame is not UTF-8."""

    code = "frame/not_utf8"
    close_code = 1007


class NotWellFormed(FramingError):
    """The stream breaks the rules of XML."""

    code = "xml/malformed"


class NotAllowed(FramingError):
    """The stream is XML of a kind that is refused: DOCTYPE, processing instructions, too deep, too many parts."""

    code = "xml/not_allowed"
