"""Models for these tests: toys with a vocabulary of their own, and one that counts what it is asked."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from playground.models import Cache, Logits, Model
from playground.models.toy import ToyModel
from playground.models.toy_presets import END, Preset, fixed, scripted, seeded


def seeded_toy(texts: Sequence[str | bytes], seed: int = 1, specials: Sequence[str] = (END,)) -> ToyModel:
    """Random but repeatable scores; the special tokens come last, the end among them."""
    every = (*texts, *specials)
    return ToyModel(Preset("seeded", every, tuple(specials), seeded(seed, len(every)), fixed_prompt=END))


def fixed_toy(probabilities: dict[str, float]) -> ToyModel:
    """The same probabilities at every position, and an end token that has none worth naming."""
    scores = [*np.log(list(probabilities.values())), -40.0]
    texts = (*probabilities, END)
    return ToyModel(Preset("fixed", texts, (END,), fixed(scores), fixed_prompt=END))


def scripted_toy(texts: Sequence[str | bytes], steps: Sequence[str | bytes]) -> ToyModel:
    """Wants exactly these tokens, one after another, and then the end."""
    every = (*texts, END)
    wanted = [[every.index(text)] for text in steps]
    score = scripted(wanted, every.index(END), len(every))
    return ToyModel(Preset("scripted", every, (END,), score, fixed_prompt=END))


class CountingModel:
    """Hands everything to a real model, and notes the tokens that each forward pass read."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self.passes: list[list[int]] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._model, name)

    def forward(self, cache: Cache, token_ids: list[int]) -> Any:
        self.passes.append(list(token_ids))
        return self._model.forward(cache, token_ids)

    def logits(self, hidden: Any) -> Logits:
        return self._model.logits(hidden)


def ids(model: Model, *texts: str | bytes) -> list[int]:
    """The ids of tokens by their exact texts or names."""
    vocabulary = model.vocabulary
    by_text = {data: i for i, data in enumerate(vocabulary.tokens) if data is not None}
    by_name = {name: i for i, name in enumerate(vocabulary.names) if vocabulary.tokens[i] is None}
    return [
        by_name[text] if isinstance(text, str) and text in by_name else by_text[_bytes(text)]
        for text in texts
    ]


def _bytes(text: str | bytes) -> bytes:
    return text.encode() if isinstance(text, str) else text
