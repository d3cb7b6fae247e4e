"""Printing: the text by hand for every kind of node, and the round trip for random grammars."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, assume, given, settings

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
from playground.grammar.print_gbnf import print_gbnf, print_node
from tests.grammar.grammars import body_texts, grammars

A, B = Literal("a"), Literal("b")
# What the grammar strategy may come up with and llama.cpp does not take.
REFUSED = {"empty_repetition", "nothing_to_repeat", "repetition_limit", "left_recursion"}


@pytest.mark.parametrize(
    ("node", "text"),
    [
        (A, '"a"'),
        (Literal(""), '""'),
        (Literal('say "hi"\n\\'), '"say \\"hi\\"\\n\\\\"'),
        (Literal("é[-]^'"), '"é[-]^\'"'),
        (Literal("\0\x7f\u2028\U000e0001"), '"\\x00\\x7F\\u2028\\U000E0001"'),
        (CharClass(((97, 122), (95, 95))), "[a-z_]"),
        (CharClass(((97, 122),), negated=True), "[^a-z]"),
        (CharClass((), negated=True), "."),
        (CharClass(()), "[\\x01-\\x00]"),
        (CharClass(((94, 94), (97, 97))), "[\\x5Ea]"),
        (CharClass(((97, 97), (94, 94))), "[a^]"),
        (CharClass(((94, 94),), negated=True), "[^^]"),
        (CharClass(((45, 45), (91, 93))), "[\\-\\[-\\]]"),
        (CharClass(((34, 34), (9, 10))), '["\\t-\\n]'),
        (CharClass(((0, 0x10FFFF),)), "[\\x00-\\U0010FFFF]"),
        (TokenSet((5,)), "<[5]>"),
        (TokenSet((5,), negated=True), "!<[5]>"),
        (TokenSet((5, 6)), "(<[5]> | <[6]>)"),
        (TokenText("<think>", negated=True), "!<think>"),
        (Reference("ws"), "ws"),
        (Sequence((A, B)), '"a" "b"'),
        (Sequence(()), '""'),
        (Choice((A, B)), '"a" | "b"'),
        (Choice((A, Literal(""))), '"a" | ""'),
        (Choice(()), "[\\x01-\\x00]"),
        (Choice((Sequence((A, B)), Choice((A, B)))), '"a" "b" | ("a" | "b")'),
        (Sequence((A, Choice((A, B)))), '"a" ("a" | "b")'),
        (Sequence((Sequence((A,)), B)), '("a") "b"'),
        (Repeat(A, 0, None), '"a"*'),
        (Repeat(A, 1, None), '"a"+'),
        (Repeat(A, 0, 1), '"a"?'),
        (Repeat(A, 2, None), '"a"{2,}'),
        (Repeat(A, 2, 2), '"a"{2}'),
        (Repeat(A, 0, 3), '"a"{0,3}'),
        (Repeat(Choice((A, B)), 0, 1), '("a" | "b")?'),
        (Repeat(Repeat(A, 2, 2), 3, 3), '"a"{2}{3}'),
        # llama.cpp refuses these without the group.
        (Repeat(Repeat(A, 0, None), 0, None), '("a"*)*'),
        (Repeat(Repeat(A, 0, 0), 2, 2), '("a"{0}){2}'),
        (Repeat(Literal(""), 2, 2), '(""){2}'),
    ],
)
def test_node(node: Node, text: str) -> None:
    assert print_node(node) == text


def test_grammar() -> None:
    grammar = Grammar((Rule("root", Sequence((Reference("a"), A))), Rule("a", Choice((A, B)))))
    assert print_gbnf(grammar) == 'root ::= a "a"\na ::= "a" | "b"\n'


def test_another_root() -> None:
    assert print_gbnf(Grammar((Rule("start", A),), root="start")) == 'root ::= start\nstart ::= "a"\n'


def test_a_long_choice_is_broken_into_lines() -> None:
    words = [Literal(f"word number {number}") for number in range(8)]
    grammar = Grammar((Rule("root", Choice(tuple(words))),))
    printed = print_gbnf(grammar)
    assert printed.startswith('root ::= "word number 0" |\n    "word number 1" |\n')
    assert parse_gbnf(printed).grammar == grammar


def test_a_deep_node() -> None:
    node: Node = A
    for _ in range(20_000):
        node = Sequence((Choice((node, B)),))
    assert print_node(node).count("(") == 20_000


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(grammars())
def test_a_printed_grammar_parses_to_the_same(grammar: Grammar) -> None:
    parsed = parse_gbnf(print_gbnf(grammar))
    codes = {error.code for error in parsed.errors}
    assert codes <= REFUSED
    assume(not codes)
    assert parsed.grammar == grammar


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
@given(body_texts)
def test_whatever_parses_is_printed_faithfully(body: str) -> None:
    parsed = parse_gbnf(f'w ::= "w"\nroot ::= {body}')
    assert {error.code for error in parsed.errors} <= REFUSED
    assume(parsed.grammar is not None)
    assert parsed.grammar is not None
    assert parse_gbnf(print_gbnf(parsed.grammar)).grammar == parsed.grammar
