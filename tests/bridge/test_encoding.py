"""A text is encoded once for all who share endpoint and variant."""

from __future__ import annotations

from bridge.encoding import Phrasebook
from tests.bridge.echo import EchoDialect, said


def test_the_same_text_is_encoded_once_a_variant() -> None:
    book = Phrasebook()
    quiet, loud = EchoDialect(), EchoDialect()
    loud.variant = "loud"
    EchoDialect.encodings = 0
    for _ in range(3):
        assert book.encoded("echo", quiet, said("ä")) == "ä\n".encode()
        assert book.encoded("echo", EchoDialect(), said("ä")) == "ä\n".encode()
        assert book.encoded("echo", loud, said("ä")) == "Ä\n".encode()
    assert EchoDialect.encodings == 2


def test_what_is_kept_is_bounded() -> None:
    book = Phrasebook(capacity=4000)
    for number in range(1000):
        assert book.encoded("echo", EchoDialect(), said(str(number))) == b"%d\n" % number
    assert 0 < book._size <= 4000
    assert book._size == sum(len(key[2]) + len(data) for key, data in book._known.items())


def test_a_huge_text_is_not_kept() -> None:
    book = Phrasebook(capacity=4000)
    assert len(book.encoded("echo", EchoDialect(), said("x" * 5000))) == 5001
    assert not book._known
