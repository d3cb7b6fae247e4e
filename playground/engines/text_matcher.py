"""What the engines share that read text alone: the end token is kept outside of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from playground.automaton.vocabulary import Vocabulary
from playground.engines.protocol import Bitmask, pack


class TextMatcher(ABC):
    """A matcher over an engine that knows nothing of the end. Not for use from two threads at once.

    The end tokens are allowed exactly where the text is complete, and after one of them nothing is.
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._size = len(vocabulary)
        self._end_ids = vocabulary.end_ids
        self._ended = False
        self._mask: Bitmask | None = None

    def mask(self) -> Bitmask:
        if self._mask is None:
            self._mask = self._compute_mask()
        return self._mask.copy()

    def accept(self, token_id: int) -> bool:
        if not 0 <= token_id < self._size or not self.mask()[token_id // 32] >> token_id % 32 & 1:
            return False
        if token_id in self._end_ids:
            self._ended = True
        else:
            self.advance(token_id)
        self._mask = None
        return True

    def accept_text(self, data: bytes) -> bool:
        if self._ended or not self.advance_text(data):
            return False
        self._mask = None
        return True

    def rollback(self, count: int) -> None:
        if not count:
            return
        self.undo(count - self._ended)
        self._ended = False
        self._mask = None

    def may_end(self) -> bool:
        return self._ended or self.is_complete()

    @abstractmethod
    def allowed(self) -> NDArray[np.bool_] | Sequence[int]:
        """Which tokens may come next: one boolean a token, or their ids. Ends need not be right.

        Raises EngineError when the engine breaks down at this text.
        """

    @abstractmethod
    def advance(self, token_id: int) -> None:
        """Read one token that `allowed` holds."""

    @abstractmethod
    def advance_text(self, data: bytes) -> bool:
        """Read text that is not a token, as one step. False, and no change, when it does not fit."""

    @abstractmethod
    def undo(self, count: int) -> None:
        """Forget the last steps, none when `count` is 0."""

    @abstractmethod
    def is_complete(self) -> bool:
        """Whether the text read so far is complete."""

    def _compute_mask(self) -> Bitmask:
        allowed = np.zeros(self._size, dtype=np.bool_)
        if not self._ended:
            found = self.allowed()
            if isinstance(found, np.ndarray):
                allowed |= found
            else:
                allowed[list(found)] = True
            allowed[list(self._end_ids)] = self.is_complete()
        return pack(allowed)
