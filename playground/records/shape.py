"""The shape of a schema's values as Python types: what a record's type is made of, before it is made.

Shapes carry structure only (fields, items, literals). Bounds, lengths, patterns and the like stay with
jsonschema, which checks every value before its type is built.
"""

from __future__ import annotations

import builtins
import keyword
import re
import unicodedata
from collections.abc import Set
from dataclasses import dataclass, replace
from typing import Literal

from pydantic import BaseModel

AtomName = Literal["str", "int", "float", "bool", "None", "Any", "Never"]
LiteralValue = str | int | bool | None


@dataclass(frozen=True, slots=True)
class Atom:
    """A type without parts."""

    name: AtomName


@dataclass(frozen=True, slots=True, eq=False)
class OneOf:
    """One of some exact values; to JSON, unlike Python, true is not 1."""

    values: tuple[LiteralValue, ...]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OneOf) and self._typed() == other._typed()

    def __hash__(self) -> int:
        return hash(self._typed())

    def _typed(self) -> tuple[tuple[type, LiteralValue], ...]:
        return tuple((type(value), value) for value in self.values)


@dataclass(frozen=True, slots=True)
class ListOf:
    item: Shape


@dataclass(frozen=True, slots=True)
class TupleOf:
    """A list with exactly these items."""

    items: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class MapOf:
    """An object whose keys are not known beforehand."""

    value: Shape


@dataclass(frozen=True, slots=True)
class UnionOf:
    options: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Named:
    """A class of its own: a model, or a recursive type that is no object."""

    name: str


Shape = Atom | OneOf | ListOf | TupleOf | MapOf | UnionOf | Named


@dataclass(frozen=True, slots=True)
class FieldShape:
    name: str
    """A Python identifier that no pydantic model uses itself."""
    key: str
    """The key in the JSON object."""
    shape: Shape
    required: bool


@dataclass(frozen=True, slots=True)
class ModelShape:
    """An object with known keys."""

    name: str
    fields: tuple[FieldShape, ...]
    others: Shape | None
    """What further keys hold; None when there must be none."""


@dataclass(frozen=True, slots=True)
class RootShape:
    """A named type that holds itself and is no object."""

    name: str
    shape: Shape


@dataclass(frozen=True, slots=True)
class Shapes:
    """The shape of the whole value and the classes it names, in the order in which they can be made."""

    root: Shape
    classes: tuple[ModelShape | RootShape, ...]


ANY = Atom("Any")
NEVER = Atom("Never")
"""No value at all. It stands alone only: pydantic has no such type for a part of another."""
NUMBER = UnionOf((Atom("int"), Atom("float")))
"""JSON has one kind of number; a whole one stays exact as an int."""


def union(options: list[Shape]) -> Shape:
    """The options flattened, each once, literals in one; `Any` alone when it is among them.

    Without an option that a value can have, nothing is left: `Never`.
    """
    flat: list[Shape] = []
    for option in options:
        flat.extend(option.options if isinstance(option, UnionOf) else [option])
    distinct = list(dict.fromkeys(option for option in flat if option != NEVER))
    if not distinct:
        return NEVER
    if ANY in distinct:
        return ANY
    values = [value for option in distinct if isinstance(option, OneOf) for value in option.values]
    if values:
        first = next(place for place, option in enumerate(distinct) if isinstance(option, OneOf))
        distinct = [option for option in distinct if not isinstance(option, OneOf)]
        distinct.insert(
            first, OneOf(tuple(value for _, value in dict.fromkeys((type(value), value) for value in values)))
        )
    return distinct[0] if len(distinct) == 1 else UnionOf(tuple(distinct))


_IN_SOURCE = frozenset(
    (
        *("Annotated", "Any", "BaseModel", "ConfigDict", "Field", "Literal", "Never", "RootModel"),
        *("bool", "dict", "float", "int", "list", "str", "tuple"),
    )
)
"""The names that a type's source uses. A field of that name would hide them from the fields below it."""
_GUARDED = ("model_dump", "model_validate")
"""How names begin that pydantic warns of."""


def class_name(words: str, taken: Set[str]) -> str:
    """A class name out of a title or a key, different from the taken ones."""
    parts = re.findall(r"[^\W_]+", words)
    name = "".join(part[0].upper() + part[1:] for part in parts)
    if not name.isidentifier() or keyword.iskeyword(name):
        name = f"Type{name}"
    return _numbered(name, taken | _IN_SOURCE | set(dir(builtins)))


def with_field_names(model: ModelShape, classes: Set[str], keys: Set[str]) -> ModelShape:
    """The model with a name for each key: the key itself wherever Python and pydantic allow it.

    Another name is no class and no key of this object, nor one of `keys`, which the value has, where the
    model takes further keys: an object would have it twice.
    """
    hidden = _IN_SOURCE | classes
    declared = {field.key for field in model.fields}
    taken = hidden | declared | (keys if model.others is not None else set())
    fields: list[FieldShape] = []
    for field in model.fields:
        name = field.key
        if name in hidden or not _is_field_name(name):
            name = _field_name(field.key, taken | {each.name for each in fields})
        fields.append(replace(field, name=name))
    return replace(model, fields=tuple(fields))


def _is_field_name(name: str) -> bool:
    return (
        name.isidentifier()
        and name == unicodedata.normalize("NFKC", name)  # as Python reads it
        and not keyword.iskeyword(name)
        and not name.startswith(("_", *_GUARDED))
        and not hasattr(BaseModel, name)
    )


def _field_name(key: str, taken: Set[str]) -> str:
    """A name that is like the key, and none of the taken ones."""
    name = re.sub(r"\W", "_", unicodedata.normalize("NFKC", key)).lstrip("_")
    if not name.isidentifier() or name.startswith(_GUARDED):
        name = f"field_{name}"
    if not _is_field_name(name) or name in _IN_SOURCE:
        name += "_"
    return _numbered(name, taken)


def _numbered(name: str, taken: Set[str]) -> str:
    number, candidate = 1, name
    while candidate in taken:
        number += 1
        candidate = f"{name}{number}"
    return candidate
