"""JSON text read with the place of every part, so that a remark on a schema can point at it."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any, NoReturn

from playground.grammar.diagnostics import Diagnostic, Span, diagnose
from playground.grammar.json_written import WrittenFloat

MAX_NESTING = 100
"""Levels of arrays and objects; xgrammar needs time that grows with the third power of it."""
MARK = "\ufeff"
"""The byte order mark that some editors put at the beginning of a file."""
MAX_DIGITS = 4_300
"""Digits of a whole number that has no exponent; Python reads no more."""

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\]:,]|[^\s{}\[\]:,"]+')

_SAID = {
    "Expecting property name": (
        "a key is expected here",
        'Write the key in double quotes: {"key": value}.',
    ),
    "Expecting ',' delimiter": ("a comma is missing here", "Put a comma between the items."),
    "Expecting ':' delimiter": ("a colon is missing here", "Put a colon between key and value."),
    "Expecting value": (
        "a value is expected here",
        "Write a value: an object, array, string, number, true, false or null.",
    ),
    "Invalid control character": (
        "a line break, a tab or the like stands in this string",
        "Write line breaks and tabs inside strings as \\n and \\t.",
    ),
    "Invalid \\": (
        "this is not an escape of JSON",
        'Write a backslash as \\\\; the escapes are \\" \\\\ \\/ \\b \\f \\n \\r \\t and \\uXXXX.',
    ),
    "Extra data": ("something follows the value", "Keep one value only."),
    "Unterminated string": ("this string has no end", "Close the string with a double quote."),
}
"""What Python's parser says, and what is said here: what is wrong, and what to do."""
_ESCAPE = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
    r"|(?P<half>\\u[dD][89a-fA-F][0-9a-fA-F]{2}|[\ud800-\udfff])|\\."
)
_NOT_A_NUMBER = re.compile("-?Infinity|NaN")
_NUMBER = re.compile(r"-?(?P<whole>[0-9]+)(?P<rest>\.[0-9]+|[eE][-+]?[0-9]+)?")
_HALF_HINT = (
    "JSON text in UTF-8 has no half of a surrogate pair: write both halves, as in \\ud83d\\ude00, or the "
    "character itself."
)
_TRAILING_COMMA = re.compile(r",\s*([}\]])")


@dataclass(slots=True)
class JsonText:
    """A JSON value and where its parts stand in the text; its floats are `WrittenFloat`.

    `places` maps the JSON pointer of each part to its key, or to its first token where it has no key;
    "" is the whole text. `values` maps it to the whole of the part, its key left out.
    """

    value: Any
    places: dict[str, Span] = field(default_factory=dict)
    values: dict[str, Span] = field(default_factory=dict)
    warnings: list[Diagnostic] = field(default_factory=list)


def read_json(text: str) -> JsonText | Diagnostic:
    """The value of a JSON text with its places, or what is wrong with it.

    Duplicate keys and a byte order mark are warned of.
    """
    too_deep = _nesting_error(text)
    if too_deep is not None:
        return too_deep
    try:
        value = json.loads(
            _blank_mark(text), parse_float=WrittenFloat, parse_int=_read_whole, parse_constant=_refuse
        )
    except json.JSONDecodeError as error:
        return _syntax_error(text, error)
    except _UnreadableNumber:
        return _number_error(text)
    half = _half_character(text)
    if half is not None:
        return half
    document = _Locator(_blank_mark(text)).locate(value)
    if text.startswith(MARK):
        message = "the text begins with a byte order mark, which JSON does not have"
        hint = "Save the file as UTF-8 without it."
        document.warnings.insert(0, diagnose(text, Span(0, 1), "byte_order_mark", message, hint, "warning"))
    return document


class _UnreadableNumber(Exception):  # noqa: N818 - it is an answer: look for the first one
    """A word in the place of a number, or a number with too many digits."""


def _refuse(name: str) -> NoReturn:
    raise _UnreadableNumber(name)


def _read_whole(digits: str) -> int:
    if len(digits.lstrip("-")) > MAX_DIGITS:
        raise _UnreadableNumber(digits)
    return int(digits)


def _blank_mark(text: str) -> str:
    """The text with a space for a byte order mark, so that all places stay."""
    return f" {text[1:]}" if text.startswith(MARK) else text


def _number_error(text: str) -> Diagnostic:
    """About the first number that cannot be read; there has to be one."""
    for token in _TOKEN.finditer(_blank_mark(text)):
        span = Span(*token.span())
        if name := _NOT_A_NUMBER.match(token[0]):
            message = f"this is not JSON: {name[0]} is not a JSON number"
            hint = "Write a number in digits, or null where there is none."
            return diagnose(text, span, "json-syntax", message, hint)
        number = _NUMBER.match(token[0])
        if number and not number["rest"] and len(number["whole"]) > MAX_DIGITS:
            message = f"this number has {len(number['whole']):,} digits, more than {MAX_DIGITS:,}"
            return diagnose(text, span, "json-number", message, "Write a number with fewer digits.")
    raise AssertionError(text)


def _half_character(text: str) -> Diagnostic | None:
    """The first escape, or character, in a string that is half of a surrogate pair."""
    for token in _TOKEN.finditer(text):
        for escape in _ESCAPE.finditer(token[0]) if token[0][0] == '"' else ():
            if escape["half"]:
                start = token.start() + escape.start()
                number = escape["half"][2:].upper() if len(escape["half"]) > 1 else f"{ord(escape['half']):X}"
                message = f"U+{number} is half of a surrogate pair, not a character"
                return diagnose(
                    text, Span(start, start + len(escape["half"])), "surrogate", message, _HALF_HINT
                )
    return None


def _syntax_error(text: str, error: json.JSONDecodeError) -> Diagnostic:
    # From Python 3.13 on an error of its own, at the comma; before, one at the bracket behind it.
    is_named = error.msg.startswith("Illegal trailing comma")
    comma = _TRAILING_COMMA.match(text, max(0, text.rfind(",", 0, error.pos + is_named)))
    if comma and comma.end() > error.pos:
        message = f"this is not JSON: a comma stands before the closing {comma[1]}"
        span = Span(comma.start(), comma.start() + 1)
        return diagnose(text, span, "json-syntax", message, "Take out this comma: nothing follows it.")
    said = (words for start, words in _SAID.items() if error.msg.startswith(start))
    message, hint = next(said, (error.msg, ""))
    return diagnose(text, Span(error.pos, error.pos + 1), "json-syntax", f"this is not JSON: {message}", hint)


def pointer(parent: str, key: str | int) -> str:
    """The JSON pointer of a part of `parent` (RFC 6901)."""
    return f"{parent}/{str(key).replace('~', '~0').replace('/', '~1')}"


def _nesting_error(text: str) -> Diagnostic | None:
    """Found before parsing: Python's parser gives up on deep nesting without a place."""
    depth = 0
    for token in _TOKEN.finditer(text):
        if token[0] in "{[":
            depth += 1
            if depth > MAX_NESTING:
                message = f"arrays and objects are nested more than {MAX_NESTING} deep"
                return diagnose(text, Span(*token.span()), "json-too-deep", message, "Move parts into $defs.")
        elif token[0] in "}]":
            depth -= 1
    return None


class _Locator:
    """Walks over the tokens of a text that is known to be JSON."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = list(_TOKEN.finditer(text))
        self._at = 0
        self._found = JsonText(None)

    def locate(self, value: Any) -> JsonText:
        self._value("", None)
        self._found.value = value
        return self._found

    def _next(self) -> re.Match[str]:
        self._at += 1
        return self._tokens[self._at - 1]

    def _value(self, where: str, key: Span | None) -> None:
        token = self._next()
        self._found.places[where] = key or Span(*token.span())
        if token[0] == "{":
            self._members(where)
        elif token[0] == "[":
            self._items(where)
        self._found.values[where] = Span(token.start(), self._tokens[self._at - 1].end())

    def _members(self, where: str) -> None:
        seen: set[str] = set()
        token = self._next()
        while token[0] != "}":
            if token[0] == ",":
                token = self._next()
            key, span = json.loads(token[0]), Span(*token.span())
            if key in seen:
                message = f"the key {token[0]} stands here a second time; only the last one counts"
                warning = diagnose(
                    self._text, span, "json-duplicate-key", message, "Take one of them out.", "warning", where
                )
                self._found.warnings.append(warning)
            seen.add(key)
            self._next()
            self._value(pointer(where, key), span)
            token = self._next()

    def _items(self, where: str) -> None:
        index = 0
        while self._tokens[self._at][0] != "]":
            if self._tokens[self._at][0] == ",":
                self._next()
            self._value(pointer(where, index), None)
            index += 1
        self._next()
