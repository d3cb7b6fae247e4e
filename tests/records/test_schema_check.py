"""jsonschema's errors, with places, and within limits."""

from typing import Any

import pytest

from playground.records.schema_check import check_value

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
    ("schema", "value", "says"),
    [
        ({"type": "strin"}, "x", "not valid at /type"),
        ({"$ref": "#/$defs/x"}, 1, "/$defs/x', which is not in it"),
        ({"$ref": "http://127.0.0.1:9/x.json"}, 1, "which is not in it"),
        ({"pattern": "^(?:a|aa)+$"}, "a" * 80 + "b", "took longer"),
        ({"unevaluatedProperties": False, "patternProperties": {"a": {}}}, {}, "cannot be checked"),
        ({"multipleOf": 0.5}, 10**400, "number is too large"),
    ],
)
def test_what_cannot_be_checked_says_so(schema: Any, value: Any, says: str) -> None:
    [error] = check_value(schema, value)
    assert says in error


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
