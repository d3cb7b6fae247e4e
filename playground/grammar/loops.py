"""Repetitions written so that xgrammar's masks are fast.

xgrammar 0.2.8 knows beforehand which tokens a place inside a rule allows, unless what is read there is
the end of a rule: then it tries the tokens one by one, 30 ms instead of 0.03 for 50,000 of them. It makes
a rule of every group of alternatives, so after each character of `([^"] | "\\\\" [nt])*` it is at such
an end. A rule that ends in itself, `more ::= "" | [^"] more | "\\\\" [nt] more`, has no such place.
"""

from __future__ import annotations

from playground.grammar.analysis import nullable_rules
from playground.grammar.model import (
    Choice,
    Grammar,
    Literal,
    Node,
    Reference,
    Repeat,
    Rule,
    Sequence,
    walk,
)
from playground.grammar.rewrite import rewrite


def loops_as_rules(grammar: Grammar) -> Grammar:
    """The same texts, with unbounded repetitions of alternatives as rules that end in themselves.

    A repetition whose item may be empty stays as it is: such a rule would be left-recursive.
    """
    return _Loops(grammar).grammar()


class _Loops:
    def __init__(self, grammar: Grammar) -> None:
        self._grammar = grammar
        self._empty = set(nullable_rules(grammar))
        self._added: list[Rule] = []
        self._names = 0

    def grammar(self) -> Grammar:
        rules = [Rule(rule.name, rewrite(rule.body, self._change), rule.span) for rule in self._grammar.rules]
        return Grammar((*rules, *self._added), self._grammar.root)

    def _change(self, node: Node) -> Node:
        if not isinstance(node, Repeat) or node.maximum is not None:
            return node
        alternatives = self._alternatives(node.item)
        if len(alternatives) < 2 or any(map(self._may_be_empty, alternatives)):
            return node
        more = self._name()
        ways = tuple(_followed(alternative, Reference(more)) for alternative in alternatives)
        self._added.append(Rule(more, Choice((Literal(""), *ways))))
        self._empty.add(more)
        if not node.minimum:
            return Reference(more)
        once = self._name()
        self._added.append(Rule(once, Choice(ways)))
        if node.minimum == 1:
            return Reference(once)
        return Sequence((Repeat(node.item, node.minimum - 1, node.minimum - 1), Reference(once)))

    def _name(self) -> str:
        """A name that no rule has; asked for once for each rule that is added."""
        self._names += 1
        while f"loop-{self._names}" in self._grammar.by_name:
            self._names += 1
        return f"loop-{self._names}"

    def _alternatives(self, item: Node) -> tuple[Node, ...]:
        """The alternatives of the item, or of the rule that it names, when no loop is inside that one."""
        if isinstance(item, Reference) and item.rule in self._grammar.by_name:
            body = self._grammar.by_name[item.rule].body
            loops = any(isinstance(part, Repeat) and part.maximum is None for part in walk(body))
            return (item,) if loops else _flat(body)
        return _flat(item)

    def _may_be_empty(self, node: Node) -> bool:
        match node:
            case Literal(text=text):
                return not text
            case Reference(rule=rule):
                return rule in self._empty
            case Repeat(item=item, minimum=minimum):
                return minimum == 0 or self._may_be_empty(item)
            case Sequence(items=items):
                return all(map(self._may_be_empty, items))
            case Choice(alternatives=alternatives):
                return any(map(self._may_be_empty, alternatives))
            case _:
                return False


def _followed(node: Node, then: Node) -> Sequence:
    return Sequence((*node.items, then)) if isinstance(node, Sequence) else Sequence((node, then))


def _flat(node: Node) -> tuple[Node, ...]:
    if not isinstance(node, Choice):
        return (node,)
    return tuple(part for alternative in node.alternatives for part in _flat(alternative))
