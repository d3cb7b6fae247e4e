"""An engine's matcher that goes back and forth with the tokens of a session."""

from __future__ import annotations

from collections.abc import Sequence

from playground.automaton import Vocabulary
from playground.decoding.visible import visible_token
from playground.engines.protocol import CompiledConstraint, EngineError, Matcher

Piece = tuple[int | None, bytes]
"""A token and its text; no id where only the rest of a token's text counts."""


def pieces_from(vocabulary: Vocabulary, token_ids: Sequence[int], start: int) -> list[Piece]:
    """What the tokens add to the text from byte `start` on.

    A token that began before it has no id, only the rest of its text; tokens that ended by then (and
    special tokens before any text counts) are left out.
    """
    pieces: list[Piece] = []
    begin = 0
    for token_id in token_ids:
        data = vocabulary.tokens[token_id] or b""
        end = begin + len(data)
        if pieces or end > start:
            pieces.append((token_id, data) if begin >= start else (None, data[start - begin :]))
        begin = end
    return pieces


class MatcherTrack:
    """One matcher, moved to whatever tokens it is asked about by rolling back and accepting."""

    def __init__(self, compiled: CompiledConstraint, vocabulary: Vocabulary) -> None:
        self._compiled = compiled
        self._vocabulary = vocabulary
        self._matcher: Matcher | None = None
        self._begun: tuple[tuple[int, ...], int] = ((), 0)
        self._fed: list[int] = []  # accepted since

    def begin(self, token_ids: Sequence[int], start: int) -> bool:
        """A fresh matcher that has read the tokens' text from byte `start` on; False when it does not fit."""
        self._matcher, self._begun, self._fed = None, (tuple(token_ids), start), []
        matcher = self._compiled.matcher()
        for token_id, data in pieces_from(self._vocabulary, token_ids, start):
            if not (matcher.accept_text(data) if token_id is None else matcher.accept(token_id)):
                return False
        self._matcher = matcher
        return True

    def after(self, begun: Sequence[int], start: int, token_ids: Sequence[int]) -> Matcher:
        """The matcher begun with `begun` and `start`, after `token_ids`; each was allowed by a mask.

        Raises EngineError, the matcher staying usable, when the engine refuses what its mask allowed.
        """
        if self._matcher is None or self._begun != (tuple(begun), start):
            self.begin(begun, start)
        assert self._matcher is not None
        shared = 0
        while shared < min(len(self._fed), len(token_ids)) and self._fed[shared] == token_ids[shared]:
            shared += 1
        self._matcher.rollback(len(self._fed) - shared)
        del self._fed[shared:]
        for token_id in token_ids[shared:]:
            if not self._matcher.accept(token_id):
                raise EngineError(
                    f"The engine's mask allows token {token_id} "
                    f"({visible_token(self._vocabulary, token_id)}), but its matcher refuses it. "
                    "That is a fault of the engine: take another token or another engine."
                )
            self._fed.append(token_id)
        return self._matcher
