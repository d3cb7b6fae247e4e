"""Strings: escapes and control characters, lengths in characters, patterns with lengths, formats."""

from __future__ import annotations

import json
from typing import Any

import pytest

from playground.automaton import Automaton
from playground.grammar.schema import SchemaOptions
from tests.grammar.schema.suite import accepts, read


def machine(schema: Any) -> Automaton:
    grammar, _, errors = read(schema, SchemaOptions("none"))
    assert grammar is not None, errors
    return Automaton(grammar)


FREE = machine({"type": "string"})
SHORT = machine({"type": "string", "minLength": 1, "maxLength": 2})
DOTS = machine({"type": "string", "pattern": "^.{1,2}$"})


@pytest.mark.parametrize(
    ("text", "free", "short"),
    [
        ('""', True, False),
        ('"a"', True, True),
        ('"abc"', True, False),
        ('"😀é"', True, True),
        (r'"\n\""', True, True),
        (r'"\\\/"', True, True),
        (r'"\u00e9\u00E9"', True, True),
        (r'"\ud83d\ude00a"', True, True),
        (r'"\ud83d\ude00\ud83d\ude00"', True, True),
        (r'"\ud83d"', False, False),
        (r'"\ude00\ud83d"', False, False),
        (r'"\ud83dx"', False, False),
        ('"\n"', False, False),
        ('"\x00"', False, False),
        ('"\x1f"', False, False),
        ('"\x7f"', True, True),
        (r'"\x"', False, False),
        (r'"\u12"', False, False),
        ('"a', False, False),
    ],
)
def test_a_character_is_counted_once_however_it_is_written(text: str, free: bool, short: bool) -> None:
    assert accepts(FREE, text) == free
    assert accepts(SHORT, text) == short


@pytest.mark.parametrize("code", [*range(0x21), 0x22, 0x5C, 0x2028])
def test_control_characters_never_stand_for_themselves(code: int) -> None:
    raw, written = f'"{chr(code)}"', json.dumps(chr(code))
    is_json = code >= 0x20 and chr(code) not in '"\\'
    for automaton in (FREE, SHORT):
        assert accepts(automaton, raw) == is_json
        assert accepts(automaton, written)
    assert accepts(DOTS, raw) == (is_json and code != 0x2028)
    assert accepts(DOTS, written) == (chr(code) not in "\n\r\u2028")


@pytest.mark.parametrize(
    ("schema", "yes", "no"),
    [
        (
            {"pattern": "^[a-z]+(-[a-z]+)*$", "minLength": 3, "maxLength": 5},
            ["abc", "a-b", "ab-cd"],
            ["ab", "abc-", "abc-de"],
        ),
        ({"pattern": "a", "maxLength": 3}, ["a", "bab"], ["bb", "bbba", "abbb"]),
        (
            {"pattern": "^a", "allOf": [{"pattern": "b$"}, {"pattern": "c"}]},
            ["acb", "ac-b"],
            ["ab", "acbc", "cb"],
        ),
        (
            {"pattern": "^(?=.*[0-9])(?=.*[a-z]).{4,6}$"},
            ["abc1", "1a2b3c"],
            ["abcd", "1234", "a1", "abcdef1"],
        ),
        ({"pattern": "^a*$", "not": {"pattern": "^aa$"}}, ["", "a", "aaa"], ["aa", "b"]),
        ({"not": {"enum": ["a", "ab"]}}, ["", "b", "abc"], ["a", "ab"]),
        ({"enum": ["a", "bb", "ccc"], "maxLength": 2}, ["a", "bb"], ["ccc", "b"]),
        ({"pattern": '^["\\\\]$'}, ['"', "\\"], ["a", ""]),
    ],
)
def test_patterns_with_lengths_and_other_patterns(schema: Any, yes: list[str], no: list[str]) -> None:
    automaton = machine({"type": "string", **schema})
    assert [text for text in yes if not accepts(automaton, json.dumps(text))] == []
    assert [text for text in no if accepts(automaton, json.dumps(text))] == []


# From the documents that define the formats, and the edges of what they allow.
FORMATS = {
    "date": (
        ["2024-02-29", "2000-02-29", "1999-12-31", "0001-01-01"],
        ["2023-02-29", "1900-02-29", "2024-13-01", "2024-04-31", "2024-1-1", "0000-01-01", "2024-00-10"],
    ),
    "time": (
        ["00:00:00Z", "23:59:59.999+01:30", "12:30:00-00:00"],
        ["24:00:00Z", "12:60:00Z", "12:30:61Z", "12:30:00", "12:30Z", "12:30:00+1:00"],
    ),
    "date-time": (
        ["2024-02-29T12:00:00Z", "1985-04-12T23:20:50.52Z", "1996-12-19T16:39:57-08:00"],
        ["2024-02-30T12:00:00Z", "2024-02-29 12:00:00Z", "2024-02-29T12:00:00", "2024-02-29"],
    ),
    "duration": (
        ["P4DT12H30M5S", "P4Y", "PT0S", "P1M", "PT1M", "P2W", "P1Y2M3D"],
        ["P", "PT", "4DT", "P1D2H", "P2D1Y", "P1YT", "PT1D", "P1Y2W", "P1Y3D"],
    ),
    "email": (
        ["a@b", "joe.bloggs+x@example.com", "te~st@example.com"],
        ["a", "@b", "a@", ".a@b", "a..b@c", "a@-b", "a@b-", "a@b..c"],
    ),
    "hostname": (
        ["a", "www.example.com", "x-1.y", "a" * 63],
        ["", "-a", "a-", "a..b", "a_b", "a" * 64, ".a", "a."],
    ),
    "ipv4": (
        ["0.0.0.0", "127.0.0.1", "255.255.255.255"],
        ["256.0.0.1", "1.2.3", "1.2.3.4.5", "01.2.3.4", "1.2.3.-4", ""],
    ),
    "ipv6": (
        ["::", "::1", "1::", "2001:db8::8a2e:370:7334", "1:2:3:4:5:6:7:8", "::ffff:192.0.2.1", "1:2::7:8"],
        [":", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1::2::3", "12345::", "::1.2.3", ":1:2", "1::2:"],
    ),
    "uuid": (
        ["2eb8aa08-aa98-11ea-b4aa-73b441d16380", "2EB8AA08-AA98-11EA-B4AA-73B441D16380"],
        ["2eb8aa08aa9811eab4aa73b441d16380", "2eb8aa08-aa98-11ea-b4ga-73b441d16380", ""],
    ),
    "uri": (
        ["http://a.b/c?d#e", "urn:isbn:0-486", "mailto:a@b", "http://[::1]:80/", "a:", "ftp://a%20b/"],
        ["//a", "/a", "a", "", "http://a b", "http://a/<b>", ":a", "1a:b", "a:%2"],
    ),
    "uri-reference": (
        ["", "/a", "//a/b", "a", "#b", "?c", "http://a", "a/b:c"],
        ["\\a", "a b", "[a]", "#a#b", "1:b"],
    ),
    "iri": (["http://ä.de/ö"], ["ä", "http://ä b"]),
    "iri-reference": (["ä/ö", "http://ä"], ["\\ä", "ä b"]),
    "json-pointer": (["", "/", "/a~0b/~1", "/ä"], ["a", "/~", "/~2"]),
    "relative-json-pointer": (["0", "1/a", "10#", "0/"], ["", "-1/a", "/a", "01", "0##", "+1"]),
}


@pytest.mark.parametrize("name", FORMATS)
def test_formats(name: str) -> None:
    yes, no = FORMATS[name]
    automaton = machine({"type": "string", "format": name})
    assert [text for text in yes if not accepts(automaton, json.dumps(text, ensure_ascii=False))] == []
    assert [text for text in no if accepts(automaton, json.dumps(text, ensure_ascii=False))] == []


@pytest.mark.parametrize(
    ("schema", "accepted", "refused"),
    [
        ({"type": "string", "format": "time", "pattern": "b$"}, '"ab"', '"12:00:00Z"'),
        ({"const": "1.2.3.4", "format": "date-time"}, '"1.2.3.4"', '"2020-01-01T00:00:00Z"'),
        ({"format": "date", "type": ["string", "null"], "maxLength": 9}, '"2020-1-1"', '"2020-01-01"'),
        ({"enum": ["1.2.3.4", "x"], "format": "ipv4"}, '"1.2.3.4"', '"x"'),
        (
            {"properties": {"a": {"$ref": "#/$defs/b", "format": "ipv4"}}, "$defs": {"b": {"enum": ["b"]}}},
            '{"a":"b"}',
            '{"a":"1.2.3.4"}',
        ),
    ],
)
def test_a_format_gives_way_where_no_text_has_it(schema: Any, accepted: str, refused: str) -> None:
    automaton = machine(schema)
    assert accepts(automaton, accepted)
    assert not accepts(automaton, refused)


def test_a_format_with_a_length_and_a_pattern() -> None:
    automaton = machine({"type": "string", "format": "hostname", "maxLength": 5, "pattern": "^a"})
    assert [accepts(automaton, f'"{host}"') for host in ("a.b", "ab.cd", "ab.cde", "b.a", "a-")] == [
        *(True, True, False, False, False)
    ]
