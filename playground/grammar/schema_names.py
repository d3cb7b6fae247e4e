"""Names that a person can read for the rules of a JSON Schema."""

from __future__ import annotations

import json
import re
from dataclasses import replace

from playground.grammar.model import Grammar, Literal, Node, Reference, walk
from playground.grammar.model import Sequence as Concatenation
from playground.grammar.rewrite import rewrite_grammar

_PROPERTY = re.compile(r".*_prop_\d+")
_KINDS = ("string", "number", "integer", "boolean", "null", "array", "object")
_BASIC = {f"basic_{kind}": kind for kind in _KINDS}
_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9]+")


def keeps_name(rule: str) -> bool:
    """Whether a rule of xgrammar's stands for a property, a type or a definition."""
    return rule in _BASIC or rule.startswith("defs_") or _PROPERTY.fullmatch(rule) is not None


def with_readable_names(grammar: Grammar) -> Grammar:
    """The same grammar with rules called after their type, or the property whose values they are."""
    keys = _keys(grammar)
    names = {grammar.root: grammar.root}
    taken = {grammar.root}
    for rule in grammar.rules:
        if rule.name != grammar.root:
            names[rule.name] = _free_name(_BASIC.get(rule.name) or keys.get(rule.name) or rule.name, taken)
            taken.add(names[rule.name])

    def rename(node: Node) -> Node:
        return Reference(names[node.rule]) if isinstance(node, Reference) else node

    renamed = rewrite_grammar(grammar, rename)
    return replace(renamed, rules=tuple(replace(rule, name=names[rule.name]) for rule in renamed.rules))


def _keys(grammar: Grammar) -> dict[str, str]:
    """For the rules that stand behind `"key" … ":" …` in a sequence, that key."""
    found: dict[str, str] = {}
    for rule in grammar.rules:
        for node in walk(rule.body):
            if isinstance(node, Concatenation):
                _note_keys(node, found)
    return found


def _note_keys(node: Concatenation, found: dict[str, str]) -> None:
    key = ""
    for item in node.items:
        if isinstance(item, Literal) and len(item.text) > 1 and item.text[0] == item.text[-1] == '"':
            key = _key(item.text)
        elif isinstance(item, Reference):
            if key and _PROPERTY.fullmatch(item.rule):
                found.setdefault(item.rule, key)
            key = ""


def _key(literal: str) -> str:
    """The key that a literal spells; empty when it is some other text between quotes."""
    try:
        key = json.loads(literal)
    except ValueError:
        return ""
    return key if isinstance(key, str) else ""


def _free_name(wanted: str, taken: set[str]) -> str:
    """A name that GBNF can spell and that no other rule has."""
    base = _NOT_IN_NAMES.sub("-", wanted).strip("-") or "property"
    name, count = base, 1
    while name in taken:
        count += 1
        name = f"{base}-{count}"
    return name
