"""What the rules of a grammar tell alone: which may be empty, recurse on the left, are never used.

Every function takes any grammar, whatever it was made from, needs time linear in its size, and uses no
recursion of its own, so that no grammar is too deep for it. References to missing rules count for nothing.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from playground.grammar.model import CharClass, Grammar, Literal, Reference, TokenSet, TokenText, walk
from playground.grammar.tree import Tree

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
    tree = Tree.of(grammar)
    return tree.rules_where(tree.nullable)


def endless_rules(grammar: Grammar) -> frozenset[str]:
    """The rules that match no finite text at all, because every alternative needs such a rule again."""
    tree = Tree.of(grammar)
    finite = tree.spread(lambda node: isinstance(node, Literal | CharClass | TokenSet | TokenText))
    return frozenset(grammar.by_name) - tree.rules_where(finite)


def unreachable_rules(grammar: Grammar) -> frozenset[str]:
    """The rules that no text from the root on uses."""
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
    edges = corner_references(Tree.of(grammar))
    cycles = [Cycle((rule,), (targets[rule],)) for rule, targets in edges.items() if rule in targets]
    cycles += [_shortest_cycle(edges, component) for component in components(edges) if len(component) > 1]
    order = {name: place for place, name in enumerate(grammar.by_name)}
    return tuple(sorted(cycles, key=lambda cycle: order[cycle.rules[0]]))


def corner_references(tree: Tree, last: bool = False) -> Edges:
    """For every rule the rules its text may begin with, each with one reference; with `last`, end with."""
    edges: Edges = {}
    for rule in tree.bodies:
        found = edges[rule] = {}
        for index in tree.corner(rule, last):
            node = tree.nodes[index]
            if isinstance(node, Reference) and node.rule in tree.bodies:
                found.setdefault(node.rule, node)
    return edges


def components(edges: Mapping[str, Iterable[str]]) -> list[list[str]]:
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
