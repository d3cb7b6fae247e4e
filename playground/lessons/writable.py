"""Whether a model's tokens can spell a text that fits a grammar: a vocabulary of a dozen often cannot."""

from __future__ import annotations

import string

from playground.automaton import DEAD, Automaton, Vocabulary
from playground.grammar.model import Grammar

_CHARACTERS = frozenset(character.encode() for character in string.printable.strip())
LIMIT = 300
"""States that are looked at."""


def can_write(vocabulary: Vocabulary, grammar: Grammar) -> bool:
    """Whether a complete text is found that the tokens spell.

    Every vocabulary that has all printable characters is taken to have one. Raises TooAmbiguous.
    """
    texts = frozenset(token for token in vocabulary.tokens if token)
    if texts >= _CHARACTERS:
        return True
    automaton = Automaton(grammar)
    seen, waiting = {DEAD, automaton.start}, [automaton.start]
    while waiting and len(seen) < LIMIT:
        state = waiting.pop()
        if automaton.may_end(state):
            return True
        reached = {automaton.feed(state, text) for text in texts} - seen
        seen |= reached
        waiting.extend(reached)
    return False
