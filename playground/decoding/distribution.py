"""What a position keeps of the model's scores: the probable tokens, and figures over all of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from playground.decoding.sampling import softmax

TOP = 20
Probabilities = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Distribution:
    """The model's `TOP` tokens, then those of the masked `TOP` that are not among them.

    The arrays have one entry a token, at most 2 × `TOP`. Entropies are bits.
    """

    ids: NDArray[np.int32]
    before: Probabilities
    after: Probabilities
    allowed: NDArray[np.bool_]
    kept_mass: float
    entropy_before: float
    entropy_after: float
    allowed_count: int
    masked_count: int


def distribution(scores: NDArray[np.float32], allowed: NDArray[np.bool_]) -> Distribution:
    """Both distributions at one position; `scores` and `allowed` have shape (V,).

    Raises ValueError when the scores are not numbers.
    """
    before, after = probabilities(scores, allowed)
    count = int(np.count_nonzero(allowed))
    allowed_ids = np.flatnonzero(allowed)
    # By score: tiny probabilities are all 0 alike.
    first, masked_first = highest(scores, TOP), allowed_ids[highest(scores[allowed], TOP)]
    ids = np.concatenate([first, masked_first[~np.isin(masked_first, first)]])
    return Distribution(
        ids=ids.astype(np.int32),
        before=before[ids],
        after=after[ids],
        allowed=allowed[ids],
        # All allowed is exactly 1, whatever the rounding of a sum says.
        kept_mass=1.0 if count == len(allowed) else float(before[allowed].sum()),
        entropy_before=_entropy(before),
        entropy_after=_entropy(after),
        allowed_count=count,
        masked_count=len(allowed) - count,
    )


def probabilities(
    scores: NDArray[np.float32], allowed: NDArray[np.bool_]
) -> tuple[Probabilities, Probabilities]:
    """The model's probabilities, and those after the mask (all 0 when nothing is allowed), shape (V,).

    Raises ValueError when the scores are not numbers.
    """
    if not np.isfinite(scores.max()):
        raise ValueError("The model's scores are not numbers, so there are no probabilities to show.")
    before = softmax(scores)
    after = np.zeros_like(before)
    kept = scores[allowed]
    if len(kept) and np.isfinite(kept.max()):
        after[allowed] = softmax(kept)
    return before, after


def highest(values: NDArray[np.float32], count: int) -> NDArray[np.intp]:
    """Where the `count` highest values are, highest first, of equal ones the first places."""
    if len(values) > count:
        edge = np.partition(values, -count)[-count]
        above = np.flatnonzero(values > edge)
        ids = np.concatenate([above, np.flatnonzero(values == edge)[: count - len(above)]])
    else:
        ids = np.arange(len(values))
    return ids[np.lexsort((ids, -values[ids]))]


def _entropy(values: Probabilities) -> float:
    positive = values[values > 0]
    return max(0.0, float(-(positive * np.log2(positive)).sum()))
