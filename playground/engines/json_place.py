"""Where in a JSON text a character stands: in a string, in a number, before a key, …"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal

WHITE_SPACE = " \t\n\r"
_WORDS = ("true", "false", "null")
_BEGUN_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)?(?:(?<=[0-9])\.[0-9]*)?(?:(?<=[0-9])[eE][-+]?[0-9]*)?")
_BEGUN_ESCAPE = re.compile(r'\\(?:["\\/bfnrt]|u[0-9a-fA-F]{0,4})')

Where = Literal["value", "key", "colon", "string", "number", "word", "separator", "end", "broken"]


@dataclass(frozen=True, slots=True)
class Container:
    """An object or an array that is open."""

    is_object: bool
    keys: tuple[str, ...] = ()
    """The keys of an object as they were written, the last one being that of the current value."""
    index: int = 0
    """The index of the current item of an array."""


@dataclass(frozen=True, slots=True)
class JsonPlace:
    """The place after some text: what has begun, or what has to come. `broken` after text that is no JSON."""

    where: Where = "value"
    open: tuple[Container, ...] = ()
    """From the outermost in."""
    part: str = ""
    """What was read of a key, a number or a word."""
    escape: str = ""
    """What was read of an escape inside a string."""
    is_key: bool = False
    """Whether the string is a key."""
    after_comma: bool = False

    @property
    def path(self) -> tuple[str | int, ...]:
        """Keys and indices that lead to the current value, which between two values is the last one."""
        return tuple(
            (each.keys[-1] if each.keys else "") if each.is_object else each.index for each in self.open
        )

    def after(self, text: str) -> JsonPlace:
        place = self
        for character in text:
            place = place._step(character)
        return place

    def _step(self, character: str) -> JsonPlace:
        if self.where == "string":
            return self._in_string(character)
        if self.where in ("number", "word"):
            return self._in_part(character)
        if character in WHITE_SPACE:
            return self
        match self.where:
            case "value":
                return self._value(character)
            case "key":
                return self._key(character)
            case "separator":
                return self._separator(character)
            case "colon" if character == ":":
                return JsonPlace("value", self.open)
        return JsonPlace("broken")

    def _value(self, character: str) -> JsonPlace:
        match character:
            case '"':
                return JsonPlace("string", self.open)
            case "{":
                return JsonPlace("key", (*self.open, Container(True)))
            case "[":
                return JsonPlace("value", (*self.open, Container(False)))
            case "]" if self.open and not self.open[-1].is_object and not self.after_comma:
                return _closed(self.open[:-1])
        if character in "-0123456789":
            return JsonPlace("number", self.open, character)
        begins_word = any(word[0] == character for word in _WORDS)
        return JsonPlace("word", self.open, character) if begins_word else JsonPlace("broken")

    def _key(self, character: str) -> JsonPlace:
        if character == '"':
            return JsonPlace("string", self.open, is_key=True)
        if character == "}" and not self.after_comma:
            return _closed(self.open[:-1])
        return JsonPlace("broken")

    def _separator(self, character: str) -> JsonPlace:
        inner = self.open[-1]
        if character == ("}" if inner.is_object else "]"):
            return _closed(self.open[:-1])
        if character != ",":
            return JsonPlace("broken")
        following = replace(inner, index=inner.index + 1)
        return JsonPlace(
            "key" if inner.is_object else "value", (*self.open[:-1], following), after_comma=True
        )

    def _in_string(self, character: str) -> JsonPlace:
        if self.escape:
            return self._in_escape(character)
        if character == '"':
            if not self.is_key:
                return _closed(self.open)
            inner = self.open[-1]
            named = replace(inner, keys=(*inner.keys, self.part))
            return JsonPlace("colon", (*self.open[:-1], named))
        if character == "\\":
            return replace(self, escape=character)
        return replace(self, part=self.part + character) if character >= " " else JsonPlace("broken")

    def _in_escape(self, character: str) -> JsonPlace:
        escape = self.escape + character
        if not _BEGUN_ESCAPE.fullmatch(escape):
            return JsonPlace("broken")
        if len(escape) == (6 if escape.startswith("\\u") else 2):
            return replace(self, escape="", part=self.part + escape)
        return replace(self, escape=escape)

    def _in_part(self, character: str) -> JsonPlace:
        part = self.part + character
        if self.where == "word":
            if part in _WORDS:
                return _closed(self.open)
            begun = any(word.startswith(part) for word in _WORDS)
            return replace(self, part=part) if begun else JsonPlace("broken")
        if _BEGUN_NUMBER.fullmatch(part):
            return replace(self, part=part)
        complete = self.part[-1] not in "-+.eE"
        return _closed(self.open)._step(character) if complete else JsonPlace("broken")


def _closed(still_open: tuple[Container, ...]) -> JsonPlace:
    return JsonPlace("separator" if still_open else "end", still_open)
