"""The rules of a schema: one for each place, named after it and linked to its pointer, and easy to read."""

from __future__ import annotations

import json
from typing import Any

import pytest

from playground.grammar.print_gbnf import print_node
from playground.grammar.schema import SchemaOptions, read_schema

FINDING = {
    "type": "object",
    "properties": {
        "file": {"type": "string", "maxLength": 16},
        "line": {"type": "integer", "minimum": 1, "maximum": 9999},
        "severity": {"enum": ["low", "high"]},
    },
    "required": ["file", "line", "severity"],
}


def rules(schema: Any, options: SchemaOptions | None = None) -> tuple[dict[str, str], dict[str, str]]:
    """The rules in GBNF, and the pointer of each that stands for a place."""
    parsed, reading = read_schema(json.dumps(schema), options or SchemaOptions("none"))
    assert parsed.grammar is not None, parsed.errors
    assert reading is not None
    return {rule.name: print_node(rule.body) for rule in parsed.grammar.rules}, dict(reading.rules)


def test_the_lessons_finding() -> None:
    written, pointers = rules(FINDING, SchemaOptions("one"))
    assert pointers == {
        "root": "",
        "file": "/properties/file",
        "line": "/properties/line",
        "severity": "/properties/severity",
    }
    assert written["file"] == r'"\"" char{0,16} "\""'
    assert written["line"] == "[1-9] [0-9]{0,3}"
    assert written["severity"] == r'"\"low\"" | "\"high\""'
    assert written["ws"] == '" "?'
    assert written["root"] == (
        r'"{" ws "\"file\"" ws ":" ws file ws "," ws "\"line\"" ws ":" ws line ws "," ws '
        r'"\"severity\"" ws ":" ws severity ws "}"'
    )
    assert list(written)[:4] == ["root", "file", "line", "severity"]


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        (
            {"properties": {"address": {"properties": {"city name": {"type": "null"}}}}},
            {
                "address": "/properties/address",
                "address-city-name": "/properties/address/properties/city name",
            },
        ),
        ({"items": {"type": "null"}}, {"item": "/items"}),
        (
            {"prefixItems": [{"type": "null"}, {"items": {"type": "null"}}]},
            {"1": "/prefixItems/0", "2": "/prefixItems/1", "2-item": "/prefixItems/1/items"},
        ),
        (
            {"$ref": "#/$defs/Node", "$defs": {"Node": {"properties": {"next": {"$ref": "#/$defs/Node"}}}}},
            {},
        ),
        (
            {"items": {"$ref": "#/$defs/a~1b"}, "$defs": {"a/b": {"properties": {"x": {"type": "null"}}}}},
            {"a-b": "/$defs/a~1b", "a-b-x": "/$defs/a~1b/properties/x"},
        ),
        (
            {"properties": {"string": {"type": "null"}, "Größe": {"type": "null"}, "": {"type": "null"}}},
            {
                "string-2": "/properties/string",
                "Gr-e": "/properties/Größe",
                "root-value": "/properties/",
            },
        ),
        (
            {
                "anyOf": [
                    {"type": "object", "properties": {"a": {"type": "null"}}},
                    {"items": {"type": "null"}, "type": "array"},
                ]
            },
            {"1": "/anyOf/0", "2": "/anyOf/1", "1-a": "/anyOf/0/properties/a", "2-item": "/anyOf/1/items"},
        ),
        ({"additionalProperties": {"type": "null"}}, {"extra": "/additionalProperties"}),
    ],
)
def test_names_and_pointers(schema: Any, expected: dict[str, str]) -> None:
    _, pointers = rules(schema)
    found = {
        name: where for name, where in pointers.items() if not name.startswith("root") or name == "root-value"
    }
    assert found == expected


@pytest.mark.parametrize(
    ("schema", "root"),
    [
        (
            {
                "type": "object",
                "properties": {"a": {"type": "null"}, "b": {"type": "null"}},
                "required": ["b"],
            },
            r'"{" ("\"a\":" a ",")? "\"b\":" b "}"',
        ),
        (
            {
                "type": "object",
                "properties": {"a": {"type": "null"}, "b": {"type": "null"}},
                "required": ["a"],
            },
            r'"{\"a\":" a (",\"b\":" b)? "}"',
        ),
        (
            {"type": "object", "properties": {"a": {"type": "null"}, "b": {"type": "null"}}},
            r'"{" ("\"a\":" a (",\"b\":" b)? | "\"b\":" b)? "}"',
        ),
        (
            {"type": "object", "properties": {"a": {"type": "null"}}, "minProperties": 1},
            r'"{\"a\":" a "}"',
        ),
        ({"type": "object", "properties": {"a": False}}, r'"{}"'),
        (
            {"type": "array", "items": {"type": "null"}, "minItems": 2, "maxItems": 4},
            r'"[" item ("," item){1,3} "]"',
        ),
        ({"type": "array", "items": {"type": "null"}}, r'"[" (item ("," item)*)? "]"'),
        (
            {
                "type": "array",
                "prefixItems": [{"type": "null"}, {"type": "boolean"}],
                "items": False,
                "minItems": 1,
            },
            r'"[" 1 ("," 2)? "]"',
        ),
        ({"type": "string", "pattern": "^[A-Z]{2}-[0-9]+$"}, r'"\"" [A-Z]{2} "-" [0-9]+ "\""'),
        ({"type": "string", "pattern": "ab"}, r'"\"" char* "ab" char* "\""'),
        ({"type": "string", "pattern": "^[a-z]+$", "maxLength": 5}, r'"\"" [a-z]{1,5} "\""'),
        ({"type": ["integer", "null"], "minimum": 0}, r'"null" | "0" | [1-9] [0-9]*'),
    ],
)
def test_the_root_reads_like_the_schema(schema: Any, root: str) -> None:
    written, _ = rules(schema)
    assert written["root"] == root


def test_one_schema_used_in_two_places_is_one_rule() -> None:
    point = {"type": "object", "properties": {"x": {"type": "number"}}}
    schema = {
        "properties": {"a": {"$ref": "#/$defs/Point"}, "b": {"$ref": "#/$defs/Point"}},
        "$defs": {"Point": point},
    }
    written, pointers = rules({**schema, "type": "object"})
    assert pointers["Point"] == "/$defs/Point"
    assert written["root"].count("Point") == 3
    assert "a" not in written


def test_a_format_is_one_rule_however_often_it_is_used() -> None:
    schema = {"type": "object", "properties": {name: {"type": "string", "format": "uuid"} for name in "abc"}}
    written, pointers = rules(schema)
    assert "format-uuid" not in pointers
    assert [written[name] for name in "abc"] == [r'"\"" format-uuid "\""'] * 3
