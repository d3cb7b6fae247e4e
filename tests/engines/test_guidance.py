"""The guidance engine: what is special about llguidance."""

import pytest

from playground.constraints import Constraint
from playground.engines import EngineError, compile_constraint
from playground.engines.guidance import MAX_CHAIN, longest_chain
from playground.grammar.gbnf import parse_gbnf
from tests.engines.build import (
    END,
    END_THINK,
    EOS,
    FIRST_SPECIAL,
    THINK,
    TOKENS,
    VOCABULARY,
    allowed,
    feed,
    matcher,
)

ENDS = {EOS, END}
ALL = set(range(len(TOKENS)))
AB, ABC = TOKENS.index(b"ab"), TOKENS.index(b"abc")
A, B, C = b"abc"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"root ::= <[{THINK}]>", {THINK}),
        ("root ::= <think>", {THINK}),
        (f"root ::= <[{EOS}]> | <[{THINK}]>", {THINK}),
        (f"root ::= <[{EOS}]>", set()),
        (f"root ::= <[{AB}]>", {AB}),
        (f"root ::= !<[{THINK}]>", ALL - {THINK} - ENDS),
        (f"root ::= !<[{EOS}]>", ALL - ENDS),
    ],
)
def test_tokens_by_id(text: str, expected: set[int]) -> None:
    at = matcher("gbnf", text, engine="guidance")
    assert allowed(at) == expected
    for token_id in expected:
        assert at.accept(token_id)
        assert allowed(at) == ENDS
        at.rollback(1)


def test_a_think_block_between_tokens() -> None:
    at = matcher("gbnf", "root ::= <think> !</think>* </think> [a-z]+", engine="guidance")
    assert at.accept(THINK)
    assert not at.accept_text(b"x1"), "the block is read by ids, and this text has none"
    assert feed(at, "x1")
    assert at.accept(FIRST_SPECIAL)
    assert at.accept(END_THINK)
    assert allowed(at) == {*range(ord("a"), ord("z") + 1), AB, ABC}
    assert feed(at, "ok")
    assert at.may_end()


def test_an_id_hides_the_text_of_its_token() -> None:
    """Where both are possible llguidance reads the token by its id alone, and says so."""
    compiled = compile_constraint(
        "guidance", Constraint("gbnf", f'root ::= <[{AB}]> "x" | "ab" "y"'), VOCABULARY
    )
    assert compiled.warnings == (
        "where a token is allowed both by its id and by its text, it is read by its id alone",
    )
    at = compiled.matcher()
    assert at.accept(AB)
    assert allowed(at) == {ord("x")}
    at.rollback(1)
    assert feed(at, "ab")
    assert allowed(at) == {ord("y")}


def test_a_dead_end_and_the_way_back() -> None:
    at = matcher("gbnf", 'root ::= "b" "\\uD800" | "c"', engine="guidance")
    assert at.accept(B)
    assert allowed(at) == set()
    assert not at.may_end()
    assert not at.accept(C)
    at.rollback(1)
    assert allowed(at) == {B, C}
    assert at.accept(C)
    assert at.may_end()


def test_forced_text_collapses_to_one_token() -> None:
    """As it comes, llguidance offers the one token that the tokenizer would write the forced text with."""
    constraint = Constraint("regex", "(x|abc)[0-9]")
    exact = compile_constraint("guidance", constraint, VOCABULARY)
    forcing = compile_constraint("guidance-forcing", constraint, VOCABULARY)
    assert exact.warnings == ()
    assert "text that must come is offered as one token" in forcing.warnings[0]
    both = exact.matcher(), forcing.matcher()
    assert [allowed(at) for at in both] == [{ord("x"), A, AB, ABC}] * 2
    assert [at.accept(A) for at in both] == [True, True]
    assert [allowed(at) for at in both] == [{B}, {B}]
    both = tuple(
        compile_constraint(name, Constraint("regex", "abc[0-9]"), VOCABULARY).matcher()
        for name in ("guidance", "guidance-forcing")
    )
    assert [allowed(at) for at in both] == [{A, AB, ABC}, {A}]


def test_a_long_chain_of_rules_is_refused() -> None:
    rules = [f"r{i} ::= r{i + 1}" for i in range(MAX_CHAIN)]
    grammar = "\n".join(["root ::= r0", *rules, f'r{MAX_CHAIN} ::= "a"'])
    with pytest.raises(EngineError, match=r"1,50\d rules and groups lead to one another, more than 1,500"):
        compile_constraint("guidance", Constraint("gbnf", grammar), VOCABULARY)


@pytest.mark.parametrize(
    ("text", "depth"),
    [
        ('root ::= "a"', 1),
        ("root ::= a\na ::= b\nb ::= [x]", 3),
        ('root ::= a | b\na ::= "x"\nb ::= "y"', 3),
        ('root ::= "(" root ")" | "a"', 3),
        ('root ::= ("a" | ("b" "c")*)', 5),
    ],
)
def test_the_longest_chain(text: str, depth: int) -> None:
    """Each rule counts as one, and so does each part that is inside another."""
    grammar = parse_gbnf(text).grammar
    assert grammar is not None
    assert longest_chain(grammar) == depth


def test_its_limits_are_errors_and_the_text_before_stays() -> None:
    grammar = f'root ::= "x" ({" | ".join(["[a]"] * 2500)})'
    at = matcher("gbnf", grammar, engine="guidance")
    assert allowed(at) == {ord("x")}
    with pytest.raises(EngineError, match=r"Current row has .* items; max is 2000"):
        at.accept(ord("x"))
    assert allowed(at) == {ord("x")}
