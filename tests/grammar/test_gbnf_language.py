"""What each piece of GBNF means: the tree it is read as, worked out by hand."""

from __future__ import annotations

import pytest

from playground.grammar.diagnostics import Span
from playground.grammar.gbnf import parse_gbnf
from playground.grammar.model import (
    CharClass,
    Choice,
    Grammar,
    Literal,
    Node,
    Reference,
    Repeat,
    Sequence,
    TokenSet,
    TokenText,
)

A, B, C = Literal("a"), Literal("b"), Literal("c")
ANY = CharClass((), negated=True)
NEVER = (1, 0)
EMPTY = Literal("")


def chars(*ranges: str, negated: bool = False) -> CharClass:
    """A class from one- or two-character strings."""
    return CharClass(tuple((ord(r[0]), ord(r[-1])) for r in ranges), negated)


def parse(text: str) -> Grammar:
    parsed = parse_gbnf(text)
    assert not parsed.errors
    assert parsed.grammar is not None
    return parsed.grammar


def body(text: str) -> Node:
    """The body of the root rule of a grammar given by its right-hand side; more rules may follow."""
    return parse(f"root ::= {text}\n").by_name["root"].body


BODIES: list[tuple[str, Node]] = [
    # Literals
    ('"a"', A),
    ('"two words"', Literal("two words")),
    ('""', EMPTY),
    ('"\\n\\r\\t\\\\\\"\\[\\]\\-"', Literal('\n\r\t\\"[]-')),
    ('"\\x41bc"', Literal("Abc")),
    ('"\\x4a\\x4A"', Literal("JJ")),
    ('"\\u00e9\\u4f60"', Literal("é你")),
    ('"\\U0001F600"', Literal("😀")),
    ('"é你😀"', Literal("é你😀")),
    ('"a\nb"', Literal("a\nb")),
    ('"\\x00"', Literal("\0")),
    ('"# no comment"', Literal("# no comment")),
    ('"\\ud83d"', CharClass((NEVER,))),
    ('"a\\U00110000b"', Sequence((A, CharClass((NEVER,)), B))),
    # Classes
    ("[a]", chars("a")),
    ("[abc]", chars("a", "b", "c")),
    ("[a-z0-9_]", chars("az", "09", "_")),
    ("[^a-z]", chars("az", negated=True)),
    ("[^^]", chars("^", negated=True)),
    ("[a^]", chars("a", "^")),
    ("[a-]", chars("a", "-")),
    ("[-a]", chars("-", "a")),
    ("[--a]", chars("-a")),
    ("[a-c-e]", chars("ac", "-", "e")),
    ("[\\[\\]\\-\\\\]", chars("[", "]", "-", "\\")),
    ("[a-\\]]", CharClass(((97, 93),))),
    ("[\\x41-\\x43]", chars("AC")),
    ("[ \\t\\n\\r]", chars(" ", "\t", "\n", "\r")),
    ("[é-ÿ]", chars("éÿ")),
    ("[😀-🙏]", chars("😀🙏")),
    ("[a-z\n]", chars("az", "\n")),
    ('["]', chars('"')),
    ("[z-a]", CharClass(((122, 97),))),
    ("[a\\ud800]", CharClass(((97, 97), NEVER))),
    ("[\\U00010000-\\UFFFFFFFF]", CharClass(((0x10000, 0x10FFFF),))),
    ("[\\U00110000-\\U00120000]", CharClass((NEVER,))),
    ("[]", EMPTY),
    ("[^]", EMPTY),
    (".", ANY),
    ("...", Sequence((ANY, ANY, ANY))),
    # Sequences, alternatives and groups
    ('"a" "b"', Sequence((A, B))),
    ('"a""b"[c].', Sequence((A, B, chars("c"), ANY))),
    ('"a" | "b"', Choice((A, B))),
    ('"a"|"b" "c"', Choice((A, Sequence((B, C))))),
    ('| "a"', Choice((EMPTY, A))),
    ('"a" |', Choice((A, EMPTY))),
    ('"a" || "b"', Choice((A, EMPTY, B))),
    ("", EMPTY),
    ('("a")', Sequence((Sequence((A,)),))),
    ('("a" | "b")', Sequence((Choice((A, B)),))),
    ('"a" ("b" | "c")', Sequence((A, Choice((B, C))))),
    ('("a" "b") "c"', Sequence((Sequence((A, B)), C))),
    ("()", Sequence((Sequence((EMPTY,)),))),
    ('( | "a")', Sequence((Choice((EMPTY, A)),))),
    # Repetitions
    ('"a"*', Repeat(A, 0, None)),
    ('"a"+', Repeat(A, 1, None)),
    ('"a"?', Repeat(A, 0, 1)),
    ('"a" *', Repeat(A, 0, None)),
    ('"a"{3}', Repeat(A, 3, 3)),
    ('"a"{3,}', Repeat(A, 3, None)),
    ('"a"{3,5}', Repeat(A, 3, 5)),
    ('"a"{0,5}', Repeat(A, 0, 5)),
    ('"a"{0}', Repeat(A, 0, 0)),
    ('"a"{ 1 , 2 }', Repeat(A, 1, 2)),
    ('"a"{007}', Repeat(A, 7, 7)),
    ('"ab"{2}', Repeat(Literal("ab"), 2, 2)),
    ('"a"{2}{3}', Repeat(Repeat(A, 2, 2), 3, 3)),
    ('"a"+*', Repeat(Repeat(A, 1, None), 0, None)),
    ('("a"*)*', Repeat(Sequence((Repeat(A, 0, None),)), 0, None)),
    ('("a" | "b")+', Repeat(Choice((A, B)), 1, None)),
    ('("a" "b")?', Repeat(Sequence((A, B)), 0, 1)),
    ('"a" "b"*', Sequence((A, Repeat(B, 0, None)))),
    ('"a"{0,2000}', Repeat(A, 0, 2000)),
    ('"a"{2000}', Repeat(A, 2000, 2000)),
    ('"a"{0,2001}', Repeat(A, 0, None)),
    ('"a"{3,5000}', Repeat(A, 3, None)),
    # Tokens
    ("<[1000]>", TokenSet((1000,))),
    ("!<[7]>", TokenSet((7,), negated=True)),
    ("<[007]>", TokenSet((7,))),
    ("<[4294967295]>", TokenSet((4294967295,))),
    ("<think>", TokenText("<think>")),
    ("!</think>", TokenText("</think>", negated=True)),
    ("<|im_end|>", TokenText("<|im_end|>")),
    ("!<[1]>*", Repeat(TokenSet((1,), negated=True), 0, None)),
    # Line ends and comments
    ('"a" |\n "b"', Choice((A, B))),
    ('"a" | # first\n # second\n "b"', Choice((A, B))),
    ('\n\n "a"', A),
    ('# a comment\n "a"', A),
    ('("a"\n "b")', Sequence((Sequence((A, B)),))),
    ('(\n"a"\n*\n)', Sequence((Sequence((Repeat(A, 0, None),)),))),
    ('("a"\n{\n2\n,\n3\n}\n)', Sequence((Sequence((Repeat(A, 2, 3),)),))),
    ('("a" # one\n| # two\n"b")', Sequence((Choice((A, B)),))),
    ('"a" # the end', A),
    # Names
    ('a\na ::= "x"', Reference("a")),
    (
        'a-b 1 A\na-b ::= "x"\n1 ::= "x"\nA ::= "x"',
        Sequence((Reference("a-b"), Reference("1"), Reference("A"))),
    ),
    ('a_b\na_b ::= "x"', Reference("a_b")),
    ('factor("b")\nfactor ::= "x"', Sequence((Reference("factor"), Sequence((B,))))),
]


@pytest.mark.parametrize(("text", "expected"), BODIES)
def test_body(text: str, expected: Node) -> None:
    assert body(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        'root ::= a\na ::= "x"',
        'root ::= a\na ::= "x"\n',
        'root ::= a\r\na ::= "x"\r\n',
        'root ::= a\ra ::= "x"\r',
        'root::=a\na::="x"',
        '\n\n  root ::= a\n\n\t a \t ::= \t "x"\n\n',
        '# top\nroot ::= a # end\n# between\n\na ::= "x"\n# last',
        '\N{BYTE ORDER MARK}root ::= a\na ::= "x"',
        'root ::= a\na ::= "y"\na ::= "x"',
        'root ::= "y"\na ::= "x"\nroot ::= a',
    ],
)
def test_layout_of_rules(text: str) -> None:
    grammar = parse(text)
    assert {rule.name: rule.body for rule in grammar.rules} == {"root": Reference("a"), "a": Literal("x")}
    assert len(grammar.rules) == 2


def test_spans_are_where_the_parts_stand() -> None:
    text = 'root ::= "a" (b | [x])+ !<[1]>\nb ::= .'
    grammar = parse(text)
    sequence = grammar.by_name["root"].body
    assert isinstance(sequence, Sequence)

    def source(span: Span) -> str:
        return text[span.start : span.end]

    assert source(sequence.span) == '"a" (b | [x])+ !<[1]>'
    assert [source(item.span) for item in sequence.items] == ['"a"', "(b | [x])+", "!<[1]>"]
    repeat = sequence.items[1]
    assert isinstance(repeat, Repeat)
    choice = repeat.item
    assert isinstance(choice, Choice)
    assert source(choice.span) == "(b | [x])"
    assert [source(part.span) for part in choice.alternatives] == ["b", "[x]"]
    assert source(grammar.by_name["b"].span) == "b"
    assert source(grammar.by_name["b"].body.span) == "."


def test_names_of_the_real_world() -> None:
    grammar = parse('root ::= "{" ws "}" ws\nws ::= | " " | "\\n" [ \\t]{0,20}\n')
    blanks = Sequence((Literal("\n"), Repeat(CharClass(((32, 32), (9, 9))), 0, 20)))
    assert grammar.by_name["ws"].body == Choice((EMPTY, Literal(" "), blanks))
