"""Greedy against masked against best: what else a model would have written, and how probable each text is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from playground.decoding.distribution import highest
from playground.decoding.matcher_track import MatcherTrack
from playground.decoding.position import Plain
from playground.decoding.scoring import Scoring
from playground.decoding.session import Session
from playground.engines import compile_constraint
from playground.engines.protocol import unpack

WIDTH = 3
"""Texts that a beam search keeps at each step."""
MOST_TOKENS = 64
"""Of a text that is searched for; each token costs as many forward passes as the search keeps texts."""


@dataclass(frozen=True, slots=True)
class Way(Plain):
    """A text, and how probable it is for the model without any mask."""

    text: str
    token_ids: tuple[int, ...]
    log_probability: float
    """The natural logarithm: of all its tokens, the end token included."""
    finished: bool
    """Whether the end token is its last; else it was cut, or nothing was allowed any more."""


class SearchError(ValueError):
    """There is nothing to search here; the message says why."""


class Search:
    """Looks for texts after a session's prompt, under its constraint, beside the session itself.

    Raises SearchError for a session with a trigger: a text is free until it fires.
    """

    def __init__(self, session: Session) -> None:
        if session.watch.triggers:
            raise SearchError(
                "With a trigger there are texts without end that no mask touches; switch it off."
            )
        self._vocabulary = session.model.vocabulary
        self._scoring = Scoring(session.model, session.prompt_ids)
        room = session.model.context_length - len(session.prompt_ids)
        self._most = min(session.budget, room, MOST_TOKENS)
        self._track: MatcherTrack | None = None
        if session.constraint:
            compiled = compile_constraint(
                session.engine, session.constraint, self._vocabulary, session.engines
            )
            self._track = MatcherTrack(compiled, self._vocabulary)

    def unmasked(self) -> Way:
        """What the model writes by itself, the most probable token at each step."""
        return self._best(1, None)

    def masked(self) -> Way:
        """The most probable allowed token at each step."""
        return self._best(1, self._track)

    def best(self, width: int = WIDTH) -> Way:
        """The most probable text that a beam search under the mask finds, keeping `width` texts a step."""
        return self._best(width, self._track)

    def score(self, token_ids: Sequence[int]) -> Way:
        """A text that is there already."""
        everything = np.ones(len(self._vocabulary), dtype=np.bool_)
        logs = [self._logs(token_ids[:i], everything)[token_ids[i]] for i in range(len(token_ids))]
        return self._way(tuple(token_ids), float(sum(logs)))

    def _best(self, width: int, track: MatcherTrack | None) -> Way:
        """Probabilities only fall as a text grows: the search ends when no open text can catch up."""
        kept: list[tuple[float, tuple[int, ...]]] = [(0.0, ())]
        for _ in range(self._most):
            grown: list[tuple[float, tuple[int, ...]]] = []
            for total, token_ids in kept:
                further = [] if self._is_ended(token_ids) else self._further(token_ids, width, track)
                grown += [(total + log, (*token_ids, token_id)) for token_id, log in further]
                if self._is_ended(token_ids):
                    grown.append((total, token_ids))
            if not grown:
                break
            kept = sorted(grown, key=lambda each: -each[0])[:width]
            if self._is_ended(kept[0][1]):
                break
        total, token_ids = kept[0]
        return self._way(token_ids, total)

    def _further(
        self, token_ids: tuple[int, ...], width: int, track: MatcherTrack | None
    ) -> list[tuple[int, float]]:
        allowed = np.ones(len(self._vocabulary), dtype=np.bool_)
        if track:
            allowed = unpack(track.after((), token_ids).mask(), len(self._vocabulary))
        ids = np.flatnonzero(allowed)
        if not len(ids):
            return []
        logs = self._logs(token_ids, allowed)
        found = ids[highest(logs[ids].astype(np.float32), width)]
        return [(int(token_id), float(logs[token_id])) for token_id in found]

    def _logs(self, token_ids: Sequence[int], allowed: NDArray[np.bool_]) -> NDArray[np.float64]:
        """Log probabilities of the next token without a mask, shape (V,)."""
        logits = self._scoring.logits(self._scoring.scores(token_ids, allowed)).astype(np.float64)
        largest = logits.max()
        shifted: NDArray[np.float64] = logits - largest - np.log(np.exp(logits - largest).sum())
        return shifted

    def _is_ended(self, token_ids: tuple[int, ...]) -> bool:
        return bool(token_ids) and token_ids[-1] in self._vocabulary.end_ids

    def _way(self, token_ids: tuple[int, ...], total: float) -> Way:
        ended = self._is_ended(token_ids)
        spoken = token_ids[:-1] if ended else token_ids
        return Way(self._vocabulary.decode(spoken).decode("utf-8", "replace"), token_ids, total, ended)
