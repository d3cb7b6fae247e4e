"""A grammar without what can never be finished, and without rules that nothing uses."""

from __future__ import annotations

from playground.grammar.analysis import endless_rules, unreachable_rules
from playground.grammar.model import Choice, Grammar, Literal, Node, Reference, Repeat, Rule, Sequence
from playground.grammar.rewrite import rewrite
from playground.grammar.simplify import EMPTY, choice, repeat, sequence

_NOTHING = Choice(())


def without_endless(grammar: Grammar) -> Grammar | None:
    """The same texts; None when there are none. No text can begin that cannot be completed."""
    endless = endless_rules(grammar)
    if grammar.root in endless:
        return None

    def change(node: Node) -> Node:
        match node:
            case Reference(rule=rule) if rule in endless:
                return _NOTHING
            case Sequence(items=items) if _NOTHING in items:
                return _NOTHING
            case Sequence(items=items):
                return sequence(items)
            case Choice(alternatives=alternatives) if _NOTHING in alternatives:
                return choice([part for part in alternatives if part != _NOTHING])
            case Repeat(item=item, minimum=minimum) if item == _NOTHING:
                return _NOTHING if minimum else EMPTY
            case Repeat(item=item, minimum=minimum, maximum=maximum):
                return repeat(item, minimum, maximum)
            case Literal(text=""):
                return EMPTY
            case _:
                return node

    rules = tuple(
        Rule(rule.name, rewrite(rule.body, change)) for rule in grammar.rules if rule.name not in endless
    )
    changed = Grammar(rules, grammar.root)
    unused = unreachable_rules(changed)
    return Grammar(tuple(rule for rule in rules if rule.name not in unused), grammar.root)
