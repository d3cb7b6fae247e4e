"""How long the texts of a grammar can get."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from playground.grammar.model import Choice, Grammar, Literal, Node, Reference, Repeat, Sequence, walk


def longest_text(grammar: Grammar, counting: Mapping[str, int] | None = None) -> int | None:
    """Characters of the longest text; None when there is no longest.

    `counting` gives rules a length instead of their own. A token counts as one character. Every rule must
    be able to end.
    """
    bodies = {rule.name: rule.body for rule in grammar.rules}
    known: dict[str, int | None] = dict(counting or {})
    begun: set[str] = set()
    waiting = [grammar.root]
    while waiting:
        name = waiting[-1]
        needed = {part.rule for part in walk(bodies[name]) if isinstance(part, Reference)} - known.keys()
        if name in known or not needed:
            known.setdefault(name, _longest(bodies[name], known))
            waiting.pop()
        elif needed & begun or name in begun:
            # A rule inside itself: without end, unless what repeats is empty, which no grammar needs.
            known[name] = None
            waiting.pop()
        else:
            begun.add(name)
            waiting += needed
    return known[grammar.root]


def _longest(node: Node, known: dict[str, Any]) -> int | None:
    match node:
        case Literal(text=text):
            return len(text)
        case Reference(rule=rule):
            length: int | None = known[rule]
            return length
        case Sequence(items=items):
            lengths = [_longest(item, known) for item in items]
            return None if None in lengths else sum(length for length in lengths if length is not None)
        case Choice(alternatives=alternatives):
            lengths = [_longest(item, known) for item in alternatives]
            return (
                None
                if None in lengths
                else max((length for length in lengths if length is not None), default=0)
            )
        case Repeat(item=item, maximum=maximum):
            length = _longest(item, known)
            if length == 0 or maximum == 0:
                return 0
            return None if length is None or maximum is None else length * maximum
        case _:
            return 1
