"""Grammars in llguidance's dialect; that they mean the same there is tested with the engine."""

import pytest

from playground.grammar.gbnf import parse_gbnf
from playground.grammar.model import Choice, Grammar, Rule, TokenText
from playground.grammar.print_lark import print_lark


def printed(text: str) -> str:
    grammar = parse_gbnf(text).grammar
    assert grammar is not None
    return print_lark(grammar)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ('"a"', "(/[a]/)"),
        ('"ab"', "(/[a]/ /[b]/)"),
        ('"/]"', r"(/[\x{2f}]/ /[\x{5d}]/)"),
        ('"é😀"', r"(/[\x{e9}]/ /[\x{1f600}]/)"),
        ('""', '""'),
        ("[a-cx]", "/[a-cx]/"),
        ("[^\\x01-\\U0010FFFF]", r"/[\x{0}]/"),
        ("[\\uD7FF-\\uE000]", r"/[\x{d7ff}\x{e000}]/"),
        ('"\\uD800"', "/[a&&b]/"),
        ("[z-a]", "/[a&&b]/"),
        ("[a] [b] | [c]", "((/[a]/ /[b]/) | /[c]/)"),
        ("[a]*", "(/[a]/)*"),
        ("[a]+", "(/[a]/)+"),
        ("[a]?", "(/[a]/)?"),
        ("[a]{2}", "(/[a]/){2,2}"),
        ("[a]{2,}", "(/[a]/){2,}"),
        ("[a]{0,3}", "(/[a]/){0,3}"),
        ("[a]{0}", '""'),
        ("[a]{1}", "(/[a]/)"),
        ("<[7]>", "<[7]>"),
        ("!<[7]>", "<[^7]>"),
    ],
)
def test_parts(body: str, expected: str) -> None:
    assert printed(f"root ::= {body}") == f"start: r0\nr0: {expected}\n"


def test_rules_get_names_of_their_own() -> None:
    assert printed('start ::= "a"\nroot ::= start TEXT\nTEXT ::= [x]') == (
        "start: r1\nr0: (/[a]/)\nr1: (r0 r2)\nr2: /[x]/\n"
    )


def test_no_alternatives_match_nothing() -> None:
    assert print_lark(Grammar((Rule("root", Choice(())),))) == "start: r0\nr0: /[a&&b]/\n"


def test_a_token_that_was_not_looked_up() -> None:
    with pytest.raises(ValueError, match="<think> has not been looked up"):
        print_lark(Grammar((Rule("root", TokenText("<think>")),)))
