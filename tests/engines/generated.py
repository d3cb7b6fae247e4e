"""Grammars made up from a seed: every construct of the model, no left recursion, short texts."""

from __future__ import annotations

import random

from playground.constraints import Constraint
from playground.grammar.gbnf import parse_gbnf
from playground.grammar.model import (
    CharClass,
    Choice,
    Grammar,
    Literal,
    Node,
    Reference,
    Repeat,
    Rule,
    Sequence,
    TokenSet,
)
from playground.grammar.print_gbnf import print_gbnf

_TEXTS = ("a", "b", "ab", "the", " ", " the", "é", "€x", "😀", '"', "\\n", "{", "}}", "0", "12", "\n", "")
_RANGES = (
    ((0x61, 0x7A),),
    ((0x30, 0x39), (0x41, 0x46)),
    ((0xE0, 0xFF),),
    ((0x7F, 0x800),),
    ((0xD000, 0xE100),),
    ((0x10000, 0x10FFFF),),
    ((0x20, 0x20), (0x0A, 0x0A)),
    ((0x41, 0x5A), (0x100, 0xFFFF)),
    ((0x00, 0x1F), (0x22, 0x22), (0x5C, 0x5C)),
)
_COUNTS = ((0, None), (1, None), (0, 1), (0, 3), (2, 2), (2, None), (1, 4), (3, 5), (0, 0))


class GrammarMaker:
    """Makes grammars; `token_ids` are the ids that token sets may name."""

    def __init__(self, seed: int, token_ids: list[int]) -> None:
        self._random = random.Random(seed)
        self._token_ids = token_ids

    def constraint(self) -> Constraint:
        """The first grammar that is not refused, for left recursion or for loops over nothing."""
        while True:
            names = ["root", *(f"rule-{i}" for i in range(self._random.randint(0, 4)))]
            grammar = Grammar(tuple(Rule(name, self._node(3, names)) for name in names))
            text = print_gbnf(grammar)
            if parse_gbnf(text).grammar is not None:
                return Constraint("gbnf", text)

    def _node(self, depth: int, names: list[str]) -> Node:
        kinds = ["literal", "literal", "class", "reference", "token"]
        if depth:
            kinds += ["sequence"] * 5 + ["choice"] * 4 + ["repeat"] * 3
        match self._random.choice(kinds):
            case "literal":
                return Literal(self._random.choice(_TEXTS))
            case "class":
                return CharClass(self._random.choice(_RANGES), self._random.random() < 0.3)
            case "reference":
                return Reference(self._random.choice(names))
            case "token":
                count = self._random.randint(1, 2)
                ids = tuple(self._random.sample(self._token_ids, count))
                return TokenSet(ids, self._random.random() < 0.2)
            case "sequence":
                return Sequence(self._nodes(depth, names))
            case "choice":
                return Choice(self._nodes(depth, names))
            case _:
                return Repeat(self._node(depth - 1, names), *self._random.choice(_COUNTS))

    def _nodes(self, depth: int, names: list[str]) -> tuple[Node, ...]:
        return tuple(self._node(depth - 1, names) for _ in range(self._random.randint(1, 3)))
