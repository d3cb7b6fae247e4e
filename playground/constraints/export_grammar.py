"""A GBNF grammar as vLLM reads it: by xgrammar, whose EBNF looks like GBNF and is not."""

from __future__ import annotations

import re

from playground.constraints.request import InexpressibleError
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
