"""Patterns of JSON Schema: ECMA-262's, written for the package `regex` and searched with a time limit.

They are read as the grammar reads them (`playground.grammar.regular`), and so are those that have no
automaton there: word boundaries, backreferences, lookbehind. Sets are written out, since Python's hold
other characters: its `\\d` has all digits of Unicode, and its `$` stands before a last line end too.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

import regex

from playground.grammar.characters import Ranges, complement
from playground.grammar.model import MAX_CODE_POINT
from playground.grammar.regular.categories import LINE_ENDS, escape_class, property_class
from playground.records.python_pattern import MAX_LENGTH, PatternError, search_in_time

_QUANTIFIER = re.compile(r"(?:[*+?]|\{[0-9]+(?:,[0-9]*)?\})\??")
_GROUP = re.compile(r"\((?:\?(?::|=|!|<=|<!|i:|i\)|P?<(?P<name>[^>=!][^>]*)>))?")
_NAME = re.compile(r"k<([^>]+)>")
_PROPERTY = re.compile(r"([pP])\{([^{}]+)\}")
_NUMBER = re.compile(
    r"x([0-9A-Fa-f]{2}) | u\{([0-9A-Fa-f]{1,6})\}"
    r" | (u[Dd][89ABab][0-9A-Fa-f]{2}\\u[Dd][C-Fc-f][0-9A-Fa-f]{2}) | u([0-9A-Fa-f]{4})",
    re.VERBOSE,
)
_CONTROLS = {"t": 9, "n": 10, "v": 11, "f": 12, "r": 13, "0": 0}
_BYTE_ORDER_MARK = (0xFEFF, 0xFEFF)
_WORD = "[A-Za-z0-9_]"
_BOUNDARIES = {
    "b": f"(?:(?<={_WORD})(?!{_WORD})|(?<!{_WORD})(?={_WORD}))",
    "B": f"(?:(?<={_WORD})(?={_WORD})|(?<!{_WORD})(?!{_WORD}))",
}


def found_in(source: str, text: str) -> bool:
    """Whether the pattern is found anywhere in the text. Raises PatternError and PatternTimeoutError."""
    return search_in_time(_compiled(source), source, text) is not None


@lru_cache(maxsize=256)
def _compiled(source: str) -> Any:
    if len(source) > MAX_LENGTH:
        raise PatternError(f"The pattern has {len(source)} characters; at most {MAX_LENGTH} are read.")
    try:
        return regex.compile(_Translation(source).text(), regex.VERSION0)
    except regex.error as error:
        raise PatternError(f"The pattern {source!r} cannot be read: {error.msg}.") from None
    except (RecursionError, OverflowError):
        raise PatternError("The pattern is nested too deeply, or a count in it is too large.") from None


class _Translation:
    """One pattern, read from the left. Raises PatternError for what ECMA-262 does not have."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._at = 0
        self._groups = 0
        self._named: dict[str, int] = {}

    def text(self) -> str:
        """The pattern as `regex` has to be told it."""
        written = []
        while self._at < len(self._source):
            written.append(self._item())
        return "".join(written)

    def _error(self, what: str) -> PatternError:
        return PatternError(f"The pattern {self._source!r} cannot be read: {what} at position {self._at}.")

    def _match(self, part: re.Pattern[str]) -> re.Match[str] | None:
        match = part.match(self._source, self._at)
        self._at = match.end() if match else self._at
        return match

    def _take(self, text: str) -> bool:
        found = self._source.startswith(text, self._at)
        self._at += len(text) if found else 0
        return found

    def _item(self) -> str:
        quantifier = self._match(_QUANTIFIER)
        if quantifier:
            if _QUANTIFIER.match(self._source, self._at):
                raise self._error("a repeated repetition")
            return quantifier[0]
        character = self._source[self._at]
        match character:
            case "(":
                return self._group()
            case "[":
                return self._class()
            case "\\":
                return self._escape()
        self._at += 1
        match character:
            case "^" | "|" | ")":
                return character
            case "$":
                return r"\Z"
            case ".":
                return f"[{_members(complement(LINE_ENDS))}]"
            case _:
                return re.escape(character)

    def _group(self) -> str:
        match = self._match(_GROUP)
        assert match
        if match[0] == "(" and self._source.startswith("?", self._at):
            raise self._error("a group that ECMA-262 does not have")
        if match[0] == "(" or match["name"]:
            self._groups += 1
            if match["name"]:
                self._named[match["name"]] = self._groups
            return "("
        return match[0]

    def _escape(self) -> str:
        self._at += 1
        letter = self._source[self._at : self._at + 1]
        if letter in _BOUNDARIES:
            self._at += 1
            return _BOUNDARIES[letter]
        if letter in tuple("123456789"):
            number = re.compile("[0-9]+").match(self._source, self._at)
            assert number
            self._at = number.end()
            return self._again(int(number[0]))
        name = self._match(_NAME)
        if name:
            return self._again(self._named.get(name[1], 0))
        members = self._set()
        if members is not None:
            return f"[{members}]"
        return re.escape(chr(self._escaped()))

    def _again(self, number: int) -> str:
        """What a group matched; nothing where it did not match."""
        if not 0 < number <= self._groups:
            raise self._error("a reference to a group that is not there")
        return f"(?({number})\\g<{number}>)"

    def _set(self) -> str | None:
        """The members of the set that an escape stands for; None for an escape that is one character."""
        letter = self._source[self._at : self._at + 1]
        if letter in tuple("dDwWsS"):
            self._at += 1
            return _members(_escape_set(letter))
        match = self._match(_PROPERTY)
        if not match:
            return None
        ranges = property_class(match[2])
        if ranges is None:
            return f"\\{match[0]}"
        return _members(ranges if match[1] == "p" else complement(ranges))

    def _escaped(self) -> int:
        """The character of an escape, from behind its backslash."""
        match = self._match(_NUMBER)
        if match:
            pair = match[3]
            code_point = int(match[1] or match[2] or match[4] or "0", 16)
            if pair:
                code_point = 0x10000 + ((int(pair[1:5], 16) - 0xD800) << 10) + int(pair[7:], 16) - 0xDC00
            if code_point > MAX_CODE_POINT:
                raise self._error("a character number that is too high")
            return code_point
        letter, following = self._source[self._at : self._at + 1], self._source[self._at + 1 : self._at + 2]
        if letter == "c" and following.isascii() and following.isalpha():
            self._at += 2
            return ord(following) % 32
        is_escape = letter in _CONTROLS and not (letter == "0" and following.isdigit())
        if not letter or (letter.isascii() and letter.isalnum() and not is_escape):
            raise self._error(f"the escape \\{letter}")
        self._at += 1
        return _CONTROLS.get(letter, ord(letter))

    def _class(self) -> str:
        self._at += 1
        negated = self._take("^")
        members = []
        while not self._take("]"):
            if self._at >= len(self._source):
                raise self._error("a class that is not closed")
            members.append(self._class_item())
        if not members:
            return "(?s:.)" if negated else "(?!)"
        return f"[{'^' if negated else ''}{''.join(members)}]"

    def _class_item(self) -> str:
        low = self._class_character()
        if not self._source.startswith("-", self._at) or self._source[self._at + 1 : self._at + 2] in (
            "",
            "]",
        ):
            return low if isinstance(low, str) else _members(((low, low),))
        self._at += 1
        high = self._class_character()
        if isinstance(low, str) or isinstance(high, str) or high < low:
            raise self._error("a range without a start below its end")
        return _members(((low, high),))

    def _class_character(self) -> int | str:
        """A character of a class, or the members of a set."""
        if not self._take("\\"):
            self._at += 1
            return ord(self._source[self._at - 1])
        if self._take("b"):
            return 0x08
        members = self._set()
        return self._escaped() if members is None else members


def _escape_set(letter: str) -> Ranges:
    ranges = escape_class(letter.lower(), wide=False)
    if letter in "sS":
        ranges = (*ranges, _BYTE_ORDER_MARK)
    return ranges if letter.islower() else complement(ranges)


def _members(ranges: Ranges) -> str:
    """Ranges as they stand inside a class."""
    return "".join(f"\\U{low:08x}-\\U{high:08x}" for low, high in ranges)
