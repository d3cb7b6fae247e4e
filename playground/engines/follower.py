"""One engine that follows a text from token to token, and says where it cannot."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from playground.automaton.vocabulary import Vocabulary
from playground.constraints import Constraint
from playground.engines import ENGINES, compile_constraint
from playground.engines.automaton import AutomatonMatcher
from playground.engines.protocol import Engine, EngineError, Matcher, unpack

Status = Literal["works", "refuses", "left", "broke"]
"""`refuses` the constraint, has `left` because it masks a token of the text, `broke` down at the text."""


class Follower:
    """An engine with a constraint, at some text. `note` says in words what is not well.

    Raises ConstraintError when the constraint names a token that the vocabulary does not have.
    """

    def __init__(
        self,
        engine: str,
        constraint: Constraint,
        vocabulary: Vocabulary,
        engines: Mapping[str, Engine] = ENGINES,
    ) -> None:
        self.engine = engine
        self.status: Status = "works"
        self.note = ""
        self.warnings: tuple[str, ...] = ()
        self.compile_seconds = 0.0
        self.seconds: list[float] = []
        """How long the mask took before each token read, and after the last."""
        self.allowed: NDArray[np.bool_] = np.zeros(len(vocabulary), dtype=np.bool_)
        """The mask at the text, shape (V,); all false unless the engine works."""
        self._vocabulary = vocabulary
        self._read: list[int] = []
        self._matcher: Matcher | None = None
        try:
            compiled = compile_constraint(engine, constraint, vocabulary, engines)
            self._matcher = compiled.matcher()
        except EngineError as error:
            self._stop("refuses", str(error))
        else:
            self.warnings, self.compile_seconds = compiled.warnings, compiled.compile_seconds

    def go_to(self, token_ids: Sequence[int]) -> None:
        """Go to the text of some tokens, as far as the engine can."""
        if self._matcher is None:
            return
        self.status, self.note = "works", ""
        pairs = zip(self._read, token_ids, strict=False)
        shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        self._matcher.rollback(len(self._read) - shared)
        del self._read[shared:], self.seconds[shared + 1 :]
        for token_id in token_ids[shared:]:
            if not self._look(self._matcher) or not self._accept(self._matcher, token_id):
                return
        self._look(self._matcher)

    def may_end(self) -> bool:
        return self._matcher is not None and self._matcher.may_end()

    def choices(self) -> int:
        """How many tokens it allows that do not end the text."""
        ends = self.allowed[list(self._vocabulary.end_ids)].sum()
        return int(self.allowed.sum() - ends)

    def reason(self, token_id: int) -> str:
        """Why the token is masked, if the engine can tell."""
        if isinstance(self._matcher, AutomatonMatcher) and self.status == "works":
            return self._matcher.verdicts().reason(token_id)
        return ""

    def refused_at(self, token: bytes) -> int | None:
        """The index of the first byte that does not fit as text; None when all of it fits."""
        fits = 0
        for end in _ends(token):
            if self._matcher is None or not _fits(self._matcher, token[:end]):
                return fits
            fits = end
        return None

    def _look(self, matcher: Matcher) -> bool:
        started = time.perf_counter()
        try:
            mask = matcher.mask()
        except EngineError as error:
            self._stop("broke", str(error))
            return False
        if len(self.seconds) == len(self._read):
            self.seconds.append(time.perf_counter() - started)
        self.allowed = unpack(mask, len(self._vocabulary))
        return True

    def _accept(self, matcher: Matcher, token_id: int) -> bool:
        try:
            accepted = matcher.accept(token_id)
        except EngineError as error:
            self._stop("broke", str(error))
            return False
        if accepted:
            self._read.append(token_id)
        else:
            name = self._vocabulary.names[token_id]
            self._stop("left", f"it masks token {len(self._read) + 1} of the text, {name!r}")
        return accepted

    def _stop(self, status: Status, note: str) -> None:
        self.status, self.note = status, note
        self.allowed = np.zeros(len(self._vocabulary), dtype=np.bool_)


def _fits(matcher: Matcher, text: bytes) -> bool:
    try:
        fits = matcher.accept_text(text)
    except EngineError:
        return False
    if fits:
        matcher.rollback(1)
    return fits


def _ends(token: bytes) -> list[int]:
    """Where the characters of a token end; where its bytes do when they are no characters."""
    try:
        text = token.decode()
    except UnicodeDecodeError:
        return list(range(1, len(token) + 1))
    return [len(text[: count + 1].encode()) for count in range(len(text))]
