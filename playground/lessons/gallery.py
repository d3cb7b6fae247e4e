"""The examples as cards: what each teaches, and what is to be seen when it is run."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from playground.decoding.position import Plain
from playground.grammar.picture import picture_svg
from playground.lessons.examples import GRAMMARS, Example, load_examples


@dataclass(frozen=True, slots=True)
class Card(Plain):
    """One example. `NAME.card.txt` beside it holds the two sentences, a line each."""

    example: Example
    teaches: str
    observe: str
    picture: str
    """Inline SVG, everything in it escaped."""


@cache
def cards() -> tuple[Card, ...]:
    """All examples of `grammars/`, in alphabetical order."""
    return tuple(read_card(example) for example in load_examples())


def read_card(example: Example, folder: Path = GRAMMARS) -> Card:
    """Raises FileNotFoundError when an example has no card, ValueError when that has not two lines."""
    path = folder / f"{example.name}.card.txt"
    lines = path.read_text(encoding="utf-8").splitlines()
    if len(lines) != 2:
        raise ValueError(f"{path.name} has {len(lines)} lines: write what it teaches and what to observe.")
    teaches, observe = lines
    return Card(example, teaches, observe, picture_svg(example.constraint.grammar))
