"""Repetitions as rules that end in themselves: which are rewritten, and that the texts stay the same."""

from itertools import product

import pytest

from playground.automaton import DEAD, Automaton
from playground.grammar.gbnf import parse_gbnf
from playground.grammar.loops import loops_as_rules
from playground.grammar.model import Choice, Grammar, Literal, Node, Reference, Repeat, Rule, Sequence
from playground.grammar.print_gbnf import print_gbnf


def grammar(text: str) -> Grammar:
    parsed = parse_gbnf(text)
    assert parsed.grammar is not None, parsed.errors
    return parsed.grammar


@pytest.mark.parametrize(
    ("text", "rewritten"),
    [
        ('root ::= ("a" | [b-c])*', 'root ::= loop-1\nloop-1 ::= "" | "a" loop-1 | [b-c] loop-1'),
        (
            'root ::= ("a" | "b")+ "c"',
            'root ::= loop-2 "c"\nloop-1 ::= "" | "a" loop-1 | "b" loop-1\n'
            'loop-2 ::= "a" loop-1 | "b" loop-1',
        ),
        (
            'root ::= ("a" | "b"){3,}',
            'root ::= ("a" | "b"){2} loop-2\nloop-1 ::= "" | "a" loop-1 | "b" loop-1\n'
            'loop-2 ::= "a" loop-1 | "b" loop-1',
        ),
        (
            'root ::= char*\nchar ::= "a" | "b" "c"',
            'root ::= loop-1\nchar ::= "a" | "b" "c"\nloop-1 ::= "" | "a" loop-1 | "b" "c" loop-1',
        ),
        (
            'root ::= ("a" | "b")* loop-1\nloop-1 ::= "c"',
            'root ::= loop-2 loop-1\nloop-1 ::= "c"\nloop-2 ::= "" | "a" loop-2 | "b" loop-2',
        ),
    ],
)
def test_loops_over_alternatives_become_rules(text: str, rewritten: str) -> None:
    assert loops_as_rules(grammar(text)) == grammar(rewritten)


@pytest.mark.parametrize(
    "text",
    [
        "root ::= [a-z]*",
        'root ::= ("a" "b")*',
        'root ::= ("a" | "b"){0,5}',
        'root ::= x*\nx ::= "[" x* "]" | "a"',
    ],
)
def test_what_is_fast_already_stays(text: str) -> None:
    assert loops_as_rules(grammar(text)) == grammar(text)


@pytest.mark.parametrize("empty", [Literal(""), Repeat(Literal("b"), 0, None), Reference("x"), Sequence(())])
def test_a_loop_over_what_may_be_empty_stays(empty: Node) -> None:
    loop = Repeat(Choice((Literal("a"), empty)), 0, None)
    rules = Grammar((Rule("root", loop), Rule("x", Repeat(Literal("c"), 0, 1))))
    assert loops_as_rules(rules) == rules


@pytest.mark.parametrize(
    "text",
    [
        'root ::= ("a" | "b" "c")* "d"',
        'root ::= ("a" | "ab")+',
        'root ::= (("a" | "b")+ | "c")* "d"',
        'root ::= ("a" | ("b" | "c")* "d"){2,}',
        'root ::= x+ "a"\nx ::= "a" | "b" x "c" | ("c" | "d")',
        'root ::= ("[" root "]" | "a" | "b")*',
    ],
)
def test_every_short_text_gets_the_same_answer(text: str) -> None:
    before, after = Automaton(grammar(text)), Automaton(loops_as_rules(grammar(text)))
    compared = 0
    for length in range(6):
        for letters in product(b"abcd[]", repeat=length):
            states = [machine.feed(machine.start, bytes(letters)) for machine in (before, after)]
            assert (states[0] == DEAD) == (states[1] == DEAD), bytes(letters)
            assert before.may_end(states[0]) == after.may_end(states[1]), bytes(letters)
            compared += states[0] != DEAD
    assert compared > 5


def test_the_result_can_be_printed_and_read() -> None:
    result = loops_as_rules(grammar('root ::= ("a" | "b")+ "c"'))
    assert grammar(print_gbnf(result)) == result
