"""Grammars in xgrammar's EBNF: how each part is written."""

import pytest

from playground.grammar.gbnf import parse_gbnf
from playground.grammar.model import (
    CharClass,
    Choice,
    Grammar,
    Literal,
    Node,
    Reference,
    Repeat,
    Rule,
    Sequence,
    TokenSet,
    TokenText,
)
from playground.grammar.print_ebnf import print_ebnf


def body(node: Node) -> str:
    """What is written for the body of the only rule."""
    lines = print_ebnf(Grammar((Rule("root", node),))).splitlines()
    assert lines[0] == "root ::= r0"
    return lines[1].removeprefix("r0 ::= ")


A, B = Literal("a"), Literal("b")


@pytest.mark.parametrize(
    ("node", "written"),
    [
        (Literal(""), '""'),
        (Literal("aZ9"), '"aZ9"'),
        (Literal('"\\\n\0'), r'"\u0022\u005c\u000a\u0000"'),
        (Literal("é€😀"), r'"\u00e9\u20ac\U0001f600"'),
        (Literal("a\ud800"), "[]"),
        (CharClass(((0x61, 0x63), (0x5D, 0x5D), (0x5E, 0x5E))), r"[\u005d-\u005ea-c]"),
        (CharClass(((0x63, 0x61),)), "[]"),
        (CharClass(()), "[]"),
        (Sequence(()), '""'),
        (Choice(()), "[]"),
        (Sequence((Literal("ab"), Choice((Literal("cd"), Literal(""))))), '("ab" ("cd" | ""))'),
        (Choice((A, Literal("bc"), CharClass(((0x30, 0x39),)))), '([0-9a] | "bc")'),
        (Repeat(A, 0, None), '"a"*'),
        (Repeat(A, 1, None), '"a"+'),
        (Repeat(A, 0, 1), '"a"?'),
        (Repeat(A, 1, 1), '"a"'),
        (Repeat(A, 0, 0), '""'),
        (Repeat(A, 2, None), '"a"{2,}'),
        (Repeat(A, 2, 5), '"a"{2,5}'),
        (Repeat(Repeat(A, 0, None), 2, 2), '("a"*){2,2}'),
        (Repeat(Sequence((A, B)), 0, None), '("a" "b")*'),
        (TokenSet((7,)), "Token(7)"),
        (TokenSet((7, 9)), "Token(7, 9)"),
        (TokenSet(()), "[]"),
        (TokenSet((9, 7), negated=True), "ExcludeToken(7, 9)"),
        (
            Choice((TokenSet((7,), negated=True), TokenSet((9,), negated=True))),
            "((ExcludeToken(7, 9) | Token(9)) | (ExcludeToken(7, 9) | Token(7)))",
        ),
    ],
)
def test_every_part(node: Node, written: str) -> None:
    assert body(node) == written


def test_rules_get_new_names_and_nothing_refers_to_root() -> None:
    grammar = parse_gbnf('root ::= Token root?\nToken ::= "x"').grammar
    assert grammar is not None
    assert print_ebnf(grammar) == 'root ::= r0\nr0 ::= (r1 r0?)\nr1 ::= "x"\n'


def test_a_class_of_longer_characters_is_a_rule_and_holds_no_surrogates() -> None:
    other = CharClass(((0x22, 0x22),), negated=True)
    grammar = Grammar((Rule("root", Sequence((other, Repeat(other, 0, None)))),))
    written = r"[\u0000-\u0021\u0023-\ud7ff\ue000-\U0010ffff]"
    assert print_ebnf(grammar) == f"root ::= r0\nr0 ::= (c0 c0*)\nc0 ::= {written}\n"


def test_what_has_no_form() -> None:
    with pytest.raises(ValueError, match="<think> has not been looked up"):
        body(TokenText("<think>"))
    with pytest.raises(ValueError, match="all tokens"):
        body(TokenSet((), negated=True))
    with pytest.raises(KeyError):
        body(Reference("gone"))
