"""A place in a GBNF text, and the small readings every part of the parser needs: space, escapes, remarks."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NoReturn

from playground.grammar.diagnostics import Span
from playground.grammar.remarks import Remark, Remarks, Stop

_SPACE = re.compile(r"[ \t]*+(?:#[^\r\n]*+)?+")
_SPACE_AND_NEWLINES = re.compile(r"(?:[ \t\r\n]++|#[^\r\n]*+)*+")
_LINE_REST = re.compile(r"[^\r\n]*")
_HEX = re.compile(r"[0-9A-Fa-f]*")

_ESCAPES = {"t": "\t", "r": "\r", "n": "\n", "\\": "\\", '"': '"', "[": "[", "]": "]", "-": "-"}
_HEX_ESCAPES = {"x": (2, r"\x0A"), "u": (4, r"\u00E9"), "U": (8, r"\U0001F600")}
_ALL_ESCAPES = r"The escapes are \n \r \t \\ \" \[ \] \- \xHH \uHHHH \UHHHHHHHH."
_INSTEAD = {
    "d": "For a digit write [0-9].",
    "w": "For a word character write [a-zA-Z0-9_].",
    "s": r"For white space write [ \t\r\n].",
    "b": r"For a backspace write \x08; GBNF has no word boundary.",
    "f": r"For a form feed write \x0C.",
    "v": r"For a vertical tab write \x0B.",
    "a": r"For a bell write \x07.",
    "e": r"For an escape character write \x1B.",
    "0": r"For a NUL character write \x00.",
    "^": r"In a class write \x5E, or put ^ anywhere but first.",
}


@dataclass(slots=True)
class Cursor:
    """Where the reading of `text` stands; `rule` is the name of the rule being read, for the remarks."""

    text: str
    remarks: Remarks
    position: int = 0
    rule: str = ""

    def peek(self, ahead: int = 0) -> str:
        """The character `ahead` of the position; empty at the end of the text."""
        return self.text[self.position + ahead : self.position + ahead + 1]

    def at_end(self) -> bool:
        return self.position >= len(self.text)

    def skip_space(self, newlines: bool) -> None:
        """Pass over spaces, tabs and comments, and over line ends where they mean nothing."""
        pattern = _SPACE_AND_NEWLINES if newlines else _SPACE
        self.position = end_of_match(pattern, self.text, self.position)

    def rest_of_line(self, start: int) -> Span:
        """From `start` to the end of its line, or one character when the line ends there."""
        return Span(start, max(start + 1, end_of_match(_LINE_REST, self.text, start)))

    def error(self, span: Span, code: str, message: str, hint: str = "") -> None:
        """Note an error after which the rule can be read on; raises Stop when there are too many."""
        if self.remarks.full:
            self.stop(span, code, message, hint)
        self.remarks.errors.append(Remark(span, code, message, hint, self.rule))

    def warn(self, span: Span, code: str, message: str, hint: str = "") -> None:
        self.remarks.warnings.append(Remark(span, code, message, hint, self.rule))

    def stop(self, span: Span, code: str, message: str, hint: str = "") -> NoReturn:
        """Give up the rule: raises Stop."""
        raise Stop(Remark(span, code, message, hint, self.rule))

    def read_character(self) -> int:
        """One character of a literal or a class as a code point; the text must not be at its end."""
        character = self.peek()
        if character != "\\":
            self.position += 1
            return ord(character)
        letter = self.peek(1)
        if letter in _HEX_ESCAPES and letter:
            return self._read_hex_escape(letter)
        span = Span(self.position, min(self.position + 2, len(self.text)))
        self.position = span.end
        if letter in _ESCAPES and letter:
            return ord(_ESCAPES[letter])
        if not letter:
            self.error(span, "escape", "The text ends after a backslash.", _ALL_ESCAPES)
            return ord("\\")
        plain = "" if letter.isspace() else f"Write {show(letter)} without the backslash."
        hint = f"{_INSTEAD.get(letter, plain)} {_ALL_ESCAPES}".strip()
        self.error(span, "escape", f"Unknown escape: backslash {show(letter)}.", hint)
        return ord(letter)

    def _read_hex_escape(self, letter: str) -> int:
        wanted, example = _HEX_ESCAPES[letter]
        start = self.position
        digits_at = start + 2
        self.position = min(end_of_match(_HEX, self.text, digits_at), digits_at + wanted)
        digits = self.text[digits_at : self.position]
        if len(digits) == wanted:
            return int(digits, 16)
        message = f"\\{letter} takes exactly {wanted} hexadecimal digits; here {_are(len(digits))}."
        self.error(Span(start, self.position), "escape", message, f"For example {example}.")
        return ord(letter)


def end_of_match(pattern: re.Pattern[str], text: str, position: int) -> int:
    """Where a match of `pattern` at `position` ends; `position` itself when there is none."""
    match = pattern.match(text, position)
    return match.end() if match else position


def show(character: str) -> str:
    """A character as an error message names it."""
    if character.isprintable() and not character.isspace():
        return f"`{character}`"
    return f"U+{ord(character):04X}"


def _are(count: int) -> str:
    return "there is 1" if count == 1 else f"there are {count}"
