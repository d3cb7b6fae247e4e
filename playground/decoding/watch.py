"""The triggers of a session, looked up in a vocabulary and looked for after each token."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from playground.automaton import Vocabulary
from playground.constraints import RequestTrigger
from playground.decoding.matcher_track import Piece
from playground.decoding.trigger import Trigger, TriggerError
from playground.decoding.visible import visible_token


@dataclass(frozen=True, slots=True)
class Fired:
    """A trigger that was found in the text, or the end of the thinking where there is no trigger."""

    by: int | None
    """Which of the triggers, counted from 0; None for the end of the thinking."""
    offset: int
    """The character of the text at which the grammar starts."""
    pieces: tuple[Piece, ...]
    """What the grammar is to read of the text so far; a special token comes with its name."""


class Watch:
    """What a session waits for before the grammar holds: the end of the thinking, then one of the triggers.

    `thinking` is the text that ends it, as servers do with models that reason (vLLM's reasoning parsers): no
    trigger is looked for before it, and it is no part of what the grammar reads. Empty for no thinking.

    A trigger token comes first; of the others, the first in order that is in the text.

    As in llama.cpp, the names of special tokens count as text here: a word can be a special token, and one
    between the parts of a word parts it.

    Raises ValueError for a trigger token that is not one token of the vocabulary, or that ends the text.
    """

    def __init__(self, triggers: Sequence[Trigger], vocabulary: Vocabulary, thinking: str = "") -> None:
        self.triggers = tuple(triggers)
        self.thinking = thinking
        self._vocabulary = vocabulary
        self._token_ids = [_token_id(trigger, vocabulary) for trigger in self.triggers]

    @property
    def waits(self) -> bool:
        """Whether there is anything to wait for."""
        return bool(self.thinking or self.triggers)

    def thinks(self, token_ids: Sequence[int]) -> bool:
        """Whether the thinking goes on after these tokens."""
        return self._thought(b"".join(map(self._text, token_ids))) is None

    def look(self, token_ids: Sequence[int]) -> Fired | None:
        """What the last of the tokens completes; None while there is more to wait for.

        Raises PatternTimeoutError (a ValueError) when a pattern takes too long.
        """
        texts = [self._text(token_id) for token_id in token_ids]
        data = b"".join(texts)
        thought = self._thought(data)
        if thought is None:
            return None
        ends = list(accumulate(map(len, texts)))
        if not self.triggers:
            return self._fired(None, token_ids, *_split(ends, thought))
        if token_ids[-1] in self._token_ids and thought <= len(data) - len(texts[-1]):
            return self._fired(self._token_ids.index(token_ids[-1]), token_ids, len(token_ids) - 1, 0)
        for by, trigger in enumerate(self.triggers):
            start = trigger.find(data[thought:])
            if start is not None:
                return self._fired(by, token_ids, *_split(ends, thought + start))
        return None

    def seen(self, token_ids: Sequence[int]) -> tuple[int | None, str]:
        """Which trigger the text could begin, and the longest end of the text with which it could.

        While the thinking goes on, the same of its end, which is no trigger.
        """
        data = b"".join(map(self._text, token_ids))
        thought = self._thought(data)
        if thought is None:
            return None, Trigger("word", self.thinking).seen(data)
        seen = [trigger.seen(data[thought:]) for trigger in self.triggers]
        longest = max(seen, key=len)
        return (seen.index(longest), longest) if longest else (None, "")

    def _thought(self, data: bytes) -> int | None:
        """The byte behind the end of the thinking; None while it goes on."""
        end = self.thinking.encode()
        start = data.find(end)
        return None if start < 0 else start + len(end)

    def requests(self) -> tuple[RequestTrigger, ...]:
        """The triggers as a request names them, the tokens by their ids."""
        return tuple(
            RequestTrigger(trigger.kind, self._shown(trigger, token_id), token_id)
            for trigger, token_id in zip(self.triggers, self._token_ids, strict=True)
        )

    def notes(self) -> tuple[str, ...]:
        """What llama-server does otherwise with these triggers, a sentence each."""
        words = [trigger.text for trigger in self.triggers if trigger.kind == "word"]
        single = [(word, ids[0]) for word in words if len(ids := self._vocabulary.tokenize(word)) == 1]
        return tuple(
            f"The trigger word {word!r} is one token of this model ({token_id}). llama-server wants such a "
            "word in preserved_tokens, and then waits for that token alone; here the word counts however it "
            "is cut into tokens. For the same here, make it a token trigger."
            for word, token_id in single
        )

    def _fired(self, by: int | None, token_ids: Sequence[int], first: int, skipped: int) -> Fired:
        """The grammar reads from token `first` on, without the first `skipped` bytes of its text."""
        pieces: list[Piece] = [(token_id, self._text(token_id)) for token_id in token_ids[first:]]
        before = self._vocabulary.decode(token_ids[:first])
        if skipped:
            before += (self._vocabulary.tokens[token_ids[first]] or b"")[:skipped]
            # A token that began in the thinking is not read by its id.
            pieces[0] = (None if by is None else token_ids[first], pieces[0][1][skipped:])
        return Fired(by, len(before.decode("utf-8", "replace")), tuple(pieces))

    def _text(self, token_id: int) -> bytes:
        data = self._vocabulary.tokens[token_id]
        return self._vocabulary.names[token_id].encode() if data is None else data

    def _shown(self, trigger: Trigger, token_id: int | None) -> str:
        return trigger.text if token_id is None else self._text(token_id).decode("utf-8", "replace")


def _split(ends: Sequence[int], start: int) -> tuple[int, int]:
    """The token in which a byte of the text stands, and how many bytes of it stand before.

    `ends` are the bytes behind each token. A byte behind all of them stands in a token to come.
    """
    first = sum(end <= start for end in ends)
    return first, start - (ends[first - 1] if first else 0)


def _token_id(trigger: Trigger, vocabulary: Vocabulary) -> int | None:
    """The id of a trigger token; None for the other kinds."""
    if trigger.kind != "token":
        return None
    token_id = trigger.value if isinstance(trigger.value, int) else _one_token(trigger.value, vocabulary)
    if token_id >= len(vocabulary):
        raise TriggerError(
            f"There is no token {token_id} for a trigger: this model has {len(vocabulary):,} tokens. "
            f"Use an id from 0 to {len(vocabulary) - 1}."
        )
    if token_id in vocabulary.end_ids:
        raise TriggerError(
            f"The trigger token {visible_token(vocabulary, token_id)} ends the text, so no grammar could "
            "follow it. Use another token."
        )
    return token_id


def _one_token(text: str, vocabulary: Vocabulary) -> int:
    ids = tuple(vocabulary.tokenize(text))
    if len(ids) == 1:
        return ids[0]
    parts = ", ".join(f"{visible_token(vocabulary, i)} ({i})" for i in ids[:12]) + ", …" * (len(ids) > 12)
    split = f"{len(ids)}: {parts}" if ids else "none: its tokenizer turns it into nothing"
    raise TriggerError(
        f"The trigger token {text!r} is not one token of this model but {split}. "
        "Name one token by its text or id, or make it a trigger word."
    )
