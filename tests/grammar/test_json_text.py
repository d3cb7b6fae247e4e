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
        ("", 1, 1, "a value is expected here"),
        ('{"a": 1,}', 1, 8, "a comma stands before the closing }"),
        ('[{"a": [1, 2 ,\n ]}]', 1, 14, "a comma stands before the closing ]"),
        ('{"a,}": 1,}', 1, 10, "a comma stands before the closing }"),
        ('{"a": ,}', 1, 7, "a value is expected here"),
        ("{'a': 1}", 1, 2, "a key is expected here"),
        ('{"a" 1}', 1, 6, "a colon is missing here"),
        ("[1 2]", 1, 4, "a comma is missing here"),
        ('{"a":\n nope}', 2, 2, "a value is expected here"),
        ('{"a": "x', 1, 7, "this string has no end"),
        ('"a\nb"', 1, 3, "a line break, a tab"),
        ("{} {}", 1, 4, "something follows the value"),
        ("\ufeff", 1, 2, "a value is expected here"),
        ("\ufeff\ufeff1", 1, 2, "a value is expected here"),
        ('["NaN",\n NaN]', 2, 2, "NaN is not a JSON number"),
        ("[1, NaN3]", 1, 5, "NaN is not a JSON number"),
        ('{"a": -Infinity}', 1, 7, "-Infinity is not a JSON number"),
        ('[0, "' + "9" * 5000 + '", ' + "9" * 5000 + ".5, -" + "9" * 5000 + "]", 1, 10_013, "5,000 digits"),
        ("[" + "9" * 5000 + ".x]", 1, 2, "this number has 5,000 digits, more than 4,300"),
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


@pytest.mark.parametrize(("number", "hint"), [("NaN", "null"), ("9" * 4301, "fewer digits")])
def test_the_hint_for_a_number_that_cannot_be_read(number: str, hint: str) -> None:
    error = read_json(f"[{number}]")
    assert isinstance(error, Diagnostic)
    assert hint in error.hint


def test_long_numbers_that_are_read() -> None:
    document = read_json("[" + "9" * 4300 + ", " + "1" * 5000 + "e3]")
    assert isinstance(document, JsonText)
    assert document.value[0] == 10**4300 - 1


def test_the_hint_for_a_trailing_comma_names_it() -> None:
    error = read_json('{"a": [1,]}')
    assert isinstance(error, Diagnostic)
    assert error.hint == "Take out this comma: nothing follows it."
    assert error.excerpt.splitlines()[1] == " " * 8 + "^"


@pytest.mark.parametrize("text", ['"a\nb"', '"\\x"', '"\\u12"', '"a', "[1 2]", "{} {}", "{1: 2}", "nope"])
def test_what_is_wrong_is_said_in_words_of_this_program(text: str) -> None:
    error = read_json(text)
    assert isinstance(error, Diagnostic)
    assert error.hint
    assert error.message.removeprefix("this is not JSON: ")[0].islower()


def test_brackets_in_strings_are_no_nesting() -> None:
    assert isinstance(read_json('"' + "[{" * 500 + '"'), JsonText)


@pytest.mark.parametrize(
    ("parent", "key", "expected"), [("", "a", "/a"), ("/x", 0, "/x/0"), ("", "a/~b", "/a~1~0b")]
)
def test_pointer(parent: str, key: str | int, expected: str) -> None:
    assert pointer(parent, key) == expected
