"""JSON Schemas as xgrammar reads them: what is taken, what is refused, and what is said about the rest."""

import json

import pytest

from playground.automaton import DEAD, Automaton
from playground.grammar.json_schema import schema_to_grammar
from playground.grammar.print_gbnf import print_gbnf

CLOSED = {"additionalProperties": False}


def status(schema: object, text: str) -> str:
    grammar = schema_to_grammar(json.dumps(schema)).grammar
    assert grammar is not None
    automaton = Automaton(grammar)
    state = automaton.feed(automaton.start, text.encode())
    return "invalid" if state == DEAD else "complete" if automaton.may_end(state) else "valid_prefix"


def test_rules_are_called_after_properties_and_types() -> None:
    schema = {
        "type": "object",
        "properties": {"file name": {"type": "string", "pattern": "^a$"}, "n": {"type": "integer"}},
        "required": ["file name", "n"],
        "additionalProperties": False,
    }
    grammar = schema_to_grammar(json.dumps(schema)).grammar
    assert grammar is not None
    assert [rule.name for rule in grammar.rules] == ["root", "file-name", "integer"]
    assert 'file-name ::= "\\"a\\""' in print_gbnf(grammar)


@pytest.mark.parametrize(
    ("schema", "text", "expected"),
    [
        (True, '{"a": [1, null, "x"]}', "complete"),
        ({"type": "string"}, '"\\u00e9\\n"', "complete"),
        ({"type": "string"}, '"\n', "invalid"),
        ({"type": "object", "properties": {"a": {}, "b": {}}}, '{"a": 1, "b": 2}', "complete"),
        ({"type": "object", "properties": {"a": {}, "b": {}}}, '{"b": 1, "a"', "invalid"),
        ({"properties": {"child": {"$ref": "#"}}}, '{"child": {"child": {}}}', "complete"),
        ({"type": "string", "pattern": 'say "a"'}, '"say \\"a\\""', "complete"),
        ({"type": "string", "pattern": 'say "a"'}, '"say "', "invalid"),
        ({"type": "string", "pattern": "é."}, '"éx"', "complete"),
        ({"type": "string", "pattern": "é."}, '"é""', "invalid"),
        ({"type": "string", "pattern": "[\n]"}, '"\\n"', "complete"),
        ({"type": "string", "pattern": "a"}, '"ba', "invalid"),
        ({"type": "object", "patternProperties": {"^x.$": {"const": 1}}}, '{"xa": 1, "xb": 1}', "complete"),
        ({"type": "object", "patternProperties": {"^x.$": {"const": 1}}}, '{"y', "invalid"),
        ({"enum": [1, "a", None]}, "null", "complete"),
        ({"type": "integer", "minimum": -5, "maximum": 12}, "-5", "complete"),
        ({"type": "integer", "minimum": -5, "maximum": 12}, "13", "invalid"),
    ],
)
def test_texts(schema: object, text: str, expected: str) -> None:
    assert status(schema, text) == expected


@pytest.mark.parametrize(
    ("text", "where", "message"),
    [
        ("[1]", "", "a schema is an object, true or false, not an array"),
        ('"x"', "", "not a string"),
        ("null", "", "not null"),
        ("false", "", "allows no value"),
        ('{"type": "strin"}', "/type", "not a valid schema: 'strin'"),
        (
            '{"properties": {"a": {"minLength": -1}}}',
            "/properties/a/minLength",
            "-1 is less than",
        ),
        (
            '{"$schema": "http://json-schema.org/draft-04/schema#", "minimum": "1"}',
            "/minimum",
            "is not of type",
        ),
        ('{"$ref": "https://example.org/x"}', "/$ref", "points outside this schema"),
        ('{"$ref": "#/$defs/b", "$defs": {"a": {}}}', "/$ref", "points at nothing"),
        ('{"$ref": "#here"}', "/$ref", "names an anchor"),
        ('{"items": {"pattern": "(?i)a"}}', "/items/pattern", "(?i) is an inline flag"),
        ('{"patternProperties": {"(": {}}}', "/patternProperties/(", "unterminated subpattern"),
        ('{"$ref": "#"}', "", "leads back to itself"),
        ('{"type": "integer", "minimum": 2, "maximum": 1}', "", "minimum greater than maximum"),
        ('{"type": "integer", "minimum": 1.5}', "", "whole number"),
    ],
)
def test_refusals(text: str, where: str, message: str) -> None:
    parsed = schema_to_grammar(text)
    assert parsed.grammar is None
    assert parsed.errors[0].where == where
    assert message in parsed.errors[0].message


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": "object", "properties": {"a": {}}, "additionalProperties": False}, []),
        ({"type": "string", "title": "t", "description": "d", "default": "x"}, []),
        ({"not": {}}, ["/not"]),
        ({"if": {}, "then": {}}, ["/if"]),
        ({"type": "array", "items": {}, "uniqueItems": True}, ["/uniqueItems"]),
        ({"type": "array", "items": {}, "contains": {}}, ["/contains"]),
        ({"$ref": "#/$defs/a", "maxLength": 2, "$defs": {"a": {"type": "string"}}}, ["/maxLength"]),
        ({"enum": ["a"], "type": "string"}, ["/type"]),
        ({"anyOf": [{"type": "string"}], "type": "string"}, ["/type"]),
        ({"minimum": 1}, ["/minimum"]),
        ({"required": ["a"]}, ["/required"]),
        ({"type": "object", "properties": {"b": {}}, "required": ["a"]}, ["/properties", "/required"]),
        ({"type": "object", "required": ["a"], "additionalProperties": True}, ["/required"]),
        ({"type": "string", "maxLength": 3}, ["/maxLength"]),
        ({"type": "string", "pattern": "^a$", "maxLength": 3}, ["/maxLength"]),
        ({"type": "string", "pattern": "a"}, ["/pattern"]),
        ({"type": "string", "format": "date", "pattern": "^a$"}, ["/pattern"]),
        ({"type": "string", "format": "iri"}, ["/format"]),
        ({"type": "number", "multipleOf": 0.5}, ["/multipleOf"]),
        ({"type": "integer", "multipleOf": 5}, []),
        ({"type": "integer", "multipleOf": 5, "minimum": 1}, ["/multipleOf"]),
        ({"type": "integer", "multipleOf": 2000}, ["/multipleOf"]),
        ({"type": "number", "minimum": 0}, ["/minimum"]),
        ({"allOf": [{"type": "string"}, {"type": "string"}]}, ["/allOf"]),
        ({"allOf": [{"type": "string"}]}, []),
        ({"oneOf": [{"type": "string"}, {"type": "integer"}]}, []),
        ({"oneOf": [{"type": "integer"}, {"type": "number"}]}, ["/oneOf"]),
        ({"oneOf": [{"const": 1}, {"enum": [2, 3]}]}, []),
        ({"type": "array", "maxItems": 3}, [""]),
        ({"type": "object", "maxProperties": 3}, [""]),
        ({"type": "array", "prefixItems": [{}]}, ["/prefixItems"]),
        ({"$schema": "https://example.org/mine", "type": "null"}, ["/$schema"]),
        (
            {"properties": {"a": {"properties": {"b": {"not": {}}}, **CLOSED}}, **CLOSED},
            ["/properties/a/properties/b/not"],
        ),
        ({"type": "object", "properties": {"a": {"$ref": "#"}}, "required": ["a"], **CLOSED}, [""]),
    ],
    ids=json.dumps,
)
def test_warnings(schema: dict, expected: list[str]) -> None:
    parsed = schema_to_grammar(json.dumps(schema))
    assert parsed.errors == ()
    assert [warning.where for warning in parsed.warnings] == expected
    assert all(warning.severity == "warning" and warning.message for warning in parsed.warnings)


def test_a_warning_points_at_its_keyword() -> None:
    warning = schema_to_grammar('{\n  "type": "array",\n  "items": {},\n  "uniqueItems": true\n}').warnings[0]
    assert (warning.line, warning.column) == (4, 3)
    assert warning.excerpt == '  "uniqueItems": true\n  ^^^^^^^^^^^^^'
