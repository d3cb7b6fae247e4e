"""Where a JSON text stands while it is written, what of the schema governs it, and what must still come."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from playground.automaton import DEAD, Automaton, open_stacks, shortest_completion
from playground.constraints import Constraint
from playground.decoding.json_path import read_prefix

_MOST_STACKS = 50


@dataclass(frozen=True, slots=True)
class Cursor:
    """The place of a JSON text that is being written."""

    path: str
    """Of the value being written, or of what is around it between two values: `$.items[2].name`."""
    pointer: str | None
    """The JSON pointer of the part of the schema that governs it; None where no schema does."""
    still_required: tuple[str, ...]
    """The paths of the keys that must still be written, on the shortest way to the end."""
    rest: str | None
    """A shortest text that ends what has begun; None when it is too long to be written out."""

    def to_dict(self) -> dict[str, Any]:
        return {
            "path": self.path,
            "pointer": self.pointer,
            "still_required": list(self.still_required),
            "rest": self.rest,
        }


def cursor(constraint: Constraint, text: str, automaton: Automaton | None = None) -> Cursor | None:
    """Where a text stands under a JSON Schema or `json_object` constraint; None when it breaks it.

    `automaton`, that of the constraint's grammar, saves making it anew. Raises TooAmbiguous.
    """
    if automaton is None:
        automaton = Automaton(constraint.grammar)
    state = automaton.feed(automaton.start, text.encode())
    if state == DEAD:
        return None
    completion = shortest_completion(automaton, state)
    rest = None if completion is None else completion.text
    keys = read_prefix(text + (rest or "")).keys
    required = tuple(path for path, end in keys if end > len(text))
    return Cursor(read_prefix(text).path, _pointer(constraint, automaton, state), required, rest)


def _pointer(constraint: Constraint, automaton: Automaton, state: int) -> str | None:
    """Of the innermost rule, on the stack with most of them, that stands for a place in the schema."""
    if constraint.schema is None:
        return None
    rules = constraint.schema.rules
    stacks = open_stacks(automaton, state, limit=_MOST_STACKS)
    ways = [[rules[rule.rule] for rule in stack.rules if rule.rule in rules] for stack in stacks]
    deepest = max(ways, key=len, default=[])
    return deepest[-1] if deepest else ""
