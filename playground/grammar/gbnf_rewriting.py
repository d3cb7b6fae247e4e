"""How a left-recursive rule can be written with a repetition instead, to show to whoever wrote it."""

from __future__ import annotations

from playground.grammar.analysis import Cycle
from playground.grammar.model import Choice, Grammar, Literal, Node, Reference, Repeat, Sequence
from playground.grammar.print_gbnf import print_node

_MOST_RULES = 8
_LONGEST = 200
_GENERAL = "A rule a ::= a x | y says the same as a ::= y x*, which begins with y."

Items = tuple[Node, ...]


def rewriting(grammar: Grammar, cycle: Cycle) -> str:
    """A hint that shows the first rule of the cycle without left recursion, or how such a rule looks."""
    start = cycle.rules[0]
    if len(cycle.rules) > _MOST_RULES:
        return _GENERAL
    alternatives = _alternatives(grammar, start)
    for rule in cycle.rules[1:]:
        alternatives = _inlined(alternatives, rule, _alternatives(grammar, rule))
        if len(alternatives) > _LONGEST:
            return _GENERAL
    tails = [items[1:] for items in alternatives if _begins_with(items, start)]
    bases = [items for items in alternatives if not _begins_with(items, start)]
    if not tails:
        advice = f"What stands before `{start}` may be empty. Let it match at least one character."
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


def _inlined(alternatives: list[Items], rule: str, of_rule: list[Items]) -> list[Items]:
    """The alternatives with those of `rule` in its place wherever one begins with it."""
    return [
        found
        for items in alternatives
        for found in ([head + items[1:] for head in of_rule] if _begins_with(items, rule) else [items])
    ]


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
