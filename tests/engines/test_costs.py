"""What constrained decoding costs, on figures worked out by hand."""

import pytest

from playground.engines.comparison import EngineRun
from playground.engines.costs import FirstChoices, engine_cost, mask_buffer, mask_bytes


def run(*seconds: float) -> EngineRun:
    return EngineRun("xgrammar", "works", "", 0.25, seconds, 1.0)


def test_times_of_a_run() -> None:
    """101 masks of 0 to 100 ms: half take 50 ms or less, 99 of 100 take 99 ms or less."""
    cost = engine_cost(run(*(step / 1000 for step in reversed(range(101)))), forward_seconds=0.1)
    assert cost.compile_seconds == 0.25
    assert cost.masks == 101
    assert cost.median_seconds == pytest.approx(0.050)
    assert cost.p99_seconds == pytest.approx(0.099)
    assert cost.total_seconds == pytest.approx(5.05)
    assert cost.forward_share == pytest.approx(0.5)
    assert cost.to_dict()["engine"] == "xgrammar"


def test_a_run_without_masks() -> None:
    cost = engine_cost(run())
    assert (cost.masks, cost.median_seconds, cost.p99_seconds, cost.total_seconds) == (0, 0, 0, 0)
    assert cost.forward_share is None


@pytest.mark.parametrize(
    ("size", "expected"), [(1, 4), (32, 4), (33, 8), (49_152, 6_144), (151_936, 18_992), (128_256, 16_032)]
)
def test_bytes_of_a_mask(size: int, expected: int) -> None:
    assert mask_bytes(size) == expected


def test_vllms_buffer() -> None:
    """256 sequences and 3 speculative tokens over the 151,936 tokens of Qwen 2.5."""
    buffer = mask_buffer(256, 3, 151_936)
    assert (buffer.rows, buffer.words) == (1_024, 4_748)
    assert buffer.row_bytes == 18_992
    assert buffer.total_bytes == 1_024 * 18_992 == 19_447_808
    assert round(buffer.total_bytes / 2**20, 2) == 18.55
    assert mask_buffer(1, 0, 32).to_dict() == {"rows": 1, "words": 1, "row_bytes": 4, "total_bytes": 4}


def test_masks_that_checking_first_would_save() -> None:
    assert FirstChoices(4, 3).to_dict() == {"steps": 4, "passed": 3, "masks_needed": 1}
