"""The schemas inside a JSON Schema, each with its JSON pointer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from playground.grammar.json_text import pointer

Schema = dict[str, Any]

_ONE = ("items", "additionalProperties", "unevaluatedProperties", "unevaluatedItems", "propertyNames")
_LIST = ("anyOf", "oneOf", "allOf", "prefixItems")
_NAMED = ("properties", "patternProperties", "$defs", "definitions")


def subschemas(schema: Any) -> Iterator[tuple[str, Schema]]:
    """All objects that xgrammar reads as schemas, the outermost first. Below keywords that it does not
    know (`not`, `if`, `contains`, …) there is nothing to look at.
    """
    waiting: list[tuple[str, Any]] = [("", schema)]
    while waiting:
        where, current = waiting.pop()
        if not isinstance(current, dict):
            continue
        yield where, current
        waiting.extend(reversed(list(_parts(where, current))))


def _parts(where: str, schema: Schema) -> Iterator[tuple[str, Any]]:
    for keyword in _ONE:
        if keyword in schema:
            yield pointer(where, keyword), schema[keyword]
    for keyword in _LIST:
        branches = schema.get(keyword)
        if isinstance(branches, list):
            for index, branch in enumerate(branches):
                yield pointer(pointer(where, keyword), index), branch
    for keyword in _NAMED:
        named = schema.get(keyword)
        if isinstance(named, dict):
            for name, part in named.items():
                yield pointer(pointer(where, keyword), name), part
