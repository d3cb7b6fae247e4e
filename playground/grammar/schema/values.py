"""JSON values by type, compared as JSON Schema compares them: 1 is 1.0 and not true."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import Any

from playground.grammar.schema.decimals import decimal_text

TYPES = ("null", "boolean", "number", "string", "array", "object")


def type_of(value: Any) -> str:
    """The JSON type of a value; "number" for integers too."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int | float | Decimal | Fraction):
        return "number"
    return "string" if isinstance(value, str) else "array" if isinstance(value, list) else "object"


@dataclass(frozen=True, slots=True)
class Listed:
    """An array or object that `enum` or `const` lists. Equal values have one `key`, whatever their text."""

    key: str
    text: str = field(compare=False)

    @classmethod
    def of(cls, value: Any) -> Listed:
        return cls(json_text(value, sort=True), json_text(value))

    @property
    def value(self) -> Any:
        return read_value(self.text)


def json_text(value: Any, sort: bool = False) -> str:
    """A value as JSON without white space and without exponents."""
    match type_of(value):
        case "number":
            return decimal_text(Fraction(value))
        case "array":
            return "[" + ",".join(json_text(item, sort) for item in value) + "]"
        case "object":
            members = [f"{quoted(key)}:{json_text(item, sort)}" for key, item in value.items()]
            return "{" + ",".join(sorted(members) if sort else members) + "}"
        case "string":
            return quoted(value)
        case _:
            return json.dumps(value)


def quoted(text: str) -> str:
    """A string as JSON writes it, characters beyond ASCII as themselves."""
    return json.dumps(text, ensure_ascii=False)


def read_value(text: str) -> Any:
    """The value of a JSON text, numbers exactly."""
    return json.loads(text, parse_float=Decimal)


def spellings_of(values: list[Any]) -> list[str]:
    """In what the texts of the values could differ and do not, in words; empty when each has but one text."""
    found: dict[str, None] = {}
    waiting = list(values)
    while waiting:
        value = waiting.pop()
        match type_of(value):
            case "number":
                found["numbers without exponent and needless zeros"] = None
            case "string" if not value.isascii():
                found["characters beyond ASCII as themselves"] = None
            case "array":
                waiting += value
            case "object":
                waiting += [*value, *value.values()]
                if len(value) > 1:
                    found["keys in this order"] = None
    return sorted(found)


def pretty(value: Any, indent: str = "") -> str:
    """A value as JSON with two spaces a level; what fits on a short line stays on one."""
    deeper = indent + "  "
    if isinstance(value, dict) and value:
        members = [f"{deeper}{quoted(key)}: {pretty(item, deeper)}" for key, item in value.items()]
        whole, pair = ",\n".join(members), "{}"
    elif isinstance(value, list) and any(isinstance(item, dict | list) for item in value):
        whole, pair = ",\n".join(f"{deeper}{pretty(item, deeper)}" for item in value), "[]"
    elif isinstance(value, list):
        return "[" + ", ".join(map(json_text, value)) + "]"
    else:
        return json_text(value)
    return f"{pair[0]}\n{whole}\n{indent}{pair[1]}"
