"""Arrays and objects whose parts depend on one another: every small instance against jsonschema."""

from __future__ import annotations

import json
from itertools import combinations, product
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from playground.automaton import Automaton
from playground.grammar.schema import SchemaOptions
from tests.grammar.schema.suite import accepts, read

OPTIONS = SchemaOptions("none", additional_properties=True, key_order="any")
ARRAYS = [list(items) for length in range(5) for items in product([1, 2, "a"], repeat=length)]
OBJECTS = [
    dict(zip(names, values, strict=True))
    for length in range(4)
    for names in combinations(["a", "b", "ab", "c"], length)
    for values in product([1, "x"], repeat=length)
]


def wrong(schema: Any, instances: list[Any]) -> list[str]:
    grammar, reading, errors = read(schema, OPTIONS)
    assert grammar is not None, errors
    assert reading is not None
    automaton, validator = Automaton(grammar), Draft202012Validator(schema)
    texts = {json.dumps(value, separators=(",", ":")): value for value in instances}
    return [text for text, value in texts.items() if accepts(automaton, text) != validator.is_valid(value)]


@pytest.mark.parametrize(
    "schema",
    [
        {"minItems": 1, "maxItems": 3},
        {"prefixItems": [{"const": 1}, {"const": 2}], "items": {"const": "a"}},
        {"prefixItems": [{"const": 1}, {"const": 2}], "items": False},
        {"prefixItems": [{"const": 1}, {"const": 2}], "minItems": 2, "maxItems": 3},
        {"prefixItems": [True, {"not": {"const": 2}}]},
        {"prefixItems": [{"const": 1}, False]},
        {"items": {"enum": [1, "a"]}, "contains": {"const": "a"}},
        {"contains": {"const": 1}, "minContains": 2},
        {"contains": {"const": 1}, "maxContains": 1},
        {"contains": {"const": 1}, "minContains": 0, "maxContains": 2},
        {
            "contains": {"const": 1},
            "minContains": 2,
            "maxContains": 2,
            "maxItems": 3,
            "prefixItems": [{"const": 2}],
        },
        {"allOf": [{"contains": {"const": 1}}, {"contains": {"const": 2}}], "maxItems": 3},
        {"not": {"contains": {"const": 1}}},
        {"not": {"items": {"const": 1}}},
        {"not": {"prefixItems": [{"const": 1}], "items": {"const": 2}}},
        {"prefixItems": [{"const": 1}], "unevaluatedItems": {"const": 2}},
        {"allOf": [{"prefixItems": [{"const": 1}]}], "contains": {"const": "a"}, "unevaluatedItems": False},
        {"contains": True, "unevaluatedItems": False},
        {"items": {"enum": [1, 2, "a"]}, "uniqueItems": True},
        {"items": {"enum": [1, "a"]}, "uniqueItems": True, "minItems": 1, "maxItems": 2},
        {"uniqueItems": True, "maxItems": 1},
        {"enum": [[1, 2], [1, 1], ["a"]], "uniqueItems": True},
        {"if": {"maxItems": 1}, "then": {"items": {"const": 1}}, "else": {"items": {"const": 2}}},
        {"oneOf": [{"minItems": 2}, {"maxItems": 3}]},
    ],
)
def test_arrays(schema: Any) -> None:
    assert (
        wrong(
            {"type": "array", "items": {}, **schema} if "items" in schema else {"type": "array", **schema},
            ARRAYS,
        )
        == []
    )


X, ONE = {"const": "x"}, {"const": 1}


@pytest.mark.parametrize(
    "schema",
    [
        {"properties": {"a": ONE, "b": X}},
        {"properties": {"a": ONE, "b": X}, "required": ["b", "c"]},
        {"properties": {"a": ONE, "b": X}, "additionalProperties": False},
        {"properties": {"a": ONE}, "additionalProperties": X},
        {"properties": {"a": False}},
        {"patternProperties": {"^a": ONE}},
        {"patternProperties": {"^a": ONE, "b$": X}},
        {"patternProperties": {"^a": ONE, "b$": X}, "additionalProperties": False},
        {
            "properties": {"a": X},
            "patternProperties": {"^a": {"type": "string"}},
            "additionalProperties": ONE,
        },
        {"propertyNames": {"maxLength": 1}},
        {"propertyNames": {"enum": ["a", "b"]}, "properties": {"ab": ONE}},
        {"propertyNames": {"pattern": "^a"}, "patternProperties": {"b": X}},
        {"propertyNames": False},
        {"minProperties": 2, "additionalProperties": ONE},
        {"maxProperties": 1},
        {
            "minProperties": 1,
            "maxProperties": 2,
            "properties": {"a": ONE, "b": X, "c": X},
            "additionalProperties": False,
        },
        {
            "minProperties": 2,
            "properties": {"a": {}, "b": {}, "c": {}},
            "required": ["a"],
            "additionalProperties": False,
        },
        {"dependentRequired": {"a": ["b", "c"]}},
        {"dependentSchemas": {"a": {"properties": {"b": X}, "required": ["c"]}}},
        {"not": {"required": ["a"]}},
        {"not": {"properties": {"a": ONE}, "required": ["a"]}},
        {"not": {"minProperties": 2}},
        {"anyOf": [{"required": ["a"]}, {"required": ["b"]}]},
        {"oneOf": [{"required": ["a"]}, {"required": ["b"]}]},
        {
            "oneOf": [
                {"properties": {"a": ONE}, "required": ["a"]},
                {"properties": {"a": X}, "required": ["a"]},
            ]
        },
        {"allOf": [{"properties": {"a": ONE}, "additionalProperties": False}, {"properties": {"b": X}}]},
        {"allOf": [{"properties": {"a": ONE}}, {"properties": {"b": X}}], "unevaluatedProperties": False},
        {"anyOf": [{"properties": {"a": ONE}}, {"properties": {"b": X}}], "unevaluatedProperties": False},
        {"if": {"required": ["a"]}, "then": {"required": ["b"]}, "else": {"properties": {"c": X}}},
        {"enum": [{"a": 1}, {"a": "x"}, {}], "properties": {"a": ONE}},
        {"not": {"enum": [{}]}},
    ],
)
def test_objects(schema: Any) -> None:
    assert wrong({"type": "object", **schema}, OBJECTS) == []


def test_a_key_that_is_not_listed_is_none_of_the_listed_ones_however_it_is_written() -> None:
    schema = {"type": "object", "properties": {"a": ONE}, "additionalProperties": X}
    grammar, _, _ = read(schema, OPTIONS)
    assert grammar is not None
    automaton = Automaton(grammar)
    assert accepts(automaton, r'{"b":"x","\u00e9":"x"}')
    assert not accepts(automaton, '{"a":"x"}')
    assert not accepts(automaton, r'{"\u0061":"x"}')


def test_recursion() -> None:
    schema = {
        "type": "object",
        "properties": {"v": {"type": "integer"}, "next": {"anyOf": [{"$ref": "#"}, {"type": "null"}]}},
        "required": ["v", "next"],
        "additionalProperties": False,
    }
    grammar, _, _ = read(schema, SchemaOptions("none"))
    assert grammar is not None
    automaton = Automaton(grammar)
    deep = '{"v":1,"next":' * 50 + "null" + "}" * 50
    assert accepts(automaton, deep)
    assert not accepts(automaton, deep[:-1])
    assert not accepts(automaton, '{"v":1,"next":{}}')


@pytest.mark.parametrize(
    ("reference", "extra"),
    [
        ("#/$defs/a", {}),
        ("#/definitions/b", {}),
        ("#anchor", {}),
        ("item.json", {"$id": "http://example.com/root.json"}),
        ("http://example.com/item.json#/$defs/deep", {"$id": "http://example.com/root.json"}),
    ],
)
def test_references_inside_the_document(reference: str, extra: Any) -> None:
    schema = {
        **extra,
        "type": "array",
        "items": {"$ref": reference},
        "$defs": {
            "a": {"const": 1},
            "c": {"$anchor": "anchor", "const": 1},
            "d": {"$id": "item.json", "const": 1, "$defs": {"deep": {"const": 1}}},
        },
        "definitions": {"b": {"const": 1}},
    }
    assert wrong(schema, [[1], [2], []]) == []
