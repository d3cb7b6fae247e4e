"""How far repetitions may go: what llama.cpp counts, worked out by hand on both sides of its limit, 2000."""

from __future__ import annotations

import pytest

from playground.grammar.gbnf import parse_gbnf


@pytest.mark.parametrize(
    "grammar",
    [
        'root ::= "a"{2000}',
        'root ::= "a"{2000,}',
        'root ::= "a"{0,2000}',
        'root ::= "a"{1000,2000}',
        'root ::= "a"{40}{50}',
        'root ::= "a"{40}{50}+',
        # A group counts itself and the rules made in it: 1 + 44, and 45 * 44 = 1980.
        'root ::= ("a"{0,44}){0,44}',
        # An exact repetition makes no rule, so this group counts 1.
        'root ::= ("a"{50}){50}',
        # Two groups and two repetitions: 4 * 500 = 2000.
        'root ::= (("a"*)*){0,500}',
        # A rule that was met before the group counts nothing, one that is first met in it counts 1.
        'root ::= a (a a a){2000}\na ::= "x"',
        'a ::= "x"\nroot ::= (a){2000}',
        'root ::= (a){1000}\na ::= "x"',
        # A reference is one rule, whatever that rule repeats.
        'root ::= a{2000}\na ::= "x"{2000}',
    ],
)
def test_within(grammar: str) -> None:
    assert not parse_gbnf(grammar).errors


@pytest.mark.parametrize(
    "grammar",
    [
        'root ::= "a"{2001}',
        'root ::= "a"{2001,}',
        'root ::= "a"{40}{51}',
        'root ::= "a"{0,40}{51}',
        # (1 + 45) * 44 = 2024.
        'root ::= ("a"{0,45}){0,44}',
        # 4 * 501 = 2004.
        'root ::= (("a"*)*){0,501}',
        # (1 + 1) * 1001 = 2002.
        'root ::= (a){1001}\na ::= "x"',
    ],
)
def test_beyond(grammar: str) -> None:
    assert [error.code for error in parse_gbnf(grammar).errors] == ["repetition_limit"]
