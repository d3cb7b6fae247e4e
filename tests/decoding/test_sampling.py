"""Choosing a token: filters, ties, seeds, and settings that make no sense."""

import math
from collections import Counter

import numpy as np
import pytest

from playground.decoding.sampling import Sampling, choose, softmax


def scores(*probabilities: float) -> np.ndarray:
    return np.log(np.array(probabilities, dtype=np.float64)).astype(np.float32)


def everything(size: int) -> np.ndarray:
    return np.ones(size, dtype=np.bool_)


def drawn(sampling: Sampling, logits: np.ndarray, allowed: np.ndarray, draws: int = 2000) -> Counter[int]:
    return Counter(choose(logits, allowed, sampling, index) for index in range(draws))


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("temperature", -0.1, "0 or more"),
        ("temperature", math.nan, "0 or more"),
        ("temperature", math.inf, "0 or more"),
        ("temperature", "1", "0 or more"),
        ("top_k", -1, "whole number"),
        ("top_k", 2.5, "whole number"),
        ("top_k", True, "whole number"),
        ("top_p", 0, "above 0"),
        ("top_p", 1.01, "at most 1"),
        ("min_p", -0.01, "from 0 to 1"),
        ("min_p", 1.5, "from 0 to 1"),
        ("seed", -1, "2**64"),
        ("seed", 2**64, "2**64"),
        ("seed", 1.0, "whole number"),
    ],
)
def test_refuses_settings_out_of_range(field: str, value: object, says: str) -> None:
    with pytest.raises(ValueError, match=field) as caught:
        Sampling(**{field: value})
    assert says in str(caught.value)
    assert repr(value) in str(caught.value)


def test_default_is_greedy_among_the_allowed() -> None:
    logits = np.array([9.0, 1.0, 3.0, 2.0], dtype=np.float32)
    allowed = np.array([False, True, True, True])
    assert choose(logits, allowed, Sampling(), 0) == 2


def test_greedy_tie_takes_the_lowest_id() -> None:
    logits = np.array([0.0, 5.0, 5.0, 5.0], dtype=np.float32)
    assert choose(logits, everything(4), Sampling(), 7) == 1
    assert choose(logits, np.array([True, False, True, True]), Sampling(), 7) == 2


def test_a_tie_at_the_edge_of_top_k_keeps_the_lowest_ids() -> None:
    counts = drawn(Sampling(temperature=1, top_k=2), np.zeros(5, dtype=np.float32), everything(5), 300)
    assert set(counts) == {0, 1}


def test_draws_follow_the_masked_distribution() -> None:
    # Of 0.55, 0.20, 0.10, 0.08, 0.07 the last three are allowed: 0.400, 0.320, 0.280.
    allowed = np.array([False, False, True, True, True])
    counts = drawn(Sampling(temperature=1), scores(0.55, 0.20, 0.10, 0.08, 0.07), allowed, 4000)
    assert set(counts) == {2, 3, 4}
    for token_id, probability in ((2, 0.400), (3, 0.320), (4, 0.280)):
        # Four standard deviations of a share of 4000 draws.
        assert counts[token_id] / 4000 == pytest.approx(probability, abs=4 * math.sqrt(0.24 / 4000))


@pytest.mark.parametrize(
    ("sampling", "kept"),
    [
        (Sampling(temperature=5, top_k=3), {0, 1, 2}),
        (Sampling(temperature=5, top_p=0.5), {0}),
        (Sampling(temperature=5, top_p=0.51), {0, 1}),
        (Sampling(temperature=5, top_p=0.81), {0, 1, 2}),
        (Sampling(temperature=5, min_p=0.39), {0, 1, 2}),
        (Sampling(temperature=5, min_p=0.41), {0, 1}),
        (Sampling(temperature=5, min_p=1), {0}),
        # Of the two that top-k keeps, the first has 0.5 / 0.75 of the rest.
        (Sampling(temperature=5, top_k=2, top_p=0.66), {0}),
        (Sampling(temperature=5, top_k=99), {0, 1, 2, 3}),
    ],
)
def test_filters_keep_the_head_before_the_temperature_warps_it(sampling: Sampling, kept: set[int]) -> None:
    logits = scores(0.5, 0.25, 0.2, 0.05)
    logits[0] += 1e-4  # keeps 0.5 on the right side of the rounding
    assert set(drawn(sampling, logits, everything(4), 400)) == kept


def test_temperature_divides_the_scores() -> None:
    # 0.8 and 0.2 at temperature 0.5 are 0.64 and 0.04, that is 16 to 1.
    counts = drawn(Sampling(temperature=0.5), scores(0.8, 0.2), everything(2), 4000)
    assert counts[0] / 4000 == pytest.approx(16 / 17, abs=4 * math.sqrt(0.0554 / 4000))


def test_the_same_seed_and_index_draw_the_same_token_in_any_order() -> None:
    logits = np.zeros(1000, dtype=np.float32)
    sampling = Sampling(temperature=1, seed=5)
    forward = [choose(logits, everything(1000), sampling, index) for index in range(20)]
    backward = [choose(logits, everything(1000), sampling, index) for index in reversed(range(20))]
    other_seed = [
        choose(logits, everything(1000), Sampling(temperature=1, seed=6), index) for index in range(20)
    ]
    assert forward == backward[::-1]
    assert len(set(forward)) > 10
    assert forward != other_seed


@pytest.mark.parametrize("temperature", [1e-300, 1e-5, 1.0, 1e300])
def test_extreme_temperatures_and_scores_stay_within_the_allowed(temperature: float) -> None:
    logits = np.array([3e38, -3e38, 0.0, -np.inf], dtype=np.float32)
    allowed = np.array([False, True, True, True])
    counts = drawn(Sampling(temperature=temperature), logits, allowed, 50)
    assert set(counts) <= {1, 2}
    assert counts[2]


def test_says_so_when_nothing_is_allowed() -> None:
    with pytest.raises(ValueError, match="No token is allowed"):
        choose(np.zeros(3, dtype=np.float32), np.zeros(3, dtype=np.bool_), Sampling(), 0)


@pytest.mark.parametrize("score", [np.nan, -np.inf, np.inf])
def test_says_so_when_the_scores_are_unusable(score: float) -> None:
    with pytest.raises(ValueError, match="no usable score"):
        choose(np.array([score, 1.0], dtype=np.float32), np.array([True, False]), Sampling(), 0)


def test_softmax_of_the_lesson() -> None:
    probabilities = softmax(np.array([3.0, 1.5, 0.5, -1.0, 2.5, 0.0, 2.0, 1.0], dtype=np.float32))
    assert probabilities == pytest.approx(
        [0.4027, 0.0899, 0.0331, 0.0074, 0.2443, 0.0201, 0.1482, 0.0545], abs=5e-5
    )
