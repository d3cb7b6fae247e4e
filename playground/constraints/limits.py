"""How large a constraint may be, so that reading, compiling and masking it end in bearable time."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from math import prod

from playground.environment import number, raise_it
from playground.grammar.diagnostics import Diagnostic
from playground.grammar.json_text import MARK
from playground.grammar.model import Grammar, Literal, Node, Repeat, children, walk

NAMES = {
    "characters": "PLAYGROUND_CONSTRAINT_CHARACTERS",
    "rules": "PLAYGROUND_CONSTRAINT_RULES",
    "parts": "PLAYGROUND_CONSTRAINT_PARTS",
    "nesting": "PLAYGROUND_CONSTRAINT_NESTING",
    "nested_repetition": "PLAYGROUND_CONSTRAINT_REPETITION",
    "counted": "PLAYGROUND_CONSTRAINT_COUNTED",
    "properties": "PLAYGROUND_SCHEMA_PROPERTIES",
    "enum_members": "PLAYGROUND_SCHEMA_ENUM",
}
"""The environment variable of each limit."""


@dataclass(frozen=True, slots=True)
class ConstraintLimits:
    """The limits of one constraint; `limits` has those in force."""

    characters: int = 100_000
    """Length of the pasted text, in code points."""
    rules: int = 2_000
    parts: int = 50_000
    """Nodes of all rules together; a literal counts one for each of its characters."""
    nesting: int = 150
    """Levels of groups inside one rule."""
    nested_repetition: int = 100_000
    """Product of the bounds of counted repetitions that are written inside one another."""
    counted: int = 3_000
    """Sum of the bounds of different counted repetitions, each up to 128: from there on an engine counts,
    below it makes a state of each, which costs xgrammar 3 to 20 ms of compiling."""
    properties: int = 2_000
    """Names in all `properties` of a JSON Schema together."""
    enum_members: int = 5_000
    """Values in all `enum` of a JSON Schema together."""


def read_constraint_limits(environment: Mapping[str, str] = os.environ) -> ConstraintLimits:
    """The limits with what the environment changes.

    Raises ValueError, naming the variable, when a value makes no sense.
    """
    default = ConstraintLimits()
    return ConstraintLimits(
        **{
            field: int(number(environment, name, getattr(default, field), 1, 10**9, field, whole=True))
            for field, name in NAMES.items()
        }
    )


@cache
def limits() -> ConstraintLimits:
    """Those in force in this process, read from its environment once. Raises ValueError as above."""
    return read_constraint_limits()


_LARGEST_UNROLLED = 128


def check_grammar_size(grammar: Grammar) -> Diagnostic | None:
    """What makes the grammar too large to work with, or None."""
    most = limits()
    if len(grammar.rules) > most.rules:
        return _too_large(f"{len(grammar.rules):,} rules, more than {most.rules:,}", "rules")
    total = 0
    for rule in grammar.rules:
        parts, nesting, repetition = _measure(rule.body)
        total += parts
        if nesting > most.nesting:
            shown = f"groups nested {nesting:,} deep, more than {most.nesting:,}"
            return _too_large(shown, "nesting", rule.name)
        if repetition > most.nested_repetition:
            shown = f"repetitions inside repetitions that multiply to {repetition:,}"
            shown = f"{shown}, more than {most.nested_repetition:,}"
            return _too_large(shown, "nested_repetition", rule.name)
    if total > most.parts:
        return _too_large(f"{total:,} parts, more than {most.parts:,}", "parts")
    counted = sum(min(repeat.maximum or repeat.minimum, _LARGEST_UNROLLED) for repeat in _counted(grammar))
    if counted > most.counted:
        shown = f"counted repetitions that add up to {counted:,}, more than {most.counted:,}"
        return _too_large(shown, "counted")
    return None


def check_schema_size(text: str) -> Diagnostic | None:
    """What makes a JSON Schema too large to work with, or None; also for what is no JSON at all."""
    try:
        waiting = [json.loads(text.removeprefix(MARK))]
    except (ValueError, RecursionError):
        return None
    properties = members = 0
    while waiting:
        node = waiting.pop()
        if isinstance(node, dict):
            named, listed = node.get("properties"), node.get("enum")
            properties += len(named) if isinstance(named, dict) else 0
            members += len(listed) if isinstance(listed, list) else 0
        waiting.extend(node.values() if isinstance(node, dict) else node if isinstance(node, list) else ())
    most = limits()
    for count, limit, what in (
        (properties, "properties", "properties"),
        (members, "enum_members", "members of enum"),
    ):
        if count > getattr(most, limit):
            message = f"the schema has {count:,} {what}, more than {getattr(most, limit):,}"
            return Diagnostic("too-large", message, f"Use fewer. {raise_it(NAMES[limit])}")
    return None


def _counted(grammar: Grammar) -> set[Repeat]:
    """The different repetitions that an engine has to count."""
    repeats = (node for rule in grammar.rules for node in walk(rule.body) if isinstance(node, Repeat))
    return {repeat for repeat in repeats if max(repeat.minimum, repeat.maximum or 0) > 1}


def _measure(body: Node) -> tuple[int, int, int]:
    """Parts, deepest nesting, and the largest product of bounds that stand inside one another."""
    parts = nesting = 0
    repetition = 1
    waiting: list[tuple[Node, int, tuple[int, ...]]] = [(body, 1, ())]
    while waiting:
        node, depth, bounds = waiting.pop()
        parts += max(1, len(node.text)) if isinstance(node, Literal) else 1
        if isinstance(node, Repeat) and (bound := node.maximum or node.minimum) > 1:
            bounds = (*bounds, bound)
        if len(bounds) > 1:
            repetition = max(repetition, prod(bounds))
        nesting = max(nesting, depth)
        waiting.extend((child, depth + 1, bounds) for child in children(node))
    return parts, nesting, repetition


def _too_large(what: str, limit: str, rule: str = "") -> Diagnostic:
    place = f"rule {rule} has" if rule else "the constraint becomes a grammar with"
    hint = f"Use fewer or smaller repetitions and alternatives. {raise_it(NAMES[limit])}"
    return Diagnostic("too-large", f"{place} {what}", hint, where=rule)
