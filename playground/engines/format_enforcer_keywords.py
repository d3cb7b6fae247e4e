"""How lm-format-enforcer 0.11.3 reads the keywords of a JSON Schema."""

from __future__ import annotations

from playground.engines.keywords import (
    ENFORCED,
    NO_FRACTION,
    NO_OTHER_KEYS,
    Decider,
    Place,
    Reading,
    Rule,
    Said,
    enforced,
    other_keys,
    type_beside_values,
)
from playground.grammar.schema import Status

_LISTED: Said = (Status.NARROWER, NO_OTHER_KEYS)
_FRACTION: Said = (Status.LOOSER, "a fraction may be written with an exponent or behind -0: 1e-1, -0.5")
_OBJECTS: Said = (Status.NARROWER, "only objects are written")
_SEVERAL: Said = (
    Status.LOOSER,
    "an object may match several of them, and of each only properties and required are read",
)
_ONE_WAY: Said = (Status.NARROWER, "each value is written in one way, and none that needs an escape")


def _type(place: Place) -> Said | list[Said]:
    return [_FRACTION, NO_FRACTION] if "integer" in place.types else ENFORCED


def _one_of(place: Place) -> list[Said]:
    return [_SEVERAL, _OBJECTS]


def _all_of(place: Place) -> Said:
    if len(place.said) == 1:
        return ENFORCED
    return Status.LOOSER, "of all but the last only properties and required are read"


def _constant(place: Place) -> Said:
    return _ONE_WAY if isinstance(place.said, str) else (Status.NARROWER, "only a string can be written")


def _values(place: Place) -> Said | list[Said]:
    if "pattern" in place.schema and place.types == ("string",):
        return Status.IGNORED, "lm-format-enforcer does not read it beside pattern"
    if any(isinstance(value, bool) for value in place.said):
        return [(Status.LOOSER, "true and false are written as True and False, which is no JSON"), _ONE_WAY]
    return _ONE_WAY


def _length(place: Place) -> Said:
    if "enum" in place.schema:
        return Status.IGNORED, "lm-format-enforcer does not read it beside enum"
    return Status.LOOSER, "a character that is written as two \\u escapes counts as two"


def _longest(place: Place) -> Said:
    return _length(place) if "enum" in place.schema else ENFORCED


def _reference(place: Place) -> Said:
    kind = "definitions" if "definitions" in place.root else "$defs"
    if place.said.removeprefix(f"#/{kind}/") not in place.root.get(kind, {}) or place.has_own_bases:
        return Status.LOOSER, "the last name in it is looked up in the definitions, whatever comes before"
    return ENFORCED


def _items(place: Place) -> Said:
    return (Status.LOOSER, "any items are allowed") if place.said is False else ENFORCED


def _most_items(place: Place) -> Said:
    return ENFORCED if place.said else (Status.LOOSER, "one item is allowed")


def _keys(place: Place) -> Said:
    if "properties" in place.schema:
        return other_keys(place)
    return ENFORCED if place.said is not False else (Status.LOOSER, "any keys are allowed")


_WITH_PROPERTIES: dict[str, Rule] = {**enforced("required"), "properties": _LISTED}

_DECIDERS = (
    Decider("anyOf", enforced("anyOf")),
    Decider("allOf", {"allOf": _all_of}),
    Decider("const", {"const": _constant, "type": type_beside_values}),
    Decider(
        "type",
        {
            **enforced("type"),
            "enum": _values,
            "minLength": _length,
            "maxLength": _longest,
            "pattern": (Status.NARROWER, "the whole string has to match, without escapes"),
        },
        "string",
    ),
    Decider("oneOf", {**_WITH_PROPERTIES, "oneOf": _one_of, "type": _OBJECTS}),
    Decider("type", {**enforced("type"), **_WITH_PROPERTIES, "additionalProperties": _keys}, "object"),
    Decider("$ref", {"$ref": _reference}, ""),
    Decider("enum", {"enum": _values, "type": type_beside_values}),
    Decider(
        "type",
        {
            "type": (Status.NARROWER, "at most 20 items where maxItems does not say"),
            "items": _items,
            "minItems": ENFORCED,
            "maxItems": _most_items,
        },
        "array",
    ),
    Decider("type", {"type": _type}),
)
_ANYTHING: Said = (Status.NARROWER, "it breaks down here, as nothing says of which type a value is")

READING = Reading("lm-format-enforcer", _DECIDERS, _ANYTHING)
