"""Figures over all tokens, and the tokens that are kept."""

import math

import numpy as np
import pytest

from playground.decoding.distribution import TOP, distribution, probabilities


def logs(*values: float) -> np.ndarray:
    return np.log(np.array(values)).astype(np.float32)


def test_figures_of_a_mask() -> None:
    found = distribution(logs(0.5, 0.25, 0.125, 0.125), np.array([False, True, False, True]))
    assert found.ids.tolist() == [0, 1, 2, 3]
    assert found.before == pytest.approx([0.5, 0.25, 0.125, 0.125], abs=1e-6)
    assert found.after == pytest.approx([0, 2 / 3, 0, 1 / 3], abs=1e-6)
    assert found.kept_mass == pytest.approx(0.375, abs=1e-6)
    assert found.entropy_before == pytest.approx(1.75, abs=1e-5)
    thirds = -(2 / 3 * math.log2(2 / 3) + 1 / 3 * math.log2(1 / 3))
    assert found.entropy_after == pytest.approx(thirds, abs=1e-5)
    assert (found.allowed_count, found.masked_count) == (2, 2)


def test_the_top_of_both_distributions() -> None:
    scores = -np.arange(1000, dtype=np.float32)
    allowed = np.zeros(1000, dtype=np.bool_)
    allowed[[3, 500, 600, 999]] = True
    found = distribution(scores, allowed)
    assert found.ids.tolist() == [*range(TOP), 500, 600, 999]
    assert found.allowed.tolist() == [i == 3 for i in range(TOP)] + [True] * 3


def test_ties_come_in_the_order_of_their_ids() -> None:
    found = distribution(np.zeros(100, dtype=np.float32), np.ones(100, dtype=np.bool_))
    assert found.ids.tolist() == list(range(TOP))
    assert found.kept_mass == 1
    assert found.entropy_before == pytest.approx(math.log2(100))


def test_nothing_allowed() -> None:
    found = distribution(logs(0.5, 0.5), np.zeros(2, dtype=np.bool_))
    assert found.after.tolist() == [0, 0]
    assert (found.kept_mass, found.entropy_after, found.allowed_count) == (0, 0, 0)
    assert found.ids.tolist() == [0, 1]


def test_allowed_tokens_far_behind_keep_their_ratio() -> None:
    scores = np.array([0.0, -2000.0, -2000.0 - math.log(3)], dtype=np.float32)
    before, after = probabilities(scores, np.array([False, True, True]))
    assert before[0] == 1
    assert after == pytest.approx([0, 0.75, 0.25], abs=1e-3)


@pytest.mark.parametrize("score", [np.nan, np.inf])
def test_scores_that_are_no_numbers_say_so(score: float) -> None:
    with pytest.raises(ValueError, match="not numbers"):
        distribution(np.array([0.0, score], dtype=np.float32), np.ones(2, dtype=np.bool_))


def test_a_padded_id_has_no_probability() -> None:
    before, _ = probabilities(np.array([0.0, -np.inf], dtype=np.float32), np.ones(2, dtype=np.bool_))
    assert before.tolist() == [1, 0]
