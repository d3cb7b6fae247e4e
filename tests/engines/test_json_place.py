"""Where in a JSON text one stands, for texts cut off anywhere; and which parts of a schema speak of it."""

import json

import pytest

from playground.engines.json_place import JsonPlace
from playground.engines.schema_part import keywords_at


@pytest.mark.parametrize(
    ("text", "where", "part", "path"),
    [
        ("", "value", "", ()),
        (" ", "value", "", ()),
        ('"a', "string", "a", ()),
        ('"a"', "end", "", ()),
        ("-", "number", "-", ()),
        ("-0.5e", "number", "-0.5e", ()),
        ("12 ", "end", "", ()),
        ("tru", "word", "tru", ()),
        ("null", "end", "", ()),
        ("{", "key", "", ("",)),
        ('{"k', "string", "k", ("",)),
        ('{"k"', "colon", "", ("k",)),
        ('{"k":', "value", "", ("k",)),
        ('{"k":1', "number", "1", ("k",)),
        ('{"k":1,', "key", "", ("k",)),
        ('{"k":1,"l": [', "value", "", ("l", 0)),
        ('{"k":1,"l": [true,', "value", "", ("l", 1)),
        ('{"k":1,"l": [true,"x"', "separator", "", ("l", 1)),
        ('{"k":1,"l": [true]', "separator", "", ("l",)),
        ("[[],", "value", "", (1,)),
        ('{"a":{}}', "end", "", ()),
        ('"\\u00', "string", "", ()),
        ('"\\u00e9', "string", "\\u00e9", ()),
        ('"a\\"b', "string", 'a\\"b', ()),
        ("01", "broken", "", ()),
        ("1.]", "broken", "", ()),
        ("nul ", "broken", "", ()),
        ("[1,]", "broken", "", ()),
        ('{"a":1,}', "broken", "", ()),
        ("{1", "broken", "", ()),
        ('{"a" 1', "broken", "", ()),
        ("[1 2", "broken", "", ()),
        ('"\\x', "broken", "", ()),
        ('"\\u0g', "broken", "", ()),
        ('"a\nb', "broken", "", ()),
        ("1 2", "broken", "", ()),
        ("]", "broken", "", ()),
    ],
)
def test_places(text: str, where: str, part: str, path: tuple[str | int, ...]) -> None:
    place = JsonPlace().after(text)
    assert (place.where, place.part, place.path) == (where, part, path)


@pytest.mark.parametrize(
    "text",
    ['{"a": [1, -2.5e+3, {"b": null}], "c": "x\\n\\u00e9\\"", "": true}', "[]", "0", '"日"', "[[], {}]"],
)
def test_whole_texts_end_and_no_beginning_of_one_is_broken(text: str) -> None:
    assert json.loads(text) is not None
    assert JsonPlace().after(text + " ").where == "end"
    assert all(JsonPlace().after(text[:count]).where != "broken" for count in range(len(text)))


def test_inside_a_string() -> None:
    assert JsonPlace().after('{"a').is_key
    assert not JsonPlace().after('{"a": "b').is_key
    assert JsonPlace().after('"a\\u00').escape == "\\u00"
    assert JsonPlace().after('{"a":1,"b":2').open[0].keys == ("a", "b")


SCHEMA = {
    "$defs": {"node": {"properties": {"next": {"$ref": "#/$defs/node"}, "v": {"minimum": 1}}}},
    "properties": {
        "a": {"anyOf": [{"pattern": "x"}, {"allOf": [{"enum": [1]}]}]},
        "list": {"prefixItems": [{"const": 1}], "items": {"format": "date"}},
        "old": {"items": [{"const": 1}], "additionalItems": {"format": "date"}},
        "node": {"$ref": "#/$defs/node"},
        "loop": {"$ref": "#/properties/loop"},
        "lost": {"$ref": "#/nowhere"},
        "any": True,
    },
    "patternProperties": {"^x": {"maxLength": 3}},
    "additionalProperties": {"multipleOf": 2},
}  # fmt: skip


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ((), {"$defs", "properties", "patternProperties", "additionalProperties"}),
        (("a",), {"anyOf", "pattern", "allOf", "enum"}),
        (("list",), {"prefixItems", "items"}),
        (("list", 0), {"const"}),
        (("list", 1), {"format"}),
        (("old", 0), {"const"}),
        (("old", 7), {"format"}),
        (("node", "next", "next", "v"), {"minimum"}),
        (("loop",), {"$ref"}),
        (("lost",), {"$ref"}),
        (("any",), set()),
        (("xyz",), {"maxLength", "multipleOf"}),
        (("a", "below"), set()),
    ],
)
def test_keywords(path: tuple[str | int, ...], expected: set[str]) -> None:
    assert keywords_at(SCHEMA, path) == expected


@pytest.mark.parametrize("schema", [True, False, {}, {"properties": {"a": 1}}])
def test_schemas_that_say_nothing(schema: object) -> None:
    assert keywords_at(schema, ("a", 0)) == frozenset()
