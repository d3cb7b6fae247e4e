"""What every engine owes its callers, on a constraint that all of them can read."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from playground.automaton.vocabulary import Vocabulary
from playground.constraints import Constraint, ConstraintError
from playground.engines import ENGINES, EngineError, compile_constraint
from playground.engines.protocol import pack, unpack
from tests.engines.build import (
    END,
    EOS,
    FIRST_SPECIAL,
    LOOKS_LIKE_TEXT,
    THINK,
    TOKENS,
    VOCABULARY,
    allowed,
    feed,
    matcher,
    tokenize,
)

ROOT = Path(__file__).parents[2]
ENDS = {EOS, END}
AB, ABC = TOKENS.index(b"ab"), TOKENS.index(b"abc")
A, B, C = b"abc"

every_engine = pytest.mark.parametrize("engine", ENGINES)
FORCING = ("guidance-forcing", "guidance-native")
"""They narrow forced text to one token."""
exact_engine = pytest.mark.parametrize("engine", [name for name in ENGINES if name not in FORCING])


@exact_engine
def test_masks_and_ends(engine: str) -> None:
    at = matcher("regex", "a(bc)?", engine=engine)
    assert allowed(at) == {A, AB, ABC}
    assert not at.may_end()
    assert at.accept(A)
    assert allowed(at) == {B, *ENDS}
    assert at.may_end()
    assert at.accept(B)
    assert allowed(at) == {C}
    assert not at.may_end()
    assert at.accept(C)
    assert allowed(at) == ENDS


@every_engine
def test_the_end_token_ends_and_rollback_takes_it_back(engine: str) -> None:
    at = matcher("regex", "(a|b)+", engine=engine)
    assert not at.accept(EOS)
    assert feed(at, "ab")
    assert at.accept(END)
    assert at.may_end()
    assert allowed(at) == set()
    assert not at.accept(A)
    at.rollback(1)
    assert allowed(at) == {A, B, AB, *ENDS}
    assert at.accept(EOS)
    at.rollback(2)
    assert at.may_end()
    assert feed(at, "b")
    at.rollback(2)
    at.rollback(0)
    assert allowed(at) == {A, B, AB}
    assert not at.may_end()


@every_engine
def test_rejected_tokens_change_nothing(engine: str) -> None:
    at = matcher("regex", "(a|b)c", engine=engine)
    for token_id in (C, ABC, EOS, THINK, LOOKS_LIKE_TEXT, -1, len(TOKENS), 10**6):
        assert not at.accept(token_id)
    assert allowed(at) == {A, B}


@every_engine
def test_special_tokens_are_no_text(engine: str) -> None:
    at = matcher("regex", "[^x]*", engine=engine)
    assert feed(at, "ab")
    assert not allowed(at) & (set(range(FIRST_SPECIAL, len(TOKENS))) - ENDS)


@exact_engine
def test_text_that_is_no_token_is_one_step(engine: str) -> None:
    at = matcher("regex", "zebra|zoo|a", engine=engine)
    assert not at.accept_text(b"zx")
    assert at.accept_text(b"zeb")
    assert allowed(at) == {ord("r")}
    assert feed(at, "ra")
    at.rollback(3)
    assert allowed(at) == {ord("z"), A}
    assert at.accept(A)
    assert at.accept(EOS)
    assert not at.accept_text(b"a")


@every_engine
def test_matchers_are_independent_and_masks_are_copies(engine: str) -> None:
    compiled = compile_constraint(engine, Constraint("regex", "(a|b)+"), VOCABULARY)
    first, second = compiled.matcher(), compiled.matcher()
    first.mask()[:] = -1
    assert feed(first, "a")
    assert allowed(first) == {A, B, AB, *ENDS}
    assert allowed(second) == {A, B, AB}
    assert 0 < compiled.compile_seconds < 60


@exact_engine
def test_logits_wider_than_the_tokenizer(engine: str) -> None:
    """Models score ids that their tokenizer does not have; none of them is ever allowed."""
    wide = Vocabulary((*TOKENS, *[None] * 70), ("",) * (len(TOKENS) + 70), (EOS,), tokenize)
    at = matcher("regex", ".", wide, engine)
    mask = at.mask()
    assert mask.dtype == np.int32
    assert mask.shape == (-(-len(wide) // 32),)
    assert np.array_equal(pack(unpack(mask, len(wide))), mask)
    assert max(allowed(at, wide)) < FIRST_SPECIAL
    assert at.accept(A)
    assert allowed(at, wide) == {EOS}


@exact_engine
def test_a_vocabulary_without_end_tokens(engine: str) -> None:
    small = Vocabulary((b"a", b"b", b"</s>"), ("a", "b", "</s>"), (), tokenize)
    at = matcher("regex", "a", small, engine)
    assert allowed(at, small) == {0}
    assert at.accept(0)
    assert at.may_end()
    assert not at.mask().any()


@exact_engine
def test_tokens_that_are_alike(engine: str) -> None:
    """Ids with the same bytes stand or fall together; one without bytes never matches."""
    small = Vocabulary((b"a", b"a", b"", b"b", None), ("a", "a", "", "b", "<eos>"), (4,), tokenize)
    at = matcher("regex", "ab", small, engine)
    assert allowed(at, small) == {0, 1}
    assert at.accept(1)
    assert allowed(at, small) == {3}


@every_engine
def test_a_token_that_is_not_there(engine: str) -> None:
    with pytest.raises(ConstraintError if engine in GRAMMAR_ENGINES else EngineError):
        compile_constraint(engine, Constraint("gbnf", "root ::= <[9999]>"), VOCABULARY)


GRAMMAR_ENGINES = {"xgrammar", "guidance", "guidance-forcing", "automaton", "auto"}


def test_engines_are_imported_when_they_are_asked_for() -> None:
    names = ("llguidance", "outlines_core", "lmformatenforcer", "interegular")
    program = f"import sys, playground.engines; print(sorted(sys.modules.keys() & set({names})))"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=True
    )
    assert done.stdout.strip() == "[]"


def test_unknown_engine() -> None:
    with pytest.raises(EngineError, match="unknown engine 'magic'; there is xgrammar, guidance"):
        compile_constraint("magic", Constraint("regex", "a"), VOCABULARY)
