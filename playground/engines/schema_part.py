"""Which parts of a JSON Schema speak of one place in a JSON text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Schema = Mapping[str, Any]

_BRANCHES = ("anyOf", "oneOf", "allOf")
_MOST = 200
"""Parts that are looked at; a schema may refer to itself without end."""


def parts_at(schema: Any, path: Sequence[str | int]) -> list[Schema]:
    """Every object of the schema that may constrain the value at a path, through references and branches.

    Which of the `patternProperties` match a key is not looked at.
    """
    found = list(_with_branches(schema, [schema]))
    for step in path:
        found = list(_with_branches(schema, [part for each in found for part in _below(each, step)]))
    return found


def keywords_at(schema: Any, path: Sequence[str | int]) -> frozenset[str]:
    """The keywords of all of them."""
    return frozenset(keyword for part in parts_at(schema, path) for keyword in part)


def _with_branches(root: Any, waiting: list[Any]) -> Iterator[Schema]:
    waiting = waiting[:_MOST]
    looked_at = 0
    while waiting and looked_at < _MOST:
        part = waiting.pop()
        looked_at += 1
        if not isinstance(part, dict):
            continue
        yield part
        for keyword in _BRANCHES:
            branches = part.get(keyword)
            waiting.extend(branches if isinstance(branches, list) else [])
        if isinstance(part.get("$ref"), str):
            waiting.append(_target(root, part["$ref"]))


def _below(part: Schema, step: str | int) -> Iterator[Any]:
    if isinstance(step, int):
        listed = part.get("prefixItems", part.get("items"))
        if isinstance(listed, list) and step < len(listed):
            yield listed[step]
        else:
            yield part.get("additionalItems" if isinstance(part.get("items"), list) else "items")
        return
    named = part.get("properties", {})
    if step in named:
        yield named[step]
    else:
        yield part.get("additionalProperties")
        yield from part.get("patternProperties", {}).values()


def _target(root: Any, reference: str) -> Any:
    current = root
    for name in reference.removeprefix("#").split("/")[1:]:
        name = name.replace("~1", "/").replace("~0", "~")
        current = current.get(name) if isinstance(current, dict) else None
    return current
