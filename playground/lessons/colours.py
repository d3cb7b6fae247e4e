"""Lesson 3: four words, twenty tokens, and the vocabulary that has no `e`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from playground.decoding import Session
from playground.decoding.position import Plain
from playground.lessons.examples import example
from playground.models.toy import ToyModel
from playground.models.toy_presets import END, PRESETS, seeded

SPELLINGS = (("re", "d", END), ("gr", "e", "y", END), ("gr", "ee", "n", END))
"""The tokens chosen in three runs."""
MISSING = "e"
FIRST = "r"
"""What the run without the missing token begins with."""


@dataclass(frozen=True, slots=True)
class ColourStep(Plain):
    """What was written, which tokens could come next in the order of their ids, and which came."""

    text: str
    allowed: tuple[str, ...]
    chosen: str


@dataclass(frozen=True, slots=True)
class ColourRun(Plain):
    word: str
    steps: tuple[ColourStep, ...]


@dataclass(frozen=True, slots=True)
class Colours(Plain):
    size: int
    """Tokens of the vocabulary."""
    runs: tuple[ColourRun, ...]
    draft_size: int
    """Tokens of the vocabulary without `MISSING`."""
    draft_text: str
    """Where the run over that vocabulary ends."""
    draft_allowed: tuple[str, ...]
    """What may come next there: nothing."""
    draft_finish: str
    """The finish reason."""
    draft_note: str


@cache
def colours() -> Colours:
    preset = PRESETS["toy:lesson3"]
    rest = tuple(text for text in preset.texts if text != MISSING)
    draft = ToyModel(replace(preset, name="without e", texts=rest, score=seeded(3, len(rest))))
    ended = example("lesson_3").session(draft)
    ended.step(_id(ended, FIRST))
    return Colours(
        size=len(preset.texts),
        runs=tuple(_run(ToyModel(preset), tokens) for tokens in SPELLINGS),
        draft_size=len(rest),
        draft_text=ended.text,
        draft_allowed=_allowed(ended),
        draft_finish=ended.finish_reason or "",
        draft_note=ended.position.finish_note,
    )


def _run(model: ToyModel, tokens: Sequence[str]) -> ColourRun:
    session = example("lesson_3").session(model)
    steps = []
    for token in tokens:
        steps.append(ColourStep(session.text, _allowed(session), token))
        session.step(_id(session, token))
    return ColourRun(session.text, tuple(steps))


def _allowed(session: Session) -> tuple[str, ...]:
    page = session.vocabulary(show="allowed", page_size=len(session.model.vocabulary))
    return tuple(row.text for row in sorted(page.rows, key=lambda row: row.token_id))


def _id(session: Session, token: str) -> int:
    return session.model.vocabulary.names.index(token)
