"""Where a JSON text stands while it is written, what of the schema governs it, and what must still come."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from playground.automaton import DEAD, Automaton, TooAmbiguous, open_names, shortest_completion
from playground.constraints import Constraint
from playground.decoding.json_path import read_prefix
from playground.grammar.json_part import line_of, written_at

JSON_KINDS = ("json_schema", "json_object")
"""The kinds of constraint whose texts are JSON."""
_MOST_STACKS = 50
"""Stacks that are looked through for the part of the schema."""
_MOST_READINGS = 500
"""Of a text that can be read in more ways, the place is not looked for: it has to take milliseconds."""


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
    part: str | None = None
    """What the schema says at the pointer, on one line; None where the pasted text holds no such part."""
    line: int | None = None
    """The line of the pasted text on which that part begins, from 1."""

    def to_dict(self) -> dict[str, Any]:
        return {
            "path": self.path,
            "pointer": self.pointer,
            "still_required": list(self.still_required),
            "rest": self.rest,
            "part": self.part,
            "line": self.line,
        }


def cursor(constraint: Constraint, text: str, automaton: Automaton | None = None) -> Cursor | None:
    """Where a text stands under a JSON Schema or `json_object` constraint; None when it breaks it.

    `automaton`, that of the constraint's grammar, saves making it anew. Raises TooAmbiguous.
    """
    if automaton is None:
        automaton = Automaton(constraint.grammar)
    state = automaton.feed(automaton.start, text.encode())
    return None if state == DEAD else cursor_at(constraint, text, automaton, state)


def cursor_at(constraint: Constraint, text: str, automaton: Automaton, state: int) -> Cursor:
    """The cursor of a text that has led the automaton to a living state. Raises TooAmbiguous."""
    readings = len(automaton.items(state))
    if readings > _MOST_READINGS:
        raise TooAmbiguous(f"{readings:,} stacks at once")
    completion = shortest_completion(automaton, state)
    rest = None if completion is None else completion.text
    keys = read_prefix(text + (rest or "")).keys
    required = tuple(path for path, end in keys if end > len(text))
    pointer = _pointer(constraint, automaton, state)
    part, line = _written(constraint, pointer)
    return Cursor(read_prefix(text).path, pointer, required, rest, part, line)


def _pointer(constraint: Constraint, automaton: Automaton, state: int) -> str | None:
    """Of the innermost rule that stands for a place in the schema, on the stacks with most of them.

    Where these are in several branches still, it is the part around the branches.
    """
    if constraint.schema is None:
        return None
    rules = constraint.schema.rules
    stacks = open_names(automaton, state, limit=_MOST_STACKS)
    ways = [[rules[name] for name in stack if name in rules] for stack in stacks]
    most = max(map(len, ways), default=0)
    levels = zip(*(way for way in ways if len(way) == most), strict=True)
    shared = [level[0] for level in takewhile(lambda level: len(set(level)) == 1, levels)]
    return shared[-1] if shared else ""


def _written(constraint: Constraint, pointer: str | None) -> tuple[str | None, int | None]:
    if constraint.schema is None or pointer is None or pointer not in constraint.schema.places:
        return None, None
    place = constraint.schema.places[pointer]
    return " ".join(written_at(constraint.text, place).split()), line_of(constraint.text, place)
