"""How much of a JSON text is white space."""

from __future__ import annotations

import re
from dataclasses import dataclass

_STRING = re.compile(r'"(?:[^"\\]|\\.)*"?', re.DOTALL)
_WHITE_SPACE = " \t\n\r"


@dataclass(frozen=True, slots=True)
class WhiteSpaceShare:
    """Characters of a text, and how many of them are white space between its parts."""

    characters: int
    white_space: int

    @property
    def share(self) -> float:
        """From 0 to 1; 0 for the empty text."""
        return self.white_space / self.characters if self.characters else 0.0


def white_space_share(text: str) -> WhiteSpaceShare:
    """Count the white space of a JSON text, which may be cut; inside strings it does not count."""
    outside = _STRING.sub("", text)
    return WhiteSpaceShare(len(text), sum(outside.count(character) for character in _WHITE_SPACE))
