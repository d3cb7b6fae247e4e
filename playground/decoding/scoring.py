"""A session's forward passes: over one cache of keys and values, no token read twice."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playground.decoding.distribution import Distribution, distribution
from playground.models import Logits, Model


@dataclass(frozen=True, slots=True)
class Scores:
    """What is kept of one forward pass."""

    hidden: Any
    """The model's last hidden state; its logits can be asked for again."""
    distribution: Distribution
    forward_seconds: float
    rest_seconds: float


class Scoring:
    """Scores the next token after the prompt and any tokens.

    The cache keeps the tokens of the last pass, also those that the caller has stepped back over, until
    a pass goes another way.
    """

    def __init__(self, model: Model, prompt_ids: Sequence[int]) -> None:
        self._model = model
        self._prompt_ids = tuple(prompt_ids)
        self._cache = model.new_cache()
        self._last: tuple[Scores, Logits] | None = None

    def scores(self, token_ids: Sequence[int], allowed: NDArray[np.bool_]) -> Scores:
        """One forward pass over what the cache does not hold. `allowed` has shape (V,).

        Raises ModelError as the model does, and ValueError when its scores are not numbers.
        """
        started = time.perf_counter()
        hidden = self._forward([*self._prompt_ids, *token_ids])
        logits = self._model.logits(hidden)
        passed = time.perf_counter()
        found = distribution(logits, allowed)
        scores = Scores(hidden, found, passed - started, time.perf_counter() - passed)
        self._last = (scores, logits)
        return scores

    def logits(self, scores: Scores) -> Logits:
        """All scores again, without a forward pass, shape (V,)."""
        if self._last is None or self._last[0] is not scores:
            self._last = (scores, self._model.logits(scores.hidden))
        return self._last[1]

    def _forward(self, token_ids: list[int]) -> Any:
        cached = self._cache.token_ids
        shared = 0
        while shared < min(len(cached), len(token_ids) - 1) and cached[shared] == token_ids[shared]:
            shared += 1
        if shared < len(cached):
            self._cache.crop(shared)
        return self._model.forward(self._cache, token_ids[shared:])
