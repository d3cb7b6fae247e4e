"""The JSON objects that a structural tag is written in: their fields by type, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from playground.grammar.json_text import pointer


class TagRefused(ValueError):  # noqa: N818 - it is an answer about the text, not a fault
    """A part that cannot be used. `where` is its JSON pointer."""

    def __init__(self, where: str, code: str, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.where = where
        self.code = code
        self.message = message
        self.hint = hint


class Part:
    """One object of the text. Each method that reads a field raises TagRefused when it is of another type."""

    def __init__(self, value: Any, where: str, what: str = "format") -> None:
        if not isinstance(value, dict):
            message = f"a {what} is an object here"
            raise TagRefused(where, "tag-type", message, 'Write it as {"type": "…", …}.')
        self.where = where
        self._what = what
        self._value: dict[str, Any] = value
        self._read: set[str] = set()

    def __contains__(self, key: str) -> bool:
        return key in self._value

    def unread(self) -> Iterator[str]:
        return (key for key in self._value if key not in self._read)

    def pass_over(self, key: str) -> None:
        """Count a field as read."""
        self._read.add(key)

    def at(self, key: str, *steps: str | int) -> str:
        """The JSON pointer of a part of this object."""
        where = pointer(self.where, key)
        for step in steps:
            where = pointer(where, step)
        return where

    def get(self, key: str) -> Any:
        """The field as it is, None when absent."""
        self._read.add(key)
        return self._value.get(key)

    def needed(self, key: str) -> Any:
        if key not in self._value:
            message = f"{_with_article(self._what)} needs the field {key}"
            raise TagRefused(self.where, "tag-field", message, f'Add "{key}": ….')
        return self.get(key)

    def string(self, key: str) -> str:
        value = self.needed(key)
        if not isinstance(value, str):
            raise self.wrong(key, "text in double quotes")
        return value

    def strings(self, key: str) -> list[str]:
        """A list of texts that are not empty; without the field an empty list."""
        values = self.get(key)
        if values is None:
            return []
        if not isinstance(values, list):
            raise self.wrong(key, "a list of texts")
        for number, value in enumerate(values):
            if not isinstance(value, str) or not value:
                message = f"{key} holds texts that are not empty"
                raise TagRefused(self.at(key, number), "tag-type", message)
        return values

    def some(self, key: str) -> list[Any]:
        """A list that is not empty."""
        values = self.needed(key)
        if not isinstance(values, list):
            raise self.wrong(key, "a list")
        if not values:
            raise TagRefused(self.at(key), "tag-empty", f"{key} is empty", "Add at least one.")
        return values

    def flag(self, key: str, default: bool = False) -> bool:
        value = self.get(key)
        if value is None:
            return default
        if not isinstance(value, bool):
            raise self.wrong(key, "true or false")
        return value

    def whole(self, key: str, least: int) -> int:
        value = self.needed(key)
        if not isinstance(value, int) or isinstance(value, bool) or value < least:
            raise self.wrong(key, f"a whole number, {least} or more")
        return value

    def wrong(self, key: str, wanted: str) -> TagRefused:
        return TagRefused(self.at(key), "tag-type", f"{key} must be {wanted}")


def _with_article(what: str) -> str:
    return f"{'an' if what[0] in 'aeiou' else 'a'} {what}"
