"""What xgrammar 0.2.8 leaves out of a JSON Schema, or reads as more or less than it says.

It drops most of this without a word, so that a text may follow the grammar and not the schema. Each rule
here was checked against its grammars. Of the keywords that say what a value is, it reads the first of
`$ref`, `const`, `enum`, `anyOf`, `oneOf`, `allOf` and `type`, and nothing that stands beside it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from playground.grammar.json_text import pointer
from playground.grammar.schema_checks import knows_draft, patterns_of
from playground.grammar.schema_remark import SchemaRemark
from playground.grammar.schema_walk import Schema, subschemas

_ANNOTATIONS = frozenset(
    (
        *("$schema", "$id", "id", "$anchor", "$comment", "$defs", "definitions", "title", "description"),
        *("default", "examples", "deprecated", "readOnly", "writeOnly", "contentEncoding"),
        *("contentMediaType", "contentSchema"),
    )
)
_DECIDING = ("$ref", "const", "enum", "anyOf", "oneOf", "allOf")
_NEVER_READ = {
    "not": "not is ignored: values that it forbids are allowed",
    "if": "if, then and else are ignored",
    "dependentRequired": "dependentRequired is ignored",
    "dependentSchemas": "dependentSchemas is ignored",
    "dependencies": "dependencies is ignored",
    "uniqueItems": "uniqueItems is ignored: items may repeat",
    "contains": "contains is ignored: no item needs to match it",
    "$dynamicRef": "$dynamicRef is ignored",
    "$recursiveRef": "$recursiveRef is ignored",
}
_OF_TYPE = {
    "number": ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
    "string": ("minLength", "maxLength", "pattern", "format"),
    "array": ("minItems", "maxItems"),
    "object": ("required", "minProperties", "maxProperties", "patternProperties", "propertyNames"),
}
_IMPLIES = {
    "object": ("properties", "additionalProperties", "unevaluatedProperties"),
    "array": ("items", "prefixItems", "unevaluatedItems"),
}
_FORMATS = frozenset(
    (
        *("date", "time", "date-time", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"),
        *("uri", "uri-reference", "uri-template", "json-pointer", "relative-json-pointer"),
    )
)
_LARGEST_MULTIPLE = 1024
_CHECKED = "The finished text is checked against the whole schema."


def lint(schema: Any) -> Iterator[SchemaRemark]:
    """Warnings about a schema that has no errors."""
    if not knows_draft(schema):
        message = f"the draft {schema['$schema']!r} is not known; the schema is read as Draft 2020-12"
        yield SchemaRemark("/$schema", "schema-draft", message)
    for where, part in subschemas(schema):
        deciding = next((keyword for keyword in _DECIDING if keyword in part), None)
        if deciding is not None:
            yield from _beside(where, part, deciding)
            yield from _branches(where, part, deciding)
            continue
        yield from _never_read(where, part)
        types = _types(part)
        if not types:
            yield from _untyped(where, part)
        if "string" in types:
            yield from _string(where, part)
        if types & {"integer", "number"}:
            yield from _number(where, part, types)
        if "object" in types:
            yield from _object(where, part)
        if "array" in types:
            yield from _array(where, part)


def _types(part: Schema) -> set[str]:
    named = part.get("type")
    if named is not None:
        return {named} if isinstance(named, str) else set(named)
    return {kind for kind, keywords in _IMPLIES.items() if any(keyword in part for keyword in keywords)}


def _loose(where: str, keyword: str, message: str, hint: str = _CHECKED) -> SchemaRemark:
    return SchemaRemark(pointer(where, keyword), "schema-loose", message, hint)


def _narrow(where: str, message: str, hint: str = "") -> SchemaRemark:
    return SchemaRemark(where, "schema-narrow", message, hint)


def _beside(where: str, part: Schema, deciding: str) -> Iterator[SchemaRemark]:
    for keyword in part:
        if keyword != deciding and keyword not in _ANNOTATIONS:
            yield _loose(where, keyword, f"{keyword} is ignored beside {deciding}")


def _branches(where: str, part: Schema, deciding: str) -> Iterator[SchemaRemark]:
    branches = part[deciding]
    if deciding == "allOf" and len(branches) > 1:
        message = "allOf of more than one schema is ignored: any JSON value is allowed here"
        yield _loose(where, "allOf", message, "Write the schemas as one.")
    if deciding == "oneOf" and not all(_disjoint(a, b) for a, b in combinations(branches, 2)):
        yield _loose(where, "oneOf", "oneOf is read as anyOf: a value may match more than one of its schemas")


def _disjoint(left: Any, right: Any) -> bool:
    """Whether no value can match both, as far as xgrammar sees it: by their constants or their types."""
    if not isinstance(left, dict) or not isinstance(right, dict) or "$ref" in left or "$ref" in right:
        return False
    values = [part.get("enum", [part["const"]] if "const" in part else None) for part in (left, right)]
    if values[0] is not None and values[1] is not None:
        return not any(a == b for a in values[0] for b in values[1])
    types = [{"number" if name == "integer" else name for name in _types(part)} for part in (left, right)]
    if types[0] and types[1] and not types[0] & types[1]:
        return True
    both = set(left.get("required", ())) & set(right.get("required", ()))
    pairs = ((left.get("properties", {}).get(name), right.get("properties", {}).get(name)) for name in both)
    return any(_has_values(a) and _has_values(b) and _disjoint(a, b) for a, b in pairs)


def _has_values(part: Any) -> bool:
    return isinstance(part, dict) and ("const" in part or "enum" in part)


def _never_read(where: str, part: Schema) -> Iterator[SchemaRemark]:
    for keyword, message in _NEVER_READ.items():
        if part.get(keyword, False) is not False:
            yield _loose(where, keyword, message)


def _untyped(where: str, part: Schema) -> Iterator[SchemaRemark]:
    for kind, keywords in _OF_TYPE.items():
        for keyword in keywords:
            if keyword in part:
                message = f"{keyword} is ignored without a type: any JSON value is allowed"
                yield _loose(where, keyword, message, f'Add "type": "{kind}".')


def _string(where: str, part: Schema) -> Iterator[SchemaRemark]:
    lengths = [keyword for keyword in ("minLength", "maxLength") if part.get(keyword)]
    known_format = part.get("format") in _FORMATS
    if "format" in part and not known_format:
        yield _loose(where, "format", f"the format {part['format']!r} is ignored")
    if known_format and "pattern" in part:
        yield _loose(where, "pattern", f"pattern is ignored beside format {part['format']!r}")
    stronger = "format" if known_format else "pattern" if "pattern" in part else ""
    for keyword in lengths if stronger else ():
        yield _loose(where, keyword, f"{keyword} is ignored beside {stronger}")
    if lengths and not stronger:
        message = (
            f"a string with {lengths[0]} takes no escapes, and raw control characters, which are not JSON"
        )
        yield _loose(where, lengths[0], message, 'A pattern such as "^.{1,20}$" has neither fault.')
    for place, pattern in patterns_of(where, part):
        if not (pattern.startswith("^") and pattern.endswith("$") and not pattern.endswith("\\$")):
            yield _narrow(place, f"the pattern {pattern!r} has to match the whole string, not a part of it")


def _number(where: str, part: Schema, types: set[str]) -> Iterator[SchemaRemark]:
    bounds = [keyword for keyword in _OF_TYPE["number"][:4] if keyword in part]
    multiple = part.get("multipleOf")
    if multiple is not None:
        if "number" in types:
            yield _loose(where, "multipleOf", "multipleOf is ignored for numbers that are not integers")
        elif bounds:
            yield _loose(where, "multipleOf", f"multipleOf is ignored beside {bounds[0]}")
        elif multiple > _LARGEST_MULTIPLE or multiple != int(multiple):
            message = f"multipleOf is ignored unless it is a whole number up to {_LARGEST_MULTIPLE}"
            yield _loose(where, "multipleOf", message)
    if "number" in types and bounds:
        message = "a number with bounds has at most six digits after the point and no exponent"
        yield _narrow(pointer(where, bounds[0]), message)


def _object(where: str, part: Schema) -> Iterator[SchemaRemark]:
    properties = part.get("properties", {})
    open_ended = any(part.get(keyword, False) is not False for keyword in _IMPLIES["object"][1:])
    named = "patternProperties" in part or "propertyNames" in part
    for name in part.get("required", ()):
        if name not in properties:
            message = f"the required property {name!r} is not among the properties, and nothing asks for it"
            yield _loose(where, "required", message, "Declare it in properties.")
    if properties and not open_ended and "additionalProperties" not in part and not named:
        message = "no other properties than the declared ones are taken, though the schema allows them"
        hint = 'Say so with "additionalProperties": false, or allow others with true.'
        yield _narrow(pointer(where, "properties"), message, hint)
    decided = open_ended or named or part.get("additionalProperties") is False
    if not properties and not decided and set(part) - _ANNOTATIONS - {"type"}:
        message = "only {} is taken here: an object is open when it has no other keywords than type"
        yield _narrow(where, message, 'Add "additionalProperties": true.')
    if named and "additionalProperties" in part and part["additionalProperties"] is not False:
        yield _narrow(
            pointer(where, "additionalProperties"),
            "additionalProperties is ignored beside patternProperties and propertyNames: no others are taken",
        )
    if "propertyNames" in part and properties:
        yield _loose(where, "propertyNames", "propertyNames does not look at the names in properties")


def _array(where: str, part: Schema) -> Iterator[SchemaRemark]:
    has_items = any(keyword in part for keyword in _IMPLIES["array"])
    if not has_items and set(part) - _ANNOTATIONS - {"type"}:
        message = "only [] is taken here: an array is open when it has no other keywords than type"
        yield _narrow(where, message, 'Add "items": {}.')
    if "prefixItems" in part and "items" not in part and "unevaluatedItems" not in part:
        message = "no more items than those of prefixItems are taken, though the schema allows them"
        hint = 'Say so with "items": false, or allow others with {}.'
        yield _narrow(pointer(where, "prefixItems"), message, hint)
