"""How much of a text is white space: a grammar that allows it anywhere lets a model write little else."""

from __future__ import annotations

from dataclasses import dataclass

from playground.decoding.position import Plain


@dataclass(frozen=True, slots=True)
class WhiteSpace(Plain):
    """White space in a text, inside strings or not, both in characters."""

    white: int
    of: int

    @property
    def percent(self) -> int:
        """0 to 100, rounded down; 0 of an empty text."""
        return 100 * self.white // self.of if self.of else 0


def white_space_of(text: str) -> WhiteSpace:
    """The share of white space in a text."""
    return WhiteSpace(sum(character.isspace() for character in text), len(text))
