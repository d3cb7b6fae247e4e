"""The keywords of JSON Schema: which say something about values, and what others are for."""

from __future__ import annotations

import difflib
from collections.abc import Collection
from typing import Any

ANNOTATIONS = frozenset(
    (
        *("$schema", "$id", "id", "$anchor", "$dynamicAnchor", "$recursiveAnchor", "$comment", "$vocabulary"),
        *("title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly"),
        *("contentEncoding", "contentMediaType", "contentSchema"),
        # OpenAPI's own
        *("example", "discriminator", "xml", "externalDocs"),
    )
)
CONTAINERS = ("$defs", "definitions")
REFERENCES = ("$ref", "$dynamicRef", "$recursiveRef")
IN_PLACE = (*REFERENCES, "allOf", "anyOf", "oneOf", "not", "if", "then", "else")
FOR_NUMBERS = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")
FOR_STRINGS = ("minLength", "maxLength", "pattern", "format")
FOR_ARRAYS = (
    *("prefixItems", "items", "additionalItems", "contains", "minContains", "maxContains"),
    *("minItems", "maxItems", "uniqueItems", "unevaluatedItems"),
)
FOR_OBJECTS = (
    *("properties", "patternProperties", "additionalProperties", "propertyNames", "required"),
    *("minProperties", "maxProperties", "dependentRequired", "dependentSchemas", "dependencies"),
    "unevaluatedProperties",
)
ASSERTIONS = frozenset(
    ("type", "enum", "const", *IN_PLACE, *FOR_NUMBERS, *FOR_STRINGS, *FOR_ARRAYS, *FOR_OBJECTS)
)

# Keywords of one draft that another spells otherwise, and of OpenAPI 3.0.
_OTHER_DRAFTS = {
    "dependencies": "use dependentRequired or dependentSchemas",
    "additionalItems": "use items beside prefixItems",
    "$recursiveRef": "use $dynamicRef",
    "nullable": 'allow null by "type": ["string", "null"]',
}


# Keywords that a validator reads together with another one.
_PARTNERS = {
    "then": "if",
    "else": "if",
    "minContains": "contains",
    "maxContains": "contains",
    "exclusiveMinimum": "minimum",
    "exclusiveMaximum": "maximum",
}


def alias_of(schema: Any) -> str | None:
    """The keyword of the reference that is all a schema says; None when it says more, or something else."""
    if not isinstance(schema, dict):
        return None
    said = [keyword for keyword in schema if keyword not in ANNOTATIONS and keyword not in CONTAINERS]
    return said[0] if len(said) == 1 and said[0] in ("$ref", "$dynamicRef") else None


def in_draft(keyword: str, validators: Collection[str]) -> bool:
    """Whether a keyword says something about values in a draft, given the keywords its validator knows."""
    return keyword in ASSERTIONS and (keyword in validators or _PARTNERS.get(keyword) in validators)


def hint_for(keyword: str) -> str:
    """What to do about a keyword that says nothing, as a clause; empty when there is no telling."""
    if keyword in _OTHER_DRAFTS:
        return _OTHER_DRAFTS[keyword]
    close = difflib.get_close_matches(keyword, sorted(ASSERTIONS), n=1, cutoff=0.75)
    return f"did you mean {close[0]}?" if close else ""
