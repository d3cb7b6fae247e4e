"""Lists of choices: what they are read as, and what is wrong with them."""

import pytest

from playground.grammar.choice import choice_to_grammar, read_choices
from playground.grammar.model import Choice, Literal

READ = [
    # text, choices
    ("yes\nno", ["yes", "no"]),
    ("yes\nno\n", ["yes", "no"]),
    ("yes\r\nno\r\n", ["yes", "no"]),
    ("only", ["only"]),
    ("skill\nsky\nskies", ["skill", "sky", "skies"]),
    ('a b\n"quoted"\n{}', ["a b", '"quoted"', "{}"]),
    ("\ufeffyes\nno", ["yes", "no"]),
    ('["yes", "no"]', ["yes", "no"]),
    (' [\n"a\\nb", "é", "\\u00e9"\n]', ["a\nb", "é"]),
    ('["[x]"]', ["[x]"]),
    ('["", "a"]', ["", "a"]),
]


@pytest.mark.parametrize(("text", "choices"), READ)
def test_choices(text: str, choices: list[str]) -> None:
    read = read_choices(text)
    assert [choice for choice, _ in read.choices] == choices
    assert read.errors == ()
    grammar = choice_to_grammar(text).grammar
    assert grammar is not None
    [rule] = grammar.rules
    literals = tuple(Literal(choice) for choice in choices)
    assert rule.body == (Choice(literals) if len(literals) > 1 else literals[0])


def test_each_choice_knows_its_place() -> None:
    text = "yes\nno"
    assert [text[span.start : span.end] for _, span in read_choices(text).choices] == ["yes", "no"]
    text = '["yes",\n "no"]'
    assert [text[span.start : span.end] for _, span in read_choices(text).choices] == ['"yes"', '"no"']


ERRORS = [
    # text, code, line, column
    ("[]", "choice-none", 1, 1),
    ("  \n \n", "choice-none", 1, 1),
    ('["a", 7]', "choice-type", 1, 7),
    ('["a",\n ["b"]]', "choice-type", 2, 2),
    ('["a", null]', "choice-type", 1, 7),
    ('["a" "b"]', "json-syntax", 1, 6),
    ("[a]", "json-syntax", 1, 2),
    ('["\\ud83d"]', "surrogate", 1, 3),
]


@pytest.mark.parametrize(("text", "code", "line", "column"), ERRORS)
def test_errors(text: str, code: str, line: int, column: int) -> None:
    parsed = choice_to_grammar(text)
    assert parsed.grammar is None
    [error] = parsed.errors
    assert (error.code, error.line, error.column, error.severity) == (code, line, column, "error")
    assert error.hint


WARNINGS = [
    # text, code and line of each warning
    ("skill\nskills", []),
    ("yes\nno\n\n", []),
    ("yes\n\nno", [("choice-empty-line", 2)]),
    ("\nyes", [("choice-empty-line", 1)]),
    ("yes\nno\nyes", [("choice-twice", 3)]),
    ('["a",\n"a",\n"\\u0061"]', [("choice-twice", 2), ("choice-twice", 3)]),
    ("yes \nno", [("choice-space", 1)]),
    ('["a ", " b"]', []),
    ('["", "a"]', [("choice-empty", 1)]),
]


@pytest.mark.parametrize(("text", "expected"), WARNINGS)
def test_warnings(text: str, expected: list[tuple[str, int]]) -> None:
    parsed = choice_to_grammar(text)
    assert parsed.grammar is not None
    assert [(warning.code, warning.line) for warning in parsed.warnings] == expected
    assert {warning.severity for warning in parsed.warnings} <= {"warning"}


def test_all_errors_are_reported() -> None:
    assert len(choice_to_grammar('[1, "a", 2, 3]').errors) == 3
