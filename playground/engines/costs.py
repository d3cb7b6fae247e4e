"""What constrained decoding costs: compiling, masks, memory, and the masks that could be saved."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from playground.engines.comparison import EngineRun

WORD_BITS = 32
WORD_BYTES = 4


@dataclass(frozen=True, slots=True)
class EngineCost:
    """What one engine took over a run."""

    engine: str
    compile_seconds: float
    masks: int
    """How many masks were computed; the times below are 0 when it is 0."""
    median_seconds: float
    p99_seconds: float
    """The time that 99 of 100 masks stay within."""
    total_seconds: float
    forward_share: float | None
    """The median mask as a share of a forward pass, 1 being as long; None without a forward pass."""

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class MaskBuffer:
    """The bitmasks that vLLM sets aside: one row for each sequence and each token guessed ahead."""

    rows: int
    words: int
    """Words of 32 bits in a row."""

    @property
    def row_bytes(self) -> int:
        return self.words * WORD_BYTES

    @property
    def total_bytes(self) -> int:
        return self.rows * self.row_bytes

    def to_dict(self) -> dict[str, Any]:
        return {**asdict(self), "row_bytes": self.row_bytes, "total_bytes": self.total_bytes}


@dataclass(frozen=True, slots=True)
class FirstChoices:
    """What checking the sampled token before computing a mask would have saved, as llama.cpp does it."""

    steps: int
    passed: int
    """Steps at which the model's own choice fits the constraint."""

    @property
    def masks_needed(self) -> int:
        """The steps at which it does not, so that a whole mask is needed."""
        return self.steps - self.passed

    def to_dict(self) -> dict[str, Any]:
        return {**asdict(self), "masks_needed": self.masks_needed}


def engine_cost(run: EngineRun, forward_seconds: float | None = None) -> EngineCost:
    """The costs of one engine's run. `forward_seconds` is the median forward pass of the model."""
    median, p99 = np.percentile(run.seconds, [50, 99]).tolist() if run.seconds else (0.0, 0.0)
    return EngineCost(
        engine=run.engine,
        compile_seconds=run.compile_seconds,
        masks=len(run.seconds),
        median_seconds=median,
        p99_seconds=p99,
        total_seconds=sum(run.seconds),
        forward_share=median / forward_seconds if forward_seconds else None,
    )


def mask_bytes(vocabulary_size: int) -> int:
    """Bytes of one bitmask."""
    return _words(vocabulary_size) * WORD_BYTES


def mask_buffer(sequences: int, guessed_tokens: int, vocabulary_size: int) -> MaskBuffer:
    """vLLM's buffer for some sequences at once, each with some speculative tokens."""
    return MaskBuffer(sequences * (1 + guessed_tokens), _words(vocabulary_size))


def _words(vocabulary_size: int) -> int:
    return -(-vocabulary_size // WORD_BITS)
