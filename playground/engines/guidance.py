"""Masks by llguidance.

Every kind of constraint reaches it as our grammar, printed with one character a terminal: its own
converter from GBNF changes what a grammar means. Its matcher never raises and stays in its error once it
has one, so it is asked after every call. The end token is kept outside of it.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from llguidance import LLMatcher, LLParserLimits, LLTokenizer, TokenizerWrapper
from numpy.typing import NDArray

from playground.automaton.vocabulary import Vocabulary
from playground.constraints import Constraint, resolve_tokens
from playground.engines.end_tokens import without_end_tokens
from playground.engines.per_vocabulary import PerVocabulary
from playground.engines.protocol import EngineError
from playground.engines.text_matcher import TextMatcher
from playground.grammar.model import Grammar, Reference, TokenSet, children, walk
from playground.grammar.print_lark import print_lark

MAX_CHAIN = 1_500
"""Rules and groups that lead to one another; a few thousand of them overflow llguidance's stack."""

FORCING = "text that must come is offered as one token, the one that the tokenizer would choose"
_BY_ID = "where a token is allowed both by its id and by its text, it is read by its id alone"


class GuidanceMatcher(TextMatcher):
    """Where one text stands."""

    def __init__(self, start: LLMatcher, vocabulary: Vocabulary) -> None:
        super().__init__(vocabulary)
        self._start = start
        self._matcher = start.deep_copy()
        self._first_byte = _added_ids(vocabulary)[1]
        self._steps: list[list[int]] = []
        """The tokens of each step: one, or one for each byte of a text."""

    def allowed(self) -> NDArray[np.bool_]:
        bits = np.frombuffer(self._matcher.compute_bitmask(), dtype=np.uint8)
        if not self._matcher.is_error():
            return np.unpackbits(bits, count=self._size, bitorder="little").view(np.bool_)
        if self._matcher.stop_reason() == "InternalError" and "NoExtensionBias" in self._matcher.get_error():
            return np.zeros(self._size, dtype=np.bool_)  # its name for a dead end
        raise EngineError(_first_line(self._matcher.get_error()))

    def advance(self, token_id: int) -> None:
        if not self._advance([token_id]):
            raise EngineError(f"llguidance refuses token {token_id}, which its own mask allows")

    def advance_text(self, data: bytes) -> bool:
        return self._advance([self._first_byte + byte for byte in data])

    def undo(self, count: int) -> None:
        kept = len(self._steps) - count
        self._rollback(sum(map(len, self._steps[kept:])), self._steps[:kept])
        del self._steps[kept:]

    def is_complete(self) -> bool:
        complete: bool = self._matcher.is_accepting()
        return complete

    def _advance(self, token_ids: list[int]) -> bool:
        read = self._matcher.try_consume_tokens(token_ids)
        if read == len(token_ids):
            self._steps.append(token_ids)
            return True
        error = self._matcher.get_error()
        self._rollback(read, self._steps)
        if error:
            raise EngineError(_first_line(error))
        return False

    def _rollback(self, count: int, steps: list[list[int]]) -> None:
        """Forget `count` tokens, which leaves those of `steps`."""
        if not self._matcher.rollback(count):  # it never leaves an error
            self._matcher = self._start.deep_copy()
            self._matcher.try_consume_tokens([token_id for step in steps for token_id in step])


@dataclass(frozen=True)
class GuidanceConstraint:
    """A constraint compiled for one vocabulary. `compile_seconds` covers printing and compiling."""

    start: LLMatcher
    vocabulary: Vocabulary
    compile_seconds: float
    warnings: tuple[str, ...] = ()

    def matcher(self) -> GuidanceMatcher:
        return GuidanceMatcher(self.start, self.vocabulary)


class GuidanceEngine:
    """llguidance with exact masks, or `forcing`: as it comes, which narrows forced text to one token."""

    def __init__(self, forcing: bool = False) -> None:
        self.name = "guidance-forcing" if forcing else "guidance"
        self._options = json.dumps({"no_forcing": not forcing})
        self._warnings = (FORCING,) if forcing else ()
        self._tokenizers = PerVocabulary(tokenizer_of)

    def compile(self, constraint: Constraint, vocabulary: Vocabulary) -> GuidanceConstraint:
        grammar = resolve_tokens(constraint, vocabulary.tokenize, len(vocabulary))
        tokenizer = self._tokenizers(vocabulary)
        started = time.perf_counter()
        grammar = without_end_tokens(grammar, (*vocabulary.end_ids, *_added_ids(vocabulary)))
        chain = longest_chain(grammar)
        if chain > MAX_CHAIN:
            raise EngineError(f"{chain:,} rules and groups lead to one another, more than {MAX_CHAIN:,}")
        start = start_of(f"%llguidance {self._options}\n{print_lark(grammar)}", tokenizer)
        if start.is_error():  # the lines after the first show what was printed, not what was pasted
            raise EngineError(_first_line(start.get_error()))
        seconds = time.perf_counter() - started
        warnings = self._warnings + ((_BY_ID,) if _names_text_tokens(grammar, vocabulary) else ())
        return GuidanceConstraint(start, vocabulary, seconds, warnings)


def start_of(grammar: str, tokenizer: LLTokenizer) -> LLMatcher:
    """A matcher at the start of a grammar in any of llguidance's forms; it may be in an error."""
    return LLMatcher(tokenizer, grammar, log_level=0, limits=LLParserLimits(verbose_errors=False))


def tokenizer_of(vocabulary: Vocabulary) -> LLTokenizer:
    """llguidance's view of a vocabulary.

    It has more tokens than the vocabulary: an end, which no text reaches, and one for each byte of a
    text that is no token.
    """
    return LLTokenizer(TokenizerWrapper(_Tokens(vocabulary)), eos_token=[len(vocabulary)], slices=[])


def _added_ids(vocabulary: Vocabulary) -> range:
    return range(len(vocabulary), len(vocabulary) + 257)


def longest_chain(grammar: Grammar) -> int:
    """How deep a walk from the root goes that enters each rule once, in order, as llguidance's does."""
    seen = {grammar.root}
    deepest = 0
    waiting = [(grammar.by_name[grammar.root].body, 1)]
    while waiting:
        node, depth = waiting.pop()
        deepest = max(deepest, depth)
        if isinstance(node, Reference):
            if node.rule not in seen:
                seen.add(node.rule)
                waiting.append((grammar.by_name[node.rule].body, depth + 1))
        else:
            waiting.extend((child, depth + 1) for child in reversed(children(node)))
    return deepest


class _Tokens:
    """What TokenizerWrapper asks of a tokenizer."""

    bos_token_id: int | None = None

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._tokenize: Callable[[str], Sequence[int]] = vocabulary.tokenize
        texts = [None if i in vocabulary.end_ids else text for i, text in enumerate(vocabulary.tokens)]
        end = len(texts)
        self.eos_token_id = end
        self.special_token_ids = [*(i for i, text in enumerate(texts) if not text), end]
        self.tokens = [text or f"<|{i}|>".encode() for i, text in enumerate([*texts, None])]
        self.tokens += [bytes([byte]) for byte in range(256)]

    def __call__(self, text: str) -> list[int]:
        return list(self._tokenize(text))


def _names_text_tokens(grammar: Grammar, vocabulary: Vocabulary) -> bool:
    sets = (node for rule in grammar.rules for node in walk(rule.body) if isinstance(node, TokenSet))
    return any(tokens.negated or any(vocabulary.tokens[i] for i in tokens.ids) for tokens in sets)


def _first_line(error: str) -> str:
    return error.strip().partition("\n")[0]
