"""Repetitions written so that xgrammar's masks are fast.

xgrammar 0.2.8 knows beforehand which tokens a place inside a rule allows, unless what is read there is
the end of a rule: then it tries the tokens one by one, 30 ms instead of 0.03 for 50,000 of them. It makes
a rule of every group of alternatives, so after each character of `([^"] | "\\\\" [nt])*` it is at such
an end. A rule that ends in itself, `more ::= "" | [^"] more | "\\\\" [nt] more`, has no such place. A counted
repetition becomes a chain of such rules, one for each round.
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

MAX_ROUNDS = 1_000
"""Rounds of counted repetitions written as rules, in one grammar: each takes 3 ms to compile."""
_BLOCK = 64
_OVERLAP = 95
"""How far the chain behind blocks goes at least: a block and the longest tokens."""
_LONGEST_CHAIN = 2 * _BLOCK + _OVERLAP


def loops_as_rules(grammar: Grammar) -> Grammar:
    """The same texts, with repetitions of alternatives as rules that end in themselves or in one another.

    A repetition whose item may be empty stays as it is: such a rule would be left-recursive. So do
    counted ones once there are more than `MAX_ROUNDS` rounds.
    """
    return _Loops(grammar).grammar()


class _Loops:
    def __init__(self, grammar: Grammar) -> None:
        self._grammar = grammar
        self._empty = set(nullable_rules(grammar))
        self._added: list[Rule] = []
        self._names = 0
        self._rounds = 0
        self._chains: dict[tuple[tuple[Node, ...], int, int], Node] = {}

    def grammar(self) -> Grammar:
        rules = [Rule(rule.name, rewrite(rule.body, self._change), rule.span) for rule in self._grammar.rules]
        return Grammar((*rules, *self._added), self._grammar.root)

    def _change(self, node: Node) -> Node:
        if not isinstance(node, Repeat) or node.maximum in (0, 1):
            return node
        alternatives = self._alternatives(node.item)
        if len(alternatives) < 2 or any(map(self._may_be_empty, alternatives)):
            return node
        if node.maximum is not None:
            return self._counted(node, alternatives, node.maximum)
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
        first = Repeat(node.item, node.minimum - 1, node.minimum - 1)
        return Sequence((self._counted(first, alternatives, node.minimum - 1), Reference(once)))

    def _counted(self, node: Repeat, alternatives: tuple[Node, ...], maximum: int) -> Node:
        """A counted repetition as a chain of rules; a long one as blocks and a chain behind them.

        The chain goes well beyond the length of a block, so that next to a block's end, where masks are
        slow, every token is known to be allowed by the chain already.
        """
        if maximum < 2:
            return node
        if maximum <= _LONGEST_CHAIN:
            return self._chain(alternatives, node.minimum, maximum) or node
        fewest, rest = divmod(node.minimum, _BLOCK)
        most = max(fewest, (maximum - rest - _OVERLAP) // _BLOCK)
        block = self._chain(alternatives, _BLOCK, _BLOCK)
        tail = self._chain(alternatives, rest, maximum - most * _BLOCK)
        return node if block is None or tail is None else Sequence((Repeat(block, fewest, most), tail))

    def _chain(self, alternatives: tuple[Node, ...], minimum: int, maximum: int) -> Node | None:
        """A rule for each round, or None when there would be too many."""
        key = (alternatives, minimum, maximum)
        if key in self._chains or self._rounds + maximum > MAX_ROUNDS:
            return self._chains.get(key)
        self._rounds += maximum
        following: Node = Literal("")
        for count in range(maximum - 1, -1, -1):
            ways: tuple[Node, ...] = tuple(_followed(alternative, following) for alternative in alternatives)
            if count >= minimum:
                ways = (Literal(""), *ways)
            following = Reference(self._name())
            self._added.append(Rule(following.rule, Choice(ways)))
            if count >= minimum:
                self._empty.add(following.rule)
        self._chains[key] = following
        return following

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


def _followed(node: Node, then: Node) -> Node:
    if then == Literal(""):
        return node
    return Sequence((*node.items, then)) if isinstance(node, Sequence) else Sequence((node, then))


def _flat(node: Node) -> tuple[Node, ...]:
    if not isinstance(node, Choice):
        return (node,)
    return tuple(part for alternative in node.alternatives for part in _flat(alternative))
