"""Lesson 11: free text first, and a grammar from a trigger on."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from playground.decoding.position import Plain
from playground.lessons.examples import example
from playground.models import load_model

LIKELY = 0.01
"""From here on a candidate is one that the model offers."""


@dataclass(frozen=True, slots=True)
class Offer(Plain):
    text: str
    allowed: bool


@dataclass(frozen=True, slots=True)
class LazyStep(Plain):
    active: bool
    """Whether the grammar holds."""
    offers: tuple[Offer, ...]
    """What the model offers, likeliest first."""
    chosen: str


@dataclass(frozen=True, slots=True)
class Lazy(Plain):
    trigger: str
    steps: tuple[LazyStep, ...]
    text: str
    fired_at_token: int
    starts_at_character: int
    finish_reason: str
    value: Any
    """Of the record."""


@cache
def lazy() -> Lazy:
    session = example("lesson_11").session(load_model("toy:lesson11"))
    steps = []
    for step in session.run():
        offers = [Offer(c.text, c.allowed) for c in step.position.candidates if c.before >= LIKELY]
        steps.append(LazyStep(step.position.trigger.state == "active", tuple(offers), step.text))
    trigger = session.position.trigger
    assert trigger.since_token is not None
    assert trigger.offset is not None
    return Lazy(
        trigger=example("lesson_11").trigger,
        steps=tuple(steps),
        text=session.text,
        fired_at_token=trigger.since_token,
        starts_at_character=trigger.offset,
        finish_reason=session.finish_reason or "",
        value=session.record().value,
    )
