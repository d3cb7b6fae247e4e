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
            'root ::= loop-4 loop-2\nloop-1 ::= "" | "a" loop-1 | "b" loop-1\n'
            'loop-2 ::= "a" loop-1 | "b" loop-1\nloop-3 ::= "a" | "b"\nloop-4 ::= "a" loop-3 | "b" loop-3',
        ),
        (
            'root ::= ("a" | "b" "c"){1,3}',
            'root ::= loop-3\nloop-1 ::= "" | "a" | "b" "c"\nloop-2 ::= "" | "a" loop-1 | "b" "c" loop-1\n'
            'loop-3 ::= "a" loop-2 | "b" "c" loop-2',
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
        'root ::= ("a" | "b")?',
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
        'root ::= ("a" | "b" "c"){1,3} "d"?',
        'root ::= ("a" | ("b" | "c"){0,2} "d"){0,2}',
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


@pytest.mark.parametrize(
    ("fewest", "most", "rules"),
    [
        (0, 2, 3),
        (0, 223, 224),
        (0, 224, 161),
        (64, 400, 209),
        (300, 300, 109),
        (700, 900, 261),
        (0, 1000, 169),
    ],
)
def test_counted_loops_are_exact_and_long_ones_stay_small(fewest: int, most: int, rules: int) -> None:
    item = Choice((Literal("a"), Sequence((Literal("b"), Literal("c")))))
    rewritten = loops_as_rules(Grammar((Rule("root", Repeat(item, fewest, most)),)))
    assert len(rewritten.rules) == rules
    automaton = Automaton(rewritten)
    state, complete = automaton.start, []
    for count in range(most + 2):
        complete.append(automaton.may_end(state))
        state = automaton.feed(state, b"a" if count % 3 else b"bc")
    assert complete == [fewest <= count <= most for count in range(most + 2)]


def test_equal_counted_loops_share_their_rules_and_too_many_stay() -> None:
    loop = Repeat(Choice((Literal("a"), Literal("b"))), 0, 100)
    shared = loops_as_rules(Grammar((Rule("root", Sequence((loop, Literal("c"), loop))),)))
    assert len(shared.rules) == 101
    loops = [Repeat(Choice((Literal("a"), Literal(str(n)))), 0, 200) for n in range(6)]
    rewritten = loops_as_rules(Grammar((Rule("root", Sequence(tuple(loops))),)))
    root = rewritten.by_name["root"].body
    assert isinstance(root, Sequence)
    assert [isinstance(item, Repeat) for item in root.items] == [False] * 5 + [True]
