"""Tokens that a constraint names by their text or id, looked up in a vocabulary."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from playground.constraints.constraint import Constraint
from playground.constraints.errors import ConstraintError
from playground.grammar.diagnostics import Diagnostic, Span, diagnose
from playground.grammar.model import Grammar, Node, TokenSet, TokenText
from playground.grammar.rewrite import rewrite_grammar

Tokenize = Callable[[str], Sequence[int]]


def resolve_tokens(
    constraint: Constraint, tokenize: Tokenize, vocabulary_size: int, as_rules: bool = False
) -> Grammar:
    """The constraint's grammar with every token as an id below `vocabulary_size`.

    With `as_rules` it is the constraint's `grammar_as_rules`. `tokenize` turns text into ids, special
    tokens in it recognised. Raises ConstraintError with every text that is not exactly one token and every
    id outside the vocabulary.
    """
    problems: list[Diagnostic] = []

    def refuse(span: Span, code: str, message: str, hint: str) -> None:
        problems.append(diagnose(constraint.text, span, code, message, hint))

    def look_up(node: Node) -> Node:
        match node:
            case TokenText(text=text, negated=negated, span=span):
                ids = tuple(tokenize(text))
                if len(ids) != 1:
                    refuse(span, "token-text", _split(text, ids), "Name one token of this model, or its id.")
                    return node
                return TokenSet(ids, negated, span)
            case TokenSet(ids=ids, span=span) if any(i >= vocabulary_size for i in ids):
                too_large = next(i for i in ids if i >= vocabulary_size)
                message = f"there is no token {too_large}: this model has {vocabulary_size:,} tokens"
                refuse(span, "token-id", message, f"Use an id from 0 to {vocabulary_size - 1}.")
        return node

    grammar = rewrite_grammar(constraint.grammar_as_rules() if as_rules else constraint.grammar, look_up)
    if problems:
        raise ConstraintError(problems)
    return grammar


def _split(text: str, ids: Sequence[int]) -> str:
    if not ids:
        return f"{text} is not a token of this model: its tokenizer turns it into nothing"
    shown = ", ".join(map(str, ids[:12])) + (", …" if len(ids) > 12 else "")
    return f"{text} is not one token of this model but {len(ids)}: ids {shown}"
