"""Warnings about grammars that are accepted: their code, place and advice."""

from __future__ import annotations

import pytest

from playground.grammar.diagnostics import Diagnostic
from playground.grammar.gbnf import parse_gbnf


def warnings(text: str) -> list[Diagnostic]:
    parsed = parse_gbnf(text)
    assert not parsed.errors
    assert all(warning.severity == "warning" for warning in parsed.warnings)
    return list(parsed.warnings)


# Text, code, line, column, length of the caret, a piece of the hint.
SINGLE = [
    ('root ::= "a"\nb ::= "c"', "unused_rule", 2, 1, 1, "Remove"),
    ('root ::= "a"\nlonger ::= longer2\nlonger2 ::= "c"', "unused_rule", 2, 1, 6, "Remove"),
    ('root ::= "a" root', "endless_rule", 1, 1, 4, "alternative"),
    ('root ::= [0-9]+ ";" [0-9]+', "unbounded_end", 1, 21, 6, "{1,20}"),
    ("root ::= [0-9]{30,}", "unbounded_end", 1, 10, 10, "{30,60}"),
    ('root ::= "a" w\nw ::= " "*', "unbounded_end", 2, 7, 4, "{0,20}"),
    ('root ::= "a" [b]* "c"?', "unbounded_end", 1, 14, 4, "{0,20}"),
    ('root ::= "a" w\nw ::= (" " w)?', "unbounded_end", 2, 12, 1, "repetition"),
    ('root ::= "x"? "x"? "x"?', "optional_chain", 1, 10, 14, '"x"{0,3}'),
    ('root ::= "a" ([0-9] "b")? ([0-9] "b")? ([0-9] "b")? "c"', "optional_chain", 1, 14, 38, "{0,3}"),
    ('root ::= ("a"?){2}', "empty_repetition", 1, 10, 9, "at least one"),
    ('root ::= w{3}\nw ::= v | "a"\nv ::= " "?', "empty_repetition", 1, 10, 4, "at least one"),
    ("root ::= [aba]", "repeated_character", 1, 10, 5, "Leave one"),
    ("root ::= [a-zx]", "repeated_character", 1, 10, 6, "Leave one"),
    ("root ::= [^0-95-7]", "repeated_character", 1, 10, 9, "Leave one"),
    ("root ::= [z-a]", "reversed_range", 1, 11, 3, "lower"),
    ('root ::= "a" []', "empty_class", 1, 14, 2, "`.`"),
    ("root ::= [^]", "empty_class", 1, 10, 3, "`.`"),
    ('root ::= "\\ud83d"', "unmatchable", 1, 11, 6, "\\U0001F600"),
    ("root ::= [\\U00110000]", "unmatchable", 1, 11, 10, "\\U0010FFFF"),
    ('root ::= "a"{0,2001} "b"', "upper_bound_dropped", 1, 13, 8, "{0,}"),
    ('root ::= "a"\nroot ::= "b"', "duplicate_rule", 2, 1, 4, "Remove"),
    ('root ::= a_b\na_b ::= "x"', "underscore", 2, 1, 3, "a-b"),
    ('\N{BYTE ORDER MARK}root ::= "a"', "byte_order_mark", 1, 1, 1, "UTF-8"),
    ('root ::= "a\nok ::= b"', "unterminated_literal", 1, 10, 2, '`"`'),
]


@pytest.mark.parametrize(("text", "code", "line", "column", "length", "hint"), SINGLE)
def test_warning(text: str, code: str, line: int, column: int, length: int, hint: str) -> None:
    warning = next(warning for warning in warnings(text) if warning.code == code)
    assert (warning.line, warning.column) == (line, column)
    assert warning.excerpt.split("\n")[1] == " " * (column - 1) + "^" * length
    assert hint in warning.hint


@pytest.mark.parametrize(
    "text",
    [
        'root ::= "a"',
        'root ::= "a"? "b"? "a"?',
        'root ::= "x"? "x"?',
        'root ::= "a"{0,20} [b-d]* "e"',
        'root ::= "(" root ")" | "a"',
        'root ::= "[" [0-9]+ "]" w\nw ::= " "{0,3}',
        "root ::= [a-zA-Z0-9_]",
        "root ::= [^\\]]",
        'root ::= ("a"?)?',
        '# root ::=\nroot ::= "a\\nb"',
    ],
)
def test_nothing_to_warn_of(text: str) -> None:
    assert warnings(text) == []


def test_the_shared_characters_are_named() -> None:
    assert "has [a-c] more than once" in warnings("root ::= [a-cza-d]")[0].message
    assert "has [x] more than once" in warnings("root ::= [xyx]")[0].message


def test_underscores_are_told_once() -> None:
    found = [w for w in warnings('root ::= a_b b_c\na_b ::= "x"\nb_c ::= "y"') if w.code == "underscore"]
    assert len(found) == 1
    assert "`a_b`, `b_c`" in found[0].message


def test_warnings_come_in_the_order_of_the_text() -> None:
    found = warnings('root ::= [z-a] a_b [0-9]*\nb ::= [xx]\na_b ::= "q"\nb ::= [yy]')
    places = [(warning.line, warning.column) for warning in found]
    assert places == sorted(places)
    assert {warning.code for warning in found} == {
        "reversed_range",
        "underscore",
        "unbounded_end",
        "unused_rule",
        "duplicate_rule",
        "repeated_character",
    }


def test_only_so_many_warnings_are_told() -> None:
    found = warnings('root ::= "a"\n' + "".join(f'r{i} ::= "x"\n' for i in range(50)))
    assert len(found) == 21
    assert found[-1].code == "more_warnings"
