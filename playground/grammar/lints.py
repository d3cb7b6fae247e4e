"""Warnings about grammars that are right but will hurt: rules without use, repetitions without end."""

from __future__ import annotations

from collections.abc import Iterator

from playground.grammar.analysis import components, corner_references, endless_rules, unreachable_rules
from playground.grammar.diagnostics import Span
from playground.grammar.model import CharClass, Grammar, Reference, Repeat, Sequence
from playground.grammar.print_gbnf import print_node
from playground.grammar.remarks import Remark
from playground.grammar.tree import Tree

_LONGEST_EXAMPLE = 40


def lint(grammar: Grammar) -> list[Remark]:
    """All warnings about a grammar in which every rule that is referred to is there."""
    tree = Tree.of(grammar)
    unused = unreachable_rules(grammar)
    found = [
        *_unused_rules(grammar, unused),
        *_endless_rules(grammar, unused),
        *_endless_ends(grammar, tree),
    ]
    for node, rule, parts in zip(tree.nodes, tree.rules, tree.parts, strict=True):
        if isinstance(node, CharClass):
            found += _repeated_characters(node, rule)
        elif isinstance(node, Sequence):
            found += _optional_chains(node, rule)
        elif isinstance(node, Repeat) and tree.nullable[parts[0]]:
            found += _empty_repetition(node, rule)
    return found


def _unused_rules(grammar: Grammar, unused: frozenset[str]) -> Iterator[Remark]:
    for rule in grammar.rules:
        if rule.name in unused:
            message = f"The rule `{rule.name}` is never used: nothing leads to it from `{grammar.root}`."
            yield Remark(rule.span, "unused_rule", message, "Remove it, or refer to it.", rule.name)


def _endless_rules(grammar: Grammar, unused: frozenset[str]) -> Iterator[Remark]:
    endless = endless_rules(grammar)
    for rule in grammar.rules:
        if rule.name in endless and rule.name not in unused:
            message = (
                f"The rule `{rule.name}` never ends: each of its alternatives needs a rule that never ends."
            )
            hint = "Add an alternative that does without it."
            yield Remark(rule.span, "endless_rule", message, hint, rule.name)


def _endless_ends(grammar: Grammar, tree: Tree) -> Iterator[Remark]:
    """Places at the end of the text where a model may go on as long as it likes."""
    edges = corner_references(tree, last=True)
    at_end = _reachable(edges, grammar.root)
    for rule in at_end:
        for index in tree.corner(rule, last=True):
            node = tree.nodes[index]
            if isinstance(node, Repeat) and node.maximum is None:
                message = "This repetition has no upper bound and may end the text, so the text need not end."
                hint = f"Give it one, such as {{{node.minimum},{max(20, 2 * node.minimum)}}}."
                yield Remark(node.span, "unbounded_end", message, hint, rule)
    for component in components(edges):
        reference = edges[component[0]].get(component[1 % len(component)])
        if component[0] in at_end and reference:
            yield _recursive_end(component[0], reference)


def _recursive_end(rule: str, reference: Reference) -> Remark:
    message = f"The rule `{rule}` may end with itself and end the text, so the text need not end."
    hint = "Write it as a repetition with an upper bound, such as {0,20}."
    return Remark(reference.span, "unbounded_end", message, hint, rule)


def _reachable(edges: dict[str, dict[str, Reference]], start: str) -> dict[str, None]:
    reached = {start: None}
    waiting = [start]
    while waiting:
        for target in edges[waiting.pop()]:
            if target not in reached:
                reached[target] = None
                waiting.append(target)
    return reached


def _repeated_characters(node: CharClass, rule: str) -> Iterator[Remark]:
    """One remark for a class in which two ranges overlap."""
    reach = -1
    for first, last in sorted(bounds for bounds in node.ranges if bounds[0] <= bounds[1]):
        if first <= reach:
            shared = print_node(CharClass(((first, min(last, reach)),)))
            message = f"This class has {shared} more than once."
            yield Remark(node.span, "repeated_character", message, "Leave one of them out.", rule)
            return
        reach = last


def _optional_chains(node: Sequence, rule: str) -> Iterator[Remark]:
    """One remark for every run of `x? x? x?` in a sequence."""
    start = 0
    for end in range(1, len(node.items) + 1):
        if end < len(node.items) and node.items[end] == node.items[start]:
            continue
        match node.items[start:end]:
            case [Repeat(item=item, minimum=0, maximum=1) as first, _, *_, last]:
                bounded = print_node(Repeat(item, 0, end - start))
                example = bounded if len(bounded) <= _LONGEST_EXAMPLE else f"x{{0,{end - start}}}"
                message = "Any of these may be left out, so one text can be read in many ways, which is slow."
                span = Span(first.span.start, last.span.end)
                yield Remark(span, "optional_chain", message, f"Write {example}.", rule)
        start = end


def _empty_repetition(node: Repeat, rule: str) -> Iterator[Remark]:
    if node.maximum is None or node.maximum > 1:
        message = "What is repeated here can match the empty text, so one text can be read in many ways."
        hint = "Let it match at least one character; the repetition may be empty anyway."
        yield Remark(node.span, "empty_repetition", message, hint, rule)
