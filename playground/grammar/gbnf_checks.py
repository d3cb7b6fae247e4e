"""What must hold between the rules of a GBNF text: all defined, one the root, none beginning with itself."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import replace

from playground.grammar.analysis import Cycle, left_recursion
from playground.grammar.diagnostics import Span
from playground.grammar.gbnf_rewriting import rewriting
from playground.grammar.model import Choice, Grammar, Literal, Node, Reference, Repeat, Rule, Sequence, walk
from playground.grammar.remarks import MAX_ERRORS, Remark, Remarks

_COMPARED_NAMES = 1000
_SHOWN_RULES = 8


def has_no_elements(item: Node) -> bool:
    """True for an item that llama.cpp reads as nothing at all, so that a sign after it repeats nothing."""
    return item == Literal("") or (isinstance(item, Repeat) and item.maximum == 0)


def check_rules(grammar: Grammar, defined: Mapping[str, Span], remarks: Remarks) -> None:
    """Note as errors what makes llama.cpp refuse rules that were read without one.

    `grammar` has the rules that could be read, `defined` the names of the others too.
    """
    _check_root(grammar, defined, remarks)
    _check_references(grammar, defined, remarks)
    _check_repetitions(grammar, remarks)
    for place, cycle in enumerate(left_recursion(grammar)):
        hint = rewriting(grammar, cycle) if place < MAX_ERRORS else ""
        remarks.errors.append(_left_recursion(cycle, hint))


def _check_root(grammar: Grammar, defined: Mapping[str, Span], remarks: Remarks) -> None:
    if grammar.root in defined:
        return
    if not defined:
        if not remarks.errors:
            hint = 'Write a rule such as root ::= "yes" | "no".'
            remarks.errors.append(Remark(Span(0, 0), "no_rules", "There is no rule in this text.", hint))
        return
    similar = next((name for name in defined if name.lower() in ("root", "start", "main", "top", "s")), "")
    first = similar or next(iter(defined))
    hint = f"Name the first rule `root`, or add root ::= {first}."
    message = "There is no rule named `root`, where every text starts."
    remarks.errors.append(Remark(defined[first], "no_root", message, hint))


def _check_references(grammar: Grammar, defined: Mapping[str, Span], remarks: Remarks) -> None:
    uses: dict[str, list[Remark]] = {}
    for rule in grammar.rules:
        for node in walk(rule.body):
            if isinstance(node, Reference) and node.rule not in defined and node.rule != grammar.root:
                message = f"There is no rule named `{node.rule}`"
                remark = Remark(node.span, "undefined_rule", message, "", rule.name)
                uses.setdefault(node.rule, []).append(remark)
    for place, (name, found) in enumerate(uses.items()):
        times = f"; it is used {len(found)} times." if len(found) > 1 else "."
        hint = _nearest(name, defined) if place < MAX_ERRORS else ""
        remarks.errors.append(replace(found[0], message=found[0].message + times, hint=hint))


def _nearest(name: str, defined: Iterable[str]) -> str:
    alike = {other.lower().replace("_", "-"): other for other in defined if abs(len(other) - len(name)) <= 3}
    candidates = list(alike)[:_COMPARED_NAMES]
    close = difflib.get_close_matches(name.lower().replace("_", "-"), candidates, n=1)
    if close:
        return f"Did you mean `{alike[close[0]]}`?"
    return f'Add a rule {name} ::= …, or write it as text: "{name}".'


def _check_repetitions(grammar: Grammar, remarks: Remarks) -> None:
    """Refuse an endless repetition of something that is empty at once.

    llama.cpp looks only one rule deep for that: it refuses `"a"**` and takes `("a"*)*`.
    """
    empty = {rule.name for rule in grammar.rules if _has_empty_alternative(rule.body)}
    for rule in grammar.rules:
        for node in walk(rule.body):
            if isinstance(node, Repeat) and node.maximum is None and _is_empty_at_once(node.item, empty):
                remarks.errors.append(_empty_repetition(node, rule))


def _is_empty_at_once(item: Node, empty_rules: set[str]) -> bool:
    while isinstance(item, Repeat):
        if item.minimum == 0:
            return True
        item = item.item
    if isinstance(item, Reference):
        return item.rule in empty_rules
    return isinstance(item, Sequence | Choice) and _has_empty_alternative(item)


def _has_empty_alternative(body: Node) -> bool:
    alternatives = body.alternatives if isinstance(body, Choice) else (body,)
    return any(
        all(map(has_no_elements, node.items)) if isinstance(node, Sequence) else has_no_elements(node)
        for node in alternatives
    )


def _empty_repetition(repeat: Repeat, rule: Rule) -> Remark:
    item = repeat.item
    if isinstance(item, Repeat):
        hint = "Leave one of the two repetitions out."
    elif isinstance(item, Reference):
        hint = f"Take the empty alternative out of `{item.rule}`; the repetition may be empty anyway."
    else:
        hint = "Take the empty alternative out of the group; the repetition may be empty anyway."
    message = "What is repeated here can be empty, so it could repeat forever without a character."
    return Remark(repeat.span, "empty_repetition", message, hint, rule.name)


def _left_recursion(cycle: Cycle, hint: str) -> Remark:
    first = cycle.rules[0]
    shown = cycle.rules if len(cycle.rules) <= _SHOWN_RULES else (*cycle.rules[: _SHOWN_RULES - 1], "…")
    way = " → ".join((*shown, first))
    through = " through other rules" if len(cycle.rules) > 1 else ""
    message = f"Left recursion: `{first}` begins with itself{through} ({way})."
    return Remark(cycle.references[0].span, "left_recursion", message, hint, first)
