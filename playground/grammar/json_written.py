"""JSON written as it was read: numbers keep the digits that a float would lose."""

from __future__ import annotations

import json
from collections.abc import Iterator
from decimal import Decimal
from typing import Any


class WrittenFloat(float):
    """A number with a point or an exponent, and how it is written."""

    text: str

    def __new__(cls, text: str) -> WrittenFloat:
        number = super().__new__(cls, text)
        number.text = text
        return number

    @property
    def is_rounded(self) -> bool:
        """Whether the float, written again, is another number."""
        return Decimal(self.text) != Decimal(repr(self))


def written_json(value: Any, indent: str = "") -> str:
    """A value as JSON text with two spaces a level, as `json.dumps` has it but for the numbers."""
    deeper = f"{indent}  "
    if isinstance(value, WrittenFloat):
        return value.text
    if isinstance(value, dict) and value:
        members = [
            f"{deeper}{json.dumps(key, ensure_ascii=False)}: {written_json(item, deeper)}"
            for key, item in value.items()
        ]
        return "{\n" + ",\n".join(members) + f"\n{indent}}}"
    if isinstance(value, list) and value:
        return "[\n" + ",\n".join(f"{deeper}{written_json(item, deeper)}" for item in value) + f"\n{indent}]"
    return json.dumps(value, ensure_ascii=False)


def is_rounded(value: Any) -> bool:
    """Whether a float somewhere in a value is another number than its text."""
    return any(isinstance(part, WrittenFloat) and part.is_rounded for part in _parts(value))


def _parts(value: Any) -> Iterator[Any]:
    yield value
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for part in inside:
        yield from _parts(part)
