"""States and transitions, against the partial matching of the `regex` package and by hand."""

import random

import pytest
import regex

from playground.automaton import checker
from playground.automaton.automaton import DEAD, Automaton
from playground.automaton.stacks import TooAmbiguous
from playground.constraints import Constraint
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
)
from tests.automaton.build import JSON, automaton, grammar

PARTS = [
    Literal("a"),
    Literal("b"),
    Literal("ab"),
    Literal(""),
    Literal("é"),
    CharClass(((97, 98),)),
    CharClass(((97, 97),), negated=True),
    CharClass(((233, 240),)),
]


def random_body(random_: random.Random, depth: int) -> Node:
    kind = random_.random()
    if depth == 0 or kind < 0.25:
        return random_.choice(PARTS)
    if kind < 0.75:
        parts = tuple(random_body(random_, depth - 1) for _ in range(random_.randint(1, 3)))
        return Sequence(parts) if kind < 0.5 else Choice(parts)
    low = random_.randint(0, 2)
    return Repeat(random_body(random_, depth - 1), low, random_.choice([None, low, low + 1, low + 2]))


def pattern(node: Node) -> str:
    match node:
        case Literal(text=text):
            return f"(?:{regex.escape(text)})"
        case CharClass(ranges=ranges, negated=negated):
            return f"[{'^' * negated}{''.join(f'{chr(a)}-{chr(b)}' for a, b in ranges)}]"
        case Sequence(items=items):
            return f"(?:{''.join(map(pattern, items))})"
        case Choice(alternatives=alternatives):
            return f"(?:{'|'.join(map(pattern, alternatives))})"
        case Repeat(item=item, minimum=low, maximum=high):
            return f"(?:{pattern(item)}){{{low},{'' if high is None else high}}}"
    raise AssertionError(node)


@pytest.mark.parametrize("seed", range(150))
def test_complete_texts_and_valid_prefixes_are_those_of_the_same_regex(seed):
    random_ = random.Random(seed)
    body = random_body(random_, 4)
    machine = Automaton(Grammar((Rule("root", body),)))
    oracle = regex.compile(pattern(body), regex.DOTALL)
    for _ in range(25):
        text = "".join(random_.choice("aabbcé") for _ in range(random_.randint(0, 7)))
        state = machine.feed(machine.start, text.encode())
        assert machine.may_end(state) == bool(oracle.fullmatch(text)), (oracle.pattern, text)
        assert (state != DEAD) == bool(oracle.fullmatch(text, partial=True)), (oracle.pattern, text)


@pytest.mark.parametrize(
    ("rules", "text"),
    [
        ('root ::= w "x"\nw ::= "" | "y" w', b"yyyx"),
        ("root ::= ([x]*)* ([y]*)*", b"xxyy"),
        ('root ::= (a b)* "."\na ::= "a"?\nb ::= "b"?', b"abbaab."),
        ('root ::= (("a"? "b"?){2,3} "c"?){1,2}', b"abc"),
        ('root ::= ("a"?){5} "b"', b"b"),
        ('root ::= ("a"?){5} "b"', b"aaaaab"),
    ],
)
def test_nullable_rules_and_empty_loops_end(rules, text):
    machine = automaton(rules)
    assert machine.may_end(machine.feed(machine.start, text))


def test_a_counted_repetition_of_what_may_be_empty_keeps_its_upper_bound():
    machine = automaton('root ::= ("a"?){5} "b"')
    assert machine.feed(machine.start, b"aaaaa") != DEAD
    assert machine.feed(machine.start, b"aaaaaa") == DEAD


@pytest.mark.parametrize("most", [2, 2000])
def test_a_counted_repetition_costs_the_same_whatever_its_bound(most):
    machine = automaton(f"root ::= [a-z]{{0,{most}}}")
    program = machine.program
    state = machine.feed(machine.start, b"ab")
    assert len(program._own) == len(automaton("root ::= [a-z]{0,2}").program._own)
    assert len(machine.items(state)) == (0 if most == 2 else 1)


def test_a_counted_repetition_counts():
    machine = automaton('root ::= "a"{3,1000} "b"')
    for count, wanted in [(2, False), (3, True), (1000, True), (1001, False)]:
        state = machine.feed(machine.start, b"a" * count + b"b")
        assert machine.may_end(state) == wanted, count


def test_an_unbounded_repetition_forgets_what_it_need_not_count():
    machine = automaton('root ::= "a"{3,}')
    assert machine.feed(machine.start, b"a" * 4) == machine.feed(machine.start, b"a" * 500)


@pytest.mark.parametrize("depth", [1, 10, 3000])
def test_nesting_is_limited_only_by_the_stack(depth):
    machine = automaton('root ::= e\ne ::= "(" e ")" | "x"')
    whole = b"(" * depth + b"x" + b")" * depth
    assert machine.may_end(machine.feed(machine.start, whole))
    assert not machine.may_end(machine.feed(machine.start, whole[:-1]))
    assert machine.feed(machine.start, whole + b")") == DEAD


def test_a_long_right_recursion_closes_all_at_once():
    machine = automaton('root ::= s "."\ns ::= "a" s | "b"')
    assert machine.may_end(machine.feed(machine.start, b"a" * 3000 + b"b."))


def test_a_character_may_arrive_in_parts():
    machine = automaton('root ::= [é-ü] "x"')
    half = machine.feed(machine.start, b"\xc3")
    assert half != DEAD
    assert not machine.may_end(half)
    assert machine.feed(half, b"\xa9") == machine.feed(machine.start, "ü".encode())
    assert machine.feed(half, b"\x80") == DEAD


def test_a_reversed_range_never_matches_and_leaves_the_rest_alive():
    machine = automaton("root ::= [z-a] | [c-ab]")
    assert machine.may_end(machine.feed(machine.start, b"b"))
    assert machine.feed(machine.start, b"c") == DEAD


def test_heavy_ambiguity_ends_in_a_clear_word_and_the_automaton_stays_usable():
    nested: Node = Literal("a")
    for _ in range(4):
        nested = Repeat(nested, 0, 50)
    machine = Automaton(Grammar((Rule("root", Sequence((nested, Literal("b")))),)), moves=20_000)
    with pytest.raises(TooAmbiguous, match="too ambiguous"):
        machine.feed(machine.start, b"a" * 60)
    assert machine.feed(machine.start, b"b") != DEAD


def test_the_budget_of_time_ends_a_question_too():
    with pytest.raises(TooAmbiguous, match="too ambiguous"):
        Automaton(grammar("root ::= [a-z]+"), seconds=-1)


def test_a_check_ends_after_its_time(monkeypatch):
    monkeypatch.setattr(checker, "SECONDS", -1)
    with pytest.raises(TooAmbiguous, match="further than character 0 in -1 seconds"):
        checker.check(Constraint("gbnf", "root ::= [a-z]+"), "a")


def test_tokens_are_read_by_id_and_never_by_their_text():
    machine = automaton("root ::= <[7]> !<[8]>* <[8]>")
    state = machine.feed_token(machine.start, 7, b"think")
    assert state != DEAD
    assert machine.feed(machine.start, b"think") == DEAD
    state = machine.feed_token(state, 3, b"a")
    state = machine.feed_token(state, None, b"b")
    assert not machine.may_end(state)
    assert machine.may_end(machine.feed_token(state, 8, None))


def test_a_token_that_is_both_text_and_named_goes_on_in_both_ways():
    machine = automaton('root ::= <[1]> "x" | "ab" "y"')
    state = machine.feed_token(machine.start, 1, b"ab")
    assert machine.may_end(machine.feed(state, b"x"))
    assert machine.may_end(machine.feed(state, b"y"))


def test_equal_places_are_one_state():
    machine = automaton(JSON)
    assert machine.feed(machine.start, b'{"a": [1, ') == machine.feed(machine.start, b'{"bcd": [true, ')


@pytest.mark.parametrize(
    ("rule", "message"),
    [(Reference("missing"), "the rule missing is not defined")],
)
def test_a_grammar_with_a_hole_is_refused(rule, message):
    with pytest.raises(ValueError, match=message):
        Automaton(Grammar((Rule("root", rule),)))
