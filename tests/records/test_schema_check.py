"""jsonschema's errors, with places, and within limits."""

from typing import Any

import pytest

from playground.records.json_record import json_record
from playground.records.schema_check import check_schema, check_value

FINDING = {
    "type": "object",
    "properties": {
        "file": {"type": "string", "maxLength": 16},
        "line": {"type": "integer", "minimum": 1, "maximum": 9999},
        "severity": {"enum": ["low", "high"]},
    },
    "required": ["file", "line", "severity"],
    "additionalProperties": False,
}


def test_a_valid_value_has_no_errors() -> None:
    assert check_value(FINDING, {"file": "Parser.java", "line": 88, "severity": "high"}) == ()


def test_every_error_has_its_pointer() -> None:
    errors = check_value(FINDING, {"file": "x" * 17, "line": "forty-two", "~/": 1})
    assert [error.split(":")[0] for error in errors] == [
        "the whole value",
        "the whole value",
        "/file",
        "/line",
    ]
    assert "'severity' is a required property" in errors[0] + errors[1]
    assert "'~/' is not allowed" in errors[0] + errors[1]
    assert "'forty-two' is not of type 'integer'" in errors[3]


def test_pointers_escape_their_signs() -> None:
    [error] = check_value({"properties": {"a/b~c": {"items": {"type": "null"}}}}, {"a/b~c": [None, 1]})
    assert error.startswith("/a~1b~0c/1: ")


@pytest.mark.parametrize(
    ("schema", "value", "valid"),
    [
        ({"pattern": "^a+$"}, "aaa", True),
        ({"pattern": "^a+$"}, "b", False),
        ({"pattern": "^a+$"}, 3, True),
        ({"patternProperties": {"^x": {"type": "integer"}}}, {"x1": "a"}, False),
        ({"patternProperties": {"^x": {"type": "integer"}}}, {"y1": "a"}, True),
        ({"patternProperties": {"^x": {}}, "additionalProperties": False}, {"x1": 1}, True),
        ({"patternProperties": {"^x": {}}, "additionalProperties": False}, {"y1": 1}, False),
        ({"properties": {"a": {}}, "additionalProperties": {"type": "null"}}, {"a": 1, "b": None}, True),
        ({"properties": {"a": {}}, "additionalProperties": {"type": "null"}}, {"a": 1, "b": 1}, False),
        ({"additionalProperties": False}, [1], True),
    ],
)
def test_keywords_of_our_own_mean_what_the_standard_says(schema: Any, value: Any, valid: bool) -> None:
    assert (check_value(schema, value) == ()) == valid


@pytest.mark.parametrize(
    ("of", "value", "valid"),
    [
        (0.01, 19.99, True),
        (0.01, 0.29, True),
        (0.1, 0.3, True),
        (0.1, 0.35, False),
        (0.01, 4.015, False),
        (1e-8, 1e-7, True),
        (1e-7, 1e-8, False),
        (0.5, 10**400, True),
        (3, 10**22, False),
        (2, 4.0, True),
        (1.5, 3, True),
        (1.5, -4, False),
        (0.1, 0, True),
        (0.1, True, True),
        (0.1, "0.35", True),
    ],
)
def test_multiples_are_exact(of: float, value: Any, valid: bool) -> None:
    assert (check_value({"multipleOf": of}, value) == ()) == valid


CLOSED = {"unevaluatedProperties": False}
DRAFT_2019 = {"$schema": "https://json-schema.org/draft/2019-09/schema"}
ANY_A: dict[str, Any] = {"properties": {"a": {}}}


@pytest.mark.parametrize(
    ("schema", "value", "valid"),
    [
        ({**CLOSED, "patternProperties": {"^x": {}}}, {"x1": 1}, True),
        ({**CLOSED, "patternProperties": {"^x": {}}}, {"y1": 1}, False),
        ({**CLOSED, "patternProperties": {"^x": {}}}, [1], True),
        ({"unevaluatedProperties": {"type": "null"}, **ANY_A}, {"a": 1, "b": None}, True),
        ({"unevaluatedProperties": {"type": "null"}, **ANY_A}, {"a": 1, "b": 1}, False),
        ({**CLOSED, "additionalProperties": {"type": "null"}}, {"b": None}, True),
        ({**CLOSED, "allOf": [ANY_A, {"patternProperties": {"^b": {}}}]}, {"a": 1, "b": 1}, True),
        ({**CLOSED, "allOf": [ANY_A]}, {"b": 1}, False),
        ({**CLOSED, "allOf": [{"unevaluatedProperties": True}]}, {"b": 1}, True),
        ({**CLOSED, "anyOf": [{**ANY_A, "required": ["b"]}, {}]}, {"a": 1}, False),
        ({**CLOSED, "anyOf": [{**ANY_A, "required": ["a"]}, {}]}, {"a": 1}, True),
        ({**CLOSED, "oneOf": [ANY_A, False]}, {"a": 1}, True),
        ({**CLOSED, "not": {"not": ANY_A}}, {"a": 1}, False),
        ({**CLOSED, "$ref": "#/$defs/x", "$defs": {"x": ANY_A}}, {"a": 1}, True),
        ({**CLOSED, "$dynamicRef": "#x", "$defs": {"x": {"$dynamicAnchor": "x", **ANY_A}}}, {"a": 1}, True),
        ({**CLOSED, "dependentSchemas": {"a": {"properties": {"a": {}, "b": {}}}}}, {"a": 1, "b": 1}, True),
        ({**CLOSED, "dependentSchemas": {"a": {"properties": {"a": {}, "b": {}}}}}, {"b": 1}, False),
        (
            {**CLOSED, "if": {**ANY_A, "required": ["a"]}, "then": {"properties": {"b": {}}}},
            {"a": 1, "b": 1},
            True,
        ),
        ({**CLOSED, "if": {"properties": {"a": False}}, "else": ANY_A}, {"a": 1}, True),
        ({**CLOSED, "if": {"properties": {"b": False}}, "else": ANY_A}, {"a": 1}, False),
        ({**DRAFT_2019, **CLOSED, "allOf": [ANY_A]}, {"a": 1}, True),
        (
            {
                **DRAFT_2019,
                **ANY_A,
                "$recursiveAnchor": True,
                "$defs": {"x": {"$recursiveRef": "#", "unevaluatedProperties": False}},
                "additionalProperties": {"$ref": "#/$defs/x"},
            },
            {"b": {"a": 1, "c": {}}},
            True,
        ),
        (
            {
                **CLOSED,
                "$id": "https://example.com/a",
                "$defs": {"x": {}},
                "allOf": [{"$id": "b", "$ref": "#/$defs/x", "$defs": {"x": ANY_A}}],
            },
            {"a": 1},
            True,
        ),
        ({"properties": {"unevaluatedProperties": {}, "patternProperties": {}}}, {"a": 1}, True),
        ({"$defs": {"x": CLOSED}, "patternProperties": {"a": {}}}, {"a": 1}, True),
        ({"$schema": "http://json-schema.org/draft-07/schema#", **CLOSED}, {"a": 1}, True),
    ],
)
def test_keys_that_nothing_speaks_of(schema: Any, value: Any, valid: bool) -> None:
    assert (check_value(schema, value) == ()) == valid


def test_the_keywords_of_our_own_hold_behind_a_reference_to_the_root() -> None:
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "properties": {"price": {"multipleOf": 0.01}, "name": {"pattern": "^[[:alpha:]]$"}},
        "additionalProperties": {"$ref": "#"},
    }
    assert check_value(schema, {"in": {"price": 19.99, "name": "a]"}}) == ()
    [error] = check_value(schema, {"in": {"price": 19.995}})
    assert error == "/in/price: 19.995 is not a multiple of 0.01"


@pytest.mark.parametrize(
    ("schema", "value", "says"),
    [
        ({"$ref": "#/$defs/x"}, 1, "/$defs/x', which is not in it"),
        ({"$ref": "http://127.0.0.1:9/x.json"}, 1, "which is not in it"),
        ({"pattern": "^(?:a|aa)+$"}, "a" * 80 + "b", "took longer"),
        ({"pattern": "(?>a)"}, "a", "a group that ECMA-262 does not have"),
        ({"multipleOf": float("inf")}, 1, "number is too large"),
    ],
)
def test_what_cannot_be_checked_says_so(schema: Any, value: Any, says: str) -> None:
    [error] = check_value(schema, value)
    assert says in error


@pytest.mark.parametrize(
    ("schema", "says"),
    [
        ({"type": "strin"}, "not valid at /type"),
        ({"properties": 3}, "not valid at /properties"),
        ({"pattern": "("}, ""),  # a pattern is read when a string meets it
    ],
)
def test_a_schema_is_one_of_its_draft(schema: Any, says: str) -> None:
    errors = check_schema(schema)
    assert len(errors) == bool(says)
    assert says in "".join(errors)
    assert json_record(schema, "{").errors == errors or not says


def test_a_long_message_is_cut() -> None:
    [error] = check_value({"type": "string"}, ["x" * 1000])
    assert len(error) < 400
    assert error.endswith("…")


def test_the_draft_is_the_one_the_schema_names() -> None:
    schema = {"$schema": "http://json-schema.org/draft-07/schema#", "items": [{"type": "integer"}]}
    assert check_value(schema, [1, "x"]) == ()
    assert len(check_value(schema, ["x"])) == 1


def test_without_a_name_the_draft_is_the_one_whose_keywords_are_used() -> None:
    tuple_of_draft_7 = {"items": [{"type": "null"}], "additionalItems": False}
    assert check_value(tuple_of_draft_7, [None]) == ()
    assert len(check_value(tuple_of_draft_7, [1, 2])) == 2


def test_a_schema_may_refer_to_a_metaschema() -> None:
    schema = {"$ref": "https://json-schema.org/draft/2020-12/schema"}
    assert check_value(schema, {"minLength": 1}) == ()
    assert check_value(schema, {"minLength": -1}) != ()
