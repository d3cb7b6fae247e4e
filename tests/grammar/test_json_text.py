"""JSON text with the place of every part."""

import pytest

from playground.grammar.diagnostics import Diagnostic, Span
from playground.grammar.json_text import JsonText, pointer, read_json


def test_values_and_places() -> None:
    text = '{"a": [1, {"b~/": "}{,:"}],\n "": true}'
    document = read_json(text)
    assert isinstance(document, JsonText)
    assert document.value == {"a": [1, {"b~/": "}{,:"}], "": True}
    at = {where: text[span.start : span.end] for where, span in document.places.items()}
    assert at == {"": "{", "/a": '"a"', "/a/0": "1", "/a/1": "{", "/a/1/b~0~1": '"b~/"', "/": '""'}
    assert document.places["/a/1/b~0~1"] == Span(11, 16)
    assert document.warnings == []


def test_duplicate_keys_are_warned_of_and_the_last_counts() -> None:
    document = read_json('{"a": 1,\n "x": {"b": 1, "b": 2},\n "\\u0061": 3}')
    assert isinstance(document, JsonText)
    assert document.value == {"a": 3, "x": {"b": 2}}
    warnings = [(w.line, w.column, w.where, w.severity) for w in document.warnings]
    assert warnings == [(2, 16, "/x", "warning"), (3, 2, "", "warning")]


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("", 1, 1, "Expecting value"),
        ('{"a": 1,}', 1, 9, "Expecting property name"),
        ("{'a': 1}", 1, 2, "Expecting property name"),
        ('{"a" 1}', 1, 6, "Expecting ':' delimiter"),
        ("[1 2]", 1, 4, "Expecting ',' delimiter"),
        ('{"a":\n nope}', 2, 2, "Expecting value"),
        ('{"a": "x', 1, 7, "Unterminated string"),
        ('"a\nb"', 1, 3, "Invalid control character"),
        ("{} {}", 1, 4, "Extra data"),
        ("\ufeff{}", 1, 1, "BOM"),
        ("[NaN]", 0, 0, "NaN is not a JSON number"),
        ("[" + "9" * 5000 + "]", 0, 0, "digits"),
        ("[" * 101 + "]" * 101, 1, 101, "nested more than 100 deep"),
        ("[" * 60_000, 1, 101, "nested more than 100 deep"),
        ('{"a":' * 60_000, 1, 501, "nested more than 100 deep"),
    ],
)
def test_what_is_not_json(text: str, line: int, column: int, message: str) -> None:
    error = read_json(text)
    assert isinstance(error, Diagnostic)
    assert (error.line, error.column) == (line, column)
    assert message in error.message
    assert error.severity == "error"


def test_brackets_in_strings_are_no_nesting() -> None:
    assert isinstance(read_json('"' + "[{" * 500 + '"'), JsonText)


@pytest.mark.parametrize(
    ("parent", "key", "expected"), [("", "a", "/a"), ("/x", 0, "/x/0"), ("", "a/~b", "/a~1~0b")]
)
def test_pointer(parent: str, key: str | int, expected: str) -> None:
    assert pointer(parent, key) == expected
