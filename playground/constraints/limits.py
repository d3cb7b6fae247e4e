"""How large a constraint may be, so that reading, compiling and masking it end in bearable time."""

from __future__ import annotations

from playground.grammar.diagnostics import Diagnostic
from playground.grammar.model import Grammar, Literal, Node, Repeat, children

MAX_CHARACTERS = 100_000
"""Length of the pasted text, in code points."""
MAX_RULES = 2_000
MAX_PARTS = 50_000
"""Nodes of all rules together; a literal counts one for each of its characters."""
MAX_NESTING = 150
"""Levels of groups inside one rule."""
MAX_NESTED_REPETITION = 100_000
"""Product of the bounds of counted repetitions that are written inside one another."""


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
    return None


def _measure(body: Node) -> tuple[int, int, int]:
    """Parts, deepest nesting, and the largest product of bounds on a way from the body to a part."""
    parts = nesting = 0
    repetition = 1
    waiting: list[tuple[Node, int, int]] = [(body, 1, 1)]
    while waiting:
        node, depth, bounds = waiting.pop()
        parts += max(1, len(node.text)) if isinstance(node, Literal) else 1
        if isinstance(node, Repeat):
            bounds *= max(1, node.minimum if node.maximum is None else node.maximum)
        nesting, repetition = max(nesting, depth), max(repetition, bounds)
        waiting.extend((child, depth + 1, bounds) for child in children(node))
    return parts, nesting, repetition


def _too_large(what: str, rule: str) -> Diagnostic:
    place = f"rule {rule} has" if rule else "the constraint becomes a grammar with"
    hint = "Use fewer or smaller repetitions and alternatives."
    return Diagnostic("too-large", f"{place} {what}", hint, where=rule)
