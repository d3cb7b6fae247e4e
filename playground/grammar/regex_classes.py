"""Characters and classes of a regex: what Python reads there, and how xgrammar reads the same.

Classes are ASCII's, as under Python's ASCII flag.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from playground.grammar.characters import characters_of, complement
from playground.grammar.diagnostics import Span
from playground.grammar.model import CharClass

Ranges = tuple[tuple[int, int], ...]

_DIGITS: Ranges = ((0x30, 0x39),)
_WORD: Ranges = ((0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A))
_SPACE: Ranges = ((0x09, 0x0D), (0x20, 0x20))
CATEGORIES = {
    "d": _DIGITS,
    "D": complement(_DIGITS),
    "w": _WORD,
    "W": complement(_WORD),
    "s": _SPACE,
    "S": complement(_SPACE),
}
_CARET = 0x5E
_CONTROLS = {"a": "\a", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
_CODE_POINT = re.compile(r"\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8}))")
_OCTAL = re.compile(r"\\(0[0-7]{0,2}|[0-3][0-7]{2})")
_OCTAL_IN_CLASS = re.compile(r"\\([0-3]?[0-7]{1,2})")


@dataclass(frozen=True, slots=True)
class RegexClass:
    end: int
    ranges: Ranges
    negated: bool
    python: str
    categories: tuple[Span, ...]


class ClassReader:
    """Reads `[…]` as Python does: a first `]` is a character, and so is a `-` at either end."""

    def __init__(self, pattern: str, start: int) -> None:
        self._pattern = pattern
        self._negated = pattern.startswith("[^", start)
        self._first = self._at = start + 1 + self._negated
        self._ranges: list[tuple[int, int]] = []
        self._python = "[^" if self._negated else "["
        self._categories: list[Span] = []

    def read(self) -> RegexClass | None:
        """The class, or None when Python will refuse it."""
        while True:
            if self._at >= len(self._pattern):
                return None
            if self._pattern[self._at] == "]" and self._at > self._first:
                return self._closed()
            if not self._item():
                return None

    def _closed(self) -> RegexClass:
        ranges, categories = tuple(self._ranges), tuple(self._categories)
        return RegexClass(self._at + 1, ranges, self._negated, self._python + "]", categories)

    def _item(self) -> bool:
        letter = self._pattern[self._at + 1 : self._at + 2]
        if self._pattern[self._at] == "\\" and letter in CATEGORIES:
            self._categories.append(Span(self._at, self._at + 2))
            self._ranges.extend(CATEGORIES[letter])
            self._python += f"\\{letter}"
            self._at += 2
            return not self._begins_range()
        low = self._character()
        if low is None:
            return False
        if not self._begins_range():
            self._ranges.append((low, low))
            self._python += re.escape(chr(low))
            return True
        self._at += 1
        high = self._character()
        if high is None or high < low:
            return False
        self._ranges.append((low, high))
        self._python += f"{re.escape(chr(low))}-{re.escape(chr(high))}"
        return True

    def _begins_range(self) -> bool:
        following = self._pattern[self._at : self._at + 2]
        return len(following) == 2 and following[0] == "-" and following[1] != "]"

    def _character(self) -> int | None:
        if self._pattern[self._at] != "\\":
            self._at += 1
            return ord(self._pattern[self._at - 1])
        read = read_escape(self._pattern, self._at, in_class=True)
        if read is None:
            return None
        self._at = read[0]
        return read[1]


def read_escape(pattern: str, start: int, in_class: bool) -> tuple[int, int] | None:
    """Where an escape that stands for one character ends, and its code point; None for any other escape."""
    if number := _CODE_POINT.match(pattern, start):
        code_point = int(number[1] or number[2] or number[3], 16)
        return (number.end(), code_point) if code_point <= 0x10FFFF else None
    if octal := (_OCTAL_IN_CLASS if in_class else _OCTAL).match(pattern, start):
        return octal.end(), int(octal[1], 8)
    letter = pattern[start + 1 : start + 2]
    if letter in _CONTROLS:
        return start + 2, ord(_CONTROLS[letter])
    if in_class and letter == "b":
        return start + 2, 0x08
    if letter and not (letter.isascii() and letter.isalnum()):
        return start + 2, ord(letter)
    return None


def class_for_engine(ranges: Ranges, negated: bool) -> str:
    # In order, because xgrammar reads `\\xe9` and a digit after it as one longer number.
    ranges = characters_of(CharClass(ranges))
    if not negated and ranges == ((_CARET, _CARET),):
        return literal_for_engine(_CARET)
    # A caret that comes first, escaped or not, is a negation there: write it last.
    split = [(low + (low == _CARET), high) for low, high in ranges]
    split += [(_CARET, _CARET) for low, _ in ranges if low == _CARET]
    parts = "".join(_range_for_engine(low, high) for low, high in split if low <= high)
    return f"[{'^' if negated else ''}{parts}]"


def _range_for_engine(low: int, high: int) -> str:
    return _number(low) if low == high else f"{_number(low)}-{_number(high)}"


def literal_for_engine(code_point: int) -> str:
    character = chr(code_point)
    return character if character.isascii() and character.isalnum() else _number(code_point)


def _number(code_point: int) -> str:
    return f"\\u{code_point:04x}" if code_point <= 0xFFFF else f"\\u{{{code_point:x}}}"
