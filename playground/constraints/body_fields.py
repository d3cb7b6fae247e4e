"""One JSON object out of a pasted body: its fields by type, and errors that point at them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from typing import Any

from playground.constraints.errors import ConstraintError
from playground.grammar.diagnostics import Span, diagnose
from playground.grammar.json_text import pointer
from playground.grammar.json_written import WrittenFloat, written_json

LARGEST_NUMBER = 2**63
"""Servers keep a field in 64 bits."""


class Fields:
    """The fields of an object in the pasted `source`. A field that is null counts as absent.

    `where` is the object's JSON pointer, `places` tells where each part of the source stands. Every method
    that reads a field raises ConstraintError when it is of another type, and remembers that the field was
    looked at: `unread` names the others.
    """

    def __init__(
        self, source: str, places: Mapping[str, Span], value: dict[str, Any], where: str = ""
    ) -> None:
        self._source = source
        self._places = places
        self._value = value
        self._where = where
        self._read: set[str] = set()

    def __contains__(self, name: str) -> bool:
        return self._value.get(name) is not None

    def present(self, names: tuple[str, ...]) -> list[str]:
        return [name for name in names if name in self]

    def unread(self) -> list[str]:
        """The fields that nothing has asked for, in their order."""
        return [name for name in self._value if name not in self._read]

    def pass_over(self, *names: str) -> None:
        """Count fields as read that change nothing here."""
        self._read.update(names)

    def get(self, name: str) -> Any:
        self._read.add(name)
        return self._value.get(name)

    def written(self, name: str) -> str:
        """The field's value as JSON text that is easy to read, its numbers as they are."""
        return written_json(self.get(name))

    def object(self, name: str) -> Fields | None:
        value = self._typed(name, dict, "an object")
        return None if value is None else self._below(value, name)

    def objects(self, name: str) -> list[Fields]:
        """A list of objects; empty when absent."""
        values = self._typed(name, list, "a list of objects") or []
        for number, value in enumerate(values):
            if not isinstance(value, dict):
                raise self.error("field-type", f"{name} holds objects only", "", name, number)
        return [self._below(value, name, number) for number, value in enumerate(values)]

    def string(self, name: str) -> str | None:
        value: str | None = self._typed(name, str, "text in double quotes")
        return value

    def strings(self, name: str) -> list[str]:
        """A list of texts; empty when absent."""
        values: list[str] = self._typed(name, list, "a list of texts") or []
        for number, value in enumerate(values):
            if not isinstance(value, str):
                raise self.error("field-type", f"{name} holds texts only", "", name, number)
        return values

    def flag(self, name: str) -> bool | None:
        value: bool | None = self._typed(name, bool, "true or false")
        return value

    def number(self, name: str) -> float | None:
        value: float | None = self._typed(name, (int, float), "a number")
        self._check_size(name, value)
        return float(value) if isinstance(value, WrittenFloat) else value

    def whole(self, name: str) -> int | None:
        value: int | None = self._typed(name, int, "a whole number")
        self._check_size(name, value)
        return value

    def error(self, code: str, message: str, hint: str = "", *path: str | int) -> ConstraintError:
        """An error about the part at `path` below this object."""
        where = self._pointer(path)
        return ConstraintError(
            [diagnose(self._source, self._places[where], code, message, hint, where=where)]
        )

    def _below(self, value: dict[str, Any], *path: str | int) -> Fields:
        return Fields(self._source, self._places, value, self._pointer(path))

    def _pointer(self, path: tuple[str | int, ...]) -> str:
        return reduce(pointer, path, self._where)

    def _check_size(self, name: str, value: float | None) -> None:
        if value is not None and not -LARGEST_NUMBER <= value <= LARGEST_NUMBER:
            raise self.error("field-type", f"{name} is too large a number", "", name)

    def _typed(self, name: str, kinds: type | tuple[type, ...], wanted: str) -> Any:
        value = self.get(name)
        is_truth_value = isinstance(value, bool) and kinds is not bool
        if value is not None and (is_truth_value or not isinstance(value, kinds)):
            raise self.error("field-type", f"{name} must be {wanted}", "", name)
        return value
