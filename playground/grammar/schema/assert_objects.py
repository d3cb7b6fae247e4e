"""What the keywords for objects say."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from playground.grammar.json_text import pointer
from playground.grammar.schema.assert_scalars import keywords_of, texts_of_pattern
from playground.grammar.schema.compounds import ANYTHING, Goal, Members, Objects
from playground.grammar.schema.document import Place
from playground.grammar.schema.groups import Closing, Group
from playground.grammar.schema.notes import UNTOLD, Status
from playground.grammar.schema.scalars import Texts
from playground.grammar.schema.shape import EVERYTHING, NOTHING, Shape, just, only
from playground.grammar.schema.shapes import Shapes


def _patterns(shapes: Shapes, place: Place) -> Iterator[tuple[str, Texts | None]]:
    for source in keywords_of(place).get("patternProperties", {}):
        yield source, texts_of_pattern(shapes, place, "patternProperties", source)


def _members_hold(shapes: Shapes, place: Place) -> Shape:
    schema, document = keywords_of(place), shapes.document
    properties = tuple(
        (name, shapes.goal(document.child(place, "properties", name)))
        for name in schema.get("properties", {})
    )
    patterns = []
    followed = True
    for source, texts in _patterns(shapes, place):
        if texts is None:
            followed = False
        else:
            patterns.append((texts, shapes.goal(document.child(place, "patternProperties", source))))
    rest = None
    if "additionalProperties" in schema:
        if followed:
            rest = shapes.goal(document.child(place, "additionalProperties"))
        else:
            rest = ANYTHING
            how = "any other key is allowed, because a pattern beside it is not followed"
            shapes.note(place, "additionalProperties", Status.LOOSER, how)
    keyword = next(k for k in ("properties", "patternProperties", "additionalProperties") if k in schema)
    where = pointer(place.pointer, keyword)
    members = Members(properties, tuple(patterns), rest, where=where)
    listing = (where,) if properties else ()
    return only("object", Objects(layers=(members,), listing=listing, origin=place.pointer))


def _members_fail(shapes: Shapes, place: Place) -> Shape:
    schema, document = keywords_of(place), shapes.document
    wrong = [
        _with_member(name, shapes.goal(document.child(place, "properties", name), holds=False))
        for name in schema.get("properties", {})
    ]
    for keyword in ("patternProperties", "additionalProperties"):
        said = schema.get(keyword, {})
        if said is not True and said != {}:
            shapes.note(place, keyword, Status.LOOSER, UNTOLD)
            wrong.append(Objects(minimum=1))
    return just("object", *wrong)


def _with_member(name: str, goal: Goal) -> Objects:
    return Objects(layers=(_about(name, goal),), required=(name,))


def _about(name: str, goal: Goal) -> Members:
    return Members(((name, goal),), evaluates=False, declares=False)


def _without(shapes: Shapes, name: str) -> Objects:
    return Objects(layers=(_about(name, shapes.goal(shapes.document.nothing)),))


def _required_holds(shapes: Shapes, place: Place) -> Shape:
    required = tuple(dict.fromkeys(keywords_of(place)["required"]))
    listing = (pointer(place.pointer, "required"),)
    return only("object", Objects(required=required, listing=listing, origin=place.pointer))


def _required_fails(shapes: Shapes, place: Place) -> Shape:
    return just("object", *(_without(shapes, name) for name in dict.fromkeys(keywords_of(place)["required"])))


def _counts_hold(shapes: Shapes, place: Place) -> Shape:
    schema = keywords_of(place)
    maximum = int(schema["maxProperties"]) if "maxProperties" in schema else None
    where = pointer(place.pointer, "minProperties" if "minProperties" in schema else "maxProperties")
    minimum = int(schema.get("minProperties", 0))
    return only("object", Objects(minimum=minimum, maximum=maximum, counted=where, origin=place.pointer))


def _counts_fail(shapes: Shapes, place: Place) -> Shape:
    schema = keywords_of(place)
    few = [int(schema["minProperties"]) - 1] if schema.get("minProperties") else []
    many = [int(schema["maxProperties"]) + 1] if "maxProperties" in schema else []
    where = pointer(place.pointer, "maxProperties" if many else "minProperties")
    return just(
        "object",
        *(Objects(maximum=count, counted=where) for count in few),
        *(Objects(minimum=count, counted=where) for count in many),
    )


def _names_hold(shapes: Shapes, place: Place) -> Shape:
    names = shapes.goal(shapes.document.child(place, "propertyNames"))
    return only("object", Objects(names=names, origin=place.pointer))


def _names_fail(shapes: Shapes, place: Place) -> Shape:
    if keywords_of(place)["propertyNames"] is True:
        return NOTHING
    shapes.note(place, "propertyNames", Status.LOOSER, UNTOLD)
    return just("object", Objects(minimum=1))


def _conditions(
    shapes: Shapes, place: Place, keyword: str
) -> Iterator[tuple[str, tuple[str, ...], Place | None]]:
    """For each key what its presence asks for: other keys, or a schema."""
    for name, asked in keywords_of(place)[keyword].items():
        if isinstance(asked, list):
            yield name, tuple(dict.fromkeys(asked)), None
        else:
            yield name, (), shapes.document.child(place, keyword, name)


def _dependencies_hold(shapes: Shapes, place: Place, keyword: str) -> Shape:
    shape = EVERYTHING
    where = pointer(place.pointer, keyword)
    for name, asked, target in _conditions(shapes, place, keyword):
        if not asked and target is None:
            continue
        required = (name, *(other for other in asked if other != name))
        present = just("object", Objects(required=required, listing=(where,)))
        if target is not None:
            present = shapes.meet(present, shapes.of_claim(target), where)
        without = only("object", _without(shapes, name))
        shape = shapes.meet(shape, shapes.union([without, present]), where)
    return shape


def _dependencies_fail(shapes: Shapes, place: Place, keyword: str) -> Shape:
    wrong = []
    for name, asked, target in _conditions(shapes, place, keyword):
        present = just("object", Objects(required=(name,)))
        where = pointer(place.pointer, keyword)
        if target is None:
            missing = just("object", *(_without(shapes, other) for other in asked))
            wrong.append(shapes.meet(present, missing, where))
        else:
            wrong.append(shapes.meet(present, shapes.of_claim(target, holds=False), where))
    return shapes.union(wrong)


def _unevaluated(shapes: Shapes, place: Place, shape: Shape) -> Shape:
    """The shape with `unevaluatedProperties` for what the schemas in it did not look at."""
    rest = shapes.goal(shapes.document.child(place, "unevaluatedProperties"))
    return {**shape, "object": tuple(_closed(atom, rest) for atom in shape.get("object", ()))}  # type: ignore[arg-type]


def _closed(atom: Objects, rest: Goal) -> Objects:
    seen = [layer for layer in atom.layers if layer.evaluates]
    if any(layer.rest is not None for layer in seen):
        return atom
    properties = tuple((name, ANYTHING) for layer in seen for name, _ in layer.properties)
    patterns = tuple((texts, ANYTHING) for layer in seen for texts, _ in layer.patterns)
    layer = Members(tuple(dict(properties).items()), tuple(dict.fromkeys(patterns)), rest, declares=False)
    return replace(atom, layers=(*atom.layers, layer))


def _unevaluated_fails(shapes: Shapes, place: Place) -> Shape:
    if keywords_of(place)["unevaluatedProperties"] is True:
        return NOTHING
    shapes.note(place, "unevaluatedProperties", Status.LOOSER, UNTOLD)
    return just("object", Objects(minimum=1))


def _dependency_group(keyword: str) -> Group:
    return Group(
        (keyword,),
        lambda shapes, place: _dependencies_hold(shapes, place, keyword),
        lambda shapes, place: _dependencies_fail(shapes, place, keyword),
    )


GROUPS = (
    Group(("properties", "patternProperties", "additionalProperties"), _members_hold, _members_fail),
    Group(("required",), _required_holds, _required_fails),
    Group(("minProperties", "maxProperties"), _counts_hold, _counts_fail),
    Group(("propertyNames",), _names_hold, _names_fail),
    *map(_dependency_group, ("dependentRequired", "dependentSchemas", "dependencies")),
)
CLOSING = Closing("unevaluatedProperties", _unevaluated, _unevaluated_fails)
