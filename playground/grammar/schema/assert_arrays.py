"""What the keywords for arrays say."""

from __future__ import annotations

from dataclasses import replace

from playground.grammar.json_text import pointer
from playground.grammar.schema.assert_scalars import keywords_of
from playground.grammar.schema.compounds import ANYTHING, Arrays, Contains, Goal, Items
from playground.grammar.schema.document import Place
from playground.grammar.schema.groups import Closing, Group
from playground.grammar.schema.notes import UNTOLD, Status
from playground.grammar.schema.shape import EVERYTHING, NOTHING, Shape, just, only
from playground.grammar.schema.shapes import Shapes


def _item_places(shapes: Shapes, place: Place) -> tuple[list[Place], Place | None]:
    """The places of the items that have one of their own, and the place of the others."""
    schema, document = keywords_of(place), shapes.document
    keyword = "items" if isinstance(schema.get("items"), list) else "prefixItems"
    asserted = document.asserted(schema)
    prefix = (
        [document.child(place, keyword, i) for i in range(len(schema[keyword]))]
        if keyword in asserted
        else []
    )
    rest = "additionalItems" if keyword == "items" else "items"
    return prefix, document.child(place, rest) if rest in asserted else None


def _items_hold(shapes: Shapes, place: Place) -> Shape:
    prefix, rest = _item_places(shapes, place)
    goal = None if rest is None else shapes.goal(rest)
    items = Items(tuple(shapes.goal(part) for part in prefix), goal)
    return only("array", Arrays(layers=(items,), origin=place.pointer))


def _items_fail(shapes: Shapes, place: Place) -> Shape:
    prefix, rest = _item_places(shapes, place)
    wrong = [
        Arrays(
            layers=(Items((ANYTHING,) * index + (shapes.goal(part, False),), evaluates=False),),
            minimum=index + 1,
        )
        for index, part in enumerate(prefix)
    ]
    if rest is not None:
        some = Contains(shapes.goal(rest, False), 1, start=len(prefix), where=pointer(place.pointer, "items"))
        wrong.append(Arrays(minimum=len(prefix) + 1, contains=(some,)))
    return just("array", *wrong)


def _contains(shapes: Shapes, place: Place) -> Contains | None:
    schema, document = keywords_of(place), shapes.document
    if "contains" not in schema:
        return None  # minContains and maxContains say nothing alone
    asserted = document.asserted(schema)
    minimum = int(schema["minContains"]) if "minContains" in asserted else 1
    maximum = int(schema["maxContains"]) if "maxContains" in asserted else None
    goal = shapes.goal(document.child(place, "contains"))
    return Contains(goal, minimum, maximum, where=pointer(place.pointer, "contains"))


def _contains_holds(shapes: Shapes, place: Place) -> Shape:
    contains = _contains(shapes, place)
    if contains is None:
        return EVERYTHING
    if contains.goal == ANYTHING:
        looked_at = (Items((), ANYTHING),) if shapes.document.contains_evaluates else ()
        counted = Arrays(looked_at, contains.minimum, contains.maximum, origin=place.pointer)
        return only("array", counted)
    return only("array", Arrays(minimum=contains.minimum, contains=(contains,), origin=place.pointer))


def _contains_fails(shapes: Shapes, place: Place) -> Shape:
    contains = _contains(shapes, place)
    if contains is None:
        return NOTHING
    few = [replace(contains, minimum=0, maximum=contains.minimum - 1)] if contains.minimum else []
    many = [] if contains.maximum is None else [replace(contains, minimum=contains.maximum + 1, maximum=None)]
    return just("array", *(Arrays(minimum=found.minimum, contains=(found,)) for found in (*few, *many)))


def _counts_hold(shapes: Shapes, place: Place) -> Shape:
    schema = keywords_of(place)
    maximum = int(schema["maxItems"]) if "maxItems" in schema else None
    return only(
        "array", Arrays(minimum=int(schema.get("minItems", 0)), maximum=maximum, origin=place.pointer)
    )


def _counts_fail(shapes: Shapes, place: Place) -> Shape:
    schema = keywords_of(place)
    few = [Arrays(maximum=int(schema["minItems"]) - 1)] if schema.get("minItems") else []
    many = [Arrays(minimum=int(schema["maxItems"]) + 1)] if "maxItems" in schema else []
    return just("array", *few, *many)


def _unique_holds(shapes: Shapes, place: Place) -> Shape:
    if not keywords_of(place)["uniqueItems"]:
        return EVERYTHING
    return only("array", Arrays(unique=pointer(place.pointer, "uniqueItems"), origin=place.pointer))


def _unique_fails(shapes: Shapes, place: Place) -> Shape:
    if not keywords_of(place)["uniqueItems"]:
        return NOTHING
    shapes.note(
        place, "uniqueItems", Status.LOOSER, "two equal items, which it takes here, are not asked for"
    )
    return just("array", Arrays(minimum=2))


def _unevaluated(shapes: Shapes, place: Place, shape: Shape) -> Shape:
    """The shape with `unevaluatedItems` for what the schemas in it did not look at."""
    rest = shapes.goal(shapes.document.child(place, "unevaluatedItems"))
    where = pointer(place.pointer, "unevaluatedItems")
    return {**shape, "array": tuple(_closed(shapes, atom, rest, where) for atom in shape.get("array", ()))}  # type: ignore[arg-type]


def _closed(shapes: Shapes, atom: Arrays, rest: Goal, where: str) -> Arrays:
    seen = [layer for layer in atom.layers if layer.evaluates]
    if any(layer.rest is not None for layer in seen):
        return atom
    prefix = max((len(layer.prefix) for layer in seen), default=0)
    goals = [*(contains.goal for contains in atom.contains if shapes.document.contains_evaluates), rest]
    either = shapes.either(goals, where)
    return replace(atom, layers=(*atom.layers, Items((ANYTHING,) * prefix, either)))


def _unevaluated_fails(shapes: Shapes, place: Place) -> Shape:
    if keywords_of(place)["unevaluatedItems"] is True:
        return NOTHING
    shapes.note(place, "unevaluatedItems", Status.LOOSER, UNTOLD)
    return just("array", Arrays(minimum=1))


GROUPS = (
    Group(("prefixItems", "items", "additionalItems"), _items_hold, _items_fail),
    Group(("contains", "minContains", "maxContains"), _contains_holds, _contains_fails),
    Group(("minItems", "maxItems"), _counts_hold, _counts_fail),
    Group(("uniqueItems",), _unique_holds, _unique_fails),
)
CLOSING = Closing("unevaluatedItems", _unevaluated, _unevaluated_fails)
