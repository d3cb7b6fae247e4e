"""What is refused: with a place, in words, and soon, however large or deep it is."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from playground.grammar.schema import SchemaOptions, check, read, read_schema
from playground.grammar.schema.formats import format_pattern
from playground.grammar.schema.shapes import Shapes
from playground.grammar.schema.size import least_rules


def nested(keyword: str, depth: int) -> Any:
    schema: Any = {}
    for _ in range(depth):
        schema = {keyword: [schema] if keyword == "allOf" else schema}
    return schema


def chain(count: int, link: Any) -> Any:
    """Definitions each of which uses the next one twice."""
    definitions = {f"a{n}": link(f"#/$defs/a{n + 1}") for n in range(count)}
    return {"$defs": {**definitions, f"a{count}": {"type": "string"}}, "$ref": "#/$defs/a0"}


@pytest.mark.parametrize(
    ("text", "code", "where", "line", "column"),
    [
        ("{", "json-syntax", "", 1, 2),
        ("[1]", "schema-type", "", 0, 0),
        ('"string"', "schema-type", "", 0, 0),
        ('{"type": "strin"}', "schema-invalid", "/type", 1, 2),
        ('{"a": 1,\n "minLength": -1}', "schema-invalid", "/minLength", 2, 2),
        ('{"$ref": "#/$defs/a"}', "schema-missing-ref", "/$ref", 1, 2),
        ('{"items": {"$ref": "https://example.com/a"}}', "schema-remote-ref", "/items/$ref", 1, 12),
        ('{"$ref": "#/title", "title": "x"}', "schema-missing-ref", "/$ref", 1, 2),
        ('{"$ref": "#"}', "schema-circular", "/$ref", 1, 2),
        ('{"type": "null",\n "$ref": "#"}', "schema-circular", "/$ref", 2, 2),
        ('{"anyOf": [{"$ref": "#"}, true]}', "schema-circular", "/anyOf/0/$ref", 1, 13),
        ('{"not": {"$ref": "#"}}', "schema-circular", "/not/$ref", 1, 10),
        ('{"items": {"allOf": [{"$ref": "#/items"}]}}', "schema-circular", "/items/allOf/0/$ref", 1, 23),
        (
            '{"$ref": "#/$defs/a/allOf/0",\n "$defs": {"a": {"allOf": [{"$ref": "#/$defs/a"}]}}}',
            "schema-circular",
            "/$defs/a/allOf/0/$ref",
            2,
            29,
        ),
        ("false", "schema-nothing", "", 0, 0),
        ('{"type": "string", "enum": [1]}', "schema-nothing", "", 0, 0),
        ('{"required": ["a"], "type": "object", "properties": {"a": false}}', "schema-nothing", "", 0, 0),
        (
            '{"type": "object", "required": ["a"], "properties": {"a": {"$ref": "#"}}}',
            "schema-endless",
            "",
            0,
            0,
        ),
        ('{"pattern": "(a"}', "schema-pattern", "/pattern", 1, 2),
        ('{"patternProperties": {"[": {}}}', "schema-pattern", "/patternProperties", 1, 2),
        ('{"minimum": 1e999999999}', "schema-number", "/minimum", 1, 2),
        ('{"minimum": -1e-99999999999999999999}', "schema-number", "/minimum", 1, 2),
        ('{"a": 1,\n "enum": [0.0, [-1' + 400 * "0" + "]]}", "schema-number", "/enum/1/0", 2, 17),
        ('{"maximum": NaN}', "json-syntax", "", 1, 13),
    ],
)
def test_errors(text: str, code: str, where: str, line: int, column: int) -> None:
    parsed, reading = read_schema(text, SchemaOptions())
    assert reading is None
    assert parsed.grammar is None
    error = parsed.errors[0]
    assert (error.code, error.where, error.line, error.column) == (code, where, line, column)
    assert error.message


@pytest.mark.parametrize(
    ("schema", "code"),
    [
        (nested("not", 90), "schema-too-deep"),
        (nested("allOf", 49), None),
        (nested("items", 90), None),
        (nested("items", 300), "json-too-deep"),
        ({"properties": {f"p{n}": {} for n in range(10_000)}}, "schema-too-large"),
        ({"properties": {f"p{n}": {"type": "null"} for n in range(1_500)}}, "schema-too-large"),
        ({"enum": [f"value {n}" for n in range(8_000)]}, None),
        (chain(60, lambda to: {"allOf": [{"$ref": to}, {"$ref": to}]}), "schema-too-deep"),
        (chain(200, lambda to: {"properties": {"x": {"$ref": to}, "y": {"$ref": to}}}), None),
        ({"minItems": 10**15, "maxLength": 10**15, "maximum": 10**300, "multipleOf": 1e-300}, None),
        ({"pattern": "((a{1,50}){1,50}){1,50}", "type": "string"}, None),
        ({"pattern": "(" * 900 + ")" * 900}, None),
        ({"allOf": [{"anyOf": [{"required": [f"p{i}{j}"]} for i in range(8)]} for j in range(8)]}, None),
        ({"oneOf": [{"properties": {f"p{n}": {"type": "null"}}} for n in range(30)]}, None),
        ({"dependentRequired": {f"p{n}": [f"q{n}"] for n in range(20)}}, None),
        ({"patternProperties": {f"a{n}": {} for n in range(40)}}, None),
        ({"type": "object", "minProperties": 900, "properties": {"a": {}}}, None),
        ({"not": {"anyOf": [{"pattern": f"x{n}.*y"} for n in range(20)]}}, None),
    ],
)
def test_hostile_schemas_end_soon_with_a_grammar_or_a_reason(schema: Any, code: str | None) -> None:
    parsed, _ = read_schema(json.dumps(schema), SchemaOptions(additional_properties=True))
    assert [error.code for error in parsed.errors] == ([] if code is None else [code])
    assert (parsed.grammar is None) == (code is not None)


def alternatives(count: int) -> str:
    """Objects told apart by the one key that each requires."""
    each = [{"properties": {f"a{n}": {"type": "string"}}, "required": [f"a{n}"]} for n in range(count)]
    return json.dumps({"oneOf": [{"type": "object", **schema} for schema in each]})


def patterns(count: int) -> str:
    return json.dumps({"oneOf": [{"type": "string", "pattern": f"x{n}.*y{n}"} for n in range(count)]})


@pytest.mark.parametrize(
    ("text", "refused"),
    [(alternatives(10), False), (alternatives(22), True), (patterns(4), False), (patterns(14), True)],
)
def test_the_limit_of_work_counts_steps_and_no_seconds(text: str, refused: bool) -> None:
    before = time.process_time()
    parsed, _ = read_schema(text, SchemaOptions())
    assert [error.code for error in parsed.errors] == (["schema-too-complex"] if refused else [])
    assert all("more than 250,000 steps" in error.message for error in parsed.errors)
    assert time.process_time() - before < 8  # 2 to 3 on a quiet core


def test_what_was_read_before_changes_nothing_of_the_count(monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[int] = []
    monkeypatch.setattr(Shapes, "spend", lambda self, work: steps.append(work))
    text = '{"oneOf": [{"format": "date"}, {"format": "ipv4"}], "type": "string"}'
    format_pattern.cache_clear()
    read_schema(text, SchemaOptions())
    first = sum(steps)
    read_schema(text, SchemaOptions())
    assert sum(steps) == 2 * first > 200


@pytest.mark.parametrize(
    ("given", "message", "hint"),
    [
        ('"strin"', '"strin" is not a type', "Did you mean string?"),
        ('["null", "Sting"]', '"Sting" is not a type', "Did you mean string?"),
        ('"xyz"', '"xyz" is not a type', "The types are string, integer, number, boolean, "),
        ("5", "5 is not a type", "The types are string, "),
        ("[]", "[] is no list of different types", "Name at least one type"),
    ],
)
def test_a_wrong_type_is_named_and_the_nearest_proposed(given: str, message: str, hint: str) -> None:
    parsed, _ = read_schema(f'{{"properties": {{"a": {{"type": {given}}}}}}}', SchemaOptions())
    [error] = parsed.errors
    assert error.message == f"not a valid schema: {message}"
    assert error.hint.startswith(hint)
    assert error.where == "/properties/a/type"


def test_each_error_is_said_once() -> None:
    parsed, _ = read_schema('{"required": true, "properties": {"type": 5}}', SchemaOptions())
    assert [error.where for error in parsed.errors] == ["/properties/type", "/required"]


def properties(count: int, **others: Any) -> Any:
    names = [f"p{n}" for n in range(count)]
    return {"properties": {name: {"type": "null"} for name in names}, **others}


# By hand: a rule for each property, and for all but the first of more than four that are optional.
@pytest.mark.parametrize(
    ("schema", "rules"),
    [
        (True, 0),
        (properties(4), 4),
        (properties(5), 5 + 4),
        (properties(5, required=["p3"]), 5),
        (properties(1_900, type="object"), 1_900 + 1_899),
        (properties(5, type="string"), 0),
        (
            {
                "items": {"$ref": "#/$defs/x"},
                "prefixItems": [{"$ref": "#/$defs/x"}],
                "$defs": {"x": properties(5)},
            },
            9,
        ),
        ({"properties": {name: {"$ref": "#"} for name in "abcde"}}, 4),
        ({"$defs": {"x": properties(500)}}, 0),
        ({"items": {"anyOf": [properties(2), properties(3)]}}, 5),
        ({"properties": {"a": {}, "b": True}, "required": 7, "items": 5, "$ref": "#/a/b"}, 0),
    ],
)
def test_the_least_number_of_rules(schema: Any, rules: int) -> None:
    assert least_rules(json.loads(json.dumps(schema))) == rules


@pytest.mark.parametrize("count", [3, 4, 5, 40])
@pytest.mark.parametrize("required", [[], ["p1"]])
def test_a_grammar_has_no_fewer_rules(count: int, required: list[str]) -> None:
    schema = properties(count, required=required, type="object")
    grammar = read_schema(json.dumps(schema), SchemaOptions())[0].grammar
    assert grammar is not None
    assert len(grammar.rules) >= least_rules(schema)


def test_a_schema_that_is_too_large_is_refused_before_it_is_read_further(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun: list[str] = []
    monkeypatch.setattr(check, "draft_of", lambda schema: begun.append("validation"))
    monkeypatch.setattr(read, "_read", lambda *inputs: begun.append("conversion"))
    parsed, _ = read_schema(json.dumps(properties(1_900, type="object")), SchemaOptions())
    assert [error.code for error in parsed.errors] == ["schema-too-large"]
    assert "3,799 rules" in parsed.errors[0].message
    assert begun == []


def test_a_reference_to_nothing_names_what_there_is() -> None:
    parsed, _ = read_schema('{"$ref": "#/$defs/a", "$defs": {"b": {}, "c": {}}}', SchemaOptions())
    assert parsed.errors[0].hint == "There is #/$defs/b, #/$defs/c."


@pytest.mark.parametrize(
    ("text", "line", "column", "width"),
    [
        ('{"enum": ["a",\n "b\\ud800"]}', 2, 4, 6),
        ('{"const": "\\\\\\uDC00\\uD800"}', 1, 14, 6),
        ('{"properties": {"\\ud83d\\ude00": {}, "\\ud800": {}}}', 1, 38, 6),
        ('{"required": ["\\ud800"]}', 1, 16, 6),
        ('{"type": "string", "pattern": "\\ud800"}', 1, 32, 6),
        ('{"title": "\ud800"}', 1, 12, 1),
    ],
)
def test_half_of_a_surrogate_pair_is_refused_at_its_own_place(
    text: str, line: int, column: int, width: int
) -> None:
    parsed, reading = read_schema(text, SchemaOptions())
    assert reading is None
    [error] = parsed.errors
    assert (error.code, error.line, error.column) == ("surrogate", line, column)
    assert error.excerpt.splitlines()[1].count("^") == width
    assert "UTF-8" in error.hint


@pytest.mark.parametrize(
    "schema", [{"const": "\U0001f600"}, {"pattern": "^\\ud83d\\ude00$"}, {"const": "\\ud800"}]
)
def test_whole_pairs_and_escapes_of_a_pattern_are_no_halves(schema: Any) -> None:
    parsed, _ = read_schema(json.dumps(schema), SchemaOptions())
    assert parsed.errors == ()


def test_a_byte_order_mark_is_a_warning() -> None:
    text = '{"type": "null",\n "type": "string", "maxLenght": 3}'
    marked, plain = (read_schema(mark + text, SchemaOptions())[0] for mark in ("\ufeff", ""))
    assert marked.grammar == plain.grammar
    assert marked.warnings[0].code == "byte_order_mark"
    assert [(w.code, w.line, w.column) for w in marked.warnings[1:]] == [
        (w.code, w.line, w.column) for w in plain.warnings
    ]


def test_formats_that_leave_nothing_are_named() -> None:
    text = '{"allOf": [\n {"type": "string", "format": "date"},\n {"format": "ipv4"}]}'
    [error] = read_schema(text, SchemaOptions())[0].errors
    assert (error.code, error.line, error.column) == ("schema-nothing", 2, 21)
    assert "(date, ipv4)" in error.message
    assert "format" in error.hint


def test_formats_that_are_not_the_cause_are_not_named() -> None:
    text = '{"allOf": [{"type": "string", "format": "date"}, {"type": "null"}]}'
    [error] = read_schema(text, SchemaOptions())[0].errors
    assert (error.code, error.message) == ("schema-nothing", "no JSON value matches this schema")


def test_a_key_that_stands_twice_is_a_warning() -> None:
    parsed, _ = read_schema('{"type": "null", "type": "string"}', SchemaOptions())
    assert [warning.code for warning in parsed.warnings] == ["json-duplicate-key"]
