"""Whether one value reaches a goal: how the values of `enum` and `const` are held to the other keywords."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Protocol

from playground.grammar.schema.compounds import Arrays, Contains, Goal, Objects
from playground.grammar.schema.scalars import Booleans, Null, Numbers, Strings
from playground.grammar.schema.shape import Atom, Shape
from playground.grammar.schema.values import Listed, json_text, type_of


class ShapeOfGoal(Protocol):
    def of_goal(self, goal: Goal) -> Shape: ...


def has_value(shapes: ShapeOfGoal, goal: Goal, value: Any) -> bool:
    """Whether a value, the numbers in it exact, reaches a goal."""
    return in_shape(shapes, shapes.of_goal(goal), value)


def in_shape(shapes: ShapeOfGoal, shape: Shape, value: Any) -> bool:
    """Whether a shape allows a value."""
    return any(_has(shapes, atom, value) for atom in shape.get(type_of(value), ()))


def _has(shapes: ShapeOfGoal, atom: Atom, value: Any) -> bool:
    match atom:
        case Null():
            return True
        case Booleans(values=values):
            return value in values
        case Numbers():
            return Fraction(value) in atom.values if atom.values is not None else atom.has(Fraction(value))
        case Strings():
            return atom.has(value)
        case Arrays():
            return _has_items(shapes, atom, value)
        case Objects():
            return _has_members(shapes, atom, value)


def _has_items(shapes: ShapeOfGoal, atom: Arrays, value: list[Any]) -> bool:
    if atom.values is not None and Listed.of(value) not in atom.values:
        return False
    if not _counts(len(value), atom.minimum, atom.maximum):
        return False
    if atom.unique and len({json_text(item, sort=True) for item in value}) < len(value):
        return False
    if not all(has_value(shapes, atom.goal(index), item) for index, item in enumerate(value)):
        return False
    return all(_holds_enough(shapes, contains, value) for contains in atom.contains)


def _holds_enough(shapes: ShapeOfGoal, contains: Contains, value: list[Any]) -> bool:
    count = sum(has_value(shapes, contains.goal, item) for item in value[contains.start :])
    return _counts(count, contains.minimum, contains.maximum)


def _has_members(shapes: ShapeOfGoal, atom: Objects, value: dict[str, Any]) -> bool:
    if atom.values is not None and Listed.of(value) not in atom.values:
        return False
    if not _counts(len(value), atom.minimum, atom.maximum) or any(
        name not in value for name in atom.required
    ):
        return False
    if not all(has_value(shapes, atom.names, name) for name in value):
        return False
    return all(has_value(shapes, atom.goal(name), item) for name, item in value.items())


def _counts(count: int, minimum: int, maximum: int | None) -> bool:
    return minimum <= count and (maximum is None or count <= maximum)
