"""Token text for people: white space, control characters and broken characters made visible."""

from __future__ import annotations

import codecs
import re

from playground.automaton.vocabulary import Vocabulary

_SIGNS = {" ": "␣", "\n": "⏎", "\t": "⇥", "\x7f": "␡"} | {
    chr(code): chr(0x2400 + code) for code in range(0x20) if chr(code) not in "\n\t"
}
# Bytes that are no UTF-8 are decoded to the surrogates U+DC80 to U+DCFF, which UTF-8 itself cannot hold.
_BROKEN = re.compile("[\udc80-\udcff]+")
_EMPTY = "⟨empty⟩"


def visible(data: bytes) -> str:
    """The text of some bytes: a space as ␣, a newline as ⏎, a tab as ⇥, other control characters as their
    Unicode pictures (␍), characters without a shape as ⟨U+200B⟩, bytes of a broken character as ⟨E2 82⟩.
    """
    text = data.decode("utf-8", "surrogateescape")
    return _BROKEN.sub(_bytes, "".join(map(_sign, text)))


def visible_token(vocabulary: Vocabulary, token_id: int) -> str:
    """What to call a token: its visible text, or its name when it has no text."""
    data = vocabulary.tokens[token_id]
    if data is None:
        return vocabulary.names[token_id]
    return visible(data) or _EMPTY


def cut_character(data: bytes) -> bytes:
    """The bytes of a character that has begun at the end of the text and not ended."""
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    decoder.decode(data[-4:])
    return decoder.getstate()[0]


def hexadecimal(data: bytes) -> str:
    """`E2 82`."""
    return data.hex(" ").upper()


def _bytes(match: re.Match[str]) -> str:
    return f"⟨{hexadecimal(match[0].encode('utf-8', 'surrogateescape'))}⟩"


def _sign(character: str) -> str:
    sign = _SIGNS.get(character)
    if sign:
        return sign
    # A plain space has its sign; to `isprintable`, all other white space is not.
    return character if character.isprintable() or _BROKEN.match(character) else f"⟨U+{ord(character):04X}⟩"
