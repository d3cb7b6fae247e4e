"""JSON Schema as shapes: objects become classes, enums literals, references names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from referencing import Registry, Resource
from referencing.exceptions import NoSuchResource, Unresolvable
from referencing.jsonschema import DRAFT202012, UnknownDialect, specification_with

from playground.records.shape import (
    ANY,
    NUMBER,
    Atom,
    FieldShape,
    ListOf,
    LiteralValue,
    MapOf,
    ModelShape,
    Named,
    OneOf,
    RootShape,
    Shape,
    Shapes,
    TupleOf,
    UnionOf,
    class_name,
    field_name,
    union,
)

Schema = dict[str, Any]

_ATOMS: dict[str, Shape] = {
    "string": Atom("str"),
    "integer": Atom("int"),
    "number": NUMBER,
    "boolean": Atom("bool"),
    "null": Atom("None"),
}
_OBJECT_KEYWORDS = {"properties", "required", "additionalProperties", "patternProperties"}
_ARRAY_KEYWORDS = {"items", "prefixItems"}
_SHAPING = {"type", "enum", "const", "$ref", "allOf", "anyOf", "oneOf"} | _OBJECT_KEYWORDS | _ARRAY_KEYWORDS


def schema_shapes(schema: Any) -> Shapes:
    """The shapes of a schema's values, written so that they hold every value that the schema accepts.

    References are followed inside the schema only. Raises RecursionError when it is nested too deeply.
    """
    reader = _Reader()
    root = reader.shape([_Part(schema, _resolver(schema))], "Record")
    return Shapes(root, tuple(reader.classes))


def _resolver(schema: Any) -> Any:
    try:
        dialect = schema.get("$schema") if isinstance(schema, dict) else None
        specification = specification_with(dialect) if dialect else DRAFT202012
    except UnknownDialect:
        specification = DRAFT202012
    resource: Resource[Any] = specification.create_resource(schema)
    uri = resource.id() or ""
    return Registry().with_resource(uri, resource).resolver(base_uri=uri)


@dataclass(frozen=True)
class _Part:
    """One schema object that a value must satisfy, and where its references are looked up."""

    schema: Any
    resolver: Any


_Key = tuple[int, ...]
"""The identities of the schema objects that hold for one value."""


class _Reader:
    """Walks one schema; `classes` grows as named types are completed."""

    def __init__(self) -> None:
        self.classes: list[ModelShape | RootShape] = []
        self._done: dict[_Key, Shape] = {}
        self._open: dict[_Key, str | None] = {}  # what is being read, with its name once it has one
        self._names: set[str] = set()
        self._stripped: dict[int, _Part] = {}

    def shape(self, parts: list[_Part], hint: str) -> Shape:
        """The shape of values that satisfy all parts; `hint` names a class where no title does."""
        if not all(isinstance(part.schema, dict) for part in parts):
            return ANY
        key = tuple(id(part.schema) for part in parts)
        if key in self._done:
            return self._done[key]
        if key in self._open:
            return Named(self._name_of(key, parts, hint))
        self._open[key] = None
        shape = self._combined(parts, hint, key)
        name = self._open.pop(key)
        if name and shape != Named(name):  # it was referred to from inside, and is not a model
            self.classes.append(RootShape(name, shape))
            shape = Named(name)
        self._done[key] = shape
        return shape

    def _name_of(self, key: _Key | None, parts: list[_Part], hint: str) -> str:
        """The name of a class, reserved when it is first needed; one that no reference has without a key."""
        name = self._open[key] if key else None
        if not name:
            titles = (part.schema.get("title") for part in parts)
            title = next((title for title in titles if isinstance(title, str) and title.strip()), hint)
            name = class_name(title, self._names)
            self._names.add(name)
            if key:
                self._open[key] = name
        return name

    def _combined(self, parts: list[_Part], hint: str, key: _Key) -> Shape:
        reference = _plain_reference(parts)
        if reference:
            target = _lookup(parts[0], reference)
            name = reference.rstrip("/").rsplit("/", 1)[-1].lstrip("#") or hint
            return self.shape([target], name) if target else ANY
        flat = _flatten(parts)
        values = next((values for part in flat if (values := _values(part.schema))), None)
        if values:
            return _literal(values)
        branches = _branches(flat)
        if branches:
            rest = [part for part in map(self._without_branches, flat) if part.schema.keys() & _SHAPING]
            return union([self.shape([*rest, branch], hint) for branch in branches])
        return self._by_type(flat, hint, key)

    def _without_branches(self, part: _Part) -> _Part:
        """The part without its alternatives, and without what `_flatten` has already followed.

        The same part each time it is asked, so that a recursion through it is seen.
        """
        kept = {
            word: value
            for word, value in part.schema.items()
            if word not in {"anyOf", "oneOf", "allOf", "$ref"}
        }
        return self._stripped.setdefault(id(part.schema), _Part(kept, part.resolver))

    def _by_type(self, flat: list[_Part], hint: str, key: _Key) -> Shape:
        kinds = _types(flat)
        if kinds == ["object"]:
            return self._object(flat, hint, key)
        if kinds:
            return union([self._of_kind(kind, flat, hint) for kind in kinds])
        stated = {keyword for part in flat for keyword in part.schema}
        if kinds is None and stated & _OBJECT_KEYWORDS:
            # Without a type, the standard accepts values of every other kind too.
            return UnionOf((self._object(flat, hint, None), ANY))
        return ANY

    def _of_kind(self, kind: str, flat: list[_Part], hint: str) -> Shape:
        if kind == "object":
            return self._object(flat, hint, None)
        if kind == "array":
            return self._array(flat, hint)
        return _ATOMS.get(kind, ANY)

    def _object(self, flat: list[_Part], hint: str, key: _Key | None) -> Shape:
        """A class, or a map when no keys are known; `key` when it is the whole shape of its schema."""
        properties: dict[str, list[_Part]] = {}
        for part in flat:
            for word, schema in part.schema.get("properties", {}).items():
                properties.setdefault(word, []).append(_Part(schema, part.resolver))
        required = [word for part in flat for word in part.schema.get("required", ())]
        others = self._others(flat, hint)
        if not properties and not required:
            return MapOf(others or ANY)
        name = self._name_of(key, flat, hint)
        fields: list[FieldShape] = []
        for word in dict.fromkeys([*properties, *required]):
            attribute = field_name(word, {field.name for field in fields})
            shape = self.shape(properties[word], word) if word in properties else others or ANY
            fields.append(FieldShape(attribute, word, shape, word in required))
        self.classes.append(ModelShape(name, tuple(fields), others))
        return Named(name)

    def _others(self, flat: list[_Part], hint: str) -> Shape | None:
        stating = [part for part in flat if "additionalProperties" in part.schema]
        if len(stating) != 1 or len(flat) != 1 or "patternProperties" in stating[0].schema:
            closed = any(
                part.schema["additionalProperties"] is False and "patternProperties" not in part.schema
                for part in stating
            )
            return None if closed else ANY
        schema = stating[0].schema["additionalProperties"]
        return None if schema is False else self.shape([_Part(schema, stating[0].resolver)], f"{hint} value")

    def _array(self, flat: list[_Part], hint: str) -> Shape:
        part = next((part for part in flat if part.schema.keys() & _ARRAY_KEYWORDS), None)
        if part is None:
            return ListOf(ANY)
        schema = part.schema
        old_tuple = isinstance(schema.get("items"), list)
        firsts = schema["items"] if old_tuple else schema.get("prefixItems", [])
        rest = schema.get("additionalItems" if old_tuple else "items", True)
        shapes = [self.shape([_Part(first, part.resolver)], f"{hint} item") for first in firsts]
        full = schema.get("minItems", 0) >= len(firsts)
        if firsts and full and (rest is False or schema.get("maxItems") == len(firsts)):
            return TupleOf(tuple(shapes))
        if rest is not False:
            shapes.append(self.shape([_Part(rest, part.resolver)], f"{hint} item"))
        return ListOf(union(shapes))


def _plain_reference(parts: list[_Part]) -> str | None:
    """The reference of a schema that says nothing else about the shape."""
    if len(parts) != 1 or not isinstance(parts[0].schema, dict):
        return None
    reference = parts[0].schema.get("$ref")
    others = parts[0].schema.keys() & (_SHAPING - {"$ref"})
    return reference if isinstance(reference, str) and not others else None


def _lookup(part: _Part, reference: str) -> _Part | None:
    try:
        found = part.resolver.lookup(reference)
    except (Unresolvable, NoSuchResource):
        return None
    return _Part(found.contents, found.resolver)


def _flatten(parts: list[_Part]) -> list[_Part]:
    """Every schema object that holds for the value: the parts, what they refer to, and their `allOf`."""
    flat: list[_Part] = []
    waiting, seen = list(parts), set[int]()
    while waiting:
        part = waiting.pop(0)
        if not isinstance(part.schema, dict) or id(part.schema) in seen:
            continue
        seen.add(id(part.schema))
        flat.append(part)
        waiting.extend(_Part(schema, part.resolver) for schema in part.schema.get("allOf", ()))
        if isinstance(part.schema.get("$ref"), str):
            target = _lookup(part, part.schema["$ref"])
            waiting.extend([target] if target else [])
    return flat or [_Part({}, parts[0].resolver)]


def _branches(flat: list[_Part]) -> list[_Part]:
    """The first list of alternatives that says more about the shape than which keys are required."""
    for part in flat:
        for keyword in ("anyOf", "oneOf"):
            branches = [_Part(schema, part.resolver) for schema in part.schema.get(keyword, ())]
            if any(_tells_shape(branch.schema) for branch in branches):
                return [branch for branch in branches if branch.schema is not False]
    return []


def _tells_shape(schema: Any) -> bool:
    return isinstance(schema, dict) and bool(schema.keys() & (_SHAPING - {"required"}))


def _values(schema: Schema) -> list[Any] | None:
    if "const" in schema:
        return [schema["const"]]
    values = schema.get("enum")
    return values if isinstance(values, list) and values else None


def _literal(values: list[Any]) -> Shape:
    exact: list[LiteralValue] = [value for value in values if isinstance(value, str | int | None)]
    if len(exact) == len(values):
        return OneOf(tuple(exact))
    return union([_shape_of(value) for value in values])


def _shape_of(value: Any) -> Shape:
    """The shape of values like this one."""
    match value:
        case bool():
            return Atom("bool")
        case int() | float():
            return NUMBER
        case str():
            return Atom("str")
        case None:
            return Atom("None")
        case list():
            return ListOf(ANY)
        case _:
            return MapOf(ANY)


def _types(flat: list[_Part]) -> list[str] | None:
    """The JSON types that all parts allow; None when no part says."""
    allowed: list[str] | None = None
    for part in flat:
        stated = part.schema.get("type")
        names = [stated] if isinstance(stated, str) else stated
        if isinstance(names, list):
            allowed = names if allowed is None else [name for name in allowed if _within(name, names)]
    return allowed


def _within(name: str, names: list[str]) -> bool:
    return name in names or (name == "integer" and "number" in names)
