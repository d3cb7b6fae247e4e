"""A text as tokens, to force it through engines."""

from __future__ import annotations

from playground.automaton.vocabulary import Vocabulary


def spell(vocabulary: Vocabulary, text: str) -> list[int]:
    """The tokens that write a text, as its tokenizer would where that adds nothing.

    Some tokenizers put a space before each text, some leave out what they do not know; then the longest
    token that fits comes next, over and over. Raises ValueError when no tokens write the text.
    """
    data = text.encode()
    token_ids = list(vocabulary.tokenize(text))
    if vocabulary.decode(token_ids) == data and not set(token_ids) & set(vocabulary.end_ids):
        return token_ids
    return _longest_first(vocabulary, data)


def _longest_first(vocabulary: Vocabulary, data: bytes) -> list[int]:
    ids = {token: i for i, token in reversed(list(enumerate(vocabulary.tokens))) if token}
    for end_id in vocabulary.end_ids:
        ids.pop(vocabulary.tokens[end_id] or b"", None)
    longest = max(map(len, ids), default=0)
    spelled: list[int] = []
    start = 0
    while start < len(data):
        ends = range(min(start + longest, len(data)), start, -1)
        end = next((end for end in ends if data[start:end] in ids), None)
        if end is None:
            rest = data[start:].decode(errors="replace")
            raise ValueError(f"this model has no token to write {rest[:20]!r} with")
        spelled.append(ids[data[start:end]])
        start = end
    return spelled
