"""The whole vocabulary at one position as a picture: a byte or two a token."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from playground.automaton import Verdicts
from playground.decoding.distribution import Probabilities, probabilities

LEVELS = 32
DECADES = 8
"""Powers of ten from the lowest level to the highest."""
UNKNOWN = 255
"""In place of an offset."""


@dataclass(frozen=True, slots=True, eq=False)
class VocabularyMap:
    """What the mask did to each token, as arrays of shape (V,) and type uint8."""

    levels: NDArray[np.uint8]
    """0 for a masked token. Else 1 to `LEVELS`, evenly over the logarithm of the probability after the mask:
    `LEVELS` for 1, and 1 for ten to the power of minus `DECADES` or less.
    """
    offsets: NDArray[np.uint8]
    """Of a masked token, the index of its first rejected character, at most 254.

    UNKNOWN for an allowed one, and without the automaton's verdict.
    """


def vocabulary_map(
    scores: NDArray[np.float32], allowed: NDArray[np.bool_], verdicts: Verdicts | None
) -> VocabularyMap:
    """The map for scores and a mask of shape (V,)."""
    _, after = probabilities(scores, allowed)
    levels = np.where(allowed, _levels(after), 0).astype(np.uint8)
    offsets = np.full(len(allowed), UNKNOWN, dtype=np.uint8)
    if verdicts:
        known = ~allowed & (verdicts.offsets >= 0)
        offsets[known] = np.minimum(verdicts.offsets[known], UNKNOWN - 1)
    return VocabularyMap(levels, offsets)


def _levels(after: Probabilities) -> NDArray[np.int64]:
    decades = np.log10(np.maximum(after, 10.0**-DECADES))
    return np.rint(LEVELS + decades * (LEVELS - 1) / DECADES).astype(np.int64)
