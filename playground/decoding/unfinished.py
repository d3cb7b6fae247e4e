"""What a text that was cut still lacks."""

from __future__ import annotations

from dataclasses import dataclass

from playground.automaton import Automaton, expected, shortest_completion
from playground.decoding.position import Plain


@dataclass(frozen=True, slots=True)
class Unfinished(Plain):
    """What the grammar wants next, and the least that would complete the text."""

    expected: tuple[str, ...]
    """Readable classes and literals."""
    completion: str | None
    """A shortest text that completes it; None when there is none, or it is too long to be written out."""
    characters: int | None
    """How many characters that is at least; 0 for a complete text, None when nothing completes it."""


def unfinished(automaton: Automaton, state: int) -> Unfinished:
    """What is missing in a state of the automaton."""
    wanted = tuple(expectation.what for expectation in expected(automaton, state))
    completion = shortest_completion(automaton, state)
    if completion is None:
        return Unfinished(wanted, None, None)
    return Unfinished(wanted, completion.text, completion.characters)
