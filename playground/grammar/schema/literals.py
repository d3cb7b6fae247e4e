"""One JSON value as a part of a grammar."""

from __future__ import annotations

from typing import Any

from playground.grammar.model import Literal, Node
from playground.grammar.schema.values import json_text, quoted
from playground.grammar.simplify import sequence


def write_value(value: Any, gap: tuple[Node, ...]) -> Node:
    """The value's text, with `gap` wherever white space may stand."""
    if isinstance(value, list):
        return _enclosed("[]", [write_value(item, gap) for item in value], gap)
    if isinstance(value, dict):
        members = [
            sequence([Literal(quoted(key)), *gap, Literal(":"), *gap, write_value(item, gap)])
            for key, item in value.items()
        ]
        return _enclosed("{}", members, gap)
    return Literal(json_text(value))


def _enclosed(pair: str, items: list[Node], gap: tuple[Node, ...]) -> Node:
    parts: list[Node] = [Literal(pair[0]), *gap]
    for index, item in enumerate(items):
        if index:
            parts += [*gap, Literal(","), *gap]
        parts.append(item)
    return sequence([*parts, *(gap if items else ()), Literal(pair[1])])
