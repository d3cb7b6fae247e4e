"""Fields of a type: a name for every key, that no other key has, and that keeps the source good Python."""

import json
import sys
import types
from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from playground.records.json_record import json_record, schema_source
from playground.records.schema_shape import schema_shapes
from playground.records.shape_type import shapes_type

DASHED = {"title": "R", "type": "object", "properties": {"a-b": {"type": "string"}}}


@pytest.mark.parametrize(
    ("schema", "value", "shown"),
    [
        (DASHED, {"a-b": "x"}, "R(a_b='x')"),
        (DASHED, {"a_b": 2}, "R(a_b2=None, a_b=2)"),
        (DASHED, {"a-b": "x", "a_b": 2}, "R(a_b2='x', a_b=2)"),
        (DASHED, {"a-b": "x", "a_b": 2, "a_b2": 3}, "R(a_b3='x', a_b=2, a_b2=3)"),
        (DASHED, {"a-b": "x", "in": {"a_b": 2}}, "R(a_b2='x', in={'a_b': 2})"),
        (
            {"title": "R", "type": "object", "properties": {"a-b": {}, "a_b": {}}},
            {"a-b": 1, "a_b": 2},
            "R(a_b2=1, a_b=2)",
        ),
        (
            {"title": "R", "type": "object", "properties": {"ﬁ": {}, "int": {}, "model_dump_all": {}}},
            {"ﬁ": 1, "int": 2, "model_dump_all": 3},
            "R(fi=1, int_=2, field_model_dump_all=3)",
        ),
    ],
)
def test_no_name_stands_for_two_keys(schema: Any, value: Any, shown: str) -> None:
    found = json_record(schema, json.dumps(value))
    assert found.errors == ()
    assert found.repr == shown
    assert found.value == value


def test_a_closed_object_keeps_its_names() -> None:
    closed = {**DASHED, "additionalProperties": False}
    schema = {"type": "array", "items": {"anyOf": [closed, {"type": "object", "required": ["a_b"]}]}}
    found = json_record(schema, '[{"a-b": "x"}, {"a_b": 1}]')
    assert found.repr == "[R(a_b='x'), RecordItem(a_b=1)]"


USED = (
    *("Annotated", "Any", "BaseModel", "ConfigDict", "Field", "Literal", "Never", "RootModel"),
    *("bool", "dict", "float", "int", "list", "str", "tuple", "None", "model_config", "Record"),
)
EVERY_KIND: dict[str, Any] = {
    "s": {"type": "string"},
    "i": {"type": "integer"},
    "n": {"type": ["number", "null"]},
    "b": {"type": "boolean"},
    "e": {"enum": ["x", "y"]},
    "l": {"type": "array", "items": {"type": "string"}},
    "t": {"type": "array", "prefixItems": [{"type": "string"}], "items": False, "minItems": 1},
    "z": {"type": "array", "maxItems": 1, "items": False},
    "m": {"type": "object", "additionalProperties": {"type": "integer"}},
    "a": {},
}
GOOD: dict[str, Any] = {
    **{"s": "x", "i": 1, "n": 2.5, "b": True, "e": "y", "l": ["a"], "t": ["a"], "z": [], "m": {"k": 1}},
    "a": [None],
}
NODE = {
    "title": "Node",
    "type": "object",
    "properties": {"Node": {"$ref": "#"}, "kids": {"items": {"$ref": "#"}}},
}
SOURCES: list[Any] = [
    *(
        (
            {"type": "object", "properties": {name: {"type": "string"}, **EVERY_KIND}},
            [{name: "x", **GOOD}, {name: 1}, {name: "x", "i": "1"}, {"e": "z"}, {"l": [1]}, {"z": [1]}],
        )
        for name in USED
    ),
    (NODE, [{"Node": {"Node": {}}}, {"Node": 1}, {"kids": [{}]}]),
    (
        {
            "type": "object",
            "properties": {
                "Part": {"title": "Part", "type": "object", "properties": {"x": {"type": "null"}}}
            },
            "additionalProperties": {"type": "array", "items": {"$ref": "#/properties/Part"}},
        },
        [{"Part": {"x": None}, "more": [{"x": None}]}, {"Part": {"x": 1}}, {"more": [1]}],
    ),
    (
        {
            "properties": {"a": {"$ref": "#/$defs/r"}},
            "$defs": {"r": {"type": ["null", "array"], "items": {"$ref": "#"}}},
        },
        [{"a": [{"a": None}]}, 3],
    ),
    (
        {"type": "object", "properties": {"ﬁ": {"type": "string"}, "x-ﬁ": {}}},
        [{"ﬁ": "a", "x-ﬁ": 1}, {"ﬁ": 1}],
    ),
    ({"type": "object", "properties": {"model_dump_x": {"type": "string"}}}, [{"model_dump_x": "a"}]),
    ({"type": "object", "properties": {"a-b": {"const": "x"}}, "required": ["a-b"]}, [{"a-b": "x"}, {}]),
    ({"type": "object", "properties": {"a": {}}, "additionalProperties": False}, [{"a": 1}, {"b": 1}]),
    ({"type": "array", "items": False}, [[], [1]]),
    (
        {"anyOf": [{"title": "Record", "type": "object", "required": ["x"]}, {"type": "null"}]},
        [None, {"x": 1}, {}],
    ),
]


@pytest.fixture
def module() -> Iterator[types.ModuleType]:
    made = types.ModuleType("a_pasted_record")
    sys.modules[made.__name__] = made  # where pydantic looks the names up
    yield made
    del sys.modules[made.__name__]


def outcome(adapter: TypeAdapter[Any], value: Any) -> str:
    try:
        return repr(adapter.validate_json(json.dumps(value), strict=True))
    except ValidationError:
        return "refused"


@pytest.mark.parametrize(("schema", "values"), SOURCES)
def test_the_source_makes_the_same_type(schema: Any, values: list[Any], module: types.ModuleType) -> None:
    source = schema_source(schema)
    exec(source, module.__dict__)
    last = source.rsplit("\n\n\n", 1)[-1]
    name = last.split(" = ")[0] if " = " in last.split("\n")[0] else last.split()[1].split("(")[0]
    pasted: TypeAdapter[Any] = TypeAdapter(getattr(module, name))
    ours = shapes_type(schema_shapes(schema))
    outcomes = [outcome(ours, value) for value in values]
    assert [outcome(pasted, value) for value in values] == outcomes
    assert outcomes[0] != "refused"
