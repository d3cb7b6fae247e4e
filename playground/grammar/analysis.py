"""What the rules of a grammar tell alone: which may be empty, recurse on the left, are never used.

Every function takes any grammar, whatever it was made from, needs time linear in its size, and uses no
recursion of its own, so that no grammar is too deep for it. References to missing rules count for nothing.
"""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from playground.grammar.model import (
    CharClass,
    Grammar,
    Literal,
    Node,
    Reference,
    Repeat,
    Sequence,
    TokenSet,
    TokenText,
    children,
    walk,
)

_TERMINALS = (Literal, CharClass, TokenSet, TokenText)

Edges = dict[str, dict[str, Reference]]


@dataclass(frozen=True, slots=True)
class Cycle:
    """Left recursion: rules each of which may begin with the next one, and the last with the first.

    `references[i]` stands in `rules[i]` and names the rule after it.
    """

    rules: tuple[str, ...]
    references: tuple[Reference, ...]


def nullable_rules(grammar: Grammar) -> frozenset[str]:
    """The rules that match the empty text, directly or through other rules."""
    tree = _Tree.of(grammar)
    return tree.rules_where(_nullable_nodes(tree))


def endless_rules(grammar: Grammar) -> frozenset[str]:
    """The rules that match no finite text at all, because every alternative needs such a rule again."""
    tree = _Tree.of(grammar)
    finite = tree.spread(lambda node: isinstance(node, _TERMINALS) or _skips(node))
    return frozenset(grammar.by_name) - tree.rules_where(finite)


def unreachable_rules(grammar: Grammar) -> frozenset[str]:
    """The rules that no derivation from the root uses."""
    reached = {grammar.root}
    waiting = [grammar.root]
    while waiting:
        rule = grammar.by_name.get(waiting.pop())
        for node in walk(rule.body) if rule else ():
            if isinstance(node, Reference) and node.rule not in reached:
                reached.add(node.rule)
                waiting.append(node.rule)
    return frozenset(grammar.by_name) - reached


def left_recursion(grammar: Grammar) -> tuple[Cycle, ...]:
    """Cycles of rules that may begin with one another, also behind parts that may be empty.

    Every rule that begins with itself is reported, and one shortest cycle for every set of rules that
    begin with each other, in the order of the grammar.
    """
    edges = corner_references(grammar)
    cycles = [Cycle((rule,), (targets[rule],)) for rule, targets in edges.items() if rule in targets]
    cycles += [_shortest_cycle(edges, component) for component in _components(edges) if len(component) > 1]
    order = {name: place for place, name in enumerate(grammar.by_name)}
    return tuple(sorted(cycles, key=lambda cycle: order[cycle.rules[0]]))


def corner_references(grammar: Grammar, last: bool = False) -> Edges:
    """For every rule the rules its text may begin with, each with one reference; with `last`, end with."""
    tree = _Tree.of(grammar)
    nullable = _nullable_nodes(tree)
    edges: Edges = {}
    for name, body in tree.bodies.items():
        found = edges[name] = {}
        for index in tree.corner(body, nullable, last):
            node = tree.nodes[index]
            if isinstance(node, Reference) and node.rule in tree.bodies:
                found.setdefault(node.rule, node)
    return edges


@dataclass(slots=True)
class _Tree:
    """All nodes of a grammar, numbered from the outside in, each with its parent (or -1) and its parts."""

    nodes: list[Node] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    parts: list[list[int]] = field(default_factory=list)
    bodies: dict[str, int] = field(default_factory=dict)
    users: dict[str, list[int]] = field(default_factory=dict)
    owners: dict[int, str] = field(default_factory=dict)

    @classmethod
    def of(cls, grammar: Grammar) -> _Tree:
        tree = cls()
        for rule in grammar.by_name.values():
            tree.bodies[rule.name] = len(tree.nodes)
            tree.owners[len(tree.nodes)] = rule.name
            waiting = [(rule.body, -1)]
            while waiting:
                node, parent = waiting.pop()
                index = tree._add(node, parent)
                waiting.extend((part, index) for part in reversed(children(node)))
        return tree

    def _add(self, node: Node, parent: int) -> int:
        index = len(self.nodes)
        self.nodes.append(node)
        self.parents.append(parent)
        self.parts.append([])
        if parent >= 0:
            self.parts[parent].append(index)
        if isinstance(node, Reference):
            self.users.setdefault(node.rule, []).append(index)
        return index

    def spread(self, holds: Callable[[Node], bool]) -> list[bool]:
        """For every node, whether it has a property.

        It has it where `holds` says so; a sequence when all its parts have it, a choice when one has, a
        repetition when its item has, a reference when its rule has.
        """
        found = [holds(node) for node in self.nodes]
        pairs = zip(self.nodes, self.parts, strict=True)
        missing = [len(parts) if isinstance(node, Sequence) else 1 for node, parts in pairs]
        waiting = [index for index, true in enumerate(found) if true]
        while waiting:
            index = waiting.pop()
            parent = self.parents[index]
            if parent < 0:
                reached = self.users.get(self.owners[index], [])
            else:
                missing[parent] -= 1
                reached = [parent] if missing[parent] <= 0 else []
            for other in reached:
                if not found[other]:
                    found[other] = True
                    waiting.append(other)
        return found

    def rules_where(self, found: list[bool]) -> frozenset[str]:
        return frozenset(name for name, body in self.bodies.items() if found[body])

    def corner(self, body: int, nullable: list[bool], last: bool) -> Iterable[int]:
        """The nodes below `body` that its text may begin with, or end with."""
        waiting = [body]
        while waiting:
            index = waiting.pop()
            yield index
            parts = self.parts[index]
            if isinstance(self.nodes[index], Sequence):
                ordered = parts[::-1] if last else parts
                passed = list(itertools.takewhile(nullable.__getitem__, ordered))
                parts = ordered[: len(passed) + 1]
            waiting.extend(reversed(parts))


def _nullable_nodes(tree: _Tree) -> list[bool]:
    return tree.spread(lambda node: node == Literal("") or _skips(node))


def _skips(node: Node) -> bool:
    """True for a node that matches the empty text whatever its parts are."""
    return (isinstance(node, Repeat) and node.minimum == 0) or (isinstance(node, Sequence) and not node.items)


def _shortest_cycle(edges: Edges, component: list[str]) -> Cycle:
    """The shortest way within `component` from its first rule back to it."""
    start, members = component[0], set(component)
    came_from: dict[str, str] = {}
    waiting = deque([start])
    while start not in came_from:
        rule = waiting.popleft()
        for target in edges[rule]:
            if target in members and target not in came_from and target != rule:
                came_from[target] = rule
                waiting.append(target)
    path = [came_from[start]]
    while path[-1] != start:
        path.append(came_from[path[-1]])
    rules = tuple(reversed(path))
    following = rules[1:] + rules[:1]
    return Cycle(rules, tuple(edges[rule][target] for rule, target in zip(rules, following, strict=True)))


def _components(edges: Mapping[str, Iterable[str]]) -> list[list[str]]:
    """Strongly connected components, each in the order of `edges` (Tarjan's algorithm, without recursion)."""
    order = {name: place for place, name in enumerate(edges)}
    number: dict[str, int] = {}
    lowest: dict[str, int] = {}
    path: list[str] = []
    on_path: set[str] = set()
    components = []
    for root in edges:
        if root in number:
            continue
        work = [(root, iter(edges[root]))]
        number[root] = lowest[root] = len(number)
        path.append(root)
        on_path.add(root)
        while work:
            name, targets = work[-1]
            target = next(targets, None)
            if target is None:
                work.pop()
                if work:
                    lowest[work[-1][0]] = min(lowest[work[-1][0]], lowest[name])
                if lowest[name] == number[name]:
                    component = [path.pop()]
                    while component[-1] != name:
                        component.append(path.pop())
                    on_path.difference_update(component)
                    components.append(sorted(component, key=order.__getitem__))
            elif target not in number:
                number[target] = lowest[target] = len(number)
                path.append(target)
                on_path.add(target)
                work.append((target, iter(edges[target])))
            elif target in on_path:
                lowest[name] = min(lowest[name], number[target])
    return components
