"""Grammars as servers read them: llama.cpp is stricter than we are, and vLLM's EBNF only looks like GBNF."""

from __future__ import annotations

import re
from dataclasses import replace

from playground.constraints.request import InexpressibleError
from playground.grammar.gbnf import parse_gbnf
from playground.grammar.model import (
    CharClass,
    Grammar,
    Literal,
    Node,
    Reference,
    Repeat,
    TokenSet,
    TokenText,
    walk,
)
from playground.grammar.print_ebnf import print_ebnf
from playground.grammar.print_gbnf import print_gbnf
from playground.grammar.rewrite import rewrite_grammar

_REWRITTEN = "The grammar is rewritten: xgrammar, which vLLM uses, reads this GBNF as something else."
_NAME = re.compile(r"[a-z_][a-z0-9_-]*")
"""What is no macro there."""
# Inside literals and classes: escapes that xgrammar refuses or reads otherwise.
_OTHER_ESCAPES = re.compile(r"\\[xU\[\]\-^]")


def vllm_grammar(text: str, grammar: Grammar, notes: list[str]) -> str:
    """The text itself where it means the same to xgrammar, else the grammar printed for it.

    Raises InexpressibleError for a grammar that names tokens.
    """
    nodes = [node for rule in grammar.rules for node in walk(rule.body)]
    if any(isinstance(node, TokenSet | TokenText) for node in nodes):
        raise InexpressibleError("vLLM's grammars are about text alone and name no tokens.")
    if _means_the_same(text, grammar, nodes):
        return text
    notes.append(_REWRITTEN)
    return print_ebnf(grammar)


def llama_grammar(text: str, grammar: Grammar, notes: list[str]) -> str:
    """The text itself where llama.cpp takes it, else the grammar with other rule names."""
    if any("_" in rule.name for rule in grammar.rules):
        notes.append("The rules are renamed: llama.cpp refuses names with _.")
        return printed_for_llama(grammar)
    return text.removeprefix("\ufeff")


def printed_for_llama(grammar: Grammar) -> str:
    """The grammar as GBNF that llama.cpp takes. Raises InexpressibleError when it is beyond its limits."""
    printed = print_gbnf(_renamed(grammar))
    read = parse_gbnf(printed)
    dropped = (warning for warning in read.warnings if warning.code == "upper_bound_dropped")
    problem = next(iter((*read.errors, *dropped)), None)
    if problem:
        raise InexpressibleError(f"As a grammar it would not be the same: {problem.message}")
    return printed


def _renamed(grammar: Grammar) -> Grammar:
    names: dict[str, str] = {}
    for rule in grammar.rules:
        name = rule.name.replace("_", "-")
        while name in names.values():
            name += "-"
        names[rule.name] = name

    def rename(node: Node) -> Node:
        return replace(node, rule=names[node.rule]) if isinstance(node, Reference) else node

    renamed = rewrite_grammar(grammar, rename)
    rules = tuple(replace(rule, name=names[rule.name]) for rule in renamed.rules)
    return Grammar(rules, names[grammar.root])


def _means_the_same(text: str, grammar: Grammar, nodes: list[Node]) -> bool:
    return (
        not text.startswith("\ufeff")
        and "\r" not in text
        and not _OTHER_ESCAPES.search(text)
        and text.count("::=") == len(grammar.rules)  # of a rule that is written twice, one is left
        and all(_NAME.fullmatch(rule.name) for rule in grammar.rules)
        and Reference(grammar.root) not in nodes
        and not any(map(_is_read_otherwise, nodes))
    )


def _is_read_otherwise(node: Node) -> bool:
    """`.`, a class that matches nothing, an empty alternative, and a repetition right after another."""
    match node:
        case CharClass(ranges=ranges):
            return not ranges or any(low > high for low, high in ranges)
        case Literal(text="", span=span):
            return span.start == span.end  # what is written "" has a width
        case Repeat(item=item):
            return isinstance(item, Repeat)
    return False
