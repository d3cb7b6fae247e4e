"""How a left-recursive rule can be written with a repetition instead, to show to whoever wrote it."""

from __future__ import annotations

from playground.grammar.analysis import Cycle
from playground.grammar.model import Choice, Grammar, Literal, Node, Reference, Repeat, Sequence
from playground.grammar.print_gbnf import print_node

_LONGEST = 200
_GENERAL = "A rule a ::= a x | y says the same as a ::= y x*, which begins with y."

Items = tuple[Node, ...]


def rewriting(grammar: Grammar, cycle: Cycle) -> str:
    """A hint that shows the first rule of the cycle without left recursion, or how such a rule looks."""
    start = cycle.rules[0]
    alternatives = _alternatives(grammar, start)
    for inlined in cycle.rules[1:]:
        alternatives = [
            found
            for items in alternatives
            for found in (_inline(grammar, items) if _begins_with(items, inlined) else [items])
        ]
        if len(alternatives) > _LONGEST:
            return _GENERAL
    tails = [items[1:] for items in alternatives if _begins_with(items, start)]
    bases = [items for items in alternatives if not _begins_with(items, start)]
    if not tails:
        advice = f"What stands before `{cycle.rules[0]}` may be empty. Let it match at least one character."
        return f"{advice} {_GENERAL}"
    if not bases:
        return f"Add an alternative of `{start}` that begins with something else. {_GENERAL}"
    text = f"{start} ::= {print_node(_rewritten(bases, [tail for tail in tails if tail]))}"
    return f"Write {text}" if len(text) <= _LONGEST else _GENERAL


def _alternatives(grammar: Grammar, rule: str) -> list[Items]:
    body = grammar.by_name[rule].body
    found = body.alternatives if isinstance(body, Choice) else (body,)
    return [node.items if isinstance(node, Sequence) else (node,) for node in found]


def _begins_with(items: Items, rule: str) -> bool:
    return bool(items) and isinstance(items[0], Reference) and items[0].rule == rule


def _inline(grammar: Grammar, items: Items) -> list[Items]:
    assert isinstance(items[0], Reference)
    return [found + items[1:] for found in _alternatives(grammar, items[0].rule)]


def _rewritten(bases: list[Items], tails: list[Items]) -> Node:
    if not tails:
        return _choice(bases)
    first = bases[0] if len(bases) == 1 else (_choice(bases),)
    return Sequence((*first, Repeat(_choice(tails), 0, None)))


def _choice(alternatives: list[Items]) -> Node:
    nodes = tuple(map(_sequence, alternatives))
    return nodes[0] if len(nodes) == 1 else Choice(nodes)


def _sequence(items: Items) -> Node:
    if not items:
        return Literal("")
    return items[0] if len(items) == 1 else Sequence(items)
