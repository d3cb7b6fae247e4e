"""What a schema's type holds: every value of the schema, as it is, and by its own draft."""

import json
from typing import Any

import pytest

from playground.records.json_record import json_record, typed_record
from playground.records.shape import ANY, FieldShape, ModelShape, Named, Shapes

DRAFT_7 = {"$schema": "http://json-schema.org/draft-07/schema#"}


@pytest.mark.parametrize(
    ("schema", "value", "shown"),
    [
        pytest.param({"type": "array", "items": False}, [], "()", id="nothing in an array"),
        pytest.param(
            {"type": "object", "properties": {"a": {"items": {"allOf": [False]}, "type": "array"}}},
            {"a": []},
            "Record(a=())",
            id="nothing in an array in an object",
        ),
        pytest.param(
            {"type": "object", "properties": {"a": {"allOf": [{"type": "null"}, False]}, "b": {}}},
            {"b": 1},
            "Record(b=1)",
            id="a key with no value",
        ),
        pytest.param(
            {"type": "object", "properties": {"a": {}}, "additionalProperties": {"enum": []}},
            {"a": 1},
            "Record(a=1)",
            id="further keys with no value",
        ),
        pytest.param(
            {"anyOf": [{"allOf": [{"type": "string"}, {"type": "null"}]}, {"type": "integer"}]},
            3,
            "3",
            id="an alternative with no value",
        ),
        pytest.param(
            {"allOf": [{"type": ["number", "null"]}, {"type": "integer"}]}, 3, "3", id="types in common"
        ),
        pytest.param(
            {"anyOf": [{"enum": [1, 2]}, {"type": "boolean"}]}, True, "True", id="true is not 1, in a type"
        ),
        pytest.param(
            {"type": "array", "items": {"anyOf": [{"const": 1}, {"const": True}]}},
            [1, True, 1.0],
            "[1, True, 1]",
            id="true is not 1, in a list",
        ),
        pytest.param({"enum": [True, 1]}, 1.0, "1", id="true is not 1.0"),
        pytest.param(
            {"anyOf": [{"type": "array", "items": {"const": each}} for each in (0, False)]},
            [False],
            "[False]",
            id="false is not 0, in one of two lists",
        ),
        pytest.param(
            {**DRAFT_7, "$ref": "#/definitions/a", "enum": ["z"], "definitions": {"a": {"type": "integer"}}},
            3,
            "3",
            id="beside a reference of draft 7",
        ),
        pytest.param(
            {
                **DRAFT_7,
                "$ref": "#/definitions/a",
                "required": ["z"],
                "definitions": {"a": {"type": "object"}},
            },
            {},
            "{}",
            id="required beside a reference of draft 7",
        ),
        pytest.param(
            {"$schema": "http://json-schema.org/draft-04/schema#", "const": 3}, 4, "4", id="const of draft 4"
        ),
        pytest.param(
            {**DRAFT_7, "prefixItems": [{"type": "string"}], "type": "array", "maxItems": 1, "minItems": 1},
            [4],
            "[4]",
            id="prefixItems of draft 7",
        ),
        pytest.param(
            {
                "$id": "https://example.com/a",
                "$ref": "#/$defs/inner",
                "$defs": {
                    "x": {"type": "string"},
                    "inner": {"$id": "b", "$ref": "#/$defs/x", "$defs": {"x": {"type": "null"}}},
                },
            },
            None,
            "None",
            id="a reference in a resource of its own",
        ),
    ],
)
def test_the_value_goes_in_and_stays_the_same(schema: Any, value: Any, shown: str) -> None:
    found = json_record(schema, json.dumps(value))
    assert found.errors == ()
    assert found.repr == shown


@pytest.mark.parametrize(
    ("schema", "text"),
    [
        ({"type": "array", "items": False}, "[1]"),
        ({"allOf": [{"type": "string"}, False]}, '"a"'),
        ({"allOf": [{"type": "string"}, {"type": ["integer", "null"]}]}, "1"),
        ({"anyOf": [False, False]}, "1"),
        (False, "1"),
    ],
)
def test_a_schema_without_values_refuses_every_text(schema: Any, text: str) -> None:
    found = json_record(schema, text)
    assert found.value is None
    assert len(found.errors) == 1
    assert found.source.splitlines()[-1] in ("Record = Never", "Record = tuple[()]")


def test_a_type_that_would_change_the_value_is_an_error() -> None:
    fields = (FieldShape("a_b", "a-b", ANY, required=False),)
    shapes = Shapes(Named("Clash"), (ModelShape("Clash", fields, ANY),))
    found = typed_record(shapes, "", {"a_b": 2})
    assert found.errors == ("The text is valid, but the type made from the schema would change it.",)
    assert found.value is None


@pytest.mark.parametrize(
    "schema", [{"enum": ["\ud800", "a"]}, {"properties": {"\ud800": {"type": "string"}}}]
)
def test_half_a_character_in_the_schema_is_an_error_in_the_record(schema: Any) -> None:
    found = json_record({"type": "array", "items": schema}, '["a"]')
    assert "no type can be made from the schema" in found.errors[0]
    json.dumps(found.to_dict()).encode()
