"""The xgrammar engine on a vocabulary of single bytes, longer tokens and special tokens."""

import gc

import numpy as np
import pytest

from playground.automaton.vocabulary import Vocabulary
from playground.constraints import Constraint, ConstraintError
from playground.engines import ENGINES, EngineError, compile_constraint
from playground.engines.protocol import pack, unpack
from tests.engines.build import (
    END,
    END_THINK,
    EOS,
    FIRST_SPECIAL,
    LOOKS_LIKE_TEXT,
    NAMES,
    THINK,
    TOKENS,
    VOCABULARY,
    allowed,
    feed,
    matcher,
    tokenize,
)

ALL = set(range(len(TOKENS)))
ENDS = {EOS, END}
AB, ABC = TOKENS.index(b"ab"), TOKENS.index(b"abc")


def byte(*characters: str) -> set[int]:
    return {ord(character) for character in characters}


@pytest.mark.parametrize(
    ("kind", "text", "fed", "expected"),
    [
        ("gbnf", 'root ::= "abc" | "b"', "", byte("a", "b") | {AB, ABC}),
        ("gbnf", 'root ::= "abc" | "b"', "a", byte("b")),
        ("gbnf", 'root ::= "abc" | "b"', "b", ENDS),
        ("gbnf", 'root ::= "a"*', "aa", byte("a") | ENDS),
        ("gbnf", 'root ::= "a" | ""', "", byte("a") | ENDS),
        ("gbnf", "root ::= [^\\x00-\\uFFFF]", "", set(range(0xF0, 0xF5))),
        ("gbnf", "root ::= [\\u00e9]", "", {0xC3, TOKENS.index(b"\xc3\xa9")}),
        ("gbnf", 'root ::= [\\u00e9] "x"', b"\xc3", {0xA9, TOKENS.index(b"\xa9x")}),
        ("gbnf", "root ::= .", b"\xed", set(range(0x80, 0xA0))),
        ("gbnf", "root ::= [^a]", b"\xe0", set(range(0xA0, 0xC0))),
        ("gbnf", 'root ::= [z-a] | "b"', "", byte("b")),
        ("gbnf", 'root ::= "b" "\\uD800" | "c"', "b", set()),
        ("regex", "[a-b]{2}", "a", byte("a", "b")),
        ("regex", "(?P<word>ab)c?", "ab", byte("c") | ENDS),
        ("json_schema", '{"enum": [1, 12]}', "", byte("1") | {TOKENS.index(b"12")}),
        ("json_schema", '{"type": "boolean"}', "tru", byte("e")),
    ],
)
def test_masks(kind: str, text: str, fed: str | bytes, expected: set[int]) -> None:
    at = matcher(kind, text)
    assert feed(at, fed)
    assert allowed(at) == expected
    assert at.may_end() == (expected >= ENDS)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"root ::= <[{THINK}]>", {THINK}),
        ("root ::= <think>", {THINK}),
        (f"root ::= <[{EOS}]> | <[{THINK}]>", {THINK}),
        (f"root ::= <[{EOS}]>", set()),
        (f"root ::= <[{AB}]>", {AB}),
        (f"root ::= !<[{THINK}]>", ALL - {THINK} - ENDS),
        ("root ::= !<think>", ALL - {THINK} - ENDS),
        (f"root ::= !<[{EOS}]>", ALL - ENDS),
    ],
)
def test_tokens_as_llama_cpp_reads_them(text: str, expected: set[int]) -> None:
    """A negated token stands for any other one, special or not; a token that ends the text never matches."""
    at = matcher("gbnf", text)
    assert allowed(at) == expected
    for token in expected:
        assert at.accept(token)
        assert allowed(at) == ENDS
        at.rollback(1)


def test_special_tokens_never_match_as_text() -> None:
    at = matcher("gbnf", "root ::= .*")
    special = set(range(FIRST_SPECIAL, len(TOKENS))) - ENDS
    assert not allowed(at) & special
    assert not at.accept(LOOKS_LIKE_TEXT), "its name is ab, but it adds no text"
    assert not at.accept(THINK)
    inside = matcher("json_schema", '{"type": "string"}')
    assert feed(inside, '"ab')
    assert not allowed(inside) & (special | ENDS)


def test_a_think_block_between_tokens() -> None:
    at = matcher("gbnf", "root ::= <think> !</think>* </think> [a-z]+")
    assert at.accept(THINK)
    assert feed(at, "x1")
    assert at.accept(END_THINK)
    assert allowed(at) == {*range(ord("a"), ord("z") + 1), AB, ABC}
    assert feed(at, "ok")
    assert at.may_end()


def test_end_token_ends_and_rollback_takes_it_back() -> None:
    at = matcher("gbnf", 'root ::= "a"+')
    assert not at.accept(EOS)
    assert feed(at, "a")
    assert at.accept(END)
    assert at.may_end()
    assert allowed(at) == set()
    assert not at.accept(ord("a"))
    at.rollback(1)
    assert allowed(at) == byte("a") | ENDS
    at.rollback(1)
    assert allowed(at) == byte("a")
    assert not at.may_end()


def test_rejected_tokens_change_nothing() -> None:
    at = matcher("gbnf", 'root ::= "ab"')
    for token in (ord("b"), ABC, EOS, THINK, -1, len(TOKENS), 10**6):
        assert not at.accept(token)
    assert allowed(at) == byte("a") | {AB}


def test_matchers_are_independent_and_masks_are_copies() -> None:
    compiled = compile_constraint("xgrammar", Constraint("regex", "ab"), VOCABULARY)
    first, second = compiled.matcher(), compiled.matcher()
    first.mask()[:] = -1
    assert feed(first, "a")
    assert allowed(first) == byte("b")
    assert allowed(second) == byte("a") | {AB}
    assert 0 < compiled.compile_seconds < 5


def test_root_that_refers_to_itself() -> None:
    """xgrammar drops `}}` here when its root refers to itself."""
    text = r'root ::= "{" "\"" [a-z] "\"" ":" (root | [0-9]+) "}"'
    at = matcher("gbnf", text)
    assert feed(at, '{"a":{"b":12')
    assert TOKENS.index(b"}}") in allowed(at)


@pytest.mark.parametrize("size", [1, 31, 32, 33, 64])
def test_bits_past_the_vocabulary_are_zero(size: int) -> None:
    tokens = tuple(bytes([97 + i % 26]) for i in range(size))
    vocabulary = Vocabulary(tokens, tuple("x" * size), (), tokenize)
    mask = matcher("gbnf", "root ::= .*", vocabulary).mask()
    assert mask.dtype == np.int32
    assert mask.shape == (-(-size // 32),)
    assert np.unpackbits(mask.view(np.uint8), bitorder="little").sum() == size
    assert np.array_equal(pack(unpack(mask, size)), mask)


def test_vocabulary_without_end_tokens_is_a_dead_end_at_the_end() -> None:
    vocabulary = Vocabulary((b"a", b"</s>"), ("a", "</s>"), (), tokenize)
    at = matcher("gbnf", 'root ::= "a"', vocabulary)
    assert at.accept(0)
    assert at.may_end()
    assert not at.mask().any()


def test_one_compiler_for_a_vocabulary_and_none_for_one_that_is_gone() -> None:
    compilers = ENGINES["xgrammar"]._compilers  # type: ignore[attr-defined]
    gc.collect()
    before = len(compilers)
    vocabulary = Vocabulary(TOKENS, NAMES, (EOS,), tokenize)
    first = compilers(vocabulary)
    ENGINES["xgrammar"].compile(Constraint("regex", "a"), vocabulary)
    assert compilers(vocabulary) is first
    assert len(compilers) == before + 1
    del vocabulary
    gc.collect()
    assert len(compilers) == before


def test_unknown_engine_and_unknown_token() -> None:
    with pytest.raises(EngineError, match="unknown engine 'magic'; there is xgrammar"):
        compile_constraint("magic", Constraint("regex", "a"), VOCABULARY)
    with pytest.raises(ConstraintError, match="There is no token 9999"):
        compile_constraint("xgrammar", Constraint("gbnf", "root ::= <[9999]>"), VOCABULARY)


@pytest.mark.parametrize(
    ("texts", "literal", "after", "expected"),
    [
        (["p:", "pnap:"], "{pnap:", "{", {"pnap:"}),
        (['":', '"name": "'], '{"name": "', "{", {'"name": "'}),
        (["a", "ab", "cab"], "cab", "", {"cab"}),
        (["ca", "cbca", "cbcab"], "xcbcab", "x", {"cbca", "cbcab"}),
        (["bA", "bcbA"], "{bcbA", "{bcb", set()),
    ],
)
def test_tokens_inside_other_tokens_hide_none(
    texts: list[str], literal: str, after: str, expected: set[str]
) -> None:
    small = Vocabulary((*(text.encode() for text in texts), None), (*texts, "<eos>"), (len(texts),), tokenize)
    at = compile_constraint("xgrammar", Constraint("regex", literal.replace("{", r"\{")), small).matcher()
    assert not after or at.accept_text(after.encode())
    mask = unpack(at.mask(), len(small))
    assert {texts[i] for i in np.flatnonzero(mask).tolist()} == expected


def test_text_that_is_no_token_is_one_step() -> None:
    at = matcher("gbnf", 'root ::= "zebra" | "zoo"')
    assert not at.accept_text(b"zx")
    assert at.accept_text(b"ze")
    assert allowed(at) == byte("b")
    at.rollback(1)
    assert allowed(at) == byte("z")
