"""Masks by the pushdown automaton of this project, the one that explains the masks of all the others."""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from playground.automaton import DEAD, Automaton, TooAmbiguous, Verdicts, Vocabulary, judge
from playground.constraints import Constraint, resolve_tokens
from playground.engines.protocol import EngineError
from playground.engines.text_matcher import TextMatcher

_GAVE_UP = "the automaton gives up: the grammar lets this text be read in too many ways"


class AutomatonMatcher(TextMatcher):
    """Where one text stands: the states after each of its tokens."""

    def __init__(self, automaton: Automaton, vocabulary: Vocabulary) -> None:
        super().__init__(vocabulary)
        self._automaton = automaton
        self._vocabulary = vocabulary
        self._states = [automaton.start]

    def allowed(self) -> NDArray[np.bool_]:
        return self.verdicts().allowed

    def verdicts(self) -> Verdicts:
        """The verdict on every token, with why the masked ones are. Raises EngineError."""
        try:
            return judge(self._automaton, self._vocabulary.trie, self._states[-1])
        except TooAmbiguous as error:
            raise EngineError(_GAVE_UP) from error

    def advance(self, token_id: int) -> None:
        text = self._vocabulary.tokens[token_id]
        try:
            self._states.append(self._automaton.feed_token(self._states[-1], token_id, text))
        except TooAmbiguous as error:
            raise EngineError(_GAVE_UP) from error

    def advance_text(self, data: bytes) -> bool:
        try:
            reached = self._automaton.feed(self._states[-1], data)
        except TooAmbiguous as error:
            raise EngineError(_GAVE_UP) from error
        if reached == DEAD:
            return False
        self._states.append(reached)
        return True

    def undo(self, count: int) -> None:
        del self._states[len(self._states) - count :]

    def is_complete(self) -> bool:
        return self._automaton.may_end(self._states[-1])


@dataclass(frozen=True)
class AutomatonConstraint:
    """A constraint made executable. `compile_seconds` leaves out the vocabulary's prefix tree."""

    automaton: Automaton
    vocabulary: Vocabulary
    compile_seconds: float
    warnings: tuple[str, ...] = ()

    def matcher(self) -> AutomatonMatcher:
        return AutomatonMatcher(self.automaton, self.vocabulary)


class AutomatonEngine:
    name = "automaton"

    def compile(self, constraint: Constraint, vocabulary: Vocabulary) -> AutomatonConstraint:
        grammar = resolve_tokens(constraint, vocabulary.tokenize, len(vocabulary))
        started = time.perf_counter()
        try:
            automaton = Automaton(grammar)
        except TooAmbiguous as error:
            raise EngineError(_GAVE_UP) from error
        return AutomatonConstraint(automaton, vocabulary, time.perf_counter() - started)
