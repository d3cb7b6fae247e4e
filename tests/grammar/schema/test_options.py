"""The choices: white space, other keys, and the order of keys."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from playground.automaton import Automaton
from playground.grammar.schema import SchemaOptions
from tests.grammar.schema.suite import accepts, read

PERSON = {
    "type": "object",
    "properties": {"a": {"type": "null"}, "b": {"type": "boolean"}, "c": {"const": 1}},
    "required": ["b"],
}


def automaton(schema: Any, options: SchemaOptions) -> Automaton:
    grammar, _, errors = read(schema, options)
    assert grammar is not None, errors
    return Automaton(grammar)


@pytest.mark.parametrize(
    ("text", "any_", "one", "none"),
    [
        ('{"b":true}', True, True, True),
        ('{"b": true}', True, True, False),
        ('{ "b" : true }', True, True, False),
        ('{"b":  true}', True, False, False),
        ('{\n\t"b":\r\n true}', True, False, False),
        (' {"b":true}', False, False, False),
        ('{"b":true} ', False, False, False),
        ('{"b":true,"c":1}', True, True, True),
        ('{"b":true, "c": 1}', True, True, False),
        ('{"b":tr ue}', False, False, False),
    ],
)
def test_white_space(text: str, any_: bool, one: bool, none: bool) -> None:
    found = {kind: accepts(automaton(PERSON, SchemaOptions(kind)), text) for kind in ("any", "one", "none")}
    assert found == {"any": any_, "one": one, "none": none}


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "array", "items": {"const": [1, {"a": 2}]}},
        {"type": "array", "prefixItems": [{"type": "object"}, {"type": "array"}]},
    ],
)
def test_white_space_inside_listed_and_free_values(schema: Any) -> None:
    compact = '[[1,{"a":2}]]' if "items" in schema else '[{"a":[1]},[2]]'
    spaced = compact.replace(",", " , ").replace("[", "[ ").replace("]", " ]").replace(":", " : ")
    assert accepts(automaton(schema, SchemaOptions("none")), compact)
    assert not accepts(automaton(schema, SchemaOptions("none")), spaced)
    assert accepts(automaton(schema, SchemaOptions("any")), spaced)
    assert accepts(automaton(schema, SchemaOptions("one")), spaced)


@pytest.mark.parametrize(
    ("schema", "closed"),
    [
        ({"type": "object", "properties": {"a": {}}}, True),
        ({"type": "object", "properties": {"a": {}}, "additionalProperties": True}, False),
        ({"type": "object"}, False),
        ({"type": "object", "minProperties": 1}, False),
        ({"allOf": [{"properties": {"a": {}}}, {"properties": {"b": {}}}]}, True),
        ({"allOf": [{"properties": {"a": {}}}, {"additionalProperties": {}}]}, False),
        ({"properties": {"a": {}}, "patternProperties": {"^x": {}}}, True),
    ],
)
def test_other_keys_when_the_schema_says_nothing_of_them(schema: Any, closed: bool) -> None:
    text = '{"zz":1}'
    assert accepts(automaton(schema, SchemaOptions("none", additional_properties=True)), text)
    assert accepts(automaton(schema, SchemaOptions("none", additional_properties=False)), text) != closed


MEMBERS = {"a": '"a":null', "b": '"b":true', "c": '"c":1'}
ORDERS = ["".join(order) for count in range(4) for order in permutations("abc", count)]


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ("declared", {"b", "ab", "bc", "abc"}),
        ("required_first", {"b", "ba", "bc", "bac"}),
        ("any", {order for order in ORDERS if "b" in order}),
    ],
)
def test_key_order(order: Any, expected: set[str]) -> None:
    machine = automaton(PERSON, SchemaOptions("none", key_order=order))
    found = {
        keys for keys in ORDERS if accepts(machine, "{" + ",".join(map(MEMBERS.__getitem__, keys)) + "}")
    }
    assert found == expected


def test_no_key_is_written_twice_in_any_order() -> None:
    machine = automaton(PERSON, SchemaOptions("none", key_order="any"))
    assert not accepts(machine, '{"b":true,"b":true}')


def test_other_keys_in_any_order_and_behind_the_named_ones() -> None:
    schema = {**PERSON, "additionalProperties": {"const": 2}}
    free, declared = (
        automaton(schema, SchemaOptions("none", key_order=order)) for order in ("any", "declared")
    )
    for text, in_order in (('{"x":2,"b":true}', False), ('{"b":true,"x":2,"y":2}', True), ('{"x":2}', None)):
        assert accepts(free, text) == (in_order is not None)
        assert accepts(declared, text) == bool(in_order)


def test_more_keys_than_can_come_in_any_order_come_as_declared_and_a_note_says_so() -> None:
    schema = {"type": "object", "properties": {name: {"const": 1} for name in "abcdefg"}}
    grammar, reading, _ = read(schema, SchemaOptions("none", key_order="any"))
    assert grammar is not None
    assert reading is not None
    assert accepts(Automaton(grammar), '{"a":1,"b":1}')
    assert not accepts(Automaton(grammar), '{"b":1,"a":1}')
    assert any("more than 6" in entry.how for entry in reading.coverage.entries)


@pytest.mark.parametrize("field", [{"white_space": "two"}, {"key_order": "alphabetical"}])
def test_unknown_choices_are_refused(field: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="not '"):
        SchemaOptions(**field)
