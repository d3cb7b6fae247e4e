"""A tokenizer's vocabulary as bytes: what each token id adds to the text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playground.automaton.trie import Trie


@dataclass(frozen=True)
class Vocabulary:
    """Token ids as bytes.

    `tokens[i]` holds the bytes that token `i` adds to the text, or None when it never matches as text
    (special tokens, and ids the model scores but the tokenizer does not have). `names[i]` is what to call
    such a token (`<|im_end|>`); for a text token it is its own text. `end_ids` are the tokens that end a
    text. `tokenize` turns text into ids, special tokens in it recognised, nothing added.
    `len(tokens)` is the width of the model's logits.
    """

    tokens: tuple[bytes | None, ...]
    names: tuple[str, ...]
    end_ids: tuple[int, ...]
    tokenize: Callable[[str], Sequence[int]] = field(repr=False, compare=False)

    def __len__(self) -> int:
        return len(self.tokens)

    @cached_property
    def trie(self) -> Trie:
        """The prefix tree, built once (about half a second for 50,000 tokens) and shared by all sessions."""
        from playground.automaton.trie import Trie  # the tree is made of this class

        return Trie(self)

    @cached_property
    def lowered(self) -> tuple[str, ...]:
        """The names in lower case, made once, for searches."""
        return tuple(name.lower() for name in self.names)

    def decode(self, token_ids: Sequence[int]) -> bytes:
        """The bytes of a run of tokens; tokens without text add nothing."""
        return b"".join(self.tokens[i] or b"" for i in token_ids)
