"""How many rules a schema takes at least, told from the schema alone: writing them takes seconds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from playground.grammar.schema.keywords import ASSERTIONS, alias_of
from playground.grammar.schema.write_objects import INLINE


def least_rules(schema: Any) -> int:
    """A lower bound of the rules, where the parts of the schema do not contradict one another.

    Each property that says something of its own has a rule; where all properties are optional there is
    one more for what may follow each. Parts that nothing refers to do not count. The schema need not be
    valid.
    """
    count = 0
    seen: set[int] = set()
    waiting = [schema]
    while waiting:
        part = waiting.pop()
        if not isinstance(part, dict) or id(part) in seen:
            continue
        seen.add(id(part))
        count += _own_rules(part)
        waiting.extend(_parts(schema, part))
    return count


def _own_rules(schema: dict[str, Any]) -> int:
    properties = schema.get("properties")
    kind = schema.get("type", "object")
    if not isinstance(properties, dict) or not (kind == "object" or isinstance(kind, list)):
        return 0
    values = sum(_has_rule(value) for value in properties.values())
    required = schema.get("required")
    is_optional = not isinstance(required, list) or not any(name in required for name in properties)
    is_chain = len(properties) > INLINE and is_optional and "maxProperties" not in schema
    return values + (len(properties) - 1 if is_chain else 0)


def _has_rule(schema: Any) -> bool:
    """Whether a schema is written as a rule that no other place has."""
    return isinstance(schema, dict) and alias_of(schema) is None and not ASSERTIONS.isdisjoint(schema)


def _parts(root: Any, schema: dict[str, Any]) -> Iterator[Any]:
    """The schemas that are written where this one is."""
    properties, items = schema.get("properties"), schema.get("items")
    if isinstance(properties, dict):
        yield from properties.values()
    yield items
    for keyword in ("anyOf", "prefixItems"):
        listed = schema.get(keyword)
        if isinstance(listed, list):
            yield from listed
    reference = schema.get("$ref")
    if isinstance(reference, str) and reference.startswith("#"):
        yield _target(root, reference)


def _target(root: Any, reference: str) -> Any:
    """What a reference by its place points at; None when there is no such place."""
    found = root
    for step in reference.split("/")[1:]:
        key = step.replace("~1", "/").replace("~0", "~")
        found = found.get(key) if isinstance(found, dict) else None
    return found
