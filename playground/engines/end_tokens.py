"""Token sets as llama.cpp means them: an end token ends the text and matches nothing."""

from __future__ import annotations

from dataclasses import replace

from playground.grammar.model import Grammar, Node, TokenSet
from playground.grammar.rewrite import rewrite_grammar


def without_end_tokens(grammar: Grammar, end_ids: tuple[int, ...]) -> Grammar:
    """The grammar with no token set that holds an end token."""

    def change(node: Node) -> Node:
        if not isinstance(node, TokenSet):
            return node
        others = tuple(i for i in node.ids if i not in end_ids)
        return replace(node, ids=(*others, *end_ids) if node.negated else others)

    return rewrite_grammar(grammar, change)
