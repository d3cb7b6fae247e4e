"""All nodes of a grammar as one numbered tree, to carry properties from the terminals up to the rules.

Nothing here recurses, so no grammar is too deep, and every walk takes time linear in the grammar.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from playground.grammar.model import Grammar, Literal, Node, Reference, Repeat, Sequence, children


@dataclass
class Tree:
    """Nodes numbered from the outside in, each with its parent (or -1), its parts and the rule it is in.

    `bodies` gives the number of every rule's body, `users` the references to a rule by its name.
    """

    nodes: list[Node] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    parts: list[list[int]] = field(default_factory=list)
    rules: list[str] = field(default_factory=list)
    bodies: dict[str, int] = field(default_factory=dict)
    users: dict[str, list[int]] = field(default_factory=dict)

    @classmethod
    def of(cls, grammar: Grammar) -> Tree:
        tree = cls()
        for rule in grammar.by_name.values():
            tree.bodies[rule.name] = len(tree.nodes)
            waiting = [(rule.body, -1)]
            while waiting:
                node, parent = waiting.pop()
                index = tree._add(node, parent, rule.name)
                waiting.extend((part, index) for part in reversed(children(node)))
        return tree

    def _add(self, node: Node, parent: int, rule: str) -> int:
        index = len(self.nodes)
        self.nodes.append(node)
        self.parents.append(parent)
        self.parts.append([])
        self.rules.append(rule)
        if parent >= 0:
            self.parts[parent].append(index)
        if isinstance(node, Reference):
            self.users.setdefault(node.rule, []).append(index)
        return index

    @cached_property
    def nullable(self) -> list[bool]:
        """For every node whether it matches the empty text."""
        return self.spread(lambda node: node == Literal(""))

    def spread(self, holds: Callable[[Node], bool]) -> list[bool]:
        """For every node, whether it has a property that it can also do without by being left out.

        A node has it where `holds` says so and where it may be absent; a sequence when all its parts have
        it, a choice when one has, a repetition when its item has, a reference when its rule has.
        """
        found = [holds(node) or _may_be_absent(node) for node in self.nodes]
        pairs = zip(self.nodes, self.parts, strict=True)
        missing = [len(parts) if isinstance(node, Sequence) else 1 for node, parts in pairs]
        waiting = [index for index, true in enumerate(found) if true]
        while waiting:
            for index in self._carried_to(waiting.pop(), missing):
                if not found[index]:
                    found[index] = True
                    waiting.append(index)
        return found

    def _carried_to(self, index: int, missing: list[int]) -> list[int]:
        parent = self.parents[index]
        if parent < 0:
            return self.users.get(self.rules[index], [])
        missing[parent] -= 1
        return [] if missing[parent] > 0 else [parent]

    def rules_where(self, found: list[bool]) -> frozenset[str]:
        """The rules whose body has a property."""
        return frozenset(name for name, body in self.bodies.items() if found[body])

    def corner(self, rule: str, last: bool = False) -> Iterator[int]:
        """The nodes in `rule` that its text may begin with or, with `last`, end with."""
        waiting = [self.bodies[rule]]
        while waiting:
            index = waiting.pop()
            yield index
            parts = self.parts[index]
            if isinstance(self.nodes[index], Sequence):
                ordered = parts[::-1] if last else parts
                passed = sum(1 for _ in itertools.takewhile(self.nullable.__getitem__, ordered))
                parts = ordered[: passed + 1]
            waiting.extend(reversed(parts))


def _may_be_absent(node: Node) -> bool:
    return (isinstance(node, Repeat) and node.minimum == 0) or (isinstance(node, Sequence) and not node.items)
