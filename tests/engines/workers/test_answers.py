"""What workers answer is what the engine answers in process."""

from pathlib import Path

import numpy as np
import pytest

from playground.automaton.vocabulary import Vocabulary
from playground.constraints import Constraint, ConstraintError
from playground.engines import ENGINES, EngineError, compile_constraint
from playground.engines.workers import WorkerPool
from tests.engines.build import END, END_THINK, EOS, THINK, TOKENS, VOCABULARY, allowed, feed, tokenize
from tests.engines.workers.build import compiled, living


@pytest.mark.parametrize("engine", ["xgrammar", "guidance", "outlines", "automaton", "auto"])
def test_every_answer_is_that_of_the_engine_in_process(pool: WorkerPool, engine: str) -> None:
    constraint = Constraint("regex", "(ab|zebra|é)+")
    there = pool.engines[engine].compile(constraint, VOCABULARY)
    here = ENGINES[engine].compile(constraint, VOCABULARY)
    assert there.warnings == here.warnings
    assert 0 < there.compile_seconds < 30
    pair = there.matcher(), here.matcher()

    def same(ask) -> object:
        first, second = map(ask, pair)
        assert np.array_equal(first, second)
        assert np.array_equal(pair[0].mask(), pair[1].mask())
        assert pair[0].mask().dtype == np.int32
        assert pair[0].may_end() == pair[1].may_end()
        return first

    assert same(lambda each: each.accept(ord("a")))
    assert not same(lambda each: each.accept(ord("a")))
    assert same(lambda each: each.accept(ord("b")))
    assert same(lambda each: each.accept_text(b"zeb"))
    assert not same(lambda each: each.accept_text(b"x"))
    same(lambda each: each.rollback(2))
    same(lambda each: each.rollback(0))
    assert same(lambda each: each.accept_text("bé".encode()))
    for token_id in (-1, len(TOKENS), 2**40, THINK):
        assert not same(lambda each, token_id=token_id: each.accept(token_id))
    assert same(lambda each: each.accept(END))
    assert same(lambda each: each.may_end())
    same(lambda each: each.rollback(3))
    assert same(lambda each: each.may_end()) is False


def test_masks_are_copies(pool: WorkerPool) -> None:
    matcher = compiled(pool, "regex", "(a|b)+").matcher()
    matcher.mask()[:] = -1
    assert allowed(matcher) == {ord("a"), ord("b"), TOKENS.index(b"ab")}


def test_token_texts_are_looked_up_by_the_server(pool: WorkerPool) -> None:
    matcher = compiled(pool, "gbnf", 'root ::= <think> "a" </think>').matcher()
    assert allowed(matcher) == {THINK}
    assert matcher.accept(THINK)
    assert feed(matcher, "a")
    assert allowed(matcher) == {END_THINK}


def test_what_the_engine_refuses(pool: WorkerPool) -> None:
    with pytest.raises(ConstraintError, match=r"(?i)there is no token 9999"):
        compiled(pool, "gbnf", "root ::= <[9999]>")
    with pytest.raises(ConstraintError, match="is not one token of this model but 8"):
        compiled(pool, "gbnf", "root ::= <thinks>")
    with pytest.raises(EngineError, match="reads regexes, choices and JSON Schemas, not"):
        compiled(pool, "gbnf", 'root ::= "a"', "outlines")


def test_the_page_asks_for_engines_by_name(pool: WorkerPool) -> None:
    constraint = Constraint("regex", "ab")
    matcher = compile_constraint("xgrammar", constraint, VOCABULARY, pool.engines).matcher()
    assert allowed(matcher) == {ord("a"), TOKENS.index(b"ab")}
    with pytest.raises(EngineError, match=r"(?i)unknown engine 'magic'; there is xgrammar, guidance"):
        compile_constraint("magic", constraint, VOCABULARY, pool.engines)
    other = Vocabulary(TOKENS, VOCABULARY.names, (EOS,), tokenize)
    with pytest.raises(ValueError, match="serves the vocabulary that it was made for"):
        pool.engines["xgrammar"].compile(constraint, other)


def test_workers_do_without_torch(pool: WorkerPool) -> None:
    kept = compiled(pool, "regex", "without torch")
    assert kept.matcher().accept(ord("w"))
    for pid in living(pool):
        loaded = Path(f"/proc/{pid}/maps").read_text()
        assert "libxgrammar" in loaded
        assert "libtorch" not in loaded
