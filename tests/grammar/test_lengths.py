"""The longest text of a grammar, worked out by hand."""

import pytest

from playground.grammar.gbnf import parse_gbnf
from playground.grammar.lengths import longest_text


@pytest.mark.parametrize(
    ("text", "longest"),
    [
        ('root ::= "abc"', 3),
        ('root ::= "a" | "bcd" | ""', 3),
        ("root ::= [a-z]{2,5} x x?\nx ::= [0-9] [0-9]", 9),
        ('root ::= "a"*', None),
        ('root ::= ("" | "a"){0,3}', 3),
        ('root ::= "(" root ")" | "x"', None),
        ('root ::= a\na ::= "x" b?\nb ::= "y" a?', None),
        ("root ::= a a\na ::= b b\nb ::= [xy]{3}", 12),
        ('root ::= "é"', 1),
    ],
)
def test_longest_text(text: str, longest: int | None) -> None:
    grammar = parse_gbnf(text).grammar
    assert grammar is not None
    assert longest_text(grammar) == longest


def test_rules_may_count_for_less() -> None:
    grammar = parse_gbnf('root ::= ws "a" ws char{0,4}\nws ::= " "*\nchar ::= "\\\\" "n" | [a-z]').grammar
    assert grammar is not None
    assert longest_text(grammar) is None
    assert longest_text(grammar, {"ws": 0}) == 9
    assert longest_text(grammar, {"ws": 0, "char": 1}) == 5
