"""Advice: what may never end, forces an answer, comes in a bad order, is not asked for; white space."""

from __future__ import annotations

import json
from typing import Any

import pytest

from playground.automaton import Automaton
from playground.grammar.schema import SchemaOptions, read_schema
from playground.grammar.schema.lints import lint_schema, longest_characters, unmentioned_keys
from playground.records.json_value import parse_json
from tests.grammar.schema.suite import accepts

FINDING = {
    "type": "object",
    "properties": {
        "file": {"type": "string", "maxLength": 16},
        "line": {"type": "integer", "minimum": 1, "maximum": 9999},
        "severity": {"enum": ["low", "high"]},
    },
    "required": ["file", "line", "severity"],
}
TIGHT = SchemaOptions("none")


def lints(schema: Any, options: SchemaOptions = TIGHT, budget: int | None = None, prompt: str = "") -> Any:
    text = json.dumps(schema)
    _, reading = read_schema(text, options)
    assert reading is not None
    return lint_schema(text, reading, budget, prompt)


def found(schema: Any, *options: Any, **more: Any) -> list[tuple[str, str]]:
    return [(lint.code.removeprefix("schema-"), lint.where) for lint in lints(schema, *options, **more)]


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": "string"}, [("unbounded", "")]),
        ({"type": "string", "maxLength": 5}, []),
        ({"type": "string", "pattern": "^a{1,5}$"}, []),
        ({"type": "string", "pattern": "a"}, [("unbounded", "")]),
        ({"type": "string", "format": "uuid"}, []),
        ({"type": "number"}, [("unbounded", "")]),
        ({"type": "integer", "minimum": 0}, [("unbounded", "")]),
        ({"type": "integer", "minimum": 0, "maximum": 5}, []),
        ({"type": "array", "items": {"type": "null"}}, [("unbounded", "")]),
        ({"type": "array", "items": {"type": "null"}, "maxItems": 3}, []),
        ({"type": "array", "prefixItems": [{"type": "null"}], "items": False}, []),
        ({"type": "array", "items": {"enum": ["a", "b"]}, "uniqueItems": True}, []),
        (
            {"type": "object"},
            [("unconstrained", ""), ("unbounded", ""), ("unbounded", "/additionalProperties")],
        ),
        ({}, [("unconstrained", ""), ("unbounded", "")]),
        (
            {"type": "object", "properties": {"a": {}}},
            [("unconstrained", "/properties/a"), ("unbounded", "/properties/a")],
        ),
        (
            {
                "type": "object",
                "properties": {"a": {"type": "null"}},
                "additionalProperties": {"type": "null"},
            },
            [("unbounded", "")],
        ),
        ({"type": "boolean"}, []),
    ],
)
def test_what_may_never_end_and_what_constrains_nothing(schema: Any, expected: list[tuple[str, str]]) -> None:
    assert found(schema) == expected


@pytest.mark.parametrize(
    ("schema", "text", "said"),
    [
        ({"type": "object"}, '{"x":1,"x":2}', "twice"),
        ({"type": "object", "additionalProperties": {"type": "null"}}, '{"x":null,"x":null}', "twice"),
        ({"type": "object", "maxProperties": 2}, '{"x":1,"x":2}', "twice"),
        ({"type": "object", "minProperties": 2}, '{"x":1,"x":2}', "twice"),
        ({"type": "object"}, '{"x":1e999}', "too large to read"),
        ({"type": "object", "patternProperties": {"^x": {"type": "null"}}}, '{"x":null,"x":null}', "twice"),
        ({"type": "array"}, '[{"x":1,"x":2}]', "twice"),
        ({"type": "array"}, "[1e999]", "too large to read"),
        ({}, '{"x":1,"x":2}', "twice"),
        ({}, "1e999", "too large to read"),
        ({"type": "number"}, "1e999", "too large to read"),
        ({"type": "number", "minimum": 0}, "9" * 400 + ".5", "too large to read"),
        ({"type": "integer"}, "9" * 5000, "too large to read"),
        ({"type": "integer", "maximum": 5}, "-" + "9" * 5000, "too large to read"),
        ({"type": "integer", "multipleOf": 2}, "2" * 5000, "too large to read"),
    ],
)
def test_what_a_record_refuses_although_the_mask_allows_it_is_a_warning(
    schema: Any, text: str, said: str
) -> None:
    parsed, reading = read_schema(json.dumps(schema), TIGHT)
    assert parsed.grammar is not None
    assert reading is not None
    assert accepts(Automaton(parsed.grammar), text)
    with pytest.raises(ValueError, match=r"too (large|long)|more than once"):
        parse_json(text)
    assert any(said in warning.message for warning in (*parsed.warnings, *lints(schema)))


@pytest.mark.parametrize(
    ("value", "forced"),
    [
        ({"type": "integer", "minimum": 0, "maximum": 9}, True),
        ({"enum": ["low", "high"]}, True),
        ({"enum": [1, 2]}, True),
        ({"type": ["integer", "null"], "minimum": 0, "maximum": 9}, False),
        ({"enum": ["low", "high", "unknown"]}, False),
        ({"enum": ["low", "high", "N/A"]}, False),
        ({"enum": ["low", "high", "not found"]}, False),
        ({"enum": ["low", None]}, False),
        ({"const": "kind"}, False),
        ({"type": "string", "maxLength": 3}, False),
        ({"type": "boolean"}, False),
    ],
)
def test_answers_that_are_forced(value: Any, forced: bool) -> None:
    schema = {"type": "object", "properties": {"a": value}}
    assert found({**schema, "required": ["a"]}) == ([("no-unknown", "/properties/a")] if forced else [])
    assert found(schema) == []


# The lesson's example 13: an answer that comes before its reasons.
PROPERTIES = {"reasoning": {"type": "string", "maxLength": 9}, "answer": {"type": "boolean"}}
OPTIONAL = {"type": "object", "properties": PROPERTIES, "required": ["answer"]}
REQUIRED = {"type": "object", "properties": PROPERTIES, "required": ["answer", "reasoning"]}
FIRST = SchemaOptions("none", key_order="required_first")


def orders(schema: Any, options: SchemaOptions) -> tuple[tuple[str, ...], tuple[str, ...]]:
    _, reading = read_schema(json.dumps(schema), options)
    assert reading is not None
    (keys,) = reading.facts.keys
    return keys.declared, keys.written


def test_required_first_writes_the_answer_first() -> None:
    assert orders(OPTIONAL, FIRST) == (("reasoning", "answer"), ("answer", "reasoning"))
    (lint,) = lints(OPTIONAL, FIRST)
    assert (lint.code, lint.where) == ("schema-key-order", "/properties/reasoning")
    assert lint.message.startswith("answer has to be written before reasoning")
    assert lint.hint == "Make reasoning required too: required keys are written first here."
    assert lint.excerpt


def test_with_both_required_the_order_is_kept() -> None:
    assert orders(REQUIRED, FIRST) == (("reasoning", "answer"),) * 2
    assert found(REQUIRED, FIRST) == []


def test_the_declared_order_is_as_good_as_the_declaration() -> None:
    assert found(OPTIONAL, TIGHT) == []
    (lint,) = lints({**REQUIRED, "properties": dict(reversed(PROPERTIES.items()))}, TIGHT)
    assert lint.code == "schema-key-order"
    assert lint.hint == "List reasoning first, and make it required."


def test_in_any_order_nothing_is_forced() -> None:
    assert found(OPTIONAL, SchemaOptions("none", key_order="any")) == []


@pytest.mark.parametrize(
    ("schema", "longest"),
    [
        (FINDING, len('{"file":"1234567890123456","line":9999,"severity":"high"}')),
        ({"type": "string"}, None),
        ({"type": "array", "items": {"type": "null"}, "maxItems": 3}, len("[null,null,null]")),
        ({"type": "boolean"}, len("false")),
        ({"type": "object", "properties": {"a": {"$ref": "#"}}}, None),
        ({"type": "string", "format": "date"}, len('"2024-02-29"')),
    ],
)
def test_the_longest_text(schema: Any, longest: int | None) -> None:
    for white_space in ("any", "one", "none"):
        _, reading = read_schema(json.dumps(schema), SchemaOptions(white_space))
        assert reading is not None
        assert longest_characters(reading) == longest


def test_the_longest_text_is_held_against_the_budget() -> None:
    assert ("budget", "") not in found(FINDING, budget=57)
    assert ("budget", "") in found(FINDING, budget=56)
    message = next(lint.message for lint in lints(FINDING, budget=32) if lint.code == "schema-budget")
    assert message == "the longest text has 57 characters, so it may need more than 32 tokens"
    message = next(
        lint.message for lint in lints({"type": "string"}, budget=32) if lint.code == "schema-budget"
    )
    assert message == "a text may be of any length, so 32 tokens may cut it short"


def test_free_white_space_is_advised_against() -> None:
    assert ("white-space", "") in found({"type": "boolean"}, SchemaOptions("any"))
    assert found({"type": "boolean"}, SchemaOptions("one")) == []


@pytest.mark.parametrize(
    ("prompt", "missing"),
    [
        ("Report the bug location:", ("file", "line", "severity")),
        ("Give the File, the LINE number and how severe", ("severity",)),
        ("file, line, severity", ()),
        ("filename, outline", ("file", "line", "severity")),
    ],
)
def test_keys_that_the_prompt_does_not_mention(prompt: str, missing: tuple[str, ...]) -> None:
    _, reading = read_schema(json.dumps(FINDING), TIGHT)
    assert reading is not None
    assert unmentioned_keys(reading, prompt) == missing
    assert (("prompt", "") in found(FINDING, prompt=prompt)) == bool(missing)


@pytest.mark.parametrize("name", ["due_date", "dueDate", "due-date"])
def test_keys_of_several_words_are_mentioned_as_words(name: str) -> None:
    _, reading = read_schema(json.dumps({"properties": {name: {}}}), TIGHT)
    assert reading is not None
    assert unmentioned_keys(reading, "When is the Due Date?") == ()
    assert unmentioned_keys(reading, "Give the date that is due") == (name,)


LESSON_12 = (
    '{\n\n\t\t\t            \t \t\t\t"file":\n\n "",\n\t\t    \t\t\t    \t \t\t\t \t"fixed":'
    "\n\n \t\t\t\t            \t\ttrue }"
)
