"""The verdict on every token of a vocabulary, and why the masked ones are masked."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playground.automaton.automaton import Automaton
from playground.automaton.expectation import Expectation, expected, phrase
from playground.automaton.trie import Rejections, Trie

ALLOWED = -1


@dataclass(frozen=True, slots=True)
class RejectionGroup:
    """The masked tokens that fail at the same character for the same reason."""

    character: int
    """The index of the first rejected character of each token, from 0."""
    expected: tuple[Expectation, ...]
    count: int

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class Verdicts:
    """What one state says of each token.

    `allowed` has shape (V,) and holds the end tokens too, where the text is complete. `bytes_read` is
    what the walk over the prefix tree read, `bytes_naive` what a replay of each token alone would read.
    """

    automaton: Automaton
    trie: Trie
    state: int
    rejections: Rejections
    allowed: NDArray[np.bool_]
    bytes_read: int
    seconds: float
    """What the walk took when it was made; the same state is not walked again."""

    @cached_property
    def offsets(self) -> NDArray[np.int32]:
        """What `offset` says of each token, shape (V,)."""
        found = self.rejections
        offsets = np.zeros(len(self.allowed), dtype=np.int32)
        for first, last, character in zip(
            found.first_token.tolist(), found.last_token.tolist(), found.character.tolist(), strict=True
        ):
            if character:
                offsets[self.trie.order[first:last]] = character
        offsets[self.allowed] = ALLOWED
        return offsets

    def offset(self, token_id: int) -> int:
        """The index of the token's first rejected character, or ALLOWED. 0 for a token without text."""
        if self.allowed[token_id]:
            return ALLOWED
        found = self._rejection(token_id)
        return 0 if found is None else int(self.rejections.character[found])

    def reason(self, token_id: int) -> str:
        """Why a token is masked, in one sentence; empty when it is allowed."""
        if self.allowed[token_id]:
            return ""
        vocabulary = self.trie.vocabulary
        found = self._rejection(token_id)
        if token_id in vocabulary.end_ids:
            return f"the text cannot end here: the grammar wants {self._wanted(self.state)}"
        if found is None:
            return f"a special token is not text: the grammar wants {self._wanted(self.state)}"
        character = int(self.rejections.character[found])
        place = "its first character" if character == 0 else f"character {character}"
        return f"at {place} the grammar wanted {self._wanted(int(self.rejections.state[found]))}"

    @cached_property
    def bytes_naive(self) -> int:
        """Bytes that trying each token alone would read, up to and including its first rejected one."""
        first, last, length = self.rejections.first_token, self.rejections.last_token, self.rejections.length
        totals = np.concatenate([[0], np.cumsum(self.trie.lengths)])
        in_rejected = (totals[last] - totals[first]).sum()
        return int(totals[-1] - in_rejected + (length * (last - first)).sum())

    def groups(self, limit: int) -> tuple[RejectionGroup, ...]:
        """The masked text tokens by the character they fail at and what was expected there.

        The `limit` largest groups, largest first, else in the order of the characters.
        """
        found = self.rejections
        allowed_before = np.concatenate([[0], np.cumsum(self.allowed[self.trie.order])])
        masked = found.last_token - found.first_token
        masked = masked - (allowed_before[found.last_token] - allowed_before[found.first_token])
        places, group = np.unique(
            np.stack([found.character, found.state], axis=1), axis=0, return_inverse=True
        )
        counts = np.bincount(group, weights=masked, minlength=len(places)).astype(int)
        largest = [group for group in np.argsort(-counts, kind="stable")[:limit].tolist() if counts[group]]
        return tuple(
            RejectionGroup(
                character=int(places[group, 0]),
                expected=expected(self.automaton, int(places[group, 1])),
                count=int(counts[group]),
            )
            for group in largest
        )

    def _rejection(self, token_id: int) -> int | None:
        position = self.trie.position(token_id)
        if position is None:
            return None
        found = int(np.searchsorted(self.rejections.first_token, position, side="right")) - 1
        if found >= 0 and position < self.rejections.last_token[found]:
            return found
        return None

    def _wanted(self, state: int) -> str:
        """Kept, since many tokens fail at the same state, which may expect thousands of things."""
        if state not in self._phrases:
            self._phrases[state] = phrase(expected(self.automaton, state))
        return self._phrases[state]

    @cached_property
    def _phrases(self) -> dict[int, str]:
        return {}


def judge(automaton: Automaton, trie: Trie, state: int) -> Verdicts:
    """Judge the whole vocabulary from a state in one walk. Raises TooAmbiguous."""
    rejections, bytes_read, seconds = trie.walk(automaton, state)
    vocabulary = trie.vocabulary
    borders = np.zeros(len(trie.order) + 1, dtype=np.int8)
    np.add.at(borders, rejections.first_token, 1)
    np.add.at(borders, rejections.last_token, -1)
    allowed = np.zeros(len(vocabulary), dtype=np.bool_)
    allowed[trie.order] = np.cumsum(borders[:-1]) == 0
    end_ids = list(vocabulary.end_ids)
    for tokens in automaton.named_tokens(state):
        named = np.zeros_like(allowed)
        named[list(tokens.ids)] = True
        allowed |= ~named if tokens.negated else named
    allowed[end_ids] = automaton.may_end(state)
    return Verdicts(automaton, trie, state, rejections, allowed, bytes_read, seconds)
