"""Shapes as pydantic types, made with `create_model`; no source text is run."""

from __future__ import annotations

import types
from functools import partial
from typing import Annotated, Any, ForwardRef, Literal, Never, Union

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, RootModel, TypeAdapter, create_model

from playground.records.json_value import same_json
from playground.records.shape import (
    ANY,
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
)


def shapes_type(shapes: Shapes) -> TypeAdapter[Any]:
    """An adapter that turns a JSON value of these shapes into objects of freshly made classes."""
    classes: dict[str, type[BaseModel]] = {}
    for shape in shapes.classes:
        made = _root_model(shape) if isinstance(shape, RootShape) else _model(shape)
        classes[_reference(shape.name)] = made
    for made in classes.values():
        made.model_rebuild(_types_namespace=classes)
    root = shapes.root
    whole = classes[_reference(root.name)] if isinstance(root, Named) else _annotation(root)
    adapter: TypeAdapter[Any] = TypeAdapter(whole)
    if not adapter.pydantic_complete:
        adapter.rebuild(_types_namespace=classes)
    return adapter


def _reference(name: str) -> str:
    """What a class is called in forward references: nothing that any module defines."""
    return f"_record_type_{name}"


def _root_model(shape: RootShape) -> type[BaseModel]:
    base: Any = RootModel[_annotation(shape.shape)]  # type: ignore[misc]
    made: type[BaseModel] = create_model(shape.name, __base__=base)
    return made


def _model(shape: ModelShape) -> type[BaseModel]:
    config = ConfigDict(extra="forbid" if shape.others is None else "allow")
    space: dict[str, Any] = {"model_config": config}
    if shape.others is not None and shape.others != ANY:
        space["__annotations__"] = {"__pydantic_extra__": _annotation(MapOf(shape.others))}
        space["__pydantic_extra__"] = Field(init=False)
    base = types.new_class(shape.name, (BaseModel,), exec_body=lambda namespace: namespace.update(space))
    fields: dict[str, Any] = {field.name: _field(field) for field in shape.fields}
    return create_model(shape.name, __base__=base, **fields)


def _field(field: FieldShape) -> tuple[Any, Any]:
    kind = _annotation(field.shape)
    alias = field.key if field.name != field.key else None
    if field.required:
        return kind, Field(alias=alias)
    return Union[kind, None], Field(  # noqa: UP007 - a forward reference has no `|`
        default=None, alias=alias
    )


def _annotation(shape: Shape) -> Any:
    match shape:
        case Atom(name=name):
            return _ATOMS[name]
        case Named(name=name):
            return ForwardRef(_reference(name))
        case OneOf(values=values):
            return Annotated[Literal[values], BeforeValidator(partial(_member, values))]
        case ListOf(item=item):
            return list[_annotation(item)]  # type: ignore[misc]
        case TupleOf(items=items):
            # JSON has lists only; the strict mode would refuse one.
            return Annotated[tuple[tuple(map(_annotation, items))], BeforeValidator(tuple)]  # type: ignore[misc]
        case MapOf(value=value):
            return dict[str, _annotation(value)]  # type: ignore[misc]
        case UnionOf(options=options):
            return Union[tuple(map(_annotation, options))]  # noqa: UP007 - as many as there are


def _whole(value: Any) -> Any:
    """To JSON Schema, 1.0 and 1e20 are integers."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _member(values: tuple[LiteralValue, ...], value: Any) -> LiteralValue:
    """The one of the values that is the same in JSON: pydantic would take true for 1."""
    for each in values:
        if same_json(each, value):
            return each
    raise ValueError(f"not one of {', '.join(map(repr, values))}")


_ATOMS: dict[str, Any] = {
    "str": str,
    "int": Annotated[int, BeforeValidator(_whole)],
    "float": float,
    "bool": bool,
    "None": None,
    "Any": Any,
    "Never": Never,
}
