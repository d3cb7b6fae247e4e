"""Lesson 14: a constrained sampler that turns noise into a person's record, and where it cannot go on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from playground.decoding import Sampling, Session
from playground.decoding.position import Plain
from playground.lessons.examples import example
from playground.models import Model, load_model
from playground.models.toy import ToyModel
from playground.models.toy_presets import PRESETS, seeded
from playground.records.json_record import json_record

SEEDS = (1, 2, 3, 4)
BUDGET = 40
SHORT = 6
PERSON: dict[str, Any] = {
    "title": "Person",
    "type": "object",
    "properties": {"name": {"type": "string"}, "age": {"type": "integer"}},
    "required": ["name", "age"],
    "additionalProperties": False,
}
"""The type of the record; the shape of its text is the pattern's."""
MISSING = " "
TO_THE_SPACE = ('{"', "name", '":', ' "', "Ada", '", "', "age", '":')
"""Tokens after which only a space can follow."""


@dataclass(frozen=True, slots=True)
class PersonRun(Plain):
    seed: int
    text: str
    tokens: int
    """Chosen, the end token included."""
    masked: int
    """Candidates that were removed, over the whole run."""
    candidates: int
    """As many as tokens in the vocabulary, at each step."""
    finish_reason: str
    record: str
    """As Python shows it; empty unless the text was finished."""


@dataclass(frozen=True, slots=True)
class DeadEnd(Plain):
    """A text that the pattern can go on from, and the vocabulary cannot."""

    text: str
    wanted: tuple[str, ...]
    finish_reason: str


@dataclass(frozen=True, slots=True)
class People(Plain):
    size: int
    """Tokens of the vocabulary."""
    runs: tuple[PersonRun, ...]
    cut: PersonRun
    """The first of them again, with a budget of `SHORT` tokens."""
    without_space: DeadEnd
    """Over the vocabulary without `MISSING`."""


@cache
def people() -> People:
    model = load_model("toy:lesson14")
    return People(
        size=len(model.vocabulary),
        runs=tuple(_run(model, seed, BUDGET) for seed in SEEDS),
        cut=_run(model, SEEDS[0], SHORT),
        without_space=_dead_end(),
    )


def _run(model: Model, seed: int, budget: int) -> PersonRun:
    session = example("lesson_14").session(model, Sampling(temperature=1, seed=seed), budget)
    for _ in session.run():
        pass
    chips, size = session.tokens(), len(model.vocabulary)
    return PersonRun(
        seed=seed,
        text=session.text,
        tokens=len(chips),
        masked=sum(size - chip.allowed_count for chip in chips),
        candidates=size * len(chips),
        finish_reason=session.finish_reason or "",
        record=json_record(PERSON, session.text).repr if session.finish_reason == "stop" else "",
    )


def _dead_end() -> DeadEnd:
    preset = PRESETS["toy:lesson14"]
    rest = tuple(text for text in preset.texts if text != MISSING)
    draft = ToyModel(replace(preset, name="without a space", texts=rest, score=seeded(4, len(rest))))
    session = example("lesson_14").session(draft)
    _force(session, TO_THE_SPACE)
    stack = session.position.stack
    return DeadEnd(session.text, stack.expected if stack else (), session.finish_reason or "")


def _force(session: Session, tokens: Sequence[str]) -> None:
    for token in tokens:
        session.step(session.model.vocabulary.names.index(token))
