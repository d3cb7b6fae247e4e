"""The coverage report: one entry for each keyword at its pointer, and a warning for what is not followed."""

from __future__ import annotations

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from playground.automaton import Automaton
from playground.grammar.schema import Entry, SchemaOptions, Status, read_schema
from tests.grammar.schema.suite import accepts

OPEN = SchemaOptions(additional_properties=True)


def entries(schema: Any, options: SchemaOptions = OPEN) -> dict[str, str]:
    """Pointer to status; the worst of several."""
    _, reading = read_schema(json.dumps(schema), options)
    assert reading is not None
    order = list(Status)
    found: dict[str, str] = {}
    for entry in reading.coverage.entries:
        known = found.get(entry.where, Status.ENFORCED)
        found[entry.where] = max(known, entry.status, key=order.index)
    return found


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        (
            {"type": "object", "title": "t", "properties": {"a": {"type": "integer", "x-order": 1}}},
            {
                "/type": "enforced",
                "/title": "no constraint",
                "/properties": "narrower",
                "/properties/a/type": "narrower",
                "/properties/a/x-order": "no constraint",
            },
        ),
        ({"type": "array", "uniqueItems": True}, {"/type": "enforced", "/uniqueItems": "looser"}),
        (
            {"type": "array", "items": {"enum": ["a", "b"]}, "uniqueItems": True},
            {
                "/type": "enforced",
                "/items": "enforced",
                "/items/enum": "enforced",
                "/uniqueItems": "enforced",
            },
        ),
        ({"maxLenght": 3}, {"/maxLenght": "ignored"}),
        ({"type": "string", "format": "date"}, {"/type": "enforced", "/format": "narrower"}),
        (
            {"format": "time", "type": "string", "maxLength": 3},
            {"/format": "looser", "/type": "enforced", "/maxLength": "enforced"},
        ),
        ({"const": "1.2.3.4", "format": "date-time"}, {"/const": "enforced", "/format": "looser"}),
        ({"enum": ["1.2.3.4", "x", None], "format": "ipv4"}, {"/enum": "enforced", "/format": "narrower"}),
        ({"type": "string", "format": "int-ish"}, {"/type": "enforced", "/format": "ignored"}),
        ({"pattern": r"(a)\1"}, {"/pattern": "looser"}),
        ({"type": "string", "pattern": "^[a-z]*"}, {"/type": "enforced", "/pattern": "enforced"}),
        ({"type": "string", "pattern": "^[à-ü]*$"}, {"/type": "enforced", "/pattern": "narrower"}),
        ({"enum": ["a", "b"]}, {"/enum": "enforced"}),
        ({"enum": ["ä"]}, {"/enum": "narrower"}),
        ({"const": 1}, {"/const": "narrower"}),
        ({"type": "number", "minimum": 1}, {"/type": "enforced", "/minimum": "narrower"}),
        ({"then": {"type": "null"}}, {"/then": "no constraint", "/then/type": "no constraint"}),
        ({"$defs": {"a": {"type": "null"}}}, {"/$defs/a/type": "no constraint"}),
        (
            {"not": {"uniqueItems": True, "type": "array"}},
            {"/not": "enforced", "/not/uniqueItems": "looser", "/not/type": "enforced"},
        ),
        (
            {"oneOf": [{"type": "string", "format": "date"}, {"type": "string", "format": "time"}]},
            {
                "/oneOf": "looser",
                "/oneOf/0/type": "enforced",
                "/oneOf/0/format": "narrower",
                "/oneOf/1/type": "enforced",
                "/oneOf/1/format": "narrower",
            },
        ),
        # draft 7 lets $ref hide what stands beside it
        (
            {
                "$schema": "http://json-schema.org/draft-07/schema#",
                "$ref": "#/definitions/a",
                "maxLength": 1,
                "definitions": {"a": {"type": "string"}},
            },
            {
                "/$schema": "no constraint",
                "/$ref": "enforced",
                "/maxLength": "ignored",
                "/definitions/a/type": "enforced",
            },
        ),
        ({"dependencies": {"a": ["b"]}, "prefixItems": [True]}, None),
        (
            {"type": "object", "propertyNames": {"pattern": "a\\b"}},
            {"/type": "enforced", "/propertyNames": "enforced", "/propertyNames/pattern": "looser"},
        ),
        ({"type": "string", "maxLength": 20_000}, {"/type": "enforced", "/maxLength": "looser"}),
        ({"type": "array", "contains": {"const": "a"}, "minContains": 900}, None),
    ],
)
def test_statuses(schema: Any, expected: dict[str, str] | None) -> None:
    if expected is None:
        assert Status.LOOSER in entries(schema).values() or Status.IGNORED in entries(schema).values()
    else:
        assert entries(schema) == expected


@pytest.mark.parametrize(
    ("schema", "looser", "yes", "no"),
    [
        (
            {"type": "number", "minimum": 1e300, "maximum": 2e300, "multipleOf": 7},
            ["/multipleOf"],
            "1" + "0" * 300,
            "2" * 301,
        ),
        ({"type": "integer", "minimum": 100, "multipleOf": 1999}, ["/multipleOf"], "100", "99"),
        ({"type": "string", "pattern": "^(a|bb|ccc)*$", "maxLength": 1500}, ["/maxLength"], '"abb"', '"ab"'),
        (
            {"type": "string", "pattern": "^(a|bb|ccc)*$", "allOf": [{"pattern": "^.{0,1500}$"}]},
            ["/pattern"],
            '"abb"',
            '"ab"',
        ),
    ],
)
def test_what_is_too_large_together_is_followed_as_far_as_it_goes(
    schema: Any, looser: list[str], yes: str, no: str
) -> None:
    parsed, reading = read_schema(json.dumps(schema), OPEN)
    assert parsed.grammar is not None
    assert reading is not None
    assert [entry.where for entry in reading.coverage.having(Status.LOOSER)] == looser
    assert accepts(Automaton(parsed.grammar), yes)
    assert not accepts(Automaton(parsed.grammar), no)


def test_what_is_looser_or_ignored_is_a_warning_at_its_place_in_the_text() -> None:
    text = '{"type": "array",\n "uniqueItems": true,\n "maxItem": 3}'
    parsed, reading = read_schema(text, OPEN)
    assert reading is not None
    assert [(w.code, w.where, w.line, w.column) for w in parsed.warnings] == [
        ("schema-looser", "/uniqueItems", 2, 2),
        ("schema-ignored", "/maxItem", 3, 2),
    ]
    assert "did you mean maxItems?" in parsed.warnings[1].message
    assert parsed.warnings[0].excerpt.splitlines()[1].count("^") == len('"uniqueItems"')
    assert reading.coverage.is_looser
    assert not reading.coverage.is_narrower


def test_choices_that_narrow_are_noted_and_no_warning() -> None:
    schema = json.dumps({"type": "object", "properties": {"a": {}, "b": {}}, "required": ["a"]})
    parsed, reading = read_schema(schema, SchemaOptions(key_order="required_first"))
    assert reading is not None
    assert parsed.warnings == ()
    notes = [entry.how for entry in reading.coverage.having(Status.NARROWER)]
    assert len(notes) == 2
    assert "additionalProperties, absent here, counts as false" in notes[0]
    assert "the required ones first" in notes[1]


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"pattern": r"^\d{3}$"}, "١٢٣"),
        ({"pattern": r"^[\d]"}, "١"),
        ({"pattern": r"^\w+"}, "é"),
        ({"pattern": r"^\s"}, "\x1f"),
        ({"pattern": r"^\S"}, "\ufeff"),
        ({"pattern": "^.b"}, "\u2028b"),
        ({"pattern": "^a$"}, "a\n"),
        ({"not": {"pattern": r"\W"}}, "é"),
        ({"propertyNames": {"pattern": "^a$"}}, {"a\n": 1}),
        ({"patternProperties": {"^a$": True}, "additionalProperties": False}, {"a\n": 1}),
    ],
)
def test_what_only_python_finds_a_pattern_in_is_kept_out_with_a_note(schema: Any, value: Any) -> None:
    parsed, reading = read_schema(json.dumps(schema), OPEN)
    assert parsed.grammar is not None
    assert reading is not None
    assert Draft202012Validator(schema).is_valid(value)
    assert not accepts(Automaton(parsed.grammar), json.dumps(value))
    assert any("ECMA-262" in note.how for note in reading.coverage.having(Status.NARROWER))
    assert parsed.warnings == ()


def test_many_warnings_are_counted() -> None:
    parsed, _ = read_schema(json.dumps({f"word{number}": 1 for number in range(60)}), OPEN)
    assert len(parsed.warnings) == 51
    assert parsed.warnings[-1].message == "10 more warnings."


def test_entries_as_plain_values() -> None:
    assert Entry("/a", "a", Status.LOOSER, "so").to_dict() == {
        "where": "/a",
        "keyword": "a",
        "status": "looser",
        "how": "so",
    }


def test_keywords_are_counted_once_by_the_gravest_status() -> None:
    schema = {
        "title": "t",
        "type": "object",
        # Narrower in two ways: in the order in which they are listed, and without other keys.
        "properties": {"a": {"type": "array", "uniqueItems": True}, "b": {}},
        "colour": 1,
    }
    _, reading = read_schema(json.dumps(schema), SchemaOptions())
    assert reading is not None
    assert [entry.where for entry in reading.coverage.entries].count("/properties") == 2
    assert reading.coverage.counts() == {
        Status.ENFORCED: 2,
        Status.NARROWER: 1,
        Status.LOOSER: 1,
        Status.IGNORED: 1,
        Status.NO_CONSTRAINT: 1,
    }
