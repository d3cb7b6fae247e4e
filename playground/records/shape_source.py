"""Shapes as Python source that a person can read, and paste."""

from __future__ import annotations

import re

from playground.records.shape import (
    ANY,
    Atom,
    FieldShape,
    ListOf,
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
)

_IMPORTS = {
    "typing": ("Any", "Literal", "Never"),
    "pydantic": ("BaseModel", "ConfigDict", "Field", "RootModel"),
}


def shapes_source(shapes: Shapes) -> str:
    """The classes, and the whole value's type when it is no class itself: `Record`, or like it."""
    blocks = [_class(shape) for shape in shapes.classes]
    if not isinstance(shapes.root, Named):
        name = class_name("Record", {shape.name for shape in shapes.classes})
        blocks.append(f"{name} = {annotation(shapes.root)}")
    body = "\n\n\n".join(blocks)
    return f"{_imports(body)}{body}\n"


def annotation(shape: Shape) -> str:
    """A shape as it stands behind a colon."""
    match shape:
        case Atom(name=name) | Named(name=name):
            return name
        case OneOf(values=values):
            return f"Literal[{', '.join(map(repr, values))}]"
        case ListOf(item=item):
            return f"list[{annotation(item)}]"
        case TupleOf(items=items):
            return f"tuple[{', '.join(map(annotation, items)) or '()'}]"
        case MapOf(value=value):
            return f"dict[str, {annotation(value)}]"
        case UnionOf(options=options):
            return " | ".join(map(annotation, options))


def _class(shape: ModelShape | RootShape) -> str:
    if isinstance(shape, RootShape):
        return f"class {shape.name}(RootModel):\n    root: {annotation(shape.shape)}"
    extra = "forbid" if shape.others is None else "allow"
    lines = [f"class {shape.name}(BaseModel):", f"    model_config = ConfigDict(extra={extra!r})"]
    if shape.others is not None and shape.others != ANY:
        lines.append(f"    __pydantic_extra__: {annotation(MapOf(shape.others))} = Field(init=False)")
    lines += [""] if shape.fields else []
    return "\n".join(lines + [f"    {_field(field)}" for field in shape.fields])


def _field(field: FieldShape) -> str:
    kind = annotation(field.shape)
    if not field.required and "None" not in kind.split(" | ") and field.shape != ANY:
        kind = f"{kind} | None"
    arguments = [] if field.required else ["default=None"]
    arguments += [] if field.name == field.key else [f"alias={field.key!r}"]
    match arguments:
        case []:
            return f"{field.name}: {kind}"
        case ["default=None"]:
            return f"{field.name}: {kind} = None"
        case _:
            return f"{field.name}: {kind} = Field({', '.join(arguments)})"


def _imports(body: str) -> str:
    words = set(re.findall(r"\w+", body))
    lines = ["from __future__ import annotations", ""] if "class" in words else []
    for module, names in _IMPORTS.items():
        used = [name for name in names if name in words]
        lines += [f"from {module} import {', '.join(used)}"] if used else []
    return "\n".join(lines) + ("\n\n\n" if lines else "")
