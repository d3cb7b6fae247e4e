"""Lesson 15: an extractor that parses no text that was cut, and tries again a bounded number of times."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from playground.decoding import Attempt, Sampling, attempts
from playground.decoding.extraction import MAX_TOKENS, extraction_prompt
from playground.decoding.position import Plain
from playground.lessons.examples import Example, example
from playground.models import load_model

REPORTS = {
    "NullPointerException in Parser.java at line 88, crashes the build": 1,
    "Typo in README.md line 3": 2,
}
"""What is extracted from, each with the seed of the draws."""


@dataclass(frozen=True, slots=True)
class Extraction(Plain):
    report: str
    attempts: tuple[Attempt, ...]
    record: str
    """As Python shows it."""


@cache
def extractions() -> tuple[Extraction, ...]:
    """By a model of noise: the types are right, the values are not."""
    return tuple(_extraction(report, seed) for report, seed in REPORTS.items())


def _extraction(report: str, seed: int) -> Extraction:
    schema = example("lesson_15").text
    asked = Example("", "json_schema", schema, extraction_prompt(report, schema))
    session = asked.session(load_model("toy"), Sampling(temperature=1, seed=seed), MAX_TOKENS)
    return Extraction(report, tuple(attempts(session)), session.record().repr)
