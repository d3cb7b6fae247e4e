"""Converted grammars made readable: fewer rules, the same texts, the same masks as xgrammar's own."""

import random

import numpy as np
import pytest
import xgrammar as xgr

from playground.engines.protocol import unpack
from playground.engines.xgrammar import _tokenizer_info
from playground.grammar.gbnf import parse_gbnf
from playground.grammar.model import Grammar
from playground.grammar.print_gbnf import print_gbnf
from playground.grammar.regex import regex_to_grammar
from playground.grammar.simplify import simplify
from tests.engines.build import VOCABULARY, allowed, matcher


def grammar(text: str) -> Grammar:
    parsed = parse_gbnf(text)
    assert parsed.grammar is not None, parsed.errors
    return parsed.grammar


@pytest.mark.parametrize(
    ("text", "simple"),
    [
        ('root ::= x "b"\nx ::= "a" x | ""', 'root ::= "a"* "b"'),
        ('root ::= x\nx ::= "a" x | "a"', 'root ::= "a"+'),
        ('root ::= x\nx ::= "a" x | "b" "c" x | "d" | "e"', 'root ::= ("a" | "bc")* ("d" | "e")'),
        ('root ::= x\nx ::= "(" x ")" | "a"', 'root ::= x\nx ::= "(" x ")" | "a"'),
        ('root ::= "1" x\nx ::= y | "2" y\ny ::= "3" | ""', 'root ::= "1" "2"? "3"?'),
        ('root ::= x y\nx ::= "a"\ny ::= "b" "" "c"', 'root ::= "abc"'),
        ("root ::= x x\nx ::= [a-z] [0-9]", "root ::= [a-z] [0-9] [a-z] [0-9]"),
        ('root ::= x x\nx ::= "a" [0-9]*', 'root ::= x x\nx ::= "a" [0-9]*'),
        ('root ::= kept kept\nkept ::= "a"\nunused ::= "b"', 'root ::= kept kept\nkept ::= "a"'),
        (
            'root ::= value\nvalue ::= kept-a | kept-b\nkept-a ::= "[" value "]"\nkept-b ::= "x"',
            'root ::= kept-a | kept-b\nkept-a ::= "[" (kept-a | kept-b) "]"\nkept-b ::= "x"',
        ),
        ('root ::= x | "c"\nx ::= "a" y\ny ::= "b" x | ""', 'root ::= x | "c"\nx ::= "a" ("b" x)?'),
    ],
)
def test_simplified(text: str, simple: str) -> None:
    result = simplify(grammar(text), lambda name: name.startswith("kept"))
    assert print_gbnf(result) == print_gbnf(grammar(simple))


def test_many_rules_are_no_problem() -> None:
    rules = "\n".join(f'r{i} ::= r{i + 1} | "{i}" r{i + 1}' for i in range(600))
    result = simplify(grammar(f'root ::= r0\n{rules}\nr600 ::= ""'), lambda _: False)
    assert len(result.rules) == 1


PATTERNS = [
    r"[a-z]+(-[a-z]+)*",
    r"\d{3}-\d{4}|none",
    r"(a|b|cd){2,5}x?",
    r"((ab)+|c)*d",
    r"(red|redwood)( (red|redwood))*",
    r"\((\(x\))*\)",
]


@pytest.mark.parametrize("pattern", PATTERNS)
def test_the_masks_are_those_of_the_grammar_before(pattern: str) -> None:
    """xgrammar's own grammar for a pattern beside ours, which was read from it, simplified and printed."""
    compiler = xgr.GrammarCompiler(_tokenizer_info(VOCABULARY), max_threads=1)
    compiled = compiler.compile_regex(pattern)
    grammar = regex_to_grammar(pattern).grammar
    assert grammar is not None
    for seed in range(3):
        chooser = random.Random(seed)
        own, ours = xgr.GrammarMatcher(compiled), matcher("gbnf", print_gbnf(grammar))
        for _ in range(20):
            ways = allowed(ours)
            mask = np.zeros((1, -(-compiled.tokenizer_info.vocab_size // 32)), dtype=np.int32)
            own.fill_next_token_bitmask(mask)
            assert set(np.flatnonzero(unpack(mask[0], len(VOCABULARY))).tolist()) == ways
            ways -= {*VOCABULARY.end_ids}
            if not ways:
                break
            token = chooser.choice(sorted(ways))
            assert own.accept_token(token)
            assert ours.accept(token)
