"""What the playground asks of a language model: text to ids, ids to scores, and a cache it can crop."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from playground.automaton.vocabulary import Vocabulary

Logits = NDArray[np.float32]
"""Scores before softmax, shape (V,)."""


class ModelError(ValueError):
    """A model that cannot be had or cannot do what it was asked; the message says what to do."""


class OutOfMemoryError(ModelError):
    """The device has no memory left for a pass; what the cache held may be gone."""


class Cache(Protocol):
    """The keys and values of a token prefix; one session owns it."""

    token_ids: list[int]

    @property
    def size(self) -> int:
        """Bytes of its keys and values."""

    def crop(self, length: int) -> None:
        """Forget everything after the first `length` tokens."""


class Model(Protocol):
    """Weights and tokenizer. One object serves all sessions; calls are safe from several threads."""

    name: str
    device: str
    dtype: str
    context_length: int
    vocabulary: Vocabulary
    has_chat_template: bool

    def encode(self, prompt: str, chat: bool) -> list[int]:
        """Prompt ids, at least one; with `chat`, wrapped as a user's turn and opened for the answer.

        Raises ModelError when the prompt leaves no room in the context, or with `chat` when
        `has_chat_template` is false.
        """

    def new_cache(self) -> Cache: ...

    def forward(self, cache: Cache, token_ids: list[int]) -> Any:
        """Read `token_ids` after what the cache holds, extend it, and return the last hidden state.

        The state is small (it may be kept for every step) and opaque: hand it to `logits`.
        Raises ModelError when the context is full.
        """

    def logits(self, hidden: Any) -> Logits:
        """The scores of the next token. Cheap beside `forward`, and the same each time it is asked."""
