"""Masks by xgrammar.

xgrammar's own reading of a tokenizer lets special tokens match inside strings. So its view of the
vocabulary is built here, from bytes: a token that never matches as text is spelled with a leading 0xFF, a
byte that no UTF-8 text contains.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np
import xgrammar as xgr

from playground.automaton.vocabulary import Vocabulary
from playground.constraints import Constraint, resolve_tokens
from playground.engines.end_tokens import without_end_tokens
from playground.engines.per_vocabulary import PerVocabulary
from playground.engines.protocol import Bitmask, EngineError
from playground.grammar.converters import own_words
from playground.grammar.loops import loops_as_rules
from playground.grammar.print_ebnf import print_ebnf

_UNMATCHABLE = b"\xff"
_THREADS = 4


class XGrammarMatcher:
    """Where one text stands. Not for use from two threads at once."""

    def __init__(self, compiled: xgr.CompiledGrammar, size: int) -> None:
        self._matcher = xgr.GrammarMatcher(compiled)
        self._size = size
        self._filled_words = -(-compiled.tokenizer_info.vocab_size // 32)
        self._mask: Bitmask | None = None

    def mask(self) -> Bitmask:
        if self._mask is None:
            self._mask = self._compute_mask()
        return self._mask.copy()

    def accept(self, token_id: int) -> bool:
        # The mask decides: xgrammar's matcher alone would accept some tokens that its mask leaves out.
        if not 0 <= token_id < self._size or not self.mask()[token_id // 32] >> token_id % 32 & 1:
            return False
        accepted: bool = self._matcher.accept_token(token_id)
        self._mask = None
        return accepted

    def accept_text(self, data: bytes) -> bool:
        accepted: bool = self._matcher.accept_string(data)
        self._mask = None
        return accepted

    def rollback(self, count: int) -> None:
        if count:
            self._matcher.rollback(count)
            self._mask = None

    def may_end(self) -> bool:
        complete: bool = self._matcher.is_completed()
        return complete

    def _compute_mask(self) -> Bitmask:
        filled = np.zeros((1, self._filled_words), dtype=np.int32)
        if not self._matcher.is_terminated():
            self._matcher.fill_next_token_bitmask(filled)
        words: Bitmask = filled[0, : -(-self._size // 32)].copy()
        if self._size % 32:
            words[-1] &= (1 << self._size % 32) - 1
        return words


@dataclass(frozen=True)
class XGrammarConstraint:
    """A constraint compiled for one vocabulary. `compile_seconds` covers printing and compiling."""

    compiled: xgr.CompiledGrammar
    vocabulary_size: int
    compile_seconds: float
    warnings: tuple[str, ...] = ()

    def matcher(self) -> XGrammarMatcher:
        return XGrammarMatcher(self.compiled, self.vocabulary_size)


class XGrammarEngine:
    """Compiles constraints, keeping one xgrammar compiler for each vocabulary that is alive."""

    name = "xgrammar"

    def __init__(self) -> None:
        self._compilers = PerVocabulary(_compiler)

    def compile(self, constraint: Constraint, vocabulary: Vocabulary) -> XGrammarConstraint:
        grammar = resolve_tokens(constraint, vocabulary.tokenize, len(vocabulary), as_rules=True)
        compiler = self._compilers(vocabulary)
        started = time.perf_counter()
        try:
            ebnf = print_ebnf(loops_as_rules(without_end_tokens(grammar, vocabulary.end_ids)))
            compiled = compiler.compile_grammar(ebnf)
        except RuntimeError as error:
            raise EngineError(own_words(error)) from error
        return XGrammarConstraint(compiled, len(vocabulary), time.perf_counter() - started)


def _compiler(vocabulary: Vocabulary) -> xgr.GrammarCompiler:
    info = _tokenizer_info(vocabulary)
    return xgr.GrammarCompiler(info, max_threads=_THREADS, cache_enabled=False)


def _tokenizer_info(vocabulary: Vocabulary) -> xgr.TokenizerInfo:
    end_ids = set(vocabulary.end_ids)
    spelled = [
        text if text and token_id not in end_ids else _UNMATCHABLE + str(token_id).encode()
        for token_id, text in enumerate(vocabulary.tokens)
    ]
    spelled += _separators(spelled)
    return xgr.TokenizerInfo(
        spelled, xgr.VocabType.RAW, vocab_size=len(spelled), stop_token_ids=list(vocabulary.end_ids)
    )


def _separators(texts: list[bytes]) -> list[bytes]:
    """Texts to add so that xgrammar does not skip tokens (0.2.8).

    When a token is rejected, xgrammar also skips the tokens that follow it in the order of their bytes and
    hold it anywhere, where it means to skip those that begin with it: `p:` takes `pnap:` along. A text that
    stands between the two ends the skipping. Large vocabularies have one there already.
    """
    added: list[bytes] = []
    before: list[bytes] = []  # what xgrammar takes for prefixes of the current text
    for text in sorted(texts):
        while before and before[-1] not in text:
            before.pop()
        while before and not text.startswith(before[-1]):
            wrong = before.pop()
            shared = next(i for i, (a, b) in enumerate(zip(wrong, text, strict=False)) if a != b)
            added.append(text[: shared + 1])
        before.append(text)
    return list(dict.fromkeys(added))
