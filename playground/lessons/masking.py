"""Lesson 2: eight tokens before and after the mask."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from playground.decoding.position import Plain
from playground.decoding.visible import visible_token
from playground.lessons.examples import example
from playground.models import load_model


@dataclass(frozen=True, slots=True)
class MaskedToken(Plain):
    """One token of the vocabulary."""

    text: str
    """White space made visible."""
    logit: float
    allowed: bool
    """The masked logit is minus infinity when it is not."""
    before: float
    after: float


@dataclass(frozen=True, slots=True)
class Masking(Plain):
    """One position, the whole vocabulary in the order of its ids."""

    tokens: tuple[MaskedToken, ...]
    kept_mass: float

    @property
    def survivors(self) -> tuple[MaskedToken, ...]:
        """The allowed tokens, likeliest first."""
        return tuple(sorted((t for t in self.tokens if t.allowed), key=lambda t: -t.before))

    @property
    def ratios(self) -> tuple[float, float]:
        """The likeliest survivor to the next, before and after the mask."""
        first, second = self.survivors[:2]
        return first.before / second.before, first.after / second.after


@cache
def masking() -> Masking:
    return mask_first_position("toy:lesson2", "lesson_2")


def mask_first_position(model_name: str, example_name: str) -> Masking:
    """What an example's mask does to a small model before its first token."""
    model = load_model(model_name)
    session = example(example_name).session(model)
    logits = model.logits(model.forward(model.new_cache(), list(session.prompt_ids)))
    page = session.vocabulary(page_size=len(model.vocabulary))
    tokens = [
        MaskedToken(
            text=visible_token(model.vocabulary, row.token_id),
            logit=float(logits[row.token_id]),
            allowed=row.allowed,
            before=row.before,
            after=row.after,
        )
        for row in sorted(page.rows, key=lambda row: row.token_id)
    ]
    return Masking(tuple(tokens), session.position.kept_mass)
