"""What the keywords that combine other schemas say."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from playground.grammar.json_text import pointer
from playground.grammar.schema.assert_scalars import keywords_of
from playground.grammar.schema.document import Place
from playground.grammar.schema.groups import Group
from playground.grammar.schema.keywords import REFERENCES
from playground.grammar.schema.notes import Status
from playground.grammar.schema.shape import EVERYTHING, NOTHING, Shape
from playground.grammar.schema.shapes import Shapes

_MOST_TOGETHER = 4
"""Schemas of an anyOf of which every combination is looked at."""


def _reference(keyword: str) -> Group:
    return Group(
        (keyword,),
        lambda shapes, place: shapes.of_claim(shapes.document.target(place, keyword)),
        lambda shapes, place: shapes.of_claim(shapes.document.target(place, keyword), holds=False),
    )


def _branches(shapes: Shapes, place: Place, keyword: str) -> list[Place]:
    return [shapes.document.child(place, keyword, index) for index in range(len(keywords_of(place)[keyword]))]


def _all(shapes: Shapes, places: list[Place], where: str, holds: bool = True) -> Shape:
    shape = EVERYTHING
    for place in places:
        shape = shapes.meet(shape, shapes.of_claim(place, holds), where)
    return shape


def _any(shapes: Shapes, places: list[Place], holds: bool = True) -> Shape:
    return shapes.union(shapes.of_claim(place, holds) for place in places)


def _all_of_holds(shapes: Shapes, place: Place) -> Shape:
    return _all(shapes, _branches(shapes, place, "allOf"), pointer(place.pointer, "allOf"))


def _all_of_fails(shapes: Shapes, place: Place) -> Shape:
    return _any(shapes, _branches(shapes, place, "allOf"), holds=False)


def _any_of_holds(shapes: Shapes, place: Place) -> Shape:
    branches = _branches(shapes, place, "anyOf")
    if not shapes.document.has_unevaluated:
        return _any(shapes, branches)
    # What a value may hold besides depends on all schemas that match it, not on one of them.
    if len(branches) > _MOST_TOGETHER:
        shapes.partial = True
        return _any(shapes, branches)
    sizes = range(len(branches), 0, -1)
    chosen = [list(some) for size in sizes for some in combinations(branches, size)]
    return shapes.union(_all(shapes, some, pointer(place.pointer, "anyOf")) for some in chosen)


def _any_of_fails(shapes: Shapes, place: Place) -> Shape:
    return _all(shapes, _branches(shapes, place, "anyOf"), pointer(place.pointer, "anyOf"), holds=False)


def _one_of_holds(shapes: Shapes, place: Place) -> Shape:
    branches = _branches(shapes, place, "oneOf")
    where = pointer(place.pointer, "oneOf")
    shape = []
    for branch in branches:
        own = shapes.of_claim(branch)
        for other in branches:
            if other is branch:
                continue
            both = shapes.goal(branch) | shapes.goal(other)
            if not shapes.is_empty(both):
                own = shapes.meet(own, shapes.of_claim(other, holds=False), where)
            elif any(note.where.endswith("/format") for note in shapes.notes((both,))):
                how = "its schemas are told apart by format too, which the standard does not check"
                shapes.note(place, "oneOf", Status.LOOSER, how)
        shape.append(own)
    return shapes.union(shape)


def _one_of_fails(shapes: Shapes, place: Place) -> Shape:
    branches = _branches(shapes, place, "oneOf")
    where = pointer(place.pointer, "oneOf")
    none = _all(shapes, branches, where, holds=False)
    several = [_all(shapes, list(pair), where) for pair in combinations(branches, 2)]
    return shapes.union([none, *several])


def _not_holds(shapes: Shapes, place: Place) -> Shape:
    return shapes.of_claim(shapes.document.child(place, "not"), holds=False)


def _not_fails(shapes: Shapes, place: Place) -> Shape:
    return shapes.of_claim(shapes.document.child(place, "not"))


def _if_holds(shapes: Shapes, place: Place) -> Shape:
    return _conditional(shapes, place, holds=True)


def _if_fails(shapes: Shapes, place: Place) -> Shape:
    return _conditional(shapes, place, holds=False)


def _conditional(shapes: Shapes, place: Place, holds: bool) -> Shape:
    schema = keywords_of(place)
    if "if" not in schema:
        for keyword in ("then", "else"):
            if keyword in schema:
                shapes.note(place, keyword, Status.NO_CONSTRAINT, "it says nothing without if")
        return EVERYTHING if holds else NOTHING
    if not {"then", "else"} & set(schema) and not shapes.document.has_unevaluated:
        return EVERYTHING if holds else NOTHING
    condition = shapes.document.child(place, "if")
    cases = []
    for keyword, met in (("then", True), ("else", False)):
        case = _only_a_condition(shapes.of_claim(condition, met))
        if keyword in schema:
            consequence = shapes.of_claim(shapes.document.child(place, keyword), holds)
            cases.append(shapes.meet(case, consequence, pointer(place.pointer, keyword)))
        elif holds:
            cases.append(case)
    return shapes.union(cases)


def _only_a_condition(shape: Shape) -> Shape:
    """What a condition lets through; no part of it counts as written at the condition's place."""
    return {kind: tuple(replace(atom, origin="") for atom in atoms) for kind, atoms in shape.items()}


GROUPS = (
    *map(_reference, REFERENCES),
    Group(("allOf",), _all_of_holds, _all_of_fails),
    Group(("anyOf",), _any_of_holds, _any_of_fails),
    Group(("oneOf",), _one_of_holds, _one_of_fails),
    Group(("not",), _not_holds, _not_fails),
    Group(("if", "then", "else"), _if_holds, _if_fails),
)
