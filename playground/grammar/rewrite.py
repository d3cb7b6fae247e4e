"""Changing parts of a grammar while the rest stays the same object."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from playground.grammar.model import Choice, Grammar, Node, Repeat, Sequence


def rewrite(node: Node, change: Callable[[Node], Node]) -> Node:
    """The node with `change` applied to every part of it, innermost first."""
    match node:
        case Repeat(item=item):
            new_item = rewrite(item, change)
            node = node if new_item is item else replace(node, item=new_item)
        case Sequence(items=items):
            new_items = tuple(rewrite(part, change) for part in items)
            node = node if _same(new_items, items) else replace(node, items=new_items)
        case Choice(alternatives=alternatives):
            new_parts = tuple(rewrite(part, change) for part in alternatives)
            node = node if _same(new_parts, alternatives) else replace(node, alternatives=new_parts)
    return change(node)


def rewrite_grammar(grammar: Grammar, change: Callable[[Node], Node]) -> Grammar:
    """The grammar with `change` applied to every part of every rule; itself when nothing changed."""
    bodies = tuple(rewrite(rule.body, change) for rule in grammar.rules)
    if _same(bodies, tuple(rule.body for rule in grammar.rules)):
        return grammar
    rules = zip(grammar.rules, bodies, strict=True)
    return replace(grammar, rules=tuple(replace(rule, body=body) for rule, body in rules))


def _same(left: tuple[Node, ...], right: tuple[Node, ...]) -> bool:
    return all(a is b for a, b in zip(left, right, strict=True))
