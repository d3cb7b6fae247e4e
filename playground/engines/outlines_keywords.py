"""How outlines-core 0.2.14, which makes a regex of a JSON Schema, reads its keywords."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from playground.engines.keywords import (
    ENFORCED,
    FORMAT,
    NO_FRACTION,
    NO_OTHER_KEYS,
    ONE_WAY,
    Decider,
    Place,
    Reading,
    Rule,
    Said,
    enforced,
    members,
    other_keys,
    type_beside_values,
)
from playground.grammar.regular import PatternError, TooLarge, read_pattern
from playground.grammar.regular.syntax import Either
from playground.grammar.schema import Status

_LISTED: Said = (
    Status.NARROWER,
    f"keys come in the order in which they are listed, and {NO_OTHER_KEYS}",
)
_WHOLE: Said = (Status.NARROWER, "the whole string has to match, without escapes")
_EXACTLY: Said = (Status.NARROWER, "exactly these items are written")


def _type(place: Place) -> Said:
    if "integer" in place.types:
        return NO_FRACTION
    return (Status.NARROWER, "an exponent needs a sign") if "number" in place.types else ENFORCED


def _only(name: str) -> Rule:
    def rule(place: Place) -> Said:
        if name not in place.types:
            return Status.IGNORED, f"an {name} is written all the same"
        return ENFORCED if len(place.types) == 1 else (Status.NARROWER, f"only an {name} is written")

    return rule


def _required(place: Place) -> Said:
    if set(place.said) <= set(place.schema["properties"]):
        return ENFORCED
    return Status.LOOSER, "a key that properties does not list is not required"


def _all_of(place: Place) -> Said | list[Said]:
    if len(place.said) == 1:
        return ENFORCED
    how = "the texts of all of them are written one behind another, which is no JSON"
    return [(Status.LOOSER, how), (Status.NARROWER, "no text that fits all of them is written")]


def _one_of(place: Place) -> Said:
    """Exclusive all the same where every option is of a type of its own."""
    types = [option.get("type") if isinstance(option, dict) else None for option in place.said]
    apart = all(isinstance(name, str) for name in types) and len(set(types)) == len(types)
    if apart and not {"integer", "number"} <= set(types):
        return ENFORCED
    return Status.LOOSER, "a value may match several of them"


def _in_prefix(holds: Callable[[int, int], bool]) -> Rule:
    def rule(place: Place) -> Said:
        fits = holds(place.said, len(place.schema["prefixItems"]))
        return ENFORCED if fits else (Status.IGNORED, _EXACTLY[1])

    return rule


def _behind_prefix(place: Place) -> Said:
    return ENFORCED if place.said is False else _EXACTLY


def _reference(place: Place) -> Said:
    if place.has_own_bases:
        return Status.LOOSER, "it is looked up in the whole schema, whatever $id says"
    return Status.NARROWER, "what refers to itself is written three levels deep"


def _pattern(place: Place) -> Said | list[Said]:
    if place.schema.keys() & {"minLength", "maxLength"}:
        return Status.IGNORED, "outlines does not read it beside a length"
    inside = place.said.removeprefix("^").removesuffix("$")
    try:
        dfa = read_pattern(f"^(?:{inside})$").automaton
        alternatives = isinstance(read_pattern(inside).syntax, Either)
    except (PatternError, TooLarge):
        return [(Status.LOOSER, "what it matches could not be worked out"), _WHOLE]
    if alternatives:
        return [(Status.LOOSER, "the quotes belong to its outer alternatives, which is no JSON"), _WHOLE]
    steps = [ranges for state in dfa.useful for _, ranges in dfa.steps(state)]
    if any(low <= ord(sign) <= high for ranges in steps for low, high in ranges for sign in '"\\'):
        return [(Status.LOOSER, "it may match a quote, or an escape that stands for something else"), _WHOLE]
    return _WHOLE


def _format(place: Place) -> Said:
    beside = next((word for word in ("minLength", "maxLength", "pattern") if word in place.schema), None)
    return (Status.IGNORED, f"outlines does not read it beside {beside}") if beside else FORMAT


def _fewest_keys(place: Place) -> Said:
    return ENFORCED if place.said <= 1 else (Status.LOOSER, "one key is enough")


_BY_TYPE: Mapping[str, Mapping[str, Rule]] = {
    "string": {**enforced("minLength maxLength"), "pattern": _pattern, "format": _format},
    "array": enforced("items minItems maxItems"),
    "object": {**enforced("additionalProperties"), "minProperties": _fewest_keys, "maxProperties": members},
    "number": {},
    "integer": {},
    "boolean": {},
    "null": {},
}
_BY_ANY_TYPE = {keyword: rule for reads in _BY_TYPE.values() for keyword, rule in reads.items()}

_DECIDERS = (
    Decider(
        "properties",
        {
            "properties": _LISTED,
            "required": _required,
            "additionalProperties": other_keys,
            "type": _only("object"),
        },
    ),
    Decider("allOf", {"allOf": _all_of}),
    Decider("anyOf", enforced("anyOf")),
    Decider("oneOf", {"oneOf": _one_of}),
    Decider(
        "prefixItems",
        {
            "prefixItems": _EXACTLY,
            "items": _behind_prefix,
            "minItems": _in_prefix(lambda said, count: said <= count),
            "maxItems": _in_prefix(lambda said, count: said >= count),
            "type": _only("array"),
        },
    ),
    Decider("enum", {"enum": ONE_WAY, "type": type_beside_values}),
    Decider("const", {"const": ONE_WAY, "type": type_beside_values}),
    Decider("$ref", {"$ref": _reference}),
    *(Decider("type", {"type": _type, **reads}, name) for name, reads in _BY_TYPE.items()),
    Decider("type", {"type": _type, **_BY_ANY_TYPE}),
)
_ANYTHING: Said = (Status.LOOSER, "beside other parts any value is read in pieces, which is no JSON")

READING = Reading("outlines", _DECIDERS, _ANYTHING)
