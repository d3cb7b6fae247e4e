"""Finished JSON as objects: the type, its source, and the value that went in."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pydantic
import pytest

from playground.records.json_record import json_record, schema_source
from playground.records.record import Record

SUITE = Path(__file__).parents[3] / "shared" / "conformance" / "json_schema_2020_12"
OUTSIDE = {"dynamicRef.json": 13, "refRemote.json": 31}
"""Cases of schemas that refer to other documents, by file."""

FINDING = {
    "title": "Finding",
    "type": "object",
    "properties": {
        "file": {"type": "string"},
        "line": {"type": "integer"},
        "severity": {"enum": ["low", "high"]},
    },
    "required": ["file", "line", "severity"],
}


def record(schema: Any, value: Any) -> Record:
    return json_record(schema, json.dumps(value))


def test_a_finding() -> None:
    found = json_record(FINDING, '{"file": "Parser.java", "line": 88, "severity": "high"}')
    assert found.errors == ()
    assert found.repr == "Finding(file='Parser.java', line=88, severity='high')"
    assert found.value == {"file": "Parser.java", "line": 88, "severity": "high"}
    assert found.typed.severity == "high"
    assert isinstance(found.typed, pydantic.BaseModel)
    assert "class Finding(BaseModel):" in found.source
    assert "    severity: Literal['low', 'high']\n" in found.source
    assert json.loads(json.dumps(found.to_dict()))["repr"] == found.repr


def test_the_person_record_of_the_lesson() -> None:
    schema = {
        "title": "Person",
        "type": "object",
        "properties": {"name": {"type": "string"}, "age": {"type": "integer"}},
        "required": ["name", "age"],
        "additionalProperties": False,
    }
    assert record(schema, {"name": "Sureanob", "age": 41}).repr == "Person(name='Sureanob', age=41)"


NODE = {
    "$ref": "#/$defs/Node",
    "$defs": {
        "Node": {
            "type": "object",
            "properties": {
                "value": {"type": "integer"},
                "next": {"anyOf": [{"$ref": "#/$defs/Node"}, {"type": "null"}]},
            },
            "required": ["value"],
        }
    },
}
ANY_JSON = {
    "$ref": "#/$defs/json",
    "$defs": {
        "json": {
            "anyOf": [
                {"type": ["string", "number", "boolean", "null"]},
                {"type": "array", "items": {"$ref": "#/$defs/json"}},
                {"type": "object", "additionalProperties": {"$ref": "#/$defs/json"}},
            ]
        }
    },
}
SHAPES = {"a": {"type": "string"}, "b": {"type": "integer"}}


@pytest.mark.parametrize(
    ("schema", "value", "shown"),
    [
        pytest.param(
            NODE,
            {"value": 1, "next": {"value": 2}},
            "Node(value=1, next=Node(value=2, next=None))",
            id="recursive",
        ),
        pytest.param(
            {
                "title": "tree node",
                "type": "object",
                "properties": {"kids": {"type": "array", "items": {"$ref": "#"}}},
            },
            {"kids": [{"kids": []}]},
            "TreeNode(kids=[TreeNode(kids=[])])",
            id="recursive root",
        ),
        pytest.param(
            {"title": "Node", "type": ["object", "null"], "properties": {"next": {"$ref": "#"}}},
            {"next": {"next": None}},
            "Node2(root=Node(next=Node2(root=Node(next=None))))",
            id="recursive nullable",
        ),
        pytest.param(
            ANY_JSON,
            [1, {"x": None}],
            "Json(root=[Json(root=1), Json(root={'x': Json(root=None)})])",
            id="recursive union",
        ),
        pytest.param(
            {"type": "object", "properties": {"where": {"type": "object", "properties": SHAPES}}},
            {"where": {"a": "x"}},
            "Record(where=Where(a='x', b=None))",
            id="nested",
        ),
        pytest.param(
            {"type": "array", "items": {"title": "Hit", "type": "object", "properties": SHAPES}},
            [{"b": 1}],
            "[Hit(a=None, b=1)]",
            id="array of objects",
        ),
        pytest.param(
            {"type": "object", "additionalProperties": {"type": "integer"}}, {"x": 1}, "{'x': 1}", id="map"
        ),
        pytest.param(
            {
                "type": "object",
                "properties": {"a": {"type": "string"}},
                "additionalProperties": {"type": "integer"},
            },
            {"a": "x", "b": 2},
            "Record(a='x', b=2)",
            id="typed extras",
        ),
        pytest.param(
            {
                "type": "object",
                "properties": {
                    "a-b": {"type": "string"},
                    "class": {},
                    "_x": {},
                    "1": {},
                    "": {},
                    "copy": {},
                    "a b": {},
                },
            },
            {"a-b": "1", "class": 2, "_x": 3, "1": 4, "": 5, "copy": 6, "a b": 7, "a_b": 8},
            "Record(a_b2='1', class_=2, x=3, field_1=4, field_=5, copy_=6, a_b3=7, a_b=8)",
            id="keys that are no names",
        ),
        pytest.param({"type": ["string", "null"]}, None, "None", id="nullable"),
        pytest.param({"type": "number"}, 3, "3", id="whole number"),
        pytest.param({"type": "number"}, 3.5, "3.5", id="fraction"),
        pytest.param({"type": "integer"}, 1e20, "100000000000000000000", id="integer written as a float"),
        pytest.param(
            {"anyOf": [{"type": "boolean"}, {"type": "string"}]},
            "true",
            "'true'",
            id="a string that reads like a boolean",
        ),
        pytest.param(
            {"anyOf": [{"type": "integer"}, {"type": "string"}]},
            "12",
            "'12'",
            id="a string that reads like a number",
        ),
        pytest.param({"enum": [1, True, "1", None]}, True, "True", id="mixed enum"),
        pytest.param({"enum": [1.5, {"a": 1}]}, {"a": 1}, "{'a': 1}", id="enum of an object"),
        pytest.param({"const": "x"}, "x", "'x'", id="const"),
        pytest.param(
            {
                "prefixItems": [{"type": "string"}, {"type": "integer"}],
                "type": "array",
                "items": False,
                "minItems": 2,
            },
            ["a", 1],
            "('a', 1)",
            id="tuple",
        ),
        pytest.param(
            {
                "type": "array",
                "items": [{"type": "string"}],
                "$schema": "http://json-schema.org/draft-07/schema#",
            },
            ["a", 1],
            "['a', 1]",
            id="tuple of draft 7",
        ),
        pytest.param(
            {
                "allOf": [
                    {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]},
                    {"properties": {"b": {"type": "integer"}}},
                ]
            },
            {"a": "x", "b": 1},
            "Record(a='x', b=1)",
            id="allOf",
        ),
        pytest.param(
            {
                "$ref": "#/$defs/Base",
                "properties": {"b": {"type": "integer"}},
                "$defs": {"Base": {"title": "Base", "type": "object", "properties": {"a": {}}}},
            },
            {"a": "x", "b": 1},
            "Base(b=1, a='x')",
            id="beside a reference",
        ),
        pytest.param(
            {
                "oneOf": [
                    {
                        "title": "Circle",
                        "type": "object",
                        "properties": {"kind": {"const": "circle"}, "r": {"type": "number"}},
                        "required": ["kind"],
                    },
                    {
                        "title": "Square",
                        "type": "object",
                        "properties": {"kind": {"const": "square"}, "side": {"type": "number"}},
                        "required": ["kind"],
                    },
                ]
            },
            {"kind": "square", "side": 2},
            "Square(kind='square', side=2)",
            id="oneOf",
        ),
        pytest.param(
            {
                "type": "object",
                "properties": {"id": {"type": "integer"}},
                "anyOf": [{"properties": {"a": {"type": "string"}}, "required": ["a"]}, {"required": ["id"]}],
            },
            {"id": 1, "a": "x"},
            "Record(id=1, a='x')",
            id="alternatives beside properties",
        ),
        pytest.param(
            {"type": "object", "required": ["x"]},
            {"x": [1]},
            "Record(x=[1])",
            id="required without properties",
        ),
        pytest.param(
            {"properties": {"a": {"type": "string"}}}, {"a": "x"}, "Record(a='x')", id="no type, object"
        ),
        pytest.param({"properties": {"a": {"type": "string"}}}, 7, "7", id="no type, number"),
        pytest.param(True, {"a": 1}, "{'a': 1}", id="anything"),
        pytest.param(
            {
                "$id": "https://example.com/x",
                "$ref": "#item",
                "$defs": {"i": {"$anchor": "item", "type": "string"}},
            },
            "x",
            "'x'",
            id="anchor",
        ),
    ],
)
def test_values_become_objects(schema: Any, value: Any, shown: str) -> None:
    found = record(schema, value)
    assert found.errors == ()
    assert found.repr == shown
    assert found.value == value


@pytest.mark.parametrize(
    ("schema", "line"),
    [
        ({"type": "object", "properties": SHAPES, "required": ["a"]}, "    b: int | None = None"),
        (
            {"type": "object", "properties": {"a-b": {"type": "string"}}, "required": ["a-b"]},
            "    a_b: str = Field(alias='a-b')",
        ),
        ({"type": "object", "properties": {"a-b": {}}}, "    a_b: Any = Field(default=None, alias='a-b')"),
        (
            {"type": "object", "properties": SHAPES, "additionalProperties": False},
            "    model_config = ConfigDict(extra='forbid')",
        ),
        ({"anyOf": [{"const": "a"}, {"const": "b"}, {"type": "null"}]}, "Record = Literal['a', 'b'] | None"),
        ({"type": "array", "items": {"type": "number"}}, "Record = list[int | float]"),
        (ANY_JSON, "    root: str | int | float | bool | None | list[Json] | dict[str, Json]"),
    ],
)
def test_the_source_reads_like_hand_written(schema: Any, line: str) -> None:
    assert line in schema_source(schema).splitlines()


@pytest.mark.parametrize(
    "title",
    ["Any", "Literal", "class", "print", "BaseModel", "9 lives", "  ", "x" * 50, "Größe", '";import os'],
)
def test_any_title_gives_a_class_name(title: str) -> None:
    found = record({"title": title, "type": "object", "properties": {"a": {"type": "integer"}}}, {"a": 1})
    name = found.repr.split("(")[0]
    assert name.isidentifier()
    assert f"class {name}(BaseModel):" in found.source
    compile(found.source, "record", "exec")


def test_two_types_of_one_name_are_told_apart() -> None:
    part = {"title": "Part", "type": "object"}
    schema = {"properties": {"a": part | {"properties": {"x": {}}}, "b": part | {"properties": {"y": {}}}}}
    assert record(schema, {"a": {"x": 1}, "b": {"y": 2}}).repr == "Record(a=Part(x=1), b=Part2(y=2))"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"file": "Main.java", "line": 42, "severity": "hi', "not JSON"),
        (
            '{"file": "Main.java", "line": "forty-two", "severity": "low"}',
            "/line: 'forty-two' is not of type",
        ),
        ('{"file": "a", "line": 1, "line": 2, "severity": "low"}', "'line' occurs more than once"),
        ("{}", "required property"),
    ],
)
def test_a_text_with_errors_has_no_value(text: str, says: str) -> None:
    found = json_record(FINDING, text)
    assert found.value is None
    assert found.typed is None
    assert found.repr == ""
    assert "class Finding" in found.source
    assert any(says in error for error in found.errors)


def test_a_schema_too_deep_for_a_type_says_so() -> None:
    schema: Any = {"type": "integer"}
    for _ in range(3000):
        schema = {"type": "array", "items": schema}
    found = json_record(schema, "[]")
    assert "nested too deeply" in found.errors[0]


def test_titles_and_keys_are_never_run() -> None:
    evil = "__import__('os').abort()"
    schema = {"title": evil, "type": "object", "properties": {evil: {"enum": [evil]}}, "required": [evil]}
    found = record(schema, {evil: evil})
    assert found.errors == ()
    assert found.value == {evil: evil}


@pytest.mark.skipif(
    not SUITE.exists(), reason=f"not proven without {SUITE}: that every valid instance becomes a record"
)
def test_every_valid_instance_of_the_test_suite_becomes_an_object() -> None:
    cases = [
        (path.name, group["schema"], case)
        for path in sorted(SUITE.glob("*.json"))
        for group in json.loads(path.read_text("utf-8"))
        for case in group["tests"]
    ]
    assert len(cases) > 1000
    wrong, unread = [], []
    for name, schema, case in cases:
        found = record(schema, case["data"])
        if "which is not in it" in " ".join(found.errors):
            unread.append(name)
        elif bool(found.errors) == case["valid"]:
            wrong.append((name, case["description"]))
    # The last one has a dialect without the keywords that validate.
    assert dict(Counter(unread)) == OUTSIDE
    assert wrong == [("vocabulary.json", "no validation: invalid number, but it still validates")]
