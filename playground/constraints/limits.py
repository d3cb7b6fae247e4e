"""How large a constraint may be, so that reading, compiling and masking it end in bearable time."""

from __future__ import annotations

from math import prod

from playground.grammar.diagnostics import Diagnostic
from playground.grammar.model import Grammar, Literal, Node, Repeat, children, walk

MAX_CHARACTERS = 100_000
"""Length of the pasted text, in code points."""
MAX_RULES = 2_000
MAX_PARTS = 50_000
"""Nodes of all rules together; a literal counts one for each of its characters."""
MAX_NESTING = 150
"""Levels of groups inside one rule."""
MAX_NESTED_REPETITION = 100_000
"""Product of the bounds of counted repetitions that are written inside one another."""
MAX_COUNTED = 3_000
"""Sum of the bounds of different counted repetitions, each up to 128: from there on an engine counts, below
it makes a state of each, which costs xgrammar 3 to 20 ms of compiling."""
_LARGEST_UNROLLED = 128


def check_grammar_size(grammar: Grammar) -> Diagnostic | None:
    """What makes the grammar too large to work with, or None."""
    if len(grammar.rules) > MAX_RULES:
        return _too_large(f"{len(grammar.rules):,} rules, more than {MAX_RULES:,}", "")
    total = 0
    for rule in grammar.rules:
        parts, nesting, repetition = _measure(rule.body)
        total += parts
        if nesting > MAX_NESTING:
            return _too_large(f"groups nested {nesting:,} deep, more than {MAX_NESTING:,}", rule.name)
        if repetition > MAX_NESTED_REPETITION:
            shown = f"repetitions inside repetitions that multiply to {repetition:,}"
            return _too_large(f"{shown}, more than {MAX_NESTED_REPETITION:,}", rule.name)
    if total > MAX_PARTS:
        return _too_large(f"{total:,} parts, more than {MAX_PARTS:,}", "")
    counted = sum(min(repeat.maximum or repeat.minimum, _LARGEST_UNROLLED) for repeat in _counted(grammar))
    if counted > MAX_COUNTED:
        return _too_large(f"counted repetitions that add up to {counted:,}, more than {MAX_COUNTED:,}", "")
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


def _too_large(what: str, rule: str) -> Diagnostic:
    place = f"rule {rule} has" if rule else "the constraint becomes a grammar with"
    hint = "Use fewer or smaller repetitions and alternatives."
    return Diagnostic("too-large", f"{place} {what}", hint, where=rule)
