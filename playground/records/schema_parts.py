"""The schema objects that hold for one value, with what each asserts in the draft of its schema."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from referencing.exceptions import NoSuchResource, Unresolvable
from referencing.jsonschema import specification_with

from playground.grammar.schema.document import Document

TYPES = ("string", "integer", "number", "boolean", "null", "object", "array")
OBJECT_KEYWORDS = {"properties", "required", "additionalProperties", "patternProperties"}
ARRAY_KEYWORDS = {"items", "prefixItems"}
SHAPING = {"type", "enum", "const", "$ref", "allOf", "anyOf", "oneOf"} | OBJECT_KEYWORDS | ARRAY_KEYWORDS


@dataclass(frozen=True, slots=True)
class Part:
    """One schema that a value must satisfy, and where its references are looked up.

    `schema` is True, False, or the keywords that assert something in the schema's draft, and the title:
    the same dictionary each time the part is reached, so that a recursion is seen.
    """

    schema: Any
    resolver: Any


class SchemaParts:
    """One schema document, part by part."""

    def __init__(self, schema: Any) -> None:
        self._document = Document(schema)
        self._specification = specification_with(self._document.draft.META_SCHEMA["$schema"])
        self._asserting: dict[int, dict[str, Any]] = {}
        self._stripped: dict[int, Part] = {}
        self.root = self.part(schema, self._document.root.resolver)

    def part(self, schema: Any, resolver: Any) -> Part:
        """A schema that stands where `resolver` looks references up."""
        if not isinstance(schema, dict):
            return Part(schema is not False, resolver)
        inside = resolver.in_subresource(self._specification.create_resource(schema))
        if id(schema) not in self._asserting:
            words = {"title", *self._document.asserted(schema)}
            self._asserting[id(schema)] = {word: value for word, value in schema.items() if word in words}
        return Part(self._asserting[id(schema)], inside)

    def target(self, part: Part, reference: str) -> Part | None:
        """What a part refers to; None when it is not in the document."""
        try:
            found = part.resolver.lookup(reference)
        except (Unresolvable, NoSuchResource):
            return None
        return self.part(found.contents, found.resolver)

    def flatten(self, parts: list[Part]) -> list[Part]:
        """Every part that holds for the value: these, what they refer to, and their `allOf`."""
        flat: list[Part] = []
        waiting, seen = list(parts), set[int]()
        while waiting:
            part = waiting.pop(0)
            if part.schema is True or id(part.schema) in seen:
                continue
            seen.add(id(part.schema))
            flat.append(part)
            if part.schema is False:
                continue
            waiting.extend(self.part(schema, part.resolver) for schema in part.schema.get("allOf", ()))
            if "$ref" in part.schema:
                target = self.target(part, part.schema["$ref"])
                waiting.extend([target] if target else [])
        return flat

    def branches(self, flat: list[Part]) -> list[Part]:
        """The first list of alternatives that says more about the shape than which keys are required."""
        for part in flat:
            for keyword in ("anyOf", "oneOf"):
                branches = [self.part(schema, part.resolver) for schema in part.schema.get(keyword, ())]
                if any(_tells_shape(branch.schema) for branch in branches):
                    return branches
        return []

    def without_branches(self, part: Part) -> Part:
        """The part without its alternatives, and without what `flatten` has already followed."""
        kept = {
            word: value
            for word, value in part.schema.items()
            if word not in {"anyOf", "oneOf", "allOf", "$ref"}
        }
        return self._stripped.setdefault(id(part.schema), Part(kept, part.resolver))


def plain_reference(parts: list[Part]) -> str | None:
    """The reference of a schema that says nothing else about the shape."""
    if len(parts) != 1 or parts[0].schema.keys() & (SHAPING - {"$ref"}):
        return None
    reference: str | None = parts[0].schema.get("$ref")
    return reference


def exact_values(flat: list[Part]) -> list[Any] | None:
    """The only values there are, by the first `const` or `enum`; None when no part lists them."""
    for part in flat:
        if "const" in part.schema:
            return [part.schema["const"]]
        if "enum" in part.schema:
            return list(part.schema["enum"])
    return None


def common_types(flat: list[Part]) -> list[str] | None:
    """The JSON types that all parts allow; None when no part says."""
    allowed: list[str] | None = None
    for part in flat:
        stated = part.schema.get("type")
        names = [stated] if isinstance(stated, str) else stated
        if names is None or not all(name in TYPES for name in names):
            continue  # Draft 3 has schemas among the types
        allowed = names if allowed is None else _common(allowed, names)
    return allowed


def _common(first: list[str], second: list[str]) -> list[str]:
    """The types in both; an integer is a number."""
    return [name for name in first if _within(name, second)] + [
        name for name in second if name not in first and _within(name, first)
    ]


def _within(name: str, names: list[str]) -> bool:
    return name in names or (name == "integer" and "number" in names)


def _tells_shape(schema: Any) -> bool:
    return schema is False or (isinstance(schema, dict) and bool(schema.keys() & (SHAPING - {"required"})))
