"""Does a text fit a constraint: complete, a valid prefix, or invalid from some character on?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from time import monotonic
from typing import Any, Literal

from playground.automaton.automaton import DEAD, Automaton
from playground.automaton.expectation import Expectation, expected
from playground.automaton.stacks import TooAmbiguous
from playground.automaton.view import Stack, open_stacks
from playground.automaton.vocabulary import Vocabulary
from playground.constraints import Constraint, resolve_tokens

SECONDS = 10
"""How long a text may take to read."""

Status = Literal["complete", "valid_prefix", "invalid"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the grammar says of a text.

    `offset` counts characters (a token counts as one) and is where the text stops fitting, or its
    length. `expected` is what would have fitted there, or may come next. `depth` and `stack` describe
    the deepest stack before that place.
    """

    status: Status
    offset: int
    expected: tuple[Expectation, ...]
    depth: int
    stack: Stack | None

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


def check(
    constraint: Constraint, text: str | Sequence[str | int], vocabulary: Vocabulary | None = None
) -> Verdict:
    """Read a text, or a list of texts and token ids, from its start.

    In a plain text no token is known, so that `<[5]>` and `!<[5]>` match nothing in it. In a list each
    character of a text part is a token of its own that the grammar does not name, as llama.cpp's own
    tests have it. `vocabulary` is needed where a grammar names a token by its text.

    Raises ConstraintError for a token that is not in the vocabulary, TooAmbiguous when the grammar
    allows too many readings.
    """
    if vocabulary is None:
        grammar = constraint.grammar
    else:
        grammar = resolve_tokens(constraint, vocabulary.tokenize, len(vocabulary))
    automaton = Automaton(grammar)
    by_token = not isinstance(text, str)
    units = [unit for part in text for unit in (part if isinstance(part, str) else [part])]
    state = automaton.start
    deadline = monotonic() + SECONDS
    for offset, unit in enumerate(units):
        if monotonic() > deadline:
            raise TooAmbiguous(
                f"too ambiguous to read further than character {offset:,} in {SECONDS} seconds"
            )
        reached = _feed(automaton, state, unit, by_token, vocabulary)
        if reached == DEAD:
            return _verdict(automaton, state, "invalid", offset)
        state = reached
    return _verdict(automaton, state, "complete" if automaton.may_end(state) else "valid_prefix", len(units))


def _feed(
    automaton: Automaton, state: int, unit: str | int, by_token: bool, vocabulary: Vocabulary | None
) -> int:
    if isinstance(unit, int):
        return automaton.feed_token(state, unit, vocabulary.tokens[unit] if vocabulary else None)
    data = unit.encode(errors="surrogatepass")
    return automaton.feed_token(state, None, data) if by_token else automaton.feed(state, data)


def _verdict(automaton: Automaton, state: int, status: Status, offset: int) -> Verdict:
    stacks = open_stacks(automaton, state, limit=1)
    stack = stacks[0] if stacks else None
    return Verdict(status, offset, expected(automaton, state), stack.depth if stack else 0, stack)
