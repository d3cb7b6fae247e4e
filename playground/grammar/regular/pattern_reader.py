"""Reading the text of a pattern."""

from __future__ import annotations

from playground.grammar.characters import Ranges, complement
from playground.grammar.regular.categories import LINE_ENDS, escape_class, property_class, union
from playground.grammar.regular.syntax import Anchor, Chars, Concat, Either, Look, Loop, Syntax

MAX_GROUPS = 40
_CONTROLS = {"t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r"}
_NEWLINE: Ranges = ((0x0A, 0x0A),)
_HEX_DIGITS = {"x": 2, "u": 4}


class PatternError(ValueError):
    """A pattern that cannot be used, from character `offset` on (from 0).

    `unsupported` when it is a good pattern that has no automaton here, else it is broken.
    """

    def __init__(self, message: str, offset: int, unsupported: bool = False) -> None:
        super().__init__(message)
        self.message = message
        self.offset = offset
        self.unsupported = unsupported


class PatternReader:
    """Recursive descent over the pattern; `wide` turns round inside a negative lookahead."""

    def __init__(self, source: str, wide: bool) -> None:
        self._source = source
        self._wide = wide
        self._at = 0
        self._depth = 0
        self.has_two_readings = False
        """Whether something was read that ECMA-262 and Python's `re` take for different texts."""

    def read(self) -> Syntax:
        syntax = self._either()
        if self._at < len(self._source):
            raise self._error("a ) that closes nothing")
        return syntax

    def _error(self, message: str, unsupported: bool = False) -> PatternError:
        return PatternError(message, min(self._at, max(0, len(self._source) - 1)), unsupported)

    def _peek(self, text: str) -> bool:
        return self._source.startswith(text, self._at)

    def _take(self, text: str) -> bool:
        found = self._peek(text)
        self._at += len(text) if found else 0
        return found

    def _either(self) -> Syntax:
        options = [self._concat()]
        while self._take("|"):
            options.append(self._concat())
        return options[0] if len(options) == 1 else Either(tuple(options))

    def _concat(self) -> Syntax:
        items: list[Syntax] = []
        while self._at < len(self._source) and self._source[self._at] not in "|)":
            items.append(self._quantified(self._item()))
        return items[0] if len(items) == 1 else Concat(tuple(items))

    def _item(self) -> Syntax:
        character = self._source[self._at]
        if character == "(":
            return self._group()
        if character == "[":
            return Chars(self._char_class())
        if character == "\\":
            return self._escape()
        if character in "*+?":
            raise self._error("nothing to repeat")
        self._at += 1
        self.has_two_readings |= character in "$."
        match character:
            case "^":
                return Anchor(at_end=False)
            case "$" if self._wide:
                return Concat((Loop(Chars(_NEWLINE), 0, 1), Anchor(at_end=True)))
            case "$":
                return Anchor(at_end=True)
            case ".":
                return Chars(complement(_NEWLINE if self._wide else LINE_ENDS))
            case _:
                return _character(ord(character))

    def _quantified(self, item: Syntax) -> Syntax:
        bounds = self._bounds()
        if bounds is None:
            return item
        if isinstance(item, Anchor | Look):
            raise self._error("a repeated anchor or lookahead")
        self._take("?")  # a lazy quantifier matches the same texts
        if self._at < len(self._source) and self._source[self._at] in "*+?":
            raise self._error("a repeated quantifier")
        minimum, maximum = bounds
        if maximum is not None and maximum < minimum:
            raise self._error(f"a repetition from {minimum} to {maximum}, which is fewer")
        return Loop(item, minimum, maximum)

    def _bounds(self) -> tuple[int, int | None] | None:
        for sign, bounds in (("*", (0, None)), ("+", (1, None)), ("?", (0, 1))):
            if self._take(sign):
                return bounds
        end = self._source.find("}", self._at)
        if not self._peek("{") or end < 0:
            return None
        low, comma, high = self._source[self._at + 1 : end].partition(",")
        if low == "" and comma and _is_count(high):
            # ECMA-262 reads these characters as themselves, Python as a repetition.
            raise self._error("a repetition without a lower bound", unsupported=True)
        if not _is_count(low) or not (high == "" or _is_count(high)):
            return None
        self._at = end + 1
        if not comma:
            return int(low), int(low)
        return int(low), int(high) if high else None

    def _group(self) -> Syntax:
        start = self._at
        self._depth += 1
        if self._depth > MAX_GROUPS:
            raise self._error(f"groups nested more than {MAX_GROUPS} deep", unsupported=True)
        self._at += 1
        negative = self._peek("?!")
        look = self._take("?=") or self._take("?!")
        if self._peek("?<=") or self._peek("?<!"):
            raise PatternError("lookbehind", start, unsupported=True)
        if not look and not self._take("?:") and (self._take("?<") or self._take("?P<")):
            self._at = self._source.find(">", self._at) + 1
            if self._at == 0:
                raise PatternError("a group whose name does not end", start)
        elif self._peek("?"):
            raise self._error("this kind of group", unsupported=True)
        self._wide ^= negative
        inside = self._either()
        self._wide ^= negative
        if not self._take(")"):
            raise PatternError("a group that is not closed", start)
        self._depth -= 1
        return Look(inside, negative) if look else inside

    def _escape(self) -> Syntax:
        letter = self._source[self._at + 1 : self._at + 2]
        if letter in ("b", "B"):
            raise self._error("a word boundary", unsupported=True)
        if letter.isdigit() and letter != "0":
            raise self._error("a backreference", unsupported=True)
        ranges = self._set_escape(self._wide)
        return Chars(ranges) if ranges is not None else _character(self._code_point())

    def _set_escape(self, wide: bool) -> Ranges | None:
        """An escape that stands for many characters, if there is one here."""
        letter = self._source[self._at + 1 : self._at + 2]
        if letter and letter in "dDwWsS":
            self._at += 2
            self.has_two_readings = True
            return escape_class(letter, wide)
        if letter and letter in "pP":
            end = self._source.find("}", self._at)
            ranges = (
                property_class(self._source[self._at + 3 : end])
                if self._source[self._at + 2 :][:1] == "{"
                else None
            )
            if ranges is None or end < 0:
                raise self._error("this Unicode property", unsupported=True)
            self._at = end + 1
            return ranges if letter == "p" else complement(ranges)
        return None

    def _code_point(self) -> int:
        """A character, or an escape that stands for one."""
        character = self._source[self._at]
        self._at += 1
        if character != "\\":
            return ord(character)
        letter = self._source[self._at : self._at + 1]
        self._at += 1
        if letter in _HEX_DIGITS:
            return self._hexadecimal(_HEX_DIGITS[letter])
        if (
            letter == "c"
            and self._source[self._at : self._at + 1].isascii()
            and self._source[self._at : self._at + 1].isalpha()
        ):
            self._at += 1
            return ord(self._source[self._at - 1]) % 32
        if letter == "0" and not self._source[self._at : self._at + 1].isdigit():
            return 0
        if letter in _CONTROLS and letter:
            return ord(_CONTROLS[letter])
        if not letter or (letter.isascii() and letter.isalnum()):
            self._at -= 2
            raise self._error(f"the escape \\{letter}", unsupported=True)
        return ord(letter)

    def _hexadecimal(self, digits: int) -> int:
        if digits == 4 and self._take("{"):
            code_point = self._number(self._source[self._at :].partition("}")[0])
            self._at += 1
            return code_point
        high = self._number(self._source[self._at : self._at + digits], digits)
        if 0xD800 <= high <= 0xDBFF and self._take("\\u"):
            low = self._number(self._source[self._at : self._at + 4], 4)
            return 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00)
        return high

    def _number(self, written: str, digits: int | None = None) -> int:
        is_number = written != "" and all(digit in "0123456789abcdefABCDEF" for digit in written)
        if not is_number or digits not in (None, len(written)) or int(written, 16) > 0x10FFFF:
            raise self._error("this character number")
        self._at += len(written)
        return int(written, 16)

    def _char_class(self) -> Ranges:
        start = self._at
        self._at += 1
        negated = self._take("^")
        if self._peek("]"):
            # ECMA-262 reads an empty class, Python a class that begins with ].
            raise PatternError("a class that begins with ]", start, unsupported=True)
        sets: list[Ranges] = []
        while not self._take("]"):
            if self._at >= len(self._source):
                raise PatternError("a class that is not closed", start)
            sets.append(self._class_item(self._wide != negated))
        ranges = union(*sets)
        return complement(ranges) if negated else ranges

    def _class_item(self, wide: bool) -> Ranges:
        if self._peek("\\"):
            ranges = self._set_escape(wide)
            if ranges is not None:
                return ranges
        low = 0x08 if self._take("\\b") else self._code_point()
        following = self._source[self._at + 1 : self._at + 2]
        if not self._peek("-") or following in ("]", ""):
            return ((low, low),)
        self._at += 1
        if (
            self._peek("\\")
            and following == "\\"
            and self._source[self._at + 1 : self._at + 2] in tuple("dDwWsSpP")
        ):
            raise self._error("a range that ends with a set")
        high = self._code_point()
        if high < low:
            raise self._error("a range whose end comes before its start")
        return ((low, high),)


def _character(code_point: int) -> Chars:
    return Chars(union(((code_point, code_point),)))


def _is_count(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 7
