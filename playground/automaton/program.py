"""A grammar compiled into places and moves, the parts that never change while a text is read.

A place is a point between two parts of a rule. From it lead moves: match a terminal, match a token,
call a rule, enter a counted repetition, or end the rule. Choices, groups, `*`, `+` and `?` are only
ways between places; a call and a counted repetition are what the stack is for. (A recursive
transition network, after Woods 1970, with counters.) Each part of a rule is compiled once, so moves
compare by identity.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from playground.automaton.byte_graph import NOTHING, ByteGraph
from playground.grammar.analysis import nullable_rules
from playground.grammar.characters import Ranges, characters_of
from playground.grammar.model import (
    CharClass,
    Choice,
    Grammar,
    Literal,
    Node,
    Reference,
    Repeat,
    Sequence,
    TokenSet,
    TokenText,
)

Path = tuple[int, ...]
"""From a rule's body to one of its parts: the index of the child at each level."""


@dataclass(frozen=True, slots=True, eq=False)
class Match:
    """Read one terminal. Holds its node in the byte graph, the place after it, and where it is written."""

    node: int
    then: int
    rule: int
    path: Path


@dataclass(frozen=True, slots=True, eq=False)
class MatchToken:
    """Read one token by id."""

    tokens: TokenSet
    then: int
    rule: int
    path: Path

    def accepts(self, token_id: int | None) -> bool:
        """Whether this token may be read; None is a token that no grammar names."""
        return (token_id in self.tokens.ids) != self.tokens.negated


@dataclass(frozen=True, slots=True, eq=False)
class Call:
    """Read the text of another rule."""

    callee: int
    then: int
    rule: int
    path: Path


@dataclass(frozen=True, slots=True, eq=False)
class Loop:
    """Read a part `minimum` to `maximum` times, counting."""

    body: int
    minimum: int
    maximum: int | None
    then: int
    rule: int
    path: Path


@dataclass(frozen=True, slots=True, eq=False)
class End:
    """The rule, or one round of a counted repetition, is complete."""


Terminal = Match | MatchToken
Move = Match | MatchToken | Call | Loop | End


class Program:
    """All rules of one grammar as places and moves.

    Raises ValueError when a rule is not defined or a token is still named by its text.
    """

    def __init__(self, grammar: Grammar) -> None:
        self.grammar = grammar
        self.bytes = ByteGraph()
        self.rule_ids = {rule.name: i for i, rule in enumerate(grammar.rules)}
        self.classes: dict[int, Ranges] = {}
        """Node of the byte graph → the characters it begins, to say what was expected."""
        self._nullable = nullable_rules(grammar)
        self._ways: list[tuple[int, ...]] = []
        self._own: list[Move | None] = []
        self._moves: list[tuple[Move, ...] | None] = []
        self._can_end: dict[int, bool] = {}
        self.end = self._place(End())
        self.starts = [self._rule(i) for i in range(len(grammar.rules))]
        self.root = self.rule_ids[grammar.root]
        self.byte_class = self._byte_classes()
        self.class_count = int(self.byte_class[-1]) + 1

    def moves(self, place: int) -> tuple[Move, ...]:
        """What can happen at a place, in the order the grammar writes it."""
        known = self._moves[place]
        if known is None:
            known = self._moves[place] = tuple(self._follow_ways(place))
        return known

    @property
    def place_count(self) -> int:
        """How many places there are, numbered from 0."""
        return len(self._own)

    def direct(self, place: int) -> tuple[Move | None, tuple[int, ...]]:
        """What a place itself offers: its own move, and the places it leads to without reading.

        `moves` gathers the same over all of those places, which in a long chain of optional parts is much.
        """
        return self._own[place], self._ways[place]

    def can_end(self, place: int) -> bool:
        """Whether the rule may end here without reading anything more."""
        if place not in self._can_end:
            self._can_end[place] = self._find_end(place)
        return self._can_end[place]

    def _rule(self, rule: int) -> int:
        return _RuleBuilder(self, rule).build(self.grammar.rules[rule].body, (), self.end)

    def _place(self, own: Move | None, ways: tuple[int, ...] = ()) -> int:
        self._own.append(own)
        self._ways.append(ways)
        self._moves.append(None)
        return len(self._own) - 1

    def _follow_ways(self, place: int) -> Iterator[Move]:
        seen = {place}
        waiting = [place]
        while waiting:
            current = waiting.pop()
            own = self._own[current]
            if own is not None:
                yield own
            for way in reversed(self._ways[current]):
                if way not in seen:
                    seen.add(way)
                    waiting.append(way)

    def _find_end(self, place: int) -> bool:
        seen = {place}
        waiting = [place]
        while waiting:
            for move in self.moves(waiting.pop()):
                if isinstance(move, End):
                    return True
                if isinstance(move, Call) and self._is_nullable(move.callee) and move.then not in seen:
                    seen.add(move.then)
                    waiting.append(move.then)
        return False

    def _is_nullable(self, rule: int) -> bool:
        return self.grammar.rules[rule].name in self._nullable

    def _byte_classes(self) -> NDArray[np.uint8]:
        """Bytes that no terminal tells apart share a class; classes ascend with the bytes. Shape (256,)."""
        starts = np.zeros(257, dtype=bool)
        for edges in self.bytes.edges:
            for low, high, _ in edges:
                starts[low] = starts[high + 1] = True
        starts[0] = False
        return np.cumsum(starts[:256]).astype(np.uint8)


class _RuleBuilder:
    """Lays out one rule's places from the end to the start."""

    def __init__(self, program: Program, rule: int) -> None:
        self.program = program
        self.rule = rule

    def build(self, node: Node, path: Path, then: int) -> int:
        program = self.program
        match node:
            case Literal(text=""):
                return then
            case Literal(text=text):
                return self._terminal(program.bytes.text(text), path, then)
            case CharClass():
                return self._character(node, path, then)
            case TokenSet():
                return program._place(MatchToken(node, then, self.rule, path))
            case TokenText(text=text):
                raise ValueError(f"the token {text} has not been looked up in a vocabulary")
            case Reference(rule=name):
                if name not in program.rule_ids:
                    raise ValueError(f"the rule {name} is not defined")
                return program._place(Call(program.rule_ids[name], then, self.rule, path))
            case Sequence(items=items):
                for i in reversed(range(len(items))):
                    then = self.build(items[i], (*path, i), then)
                return then
            case Choice(alternatives=alternatives):
                starts = [self.build(part, (*path, i), then) for i, part in enumerate(alternatives)]
                return program._place(None, tuple(starts))
            case Repeat():
                return self._repeat(node, path, then)

    def _terminal(self, node: int, path: Path, then: int) -> int:
        if node == NOTHING:
            return self.program._place(None)
        return self.program._place(Match(node, then, self.rule, path))

    def _character(self, node: CharClass, path: Path, then: int) -> int:
        characters = characters_of(node)
        start = self.program.bytes.character(characters)
        self.program.classes[start] = characters
        return self._terminal(start, path, then)

    def _repeat(self, node: Repeat, path: Path, then: int) -> int:
        program = self.program
        inner = (*path, 0)
        match node.minimum, node.maximum:
            case _, 0:
                return then
            case 1, 1:
                return self.build(node.item, inner, then)
            case 0, 1:
                return program._place(None, (self.build(node.item, inner, then), then))
            case ((0 | 1), None):
                again = program._place(None)
                body = self.build(node.item, inner, again)
                program._ways[again] = (body, then)
                return again if node.minimum == 0 else body
            case minimum, maximum:
                body = self.build(node.item, inner, program.end)
                # A part that may be empty can stand for any missing round.
                needed = 0 if program.can_end(body) else minimum
                loop = program._place(Loop(body, needed, maximum, then, self.rule, path))
                return program._place(None, (loop, then)) if needed == 0 else loop
        raise AssertionError(node)
