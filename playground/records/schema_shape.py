"""JSON Schema as shapes: objects become classes, enums literals, references names."""

from __future__ import annotations

from collections.abc import Set
from typing import Any

from playground.records.schema_parts import (
    ARRAY_KEYWORDS,
    OBJECT_KEYWORDS,
    SHAPING,
    Part,
    SchemaParts,
    common_types,
    exact_values,
    plain_reference,
)
from playground.records.shape import (
    ANY,
    NEVER,
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
    union,
    with_field_names,
)

_ATOMS: dict[str, Shape] = {
    "string": Atom("str"),
    "integer": Atom("int"),
    "number": NUMBER,
    "boolean": Atom("bool"),
    "null": Atom("None"),
}


def schema_shapes(schema: Any, keys: Set[str] = frozenset()) -> Shapes:
    """The shapes of a schema's values, written so that they hold every value that the schema accepts.

    `keys` are those of the value, if there is one yet. References are followed inside the schema only.
    Raises RecursionError when it is nested too deeply.
    """
    reader = _Reader(schema)
    root = reader.shape([reader.parts.root], "Record")
    names = {shape.name for shape in reader.classes}
    classes = [
        with_field_names(shape, names, keys) if isinstance(shape, ModelShape) else shape
        for shape in reader.classes
    ]
    return Shapes(root, tuple(classes))


_Key = tuple[int, ...]
"""The identities of the schema objects that hold for one value."""


class _Reader:
    """Walks one schema; `classes` grows as named types are completed."""

    def __init__(self, schema: Any) -> None:
        self.parts = SchemaParts(schema)
        self.classes: list[ModelShape | RootShape] = []
        self._done: dict[_Key, Shape] = {}
        self._open: dict[_Key, str | None] = {}  # what is being read, with its name once it has one
        self._names: set[str] = set()

    def shape(self, parts: list[Part], hint: str) -> Shape:
        """The shape of values that satisfy all parts; `hint` names a class where no title does."""
        parts = [part for part in parts if part.schema is not True]
        if not parts:
            return ANY
        if any(part.schema is False for part in parts):
            return NEVER
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

    def _name_of(self, key: _Key | None, parts: list[Part], hint: str) -> str:
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

    def _combined(self, parts: list[Part], hint: str, key: _Key) -> Shape:
        reference = plain_reference(parts)
        if reference:
            target = self.parts.target(parts[0], reference)
            name = reference.rstrip("/").rsplit("/", 1)[-1].lstrip("#") or hint
            return self.shape([target], name) if target else ANY
        flat = self.parts.flatten(parts)
        if any(part.schema is False for part in flat):
            return NEVER
        values = exact_values(flat)
        if values is not None:
            return _literal(values)
        branches = self.parts.branches(flat)
        if branches:
            stripped = map(self.parts.without_branches, flat)
            rest = [part for part in stripped if part.schema.keys() & SHAPING]
            return union([self.shape([*rest, branch], hint) for branch in branches])
        return self._by_type(flat, hint, key)

    def _by_type(self, flat: list[Part], hint: str, key: _Key) -> Shape:
        kinds = common_types(flat)
        if kinds == ["object"]:
            return self._object(flat, hint, key)
        if kinds is not None:
            return union([self._of_kind(kind, flat, hint) for kind in kinds])
        stated = {keyword for part in flat for keyword in part.schema}
        if stated & OBJECT_KEYWORDS:
            # Without a type, the standard accepts values of every other kind too.
            return UnionOf((self._object(flat, hint, None), ANY))
        return ANY

    def _of_kind(self, kind: str, flat: list[Part], hint: str) -> Shape:
        if kind == "object":
            return self._object(flat, hint, None)
        if kind == "array":
            return self._array(flat, hint)
        return _ATOMS.get(kind, ANY)

    def _object(self, flat: list[Part], hint: str, key: _Key | None) -> Shape:
        """A class, or a map when no keys are known; `key` when it is the whole shape of its schema."""
        properties: dict[str, list[Part]] = {}
        for part in flat:
            for word, schema in part.schema.get("properties", {}).items():
                properties.setdefault(word, []).append(self.parts.part(schema, part.resolver))
        required = [word for part in flat for word in part.schema.get("required", ())]
        others = self._others(flat, hint)
        if not properties and not required:
            return MapOf(others or ANY)
        name = self._name_of(key, flat, hint)
        fields: list[FieldShape] = []
        for word in dict.fromkeys([*properties, *required]):
            shape = self.shape(properties[word], word) if word in properties else others or ANY
            if shape == NEVER and word not in required:
                continue  # a key that no object has
            fields.append(FieldShape(word, word, shape, word in required))
        self.classes.append(ModelShape(name, tuple(fields), others))
        return Named(name)

    def _others(self, flat: list[Part], hint: str) -> Shape | None:
        stating = [part for part in flat if "additionalProperties" in part.schema]
        if len(stating) != 1 or len(flat) != 1 or "patternProperties" in stating[0].schema:
            closed = any(
                part.schema["additionalProperties"] is False and "patternProperties" not in part.schema
                for part in stating
            )
            return None if closed else ANY
        schema = stating[0].schema["additionalProperties"]
        shape = self.shape([self.parts.part(schema, stating[0].resolver)], f"{hint} value")
        return None if shape == NEVER else shape

    def _array(self, flat: list[Part], hint: str) -> Shape:
        part = next((part for part in flat if part.schema.keys() & ARRAY_KEYWORDS), None)
        if part is None:
            return ListOf(ANY)
        schema = part.schema
        old_tuple = isinstance(schema.get("items"), list)
        firsts = schema["items"] if old_tuple else schema.get("prefixItems", [])
        rest = schema.get("additionalItems" if old_tuple else "items", True)
        shapes = [self.shape([self.parts.part(first, part.resolver)], f"{hint} item") for first in firsts]
        full = schema.get("minItems", 0) >= len(firsts)
        if (
            firsts
            and full
            and NEVER not in shapes
            and (rest is False or schema.get("maxItems") == len(firsts))
        ):
            return TupleOf(tuple(shapes))
        shapes.append(self.shape([self.parts.part(rest, part.resolver)], f"{hint} item"))
        item = union(shapes)
        return TupleOf(()) if item == NEVER else ListOf(item)


def _literal(values: list[Any]) -> Shape:
    exact: list[LiteralValue] = [value for value in values if isinstance(value, str | int | None)]
    if exact and len(exact) == len(values):
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
