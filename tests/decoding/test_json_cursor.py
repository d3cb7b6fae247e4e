"""Where a JSON text stands while it is written: in the text, in the schema, and before its end."""

from __future__ import annotations

import json

import pytest

from playground.automaton import Automaton, TooAmbiguous
from playground.constraints import Constraint
from playground.decoding import Cursor, Session, Trigger, cursor
from playground.decoding.json_path import read_prefix
from playground.grammar.schema import SchemaOptions
from tests.decoding.models import scripted_toy, seeded_toy

SCHEMA = {
    "type": "object",
    "properties": {
        "file": {"type": "string"},
        "items": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"name": {"type": "string"}, "count": {"type": "integer"}},
                "required": ["name"],
            },
            "minItems": 1,
        },
        "note": {"anyOf": [{"$ref": "#/$defs/Note"}, {"type": "null"}]},
    },
    "required": ["file", "items"],
    "$defs": {"Note": {"type": "object", "properties": {"a b": {"type": "number"}}, "required": ["a b"]}},
}
CONSTRAINT = Constraint("json_schema", json.dumps(SCHEMA), SchemaOptions("one"))
AUTOMATON = Automaton(CONSTRAINT.grammar)


@pytest.mark.parametrize(
    ("text", "path", "pointer", "required"),
    [
        ("", "$", "", ("$.file", "$.items", "$.items[0].name")),
        ("{", "$", "", ("$.file", "$.items", "$.items[0].name")),
        ('{"fi', "$", "", ("$.file", "$.items", "$.items[0].name")),
        ('{"file"', "$.file", "", ("$.items", "$.items[0].name")),
        ('{"file": ', "$.file", "/properties/file", ("$.items", "$.items[0].name")),
        ('{"file": "Par', "$.file", "/properties/file", ("$.items", "$.items[0].name")),
        ('{"file": "Par"', "$", "", ("$.items", "$.items[0].name")),
        ('{"file":"","items":[', "$.items[0]", "/properties/items/items", ("$.items[0].name",)),
        ('{"file":"","items":[{"name":"', "$.items[0].name", "/properties/items/items/properties/name", ()),
        ('{"file":"","items":[{"name":""}', "$.items", "/properties/items", ()),
        (
            '{"file":"","items":[{"name":""},{"name":"","count":1',
            "$.items[1].count",
            "/properties/items/items/properties/count",
            (),
        ),
        (
            '{"file":"","items":[{"name":""}],"note":{"a b":',
            '$.note["a b"]',
            "/$defs/Note/properties/a b",
            (),
        ),
        ('{"file":"","items":[{"name":""}],"note":{', "$.note", "/$defs/Note", ('$.note["a b"]',)),
        ('{"file":"","items":[{"name":""}]}', "$", "", ()),
    ],
)
def test_the_cursor(text: str, path: str, pointer: str, required: tuple[str, ...]) -> None:
    found = cursor(CONSTRAINT, text, AUTOMATON)
    assert found is not None
    assert (found.path, found.pointer, found.still_required) == (path, pointer, required)
    assert found.rest is not None
    value = json.loads(text + found.rest)
    assert "file" in value
    assert value["items"]


@pytest.mark.parametrize(
    ("text", "part", "line"),
    [
        ('{"id":', '{"type": "integer", "minimum": 1}', 4),
        ('{"id":1,"tags":["', '{ "type": "string" }', 5),
        ('{"id":1,', None, None),
    ],
)
def test_the_part_of_the_schema_as_it_was_pasted(text: str, part: str | None, line: int | None) -> None:
    pasted = """{
  "type": "object",
  "properties": {
    "id": {"type": "integer", "minimum": 1},
    "tags": {"type": "array", "items":
      {
        "type": "string"
      }}
  },
  "required": ["id", "tags"]
}"""
    found = cursor(Constraint("json_schema", pasted), text)
    assert found is not None
    if part is None:
        part, line = " ".join(pasted.split()), 1
    assert (found.part, found.line) == (part, line)


def test_of_a_text_that_can_be_read_in_very_many_ways_the_place_is_not_looked_for() -> None:
    constraint = Constraint("gbnf", 'root ::= e "."\ne ::= "r" e e e e | "r" e e | "r" | "r" e')
    assert cursor(constraint, "r") is not None
    with pytest.raises(TooAmbiguous, match=r"stacks at once$"):
        cursor(constraint, "rrrrrr")


def test_a_text_that_breaks_the_constraint_has_no_cursor() -> None:
    assert cursor(CONSTRAINT, '{"items"') is None


def test_without_a_schema_there_is_no_pointer() -> None:
    found = cursor(Constraint("json_object", ""), '{"a":[1,')
    assert found is not None
    assert found == Cursor("$.a[1]", None, (), found.rest)
    assert json.loads('{"a":[1,' + (found.rest or ""))
    assert found.to_dict()["path"] == "$.a[1]"


def test_a_rest_that_is_too_long_is_not_written_out() -> None:
    found = cursor(Constraint("json_schema", '{"type": "string", "minLength": 5000}'), '"')
    assert found is not None
    assert found.rest is None
    assert found.still_required == ()


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("", "$"),
        ("12", "$"),
        ("[", "$[0]"),
        ("[1", "$[0]"),
        ("[1 ", "$"),
        ("[1,", "$[1]"),
        ("[[],[", "$[1][0]"),
        ('{"a":{"b":"c\\"', "$.a.b"),
        ('{"a":{"b":"c"}', "$"),
        ('{"a":true,"', "$"),
        ('{"a":tr', "$.a"),
        ('{"é\\n":', '$["é\\n"]'),
        ('{"a":"}"', "$"),
        ('{"a":"}', "$.a"),
    ],
)
def test_the_path_of_a_text_that_stops_anywhere(text: str, path: str) -> None:
    assert read_prefix(text).path == path


def test_keys_with_the_places_where_they_end() -> None:
    assert read_prefix('{"a": [{"b": 1}], "c').keys == (("$.a", 4), ("$.a[0].b", 11))


TOKENS = ["so: ", '{"', "file", '":', ' "', "a", '",', ' "items', '": [', "{", '"name', "b", '"}', "]", "}"]


def test_a_session_knows_the_cursor_of_every_position() -> None:
    steps = ["so: ", '{"', "file", '":', ' "']
    session = Session(scripted_toy(TOKENS, steps), "", CONSTRAINT, Trigger("pattern", r"so: (\{)"))
    assert session.cursor() is None
    list(session.run(len(steps)))
    found = session.cursor()
    assert found == cursor(CONSTRAINT, '{"file": "')
    assert found is not None
    assert (found.path, found.pointer, found.line) == ("$.file", "/properties/file", 1)
    assert found.part == '{"type": "string"}'
    before = session.cursor(4)
    assert before is not None
    assert before.path == "$.file"
    assert before.still_required == ("$.items", "$.items[0].name")
    with pytest.raises(IndexError):
        session.cursor(6)


def test_other_texts_have_no_cursor_and_an_ended_one_keeps_it() -> None:
    model = seeded_toy(["a"])
    assert Session(model, "", Constraint("gbnf", 'root ::= "a"')).cursor() is None
    assert Session(model, "").cursor() is None
    session = Session(seeded_toy(["1"]), "", Constraint("json_schema", '{"const": 1}'))
    list(session.run())
    assert session.finish_reason == "stop"
    assert session.cursor() == Cursor("$", "", (), "", '{"const": 1}', 1)


def test_a_condition_governs_nothing_and_an_open_branch_not_yet() -> None:
    schema = (
        '{"type": "object", "properties": {"kind": {"enum": ["book", "film"]}, "size": {"type": "integer"}}, '
        '"required": ["kind"], '
        '"if": {"properties": {"kind": {"const": "book"}}}, "then": {"required": ["size"]}}'
    )
    constraint = Constraint("json_schema", schema)
    found = [cursor(constraint, text) for text in ("", '{"kind":"book",', '{"kind":"film"')]
    assert [each.pointer for each in found if each] == ["", "/then", ""]
    assert not [warning for warning in constraint.warnings if "/if" in warning.where]
