"""What becomes of each keyword under an engine that reads JSON Schemas by itself: said, and measured."""

from __future__ import annotations

import json
from typing import Any

import pytest

from playground.constraints import Constraint, ConstraintError
from playground.engines import OWN_READERS, compile_constraint
from playground.engines.coverage import coverage_for
from playground.grammar.schema import Status
from tests.engines.own_readers import reader
from tests.engines.vocabularies import byte_level
from tests.grammar.schema.suite import groups, is_valid, needs_suite

DRAFT_7 = {"$schema": "http://json-schema.org/draft-07/schema#"}
WHOLE = {"type": "integer"}
TEXT = {"type": "string"}
LIST = {"type": "array", "items": WHOLE}
PAIR = {"type": "object", "properties": {"a": WHOLE, "b": WHOLE}}
NODE = {"type": "object", "properties": {"c": {"$ref": "#/$defs/a"}}, "additionalProperties": False}
LETTERS = {
    "E": Status.ENFORCED,
    "N": Status.NARROWER,
    "L": Status.LOOSER,
    "I": Status.IGNORED,
}

# Keyword or pointer, schema, a text that the schema allows, one that it does not, and of guidance-native,
# outlines and lm-format-enforcer the gravest status: Enforced, Narrower, Looser, Ignored, or schema Refused.
PROBES: list[tuple[str, Any, str, str, str]] = [
    ("type", TEXT, '"a"', "1", "EEE"),
    ("type", WHOLE, "1", "1e-1", "NNL"),
    ("type", {"type": ["string", "null"]}, "null", "1", "EEE"),
    ("maxLength", {"type": ["string", "null"], "maxLength": 1}, '"a"', '"aaa"', "EEI"),
    ("enum", {"enum": ["a", "b"]}, '"a"', '"c"', "NNN"),
    ("enum", {"enum": [1, 2]}, "1", "3", "NNN"),
    ("maxLength", {"enum": ["a", "bbb"], "maxLength": 1}, '"a"', '"bbb"', "EII"),
    ("enum", {**TEXT, "enum": ["a"], "pattern": "^[ab]$"}, '"a"', '"b"', "NNI"),
    ("const", {"const": "a"}, '"a"', '"b"', "NNN"),
    ("const", {"const": 1}, "1", "2", "NNN"),
    ("type", {"enum": ["a", 1], "type": "string"}, '"a"', "1", "EIE"),
    ("minimum", {**WHOLE, "minimum": 5}, "7", "3", "EII"),
    ("maximum", {**WHOLE, "maximum": 5}, "3", "7", "EII"),
    ("minimum", {"type": "number", "minimum": 5}, "7", "3", "EII"),
    ("exclusiveMinimum", {**WHOLE, "exclusiveMinimum": 5}, "7", "5", "EII"),
    ("exclusiveMaximum", {**WHOLE, "exclusiveMaximum": 5}, "3", "5", "EII"),
    ("multipleOf", {**WHOLE, "multipleOf": 2}, "4", "3", "EII"),
    ("minLength", {**TEXT, "minLength": 2}, '"ab"', '"a"', "EE "),
    ("minLength", {**TEXT, "minLength": 2}, '"ab"', r'"\ud83d\ude00"', "  L"),
    ("maxLength", {**TEXT, "maxLength": 2}, '"ab"', '"abc"', "EEE"),
    ("pattern", {**TEXT, "pattern": "^a+$"}, '"aa"', '"b"', "ENN"),
    ("pattern", {**TEXT, "pattern": "a"}, '"bab"', '"b"', "ENN"),
    ("pattern", {**TEXT, "pattern": "^a+$", "maxLength": 2}, '"aa"', '"bb"', "EIR"),
    ("pattern", {**TEXT, "pattern": "^[^a]+$"}, '"b"', r'"\u0061"', "ELN"),
    ("pattern", {**TEXT, "pattern": "^a|b$"}, '"a"', '"a', " L "),
    ("format", {**TEXT, "format": "date"}, '"2024-01-01"', '"x"', "NNI"),
    ("format", {**TEXT, "format": "date", "minLength": 1}, '"2024-01-01"', '"x"', "NII"),
    ("prefixItems", {"type": "array", "prefixItems": [WHOLE, TEXT]}, '[1,"a"]', '["a",1]', "ENI"),
    ("items", {"type": "array", "prefixItems": [WHOLE], "items": False}, "[1]", "[1,1]", "EEL"),
    ("minItems", {"type": "array", "prefixItems": [WHOLE], "minItems": 2}, "[1,1]", "[1]", "EIE"),
    ("items", LIST, "[1]", '["a"]', "EEE"),
    ("items", {**DRAFT_7, "type": "array", "items": [WHOLE]}, "[1]", '["a"]', "ERR"),
    ("minItems", {**LIST, "minItems": 2}, "[1,2]", "[1]", "EEE"),
    ("maxItems", {**LIST, "maxItems": 2}, "[1,2]", "[1,2,3]", "EEE"),
    ("maxItems", {**LIST, "maxItems": 0}, "[]", "[1]", "EEL"),
    ("uniqueItems", {**LIST, "uniqueItems": True}, "[1,2]", "[1,1]", "RII"),
    ("contains", {**LIST, "contains": {"const": 1}}, "[1,2]", "[2]", "RII"),
    ("minContains", {**LIST, "contains": {"const": 1}, "minContains": 2}, "[1,1]", "[1]", "RII"),
    ("maxContains", {**LIST, "contains": {"const": 1}, "maxContains": 1}, "[1]", "[1,1]", "RII"),
    ("properties", PAIR, '{"a":1,"b":2}', '{"a":"x"}', "NNN"),
    ("required", {**PAIR, "required": ["a"]}, '{"a":1}', '{"b":1}', "EEE"),
    ("required", {**PAIR, "required": ["c"]}, '{"a":1,"b":1,"c":1}', '{"a":1}', "EL "),
    ("additionalProperties", {**PAIR, "additionalProperties": False}, '{"a":1}', '{"c":1}', "EEE"),
    ("additionalProperties", {**PAIR, "additionalProperties": WHOLE}, '{"c":1}', '{"c":"x"}', "ENN"),
    (
        "additionalProperties",
        {"type": "object", "additionalProperties": WHOLE},
        '{"c":1}',
        '{"c":"x"}',
        "EEE",
    ),
    ("additionalProperties", {"type": "object", "additionalProperties": False}, "{}", '{"c":1}', "ERL"),
    ("patternProperties", {**PAIR, "patternProperties": {"^a": {"maximum": 0}}}, '{"a":0}', '{"a":1}', "EII"),
    ("propertyNames", {**PAIR, "propertyNames": {"const": "b"}}, '{"b":1}', '{"a":1}', "RII"),
    ("minProperties", {**PAIR, "minProperties": 1}, '{"a":1}', "{}", "RII"),
    ("maxProperties", {**PAIR, "maxProperties": 1}, '{"a":1}', '{"a":1,"b":1}', "RII"),
    (
        "minProperties",
        {"type": "object", "additionalProperties": WHOLE, "minProperties": 2},
        '{"a":1,"b":1}',
        '{"a":1}',
        " LI",
    ),
    (
        "maxProperties",
        {"type": "object", "additionalProperties": WHOLE, "maxProperties": 2},
        '{"a":1,"b":1}',
        '{"a":1,"a":1}',
        "LLI",
    ),
    ("dependentRequired", {**PAIR, "dependentRequired": {"a": ["b"]}}, '{"a":1,"b":1}', '{"a":1}', "RII"),
    (
        "dependentSchemas",
        {**PAIR, "dependentSchemas": {"a": {"required": ["b"]}}},
        '{"a":1,"b":1}',
        '{"a":1}',
        "RII",
    ),
    ("dependencies", {**DRAFT_7, **PAIR, "dependencies": {"a": ["b"]}}, '{"a":1,"b":1}', '{"a":1}', "RII"),
    ("anyOf", {"anyOf": [WHOLE, {"type": "null"}]}, "1", '"a"', "EEE"),
    ("maxLength", {**TEXT, "anyOf": [TEXT, TEXT], "maxLength": 2}, '"a"', '"aaa"', "EII"),
    ("oneOf", {"oneOf": [WHOLE, {"type": "null"}]}, "1", '"a"', "EE "),
    ("oneOf", {"oneOf": [PAIR, {**PAIR, "required": ["a"]}]}, '{"b":1}', '{"a":1}', "RLL"),
    ("allOf", {"allOf": [{**PAIR, "required": ["a"]}]}, '{"a":1}', '{"b":1}', "EEE"),
    ("allOf", {"allOf": [{**TEXT, "minLength": 2}, TEXT]}, '"aa"', '"a"', "E L"),
    ("allOf", {"allOf": [TEXT, TEXT]}, '"a"', '"a""b"', " L "),
    ("not", {**TEXT, "not": {"const": "a"}}, '"b"', '"a"', "RII"),
    ("then", {**PAIR, "if": {"required": ["a"]}, "then": {"required": ["b"]}}, '{"b":1}', '{"a":1}', "RII"),
    ("$ref", {"$ref": "#/$defs/a", "$defs": {"a": WHOLE}}, "1", '"a"', "ENE"),
    ("$ref", {"$ref": "#/$defs/a", "$defs": {"a": NODE}}, '{"c":{}}', '{"c":1}', "ENE"),
    ("maximum", {"$ref": "#/$defs/a", "maximum": 5, "$defs": {"a": WHOLE}}, "1", "7", "EII"),
    ("$ref", {**TEXT, "$ref": "#/$defs/a", "$defs": {"a": {"const": "a"}}}, '"a"', '"b"', "ENI"),
    ("$dynamicRef", {"$dynamicRef": "#/$defs/a", "$defs": {"a": WHOLE}}, "1", '"a"', "RRR"),
    (
        "required",
        {"type": "object", "additionalProperties": WHOLE, "required": ["a"]},
        '{"a":1}',
        '{"b":1}',
        "EIE",
    ),
]


def made(schema: Any) -> Constraint:
    return Constraint("json_schema", json.dumps(schema))


def compact(test: dict[str, Any]) -> str:
    return json.dumps(test["data"], ensure_ascii=False, separators=(",", ":"))


def names() -> list[Any]:
    return [
        pytest.param(engine, *probe[:4], probe[4][column], id=f"{engine}-{probe[0]}-{number}")
        for number, probe in enumerate(PROBES)
        for column, engine in enumerate(OWN_READERS)
        if probe[4][column] != " "
    ]


@pytest.mark.parametrize(("engine", "keyword", "schema", "good", "bad", "letter"), names())
def test_each_keyword_is_read_as_the_coverage_says(
    engine: str, keyword: str, schema: Any, good: str, bad: str, letter: str
) -> None:
    accepts = reader(engine, schema)
    if letter == "R":
        assert accepts is None
        return
    assert accepts is not None
    coverage = coverage_for(engine, made(schema))
    entries = [entry for entry in coverage.entries if entry.where == f"/{keyword}"]
    assert LETTERS[letter] == entries[0].status, entries
    assert accepts(bad) == (letter in "LI")
    assert accepts(good) or coverage.is_narrower


@pytest.mark.parametrize("engine", OWN_READERS)
@pytest.mark.parametrize(
    ("schema", "text", "allowed_by"),
    [
        ({**WHOLE, "minimum": 5}, "3", ("outlines", "lm-format-enforcer")),
        ({**PAIR, "required": ["a"]}, '{"b":1}', ()),
    ],
)
def test_the_mask_says_the_same(engine: str, schema: Any, text: str, allowed_by: tuple[str, ...]) -> None:
    matcher = compile_constraint(engine, made(schema), byte_level()).matcher()
    allowed = matcher.accept_text(text.encode()) and matcher.may_end()
    accepts = reader(engine, schema)
    assert accepts is not None
    assert allowed == accepts(text) == (engine in allowed_by)


@needs_suite
@pytest.mark.parametrize("engine", OWN_READERS)
def test_no_difference_from_the_validator_is_silent(engine: str) -> None:
    """Over the JSON Schema Test Suite, what an engine lets through or keeps out was announced for it."""
    silent, looser = [], 0
    for group in groups():
        accepts = reader(engine, group.schema)
        if accepts is None:
            continue
        wrong = [test for test in group.tests if accepts(compact(test)) != is_valid(group.schema, test)]
        if not wrong:
            continue
        try:
            coverage = coverage_for(engine, made(group.schema))
        except ConstraintError:  # there is no mask then
            continue
        for test in wrong:
            is_looser = not is_valid(group.schema, test)
            looser += is_looser
            if not (coverage.is_looser if is_looser else coverage.is_narrower):
                silent.append((group.description, test["description"], compact(test)))
    assert silent == []
    assert (looser > 10) == (engine != "guidance-native")


def test_what_an_engine_does_not_know_is_a_warning() -> None:
    schema = made({**TEXT, "contains": WHOLE, "maxLenght": 3, "title": "t", "x-order": 1})
    for engine in OWN_READERS:
        entries = {entry.keyword: entry for entry in coverage_for(engine, schema).entries}
        assert entries["contains"].how == f"{engine} does not know it"
        assert "did you mean maxLength?" in entries["maxLenght"].how
        assert {word for word, entry in entries.items() if entry.status == Status.IGNORED} == {
            "contains",
            "maxLenght",
        }
        assert entries["title"].status == entries["x-order"].status == Status.NO_CONSTRAINT


def test_what_stands_inside_an_ignored_keyword_has_no_say() -> None:
    schema = made({**TEXT, "not": {"type": "string", "maxLength": 3}})
    entries = {entry.where: entry.status for entry in coverage_for("outlines", schema).entries}
    assert entries["/not"] == Status.IGNORED
    assert entries["/not/maxLength"] == Status.NO_CONSTRAINT


def test_a_part_that_says_nothing_is_named_where_an_engine_stumbles_over_it() -> None:
    schema = made({**PAIR, "properties": {"a": {}}, "required": ["a"]})
    found = {
        engine: [
            entry.status for entry in coverage_for(engine, schema).entries if entry.where == "/properties/a"
        ]
        for engine in OWN_READERS
    }
    assert found == {
        "guidance-native": [],
        "outlines": [Status.LOOSER],
        "lm-format-enforcer": [Status.NARROWER],
    }


def test_an_engine_that_follows_the_grammar_has_its_coverage() -> None:
    schema = made({"type": "array", "uniqueItems": True})
    assert schema.schema is not None
    for engine in ("xgrammar", "guidance", "automaton"):
        assert coverage_for(engine, schema) == schema.schema.coverage
        assert coverage_for(engine, Constraint("regex", "a")).entries == ()
