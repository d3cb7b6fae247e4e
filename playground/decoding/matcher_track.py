"""An engine's matcher that goes back and forth with the tokens of a session."""

from __future__ import annotations

from collections.abc import Sequence

from playground.automaton import Vocabulary
from playground.decoding.visible import visible_token
from playground.engines.protocol import CompiledConstraint, EngineError, Matcher

Piece = tuple[int | None, bytes]
"""A token and its text; no id where only text counts."""


def pieces_of(vocabulary: Vocabulary, token_ids: Sequence[int]) -> list[Piece]:
    """What the tokens add to the text; a special token adds nothing but itself."""
    return [(token_id, vocabulary.tokens[token_id] or b"") for token_id in token_ids]


class MatcherTrack:
    """One matcher, moved to whatever tokens it is asked about by rolling back and accepting."""

    def __init__(self, compiled: CompiledConstraint, vocabulary: Vocabulary) -> None:
        self._compiled = compiled
        self._vocabulary = vocabulary
        self._matcher: Matcher | None = None
        self._begun: tuple[Piece, ...] = ()
        self._fed: list[int] = []  # accepted since

    def begin(self, pieces: Sequence[Piece]) -> tuple[Piece, ...] | None:
        """A fresh matcher that has read the pieces; None when they do not fit.

        Returns how they were read: as llama.cpp does, a special token that comes with its name is read by
        its id or, where the grammar does not name it, as that text; a token of whose text only a part counts
        is read as that part or, where the grammar does not begin with it, by its id.
        """
        self._matcher, self._fed = None, []
        matcher = self._compiled.matcher()
        read: list[Piece] = []
        for piece in pieces:
            as_read = self._read(matcher, piece)
            if as_read is None:
                return None
            read.append(as_read)
        self._matcher, self._begun = matcher, tuple(read)
        return self._begun

    def _read(self, matcher: Matcher, piece: Piece) -> Piece | None:
        token_id, data = piece
        if token_id is None:
            return piece if matcher.accept_text(data) else None
        text = self._vocabulary.tokens[token_id]
        if text is not None and text != data and matcher.accept_text(data):
            return None, data
        if matcher.accept(token_id):
            return token_id, data if text else b""
        return (None, data) if text is None and matcher.accept_text(data) else None

    def after(self, begun: tuple[Piece, ...], token_ids: Sequence[int]) -> Matcher:
        """The matcher that has read `begun`, after `token_ids`; each was allowed by a mask.

        Raises EngineError, the matcher staying usable, when the engine refuses what its mask allowed.
        """
        if self._matcher is None or self._begun != begun:
            self.begin(begun)
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
