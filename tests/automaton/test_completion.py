"""Shortest completions: by hand, and against trying all short texts."""

import itertools
import random

import pytest

from playground.automaton import DEAD, Automaton, shortest_completion
from playground.grammar.model import Choice, Grammar, Literal, Reference, Repeat, Rule, Sequence, TokenSet
from tests.automaton.build import JSON, automaton
from tests.automaton.test_automaton import random_body

FINDING = r"""
root ::= "{" ws "\"file\":" ws string "," ws "\"line\":" ws line "," ws "\"severity\":" ws severity ws "}"
string ::= "\"" [^"\\\x00-\x1F]{0,24} "\""
line ::= [1-9] [0-9]{0,4}
severity ::= "\"low\"" | "\"medium\"" | "\"high\""
ws ::= [ \n]{0,2}
"""
CASES = [
    # grammar, text so far, a shortest completion
    (JSON, "", "0"),
    (JSON, "{", "}"),
    (JSON, '{"a": [1, 2', "]}"),
    (JSON, '{"a": [1, 2, ', "0]}"),
    (JSON, '{"a', '":0}'),
    (JSON, "[tru", "e]"),
    (JSON, '"\\', '""'),
    (JSON, '"\\u1', '000"'),
    (JSON, "1.", "0"),
    (JSON, "1e", "0"),
    (JSON, "[[[[[[", "]]]]]]"),
    (FINDING, "", '{"file":"","line":1,"severity":"low"}'),
    (FINDING, '{"file":"Main.java","li', 'ne":1,"severity":"low"}'),
    (FINDING, '{"file":"","line":42,"severity":"h', 'igh"}'),
    (FINDING, '{"file":"","line":42,"severity":"high"', "}"),
    ('root ::= "a"{3,5} "b"', "", "aaab"),
    ('root ::= "a"{3,5} "b"', "a", "aab"),
    ('root ::= "a"{3,5} "b"', "aaaa", "b"),
    ('root ::= "a"{3,} "b"', "aaaaaaaa", "b"),
    ('root ::= ("a" "b"{2}){2} "c"', "abbab", "bc"),
    ('root ::= ("a"? "b"?){4} "c"', "", "c"),
    ('root ::= "a" root "b" | "c"', "aaa", "cbbb"),
    ('root ::= "€" "é"', "€", "é"),
    ('root ::= "edit " [a-z]{1,8} ".java line " [1-9] [0-9]{0,3} "\\n"', "edit ma", ".java line 1\n"),
    ('root ::= empty empty "x"\nempty ::= nothing nothing\nnothing ::= ""', "", "x"),
]


@pytest.mark.parametrize(("grammar", "text", "expected"), CASES)
def test_completion(grammar: str, text: str, expected: str) -> None:
    machine = automaton(grammar)
    completion = shortest_completion(machine, machine.feed(machine.start, text.encode()))
    assert completion is not None
    assert completion.characters == len(expected)
    assert completion.text is not None
    state = machine.feed(machine.start, (text + completion.text).encode())
    assert machine.may_end(state)
    if grammar != JSON:  # JSON has many equally short values
        assert completion.text == expected


def test_complete_text_needs_nothing() -> None:
    machine = automaton(JSON)
    completion = shortest_completion(machine, machine.feed(machine.start, b"[1]"))
    assert completion is not None
    assert (completion.characters, completion.parts, completion.text) == (0, (), "")


@pytest.mark.parametrize(
    "grammar",
    [
        Grammar((Rule("root", Sequence((Literal("a"), Reference("root")))),)),
        Grammar((Rule("root", Sequence((Literal("a"), Choice(())))),)),
        Grammar((Rule("root", Sequence((Literal("a"), TokenSet(())))),)),
    ],
)
def test_what_can_never_end_has_no_completion(grammar: Grammar) -> None:
    machine = Automaton(grammar)
    assert shortest_completion(machine, machine.start) is None
    assert shortest_completion(machine, DEAD) is None


def test_a_begun_character_counts_one() -> None:
    machine = automaton('root ::= "€!"')
    completion = shortest_completion(machine, machine.feed(machine.start, "€".encode()[:1]))
    assert completion is not None
    assert completion.parts == ("€".encode()[1:] + b"!",)
    assert completion.characters == 2


def test_tokens_count_one_and_are_named() -> None:
    machine = automaton('root ::= "a" <[7]> !<[8]> "b"')
    completion = shortest_completion(machine, machine.start)
    assert completion is not None
    assert completion.parts == (b"a", TokenSet((7,)), TokenSet((8,), negated=True), b"b")
    assert completion.text == "a<[7]>!<[8]>b"
    assert completion.characters == 4


def test_a_cheaper_way_by_text_than_by_token() -> None:
    machine = automaton('root ::= <[7]> "aa" | "bc"')
    completion = shortest_completion(machine, machine.start)
    assert completion is not None
    assert completion.text == "bc"


def test_a_long_completion_is_counted_and_not_written() -> None:
    machine = automaton('root ::= ("a"{100}){100}')
    completion = shortest_completion(machine, machine.start)
    assert completion is not None
    assert (completion.characters, completion.parts, completion.text) == (10_000, None, None)


def test_counts_beyond_writing_out() -> None:
    doubling = [Rule(f"r{i}", Sequence((Reference(f"r{i + 1}"),) * 2)) for i in range(60)]
    grammar = Grammar((Rule("root", Reference("r0")), *doubling, Rule("r60", Literal("x"))))
    machine = Automaton(grammar)
    completion = shortest_completion(machine, machine.start)
    assert completion is not None
    assert completion.characters == 2**60


def test_what_costs_nothing_is_not_walked() -> None:
    doubling = [Rule(f"r{i}", Sequence((Reference(f"r{i + 1}"),) * 2)) for i in range(60)]
    rules = (Rule("root", Sequence((Literal("a"), Reference("r0"), Literal("b")))), *doubling)
    machine = Automaton(Grammar((*rules, Rule("r60", Choice((Literal(""), Literal("x")))))))
    completion = shortest_completion(machine, machine.start)
    assert completion is not None
    assert completion.text == "ab"


def test_no_shorter_text_completes() -> None:
    """Random bodies: every text of up to three characters is tried from every state met."""
    random_ = random.Random(5)
    letters = ["a", "b", "é"]
    texts = ["".join(choice) for length in range(4) for choice in itertools.product(letters, repeat=length)]
    compared = 0
    for _ in range(80):
        body = Repeat(random_body(random_, 3), 1, 3)
        machine = Automaton(Grammar((Rule("root", body),)))
        for begun in texts[:13]:
            state = machine.feed(machine.start, begun.encode())
            shortest = next(
                (len(text) for text in texts if machine.may_end(machine.feed(state, text.encode()))), None
            )
            completion = shortest_completion(machine, state)
            found = completion.characters if completion and completion.characters <= 3 else None
            assert found == shortest, (body, begun)
            compared += shortest is not None
    assert compared > 300
