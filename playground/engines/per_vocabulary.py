"""What an engine prepares once for each vocabulary."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable
from typing import Generic, TypeVar

from playground.automaton.vocabulary import Vocabulary

T = TypeVar("T")


class PerVocabulary(Generic[T]):
    """Keeps what `build` makes of a vocabulary for as long as the vocabulary lives."""

    def __init__(self, build: Callable[[Vocabulary], T]) -> None:
        self._build = build
        self._lock = threading.Lock()
        self._kept: dict[int, T] = {}

    def __call__(self, vocabulary: Vocabulary) -> T:
        # Keyed by identity: hashing a vocabulary walks all its tokens.
        key = id(vocabulary)
        with self._lock:
            if key not in self._kept:
                self._kept[key] = self._build(vocabulary)
                weakref.finalize(vocabulary, self._kept.pop, key, None).atexit = False
            return self._kept[key]

    def __len__(self) -> int:
        return len(self._kept)
