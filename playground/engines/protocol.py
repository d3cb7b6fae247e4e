"""What every engine offers: compile a constraint once, then one matcher a session."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from playground.automaton.vocabulary import Vocabulary
from playground.constraints import Constraint

Bitmask = NDArray[np.int32]
"""Packed allowed tokens, shape (ceil(V / 32),), lowest bit first; bits past the vocabulary are 0."""


class EngineError(ValueError):
    """The engine refused a constraint, or broke down at a text, in its own words."""


class Matcher(Protocol):
    """Where one text stands in a compiled constraint. Not for use from two threads at once.

    `mask`, `accept` and `accept_text` raise EngineError where the engine breaks down at this text, with no
    change; rolling back is always possible.
    """

    def mask(self) -> Bitmask:
        """Which token ids may come next, the end tokens among them where the text is complete.

        All zero at a dead end.
        """

    def accept(self, token_id: int) -> bool:
        """Advance by one token, the end token included. False, and no change, when it is masked."""

    def accept_text(self, data: bytes) -> bool:
        """Advance by text that is not a token, as one step. False, and no change, when it does not fit."""

    def rollback(self, count: int) -> None:
        """Undo the last `count` accepted tokens."""

    def may_end(self) -> bool:
        """Whether the text so far is complete."""


class CompiledConstraint(Protocol):
    """A constraint made ready for one vocabulary; makes any number of matchers."""

    @property
    def compile_seconds(self) -> float: ...

    @property
    def warnings(self) -> tuple[str, ...]: ...

    def matcher(self) -> Matcher: ...


class Engine(Protocol):
    name: str

    def compile(self, constraint: Constraint, vocabulary: Vocabulary) -> CompiledConstraint:
        """Raises EngineError when the engine refuses the constraint."""


def unpack(mask: Bitmask, size: int) -> NDArray[np.bool_]:
    """The mask as booleans, shape (size,)."""
    return np.unpackbits(mask.view(np.uint8), count=size, bitorder="little").view(np.bool_)


def pack(allowed: NDArray[np.bool_]) -> Bitmask:
    """Booleans, shape (V,), as a packed mask."""
    words = -(-len(allowed) // 32)
    packed = np.zeros(words * 4, dtype=np.uint8)
    bits = np.packbits(allowed, bitorder="little")
    packed[: len(bits)] = bits
    return packed.view(np.int32)
