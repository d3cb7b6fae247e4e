"""What the keywords for any value, for numbers and for strings say."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from playground.grammar.json_text import pointer
from playground.grammar.regular import PatternError, TooLarge, read_pattern
from playground.grammar.schema.compounds import Arrays, Objects
from playground.grammar.schema.document import Place
from playground.grammar.schema.formats import PATTERNS, format_pattern
from playground.grammar.schema.groups import Group
from playground.grammar.schema.notes import Status
from playground.grammar.schema.refused import SchemaRefused
from playground.grammar.schema.scalars import Booleans, Numbers, Strings, Texts
from playground.grammar.schema.shape import EVERYTHING, FREE, NOTHING, Atom, Shape, just, only, union
from playground.grammar.schema.shapes import Shapes
from playground.grammar.schema.values import Listed, spellings_of, type_of


def keywords_of(place: Place) -> dict[str, Any]:
    assert isinstance(place.schema, dict)
    return place.schema


def _type_holds(shapes: Shapes, place: Place) -> Shape:
    names = _type_names(place)
    if "integer" in names and "number" not in names:
        shapes.note(
            place, "type", Status.NARROWER, "integers are written without a fraction: 1, not 1.0 or 1e0"
        )
    return union(just("number", Numbers(integer=True)) if n == "integer" else just(n, FREE[n]) for n in names)


def _type_fails(shapes: Shapes, place: Place) -> Shape:
    names = _type_names(place)
    shape = {kind: (atom,) for kind, atom in FREE.items() if kind not in names}
    if "integer" in names and "number" not in names:
        shape["number"] = (Numbers(integer=False),)
    return shape


def _type_names(place: Place) -> list[str]:
    names = keywords_of(place)["type"]
    return [names] if isinstance(names, str) else names


def _values_hold(shapes: Shapes, place: Place, keyword: str, values: list[Any]) -> Shape:
    spellings = spellings_of(values)
    if spellings:
        shapes.note(
            place, keyword, Status.NARROWER, f"each value is written in one way: {', '.join(spellings)}"
        )
    return union(just(type_of(value), _one_value(value)) for value in values)


def _one_value(value: Any) -> Atom:
    match type_of(value):
        case "null":
            return FREE["null"]
        case "boolean":
            return Booleans(frozenset((value,)))
        case "number":
            return Numbers(values=(Fraction(value),))
        case "string":
            return Strings(values=(value,))
        case "array":
            return Arrays(values=(Listed.of(value),))
        case _:
            return Objects(values=(Listed.of(value),))


def _values_fail(shapes: Shapes, place: Place, keyword: str, values: list[Any]) -> Shape:
    by_type: dict[str, list[Any]] = {}
    for value in values:
        by_type.setdefault(type_of(value), []).append(value)
    shape = dict(EVERYTHING)
    for kind, listed in by_type.items():
        shape[kind] = tuple(_others(shapes, place, keyword, kind, listed))
    return shape


def _others(shapes: Shapes, place: Place, keyword: str, kind: str, listed: list[Any]) -> Iterator[Atom]:
    match kind:
        case "null":
            return
        case "boolean":
            yield Booleans(frozenset((True, False)) - frozenset(listed))
        case "number":
            yield Numbers(excluded=frozenset(map(Fraction, listed)))
        case "string":
            texts = Texts(keyword, "|".join(sorted(listed)), negated=True, words=tuple(listed))
            yield Strings(texts=frozenset((texts,))) if _fits(shapes, place, keyword, texts) else Strings()
        case "array":
            yield (
                Arrays(minimum=1)
                if all(value == [] for value in listed)
                else _unlisted(shapes, place, keyword, kind)
            )
        case _:
            yield (
                Objects(minimum=1)
                if all(value == {} for value in listed)
                else _unlisted(shapes, place, keyword, kind)
            )


def _unlisted(shapes: Shapes, place: Place, keyword: str, kind: str) -> Atom:
    shapes.note(place, keyword, Status.LOOSER, f"listed {kind}s are not kept out")
    return FREE[kind]


def _bounds(place: Place) -> Iterator[tuple[str, Fraction, bool]]:
    """Each bound: its keyword, its value, and whether the value itself is outside."""
    schema = keywords_of(place)
    for keyword, exclusive in (("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")):
        if keyword in schema:
            yield keyword, Fraction(schema[keyword]), schema.get(exclusive) is True
        if exclusive in schema and not isinstance(schema[exclusive], bool):
            yield keyword, Fraction(schema[exclusive]), True


def _bounds_hold(shapes: Shapes, place: Place) -> Shape:
    _note_notation(shapes, place, "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")
    numbers = Numbers()
    for keyword, bound, is_open in _bounds(place):
        own = (
            Numbers(low=bound, low_open=is_open)
            if keyword == "minimum"
            else Numbers(high=bound, high_open=is_open)
        )
        numbers = numbers.meet(own)
    return only("number", numbers)


def _bounds_fail(shapes: Shapes, place: Place) -> Shape:
    outside = [
        Numbers(high=bound, high_open=not is_open)
        if keyword == "minimum"
        else Numbers(low=bound, low_open=not is_open)
        for keyword, bound, is_open in _bounds(place)
    ]
    return just("number", *outside)


def _note_notation(shapes: Shapes, place: Place, *keywords: str) -> None:
    schema = keywords_of(place)
    if schema.get("type") != "integer":
        for keyword in keywords:
            if keyword in schema:
                shapes.note(
                    place, keyword, Status.NARROWER, "numbers are written without an exponent: 1000, not 1e3"
                )


def _multiple_holds(shapes: Shapes, place: Place) -> Shape:
    _note_notation(shapes, place, "multipleOf")
    numbers = Numbers(multiples=frozenset((Fraction(keywords_of(place)["multipleOf"]),)))
    return only("number", numbers) if _fits(shapes, place, "multipleOf", numbers) else EVERYTHING


def _multiple_fails(shapes: Shapes, place: Place) -> Shape:
    numbers = Numbers(not_multiples=frozenset((Fraction(keywords_of(place)["multipleOf"]),)))
    return just("number", numbers if _fits(shapes, place, "multipleOf", numbers) else Numbers())


def _lengths(place: Place) -> tuple[int, int | None]:
    schema = keywords_of(place)
    return int(schema.get("minLength", 0)), int(schema["maxLength"]) if "maxLength" in schema else None


def _lengths_hold(shapes: Shapes, place: Place) -> Shape:
    return only("string", Strings(*_lengths(place)))


def _lengths_fail(shapes: Shapes, place: Place) -> Shape:
    minimum, maximum = _lengths(place)
    outside = [Strings(0, minimum - 1)] if minimum else []
    return just("string", *outside, *([] if maximum is None else [Strings(maximum + 1)]))


def texts_of_pattern(
    shapes: Shapes, place: Place, keyword: str, source: str, negated: bool = False
) -> Texts | None:
    """A pattern of the schema; None, with a note, when it has no automaton. Raises SchemaRefused."""
    try:
        # What must not match is read in the wider way, so that no validator finds it in the text.
        pattern = read_pattern(source, wide=negated)
    except PatternError as error:
        if not error.unsupported:
            where = pointer(place.pointer, keyword)
            message = (
                f"the pattern {source!r} cannot be read: {error.message} at character {error.offset + 1}"
            )
            raise SchemaRefused(
                where, "schema-pattern", message, "Escape it with a backslash if it is meant literally."
            ) from None
        shapes.note(
            place, keyword, Status.LOOSER, f"any text is allowed, as {error.message} has no automaton"
        )
        return None
    texts = Texts("pattern", source, negated, pattern)
    if not _fits(shapes, place, keyword, texts):
        return None
    if keyword == "pattern" and pattern.has_two_readings:
        how = "neither ECMA-262 nor Python's re finds" if negated else "ECMA-262 and Python's re both find"
        shapes.note(
            place, keyword, Status.NARROWER, f"only texts in which {how} it, as they read it differently"
        )
    if texts.has_letters_beyond_ascii:
        shapes.note(
            place,
            keyword,
            Status.NARROWER,
            "characters beyond ASCII are written as themselves, not as \\u escapes",
        )
    return texts


def _pattern_holds(shapes: Shapes, place: Place) -> Shape:
    texts = texts_of_pattern(shapes, place, "pattern", keywords_of(place)["pattern"])
    return EVERYTHING if texts is None else only("string", Strings(texts=frozenset((texts,))))


def _pattern_fails(shapes: Shapes, place: Place) -> Shape:
    texts = texts_of_pattern(shapes, place, "pattern", keywords_of(place)["pattern"], negated=True)
    return just("string", Strings() if texts is None else Strings(texts=frozenset((texts,))))


def _format_holds(shapes: Shapes, place: Place) -> Shape:
    name = keywords_of(place)["format"]
    if name not in PATTERNS:
        shapes.note(place, "format", Status.IGNORED, f"the format {name!r} is not checked")
        return EVERYTHING
    shapes.note(
        place, "format", Status.NARROWER, "the text has to have the format, which the standard leaves open"
    )
    texts = Texts("format", name, pattern=format_pattern(name))
    return only("string", Strings(texts=frozenset((texts,))))


def _format_fails(shapes: Shapes, place: Place) -> Shape:
    name = keywords_of(place)["format"]
    if name not in PATTERNS:
        return NOTHING
    shapes.note(
        place, "format", Status.LOOSER, "texts without the format are allowed, by the standard none is"
    )
    texts = Texts("format", name, negated=True, pattern=format_pattern(name))
    return just("string", Strings(texts=frozenset((texts,))))


def _fits(shapes: Shapes, place: Place, keyword: str, wanted: Texts | Numbers) -> bool:
    try:
        _ = wanted.automaton
    except PatternError as error:
        shapes.note(
            place, keyword, Status.LOOSER, f"any text is allowed, as {error.message} has no automaton"
        )
        return False
    except TooLarge:
        shapes.note(place, keyword, Status.LOOSER, "it would take too large an automaton")
        return False
    return True


GROUPS = (
    Group(("type",), _type_holds, _type_fails),
    Group(
        ("const",),
        lambda shapes, place: _values_hold(shapes, place, "const", [keywords_of(place)["const"]]),
        lambda shapes, place: _values_fail(shapes, place, "const", [keywords_of(place)["const"]]),
    ),
    Group(
        ("enum",),
        lambda shapes, place: _values_hold(shapes, place, "enum", keywords_of(place)["enum"]),
        lambda shapes, place: _values_fail(shapes, place, "enum", keywords_of(place)["enum"]),
    ),
    Group(("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"), _bounds_hold, _bounds_fail),
    Group(("multipleOf",), _multiple_holds, _multiple_fails),
    Group(("minLength", "maxLength"), _lengths_hold, _lengths_fail),
    Group(("pattern",), _pattern_holds, _pattern_fails),
    Group(("format",), _format_holds, _format_fails),
)
