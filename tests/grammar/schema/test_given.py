"""The schema that the engine was given: written as a person would, and with the values of the pasted one."""

from __future__ import annotations

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from playground.grammar.schema import SchemaOptions
from tests.grammar.schema.suite import groups, is_valid, needs_suite, read

OPEN = SchemaOptions(additional_properties=True)


def given(schema: Any, options: SchemaOptions = OPEN) -> Any:
    _, reading, errors = read(schema, options)
    assert reading is not None, errors
    return json.loads(reading.given)


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        # draft 7: tuples and definitions
        (
            {"items": [{"type": "null"}], "additionalItems": False},
            [
                {"type": ["null", "boolean", "number", "string", "object"]},
                {"type": "array", "prefixItems": [{"type": "null"}], "items": False},
            ],
        ),
        (
            {"$ref": "#/definitions/a", "definitions": {"a": {"type": "null"}}},
            {"type": "null"},
        ),
        # what stands beside $ref, enum and const
        (
            {"$ref": "#/$defs/a", "maxLength": 3, "$defs": {"a": {"type": "string", "minLength": 1}}},
            {"type": "string", "minLength": 1, "maxLength": 3},
        ),
        ({"enum": ["a", "bbb", 1, None], "type": "string", "minLength": 2}, {"enum": ["bbb"]}),
        ({"enum": [1, 2.5, 3, 40], "type": "integer", "maximum": 10}, {"enum": [1, 3]}),
        ({"const": {"a": 1}, "properties": {"a": {"type": "integer"}}}, {"enum": [{"a": 1}]}),
        ({"enum": [{"a": 1}, {"a": "x"}], "properties": {"a": {"type": "integer"}}}, {"enum": [{"a": 1}]}),
        ({"enum": [[1, 1], [1, 2], [True, 1]], "uniqueItems": True}, {"enum": [[1, 2], [True, 1]]}),
        # allOf
        (
            {"allOf": [{"type": "integer", "minimum": 1}, {"maximum": 9}], "minimum": 3},
            {"type": "integer", "minimum": 3, "maximum": 9},
        ),
        (
            {
                "allOf": [
                    {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]},
                    {"properties": {"a": {"maxLength": 3}, "b": {"type": "null"}}, "required": ["b"]},
                ]
            },
            {
                "type": "object",
                "required": ["a", "b"],
                "properties": {"a": {"type": "string", "maxLength": 3}, "b": {"type": "null"}},
            },
        ),
        # bounds without a type, whole bounds
        (
            {"minimum": 3},
            [
                {"type": ["null", "boolean", "string", "array", "object"]},
                {"type": "number", "minimum": 3},
            ],
        ),
        (
            {"type": "integer", "minimum": 1.5, "exclusiveMaximum": 9},
            {"type": "integer", "minimum": 2, "maximum": 8},
        ),
        ({"type": "integer", "exclusiveMinimum": -0.5}, {"type": "integer", "minimum": 0}),
        (
            {"type": "number", "minimum": 1, "exclusiveMinimum": 1},
            {"type": "number", "exclusiveMinimum": 1},
        ),
        # type lists, boolean schemas, names that are only required
        ({"type": ["string", "null"]}, {"type": ["null", "string"]}),
        (
            {"type": ["string", "null"], "maxLength": 1},
            [{"type": "null"}, {"type": "string", "maxLength": 1}],
        ),
        ({"allOf": [True, {"type": "null"}]}, {"type": "null"}),
        (
            {"type": "object", "properties": {"a": False, "b": True}, "required": ["c"]},
            {"type": "object", "required": ["c"], "properties": {"a": False, "b": True}},
        ),
        # if, not, oneOf, dependencies
        (
            {"type": "integer", "if": {"minimum": 5}, "then": {"maximum": 9}, "else": {"minimum": 2}},
            [
                {"type": "integer", "minimum": 5, "maximum": 9},
                {"type": "integer", "minimum": 2, "maximum": 4},
            ],
        ),
        ({"type": "integer", "not": {"minimum": 5}}, {"type": "integer", "maximum": 4}),
        ({"not": {"type": ["string", "integer"]}, "type": ["string", "null"]}, {"type": "null"}),
        (
            {"oneOf": [{"type": "integer", "maximum": 5}, {"type": "integer", "minimum": 5}]},
            [{"type": "integer", "maximum": 4}, {"type": "integer", "minimum": 6}],
        ),
        (
            {"type": "object", "dependentRequired": {"a": ["b"]}},
            [
                {"type": "object", "properties": {"a": False}},
                {"type": "object", "required": ["a", "b"]},
            ],
        ),
        # what is used more than once, or inside itself
        (
            {"type": "array", "items": {"$ref": "#"}},
            {"type": "array", "items": {"$ref": "#"}},
        ),
        (
            {
                "type": "array",
                "prefixItems": [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/a"}],
                "$defs": {"a": {"type": "string", "maxLength": 1}},
            },
            {
                "type": "array",
                "prefixItems": [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/a"}],
                "$defs": {"a": {"type": "string", "maxLength": 1}},
            },
        ),
    ],
)
def test_schemas_are_written_out(schema: Any, expected: Any) -> None:
    assert given(schema) == ({"anyOf": expected} if isinstance(expected, list) else expected)


def test_the_choice_about_other_keys_is_written_in() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "null"}}}
    assert given(schema, SchemaOptions()) == {**schema, "additionalProperties": False}
    assert given({"type": "object"}, SchemaOptions()) == {"type": "object"}


@needs_suite
def test_it_has_the_values_of_the_pasted_schema_but_for_what_was_announced() -> None:
    compared = 0
    for group in groups():
        _, reading, _ = read(group.schema, OPEN)
        if reading is None or "\\p{" in json.dumps(group.schema):
            continue
        validator = Draft202012Validator(json.loads(reading.given))
        assert not list(Draft202012Validator(Draft202012Validator.META_SCHEMA).iter_errors(validator.schema))
        for test in group.tests:
            compared += 1
            allowed, valid = validator.is_valid(test["data"]), is_valid(group.schema, test)
            assert allowed == valid or (allowed and reading.coverage.is_looser), (group, test)
    assert compared > 1100
