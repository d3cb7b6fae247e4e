"""A model without weights: a fixed vocabulary and scores that repeat, for tests and lessons."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from playground.automaton.vocabulary import Vocabulary
from playground.models.protocol import Cache, Logits, ModelError
from playground.models.toy_presets import END, TAIL, UNKNOWN, Preset, ToyState


@dataclass
class ToyCache:
    """The toy keeps no keys and values, only the ids."""

    token_ids: list[int] = field(default_factory=list)
    size = 0

    def crop(self, length: int) -> None:
        del self.token_ids[length:]


class ToyModel:
    """A `Model` that costs microseconds. `PRESETS` names the vocabularies there are."""

    device = "cpu"
    dtype = "float32"
    context_length = 4096
    has_chat_template = False

    def __init__(self, preset: Preset) -> None:
        self.name = preset.name
        self._preset = preset
        texts = [text.encode() if isinstance(text, str) else text for text in preset.texts]
        special = {text.encode() for text in preset.specials}
        self._ids = {text: token_id for token_id, text in enumerate(texts)}
        self._unknown_id = self._ids.get(UNKNOWN.encode())
        by_length = sorted(texts, key=len, reverse=True)
        self._longest_first = re.compile(b"|".join(map(re.escape, by_length)) + b"|.", re.DOTALL)
        self.vocabulary = Vocabulary(
            tokens=tuple(None if text in special else text for text in texts),
            names=tuple(text.decode("utf-8", "replace") for text in texts),
            end_ids=tuple(self._ids[text] for text in [END.encode()] if text in special),
            tokenize=self._tokenize,
        )

    def encode(self, prompt: str, chat: bool) -> list[int]:
        if chat:
            raise ModelError(f"{self.name} has no chat template; ask it for a raw completion instead.")
        fixed = self._preset.fixed_prompt
        token_ids = self._tokenize(fixed or prompt or "\n")
        self._check_length(len(token_ids))
        return token_ids

    def new_cache(self) -> ToyCache:
        return ToyCache()

    def forward(self, cache: Cache, token_ids: list[int]) -> ToyState:
        self._check_length(len(cache.token_ids) + len(token_ids))
        cache.token_ids.extend(token_ids)
        return ToyState(len(cache.token_ids), tuple(cache.token_ids[-TAIL:]))

    def logits(self, hidden: ToyState) -> Logits:
        return self._preset.score(hidden)

    def _check_length(self, length: int) -> None:
        if length > self.context_length:
            raise ModelError(f"{length} tokens do not fit into the {self.context_length} of {self.name}.")

    def _tokenize(self, text: str) -> list[int]:
        """The longest token at each place; what the vocabulary cannot spell is `UNKNOWN`, if there is one."""
        pieces = self._longest_first.findall(text.encode("utf-8", "replace"))
        token_ids = (self._ids.get(piece, self._unknown_id) for piece in pieces)
        return [token_id for token_id in token_ids if token_id is not None]
