"""How the next token is chosen from the masked scores, the same way each time it is asked."""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from playground.decoding.position import Plain


@dataclass(frozen=True, slots=True)
class Sampling(Plain):
    """The filters of a sampler, in the order they work: top-k, top-p, min-p, temperature.

    That is llama.cpp's order (transformers warms by the temperature first): what the filters keep does
    not depend on the temperature. All of them see the probabilities of the allowed tokens alone.

    Raises ValueError that names the field, its value and its range.
    """

    temperature: float = 0.0
    """0 takes the most probable token; otherwise the scores of the kept tokens are divided by it."""
    top_k: int = 0
    """Keep this many of the most probable tokens; 0 keeps all."""
    top_p: float = 1.0
    """Keep the fewest tokens whose probabilities reach this sum."""
    min_p: float = 0.0
    """Keep tokens at least this share as probable as the most probable one."""
    seed: int = 0

    def __post_init__(self) -> None:
        for name, whole, lowest, highest, wanted in _RANGES:
            value = getattr(self, name)
            if (
                not _is_number(value, whole)
                or not lowest <= value <= highest
                or (name == "top_p" and value == 0)
            ):
                raise ValueError(f"{name} must be {wanted}, not {value!r}.")


_RANGES: tuple[tuple[str, bool, float, float, str], ...] = (
    ("temperature", False, 0, sys.float_info.max, "0 or more"),
    ("top_k", True, 0, math.inf, "a whole number, 0 or more"),
    ("top_p", False, 0, 1, "above 0 and at most 1"),
    ("min_p", False, 0, 1, "from 0 to 1"),
    ("seed", True, 0, 2**64 - 1, "a whole number from 0 to 2**64 - 1"),
)
"""Field, whether it is a whole number, lowest and highest value, and what to say of them."""


def choose(scores: NDArray[np.float32], allowed: NDArray[np.bool_], sampling: Sampling, index: int) -> int:
    """The token id that `sampling` takes at step `index` (from 0), among the allowed ones.

    `scores` and `allowed` have shape (V,). Of equal scores the lowest id comes first. The draw depends on
    the seed and the index alone, so a step that is taken again, or taken elsewhere, gives the same token.

    Raises ValueError when nothing is allowed, or when no allowed token has a score above minus infinity.
    """
    ids = np.flatnonzero(allowed)
    if not len(ids):
        raise ValueError("No token is allowed here, so there is none to choose.")
    kept_scores = scores[ids].astype(np.float64)
    if not np.isfinite(kept_scores.max()):
        raise ValueError("The model gave the allowed tokens no usable score: all infinite, or not a number.")
    if sampling.temperature == 0 or len(ids) == 1:
        return int(ids[kept_scores.argmax()])
    order = np.argsort(-kept_scores, kind="stable")
    kept_scores = _filtered(kept_scores[order], sampling)
    with np.errstate(over="ignore"):  # minus infinity is right for a score far below at a temperature near 0
        kept_scores = (kept_scores - kept_scores[0]) / sampling.temperature
    cumulative = np.cumsum(softmax(kept_scores))
    place = np.searchsorted(cumulative, _draw(sampling.seed, index) * cumulative[-1], side="right")
    return int(ids[order[min(int(place), len(kept_scores) - 1)]])


def softmax(scores: NDArray[np.floating]) -> NDArray[np.float64]:
    """Probabilities, shape as given; the highest score must be finite."""
    weights = np.exp(scores.astype(np.float64) - scores.max())
    return np.asarray(weights / weights.sum(), dtype=np.float64)


def _filtered(falling: NDArray[np.float64], sampling: Sampling) -> NDArray[np.float64]:
    """The head of the falling scores that every filter keeps, at least one."""
    if sampling.top_k:
        falling = falling[: sampling.top_k]
    probabilities = softmax(falling)
    if sampling.top_p < 1:
        reached = np.searchsorted(np.cumsum(probabilities), sampling.top_p, side="left") + 1
        falling, probabilities = falling[:reached], probabilities[:reached]
    if sampling.min_p:
        falling = falling[probabilities >= sampling.min_p * probabilities[0]]
    return falling


def _draw(seed: int, index: int) -> float:
    """A number from 0 to below 1. numpy keeps raw bit streams the same across its versions."""
    bits = np.random.PCG64(np.random.SeedSequence([seed, index])).random_raw()
    return int(bits >> 11) / 2**53


def _is_number(value: object, whole: bool) -> bool:
    kinds = (int,) if whole else (int, float)
    return isinstance(value, kinds) and not isinstance(value, bool)
