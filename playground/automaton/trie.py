"""The vocabulary as a prefix tree: tokens that begin alike are judged together.

A walk goes down level by level, all living nodes of a level at once, and leaves out what lies below a
rejected node, and below one where every byte leads back to the state it is in, as inside a string.
Tokens are sorted by their bytes, so that all tokens below a node are one range.
"""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from playground.automaton.automaton import DEAD, Automaton
from playground.automaton.vocabulary import Vocabulary

Ints = NDArray[np.int32]

KEPT_WALKS = 16


@dataclass(frozen=True, slots=True)
class Level:
    """All nodes at one depth, in the order of their bytes; every array has one entry a node."""

    byte: NDArray[np.uint8]
    first_token: Ints
    """The tokens below a node, itself included: a range of the sorted tokens."""
    last_token: Ints
    first_child: Ints
    """The children of a node: a range of the next level."""
    last_child: Ints
    character: NDArray[np.int16]
    """The index of the character that the node's byte belongs to."""
    below: NDArray[np.uint64]
    """The ASCII bytes of all nodes below this one, a bit a byte; shape (nodes, 2)."""
    others_below: NDArray[np.bool_]
    """Whether there are bytes of other characters below it."""
    count_below: Ints
    """How many nodes are below it."""


class Rejections(NamedTuple):
    """Where a walk stopped: ranges of sorted tokens, ascending, with the state before the rejected byte."""

    first_token: Ints
    last_token: Ints
    character: Ints
    state: Ints
    length: Ints
    """Bytes of the token up to and including the rejected one."""


class Walk(NamedTuple):
    """What one walk found."""

    rejections: Rejections
    bytes_read: int
    """Bytes of the tree that were judged, those left out since they only lead back among them."""
    seconds: float


class Trie:
    """The prefix tree of one vocabulary."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        with_text = [i for i, token in enumerate(vocabulary.tokens) if token]
        texts = {i: vocabulary.tokens[i] or b"" for i in with_text}
        self.order = np.array(sorted(with_text, key=texts.__getitem__), dtype=np.int32)
        """Token ids in the order of their bytes; tokens without text are left out."""
        self.lengths = np.array([len(texts[i]) for i in self.order.tolist()], dtype=np.int64)
        """Bytes of the tokens, in the same order."""
        self.levels = _levels([texts[i] for i in self.order.tolist()])
        self.node_count = sum(len(level.byte) for level in self.levels)

        self._positions = np.full(len(vocabulary), -1, dtype=np.int32)
        self._positions[self.order] = np.arange(len(self.order), dtype=np.int32)

    def position(self, token_id: int) -> int | None:
        """Where a token stands among the sorted ones; None when it has no text."""
        position = int(self._positions[token_id])
        return None if position < 0 else position

    def walk(self, automaton: Automaton, state: int) -> Walk:
        """Judge every token from a state.

        The last few answers are kept, since a text comes back to the same state again and again. Raises
        TooAmbiguous.
        """
        with automaton.lock:
            known = automaton.walks.pop((self, state), None) or self._walk(automaton, state)
            automaton.walks[self, state] = known
            if len(automaton.walks) > KEPT_WALKS:
                del automaton.walks[next(iter(automaton.walks))]
        return known

    def _walk(self, automaton: Automaton, state: int) -> Walk:
        began = perf_counter()
        found: list[tuple[Ints, ...]] = []
        bytes_read = 0
        byte_class = automaton.program.byte_class
        automaton.renew_budget()
        nodes = np.arange(len(self.levels[0].byte) if self.levels else 0, dtype=np.int32)
        parents = np.full(len(nodes), state, dtype=np.int32)
        for depth, level in enumerate(self.levels):
            if not len(nodes):
                break
            bytes_read += len(nodes)
            table = automaton.transitions(parents)
            reached = table[parents, byte_class[level.byte[nodes]]]
            alive = reached != DEAD
            dead = nodes[~alive]
            lengths = np.full(len(dead), depth + 1, dtype=np.int32)
            ranges = (level.first_token[dead], level.last_token[dead])
            found.append((*ranges, level.character[dead], parents[~alive], lengths))
            nodes, parents, decided = _undecided(automaton, level, nodes[alive], reached[alive])
            bytes_read += decided
            nodes, parents = _children(level, nodes, parents)
        return Walk(_sorted(found), bytes_read, perf_counter() - began)


def _undecided(automaton: Automaton, level: Level, nodes: Ints, states: Ints) -> tuple[Ints, Ints, int]:
    """The nodes below which something may lead elsewhere than back to the node's own state.

    And how many nodes are below the others.
    """
    inner = np.flatnonzero(level.count_below[nodes])
    nodes, states = nodes[inner], states[inner]
    leads_on = (level.below[nodes] & ~automaton.loops(states)).any(axis=1) | level.others_below[nodes]
    return nodes[leads_on], states[leads_on], int(level.count_below[nodes[~leads_on]].sum())


def _children(level: Level, nodes: Ints, states: Ints) -> tuple[Ints, Ints]:
    """The nodes below some nodes, each with its parent's state."""
    first = level.first_child[nodes]
    counts = level.last_child[nodes] - first
    ends = np.cumsum(counts, dtype=np.int32)
    total = int(ends[-1]) if len(ends) else 0
    starts = np.repeat(first - ends + counts, counts)
    return starts + np.arange(total, dtype=np.int32), np.repeat(states, counts)


def _sorted(found: list[tuple[Ints, ...]]) -> Rejections:
    if not found:
        empty = np.zeros(0, dtype=np.int32)
        return Rejections(empty, empty, empty, empty, empty)
    joined = [np.concatenate(part) for part in zip(*found, strict=True)]
    order = np.argsort(joined[0], kind="stable")
    return Rejections(*(part[order] for part in joined))


class _LevelRows:
    """The columns of a level while the tree is built."""

    def __init__(self) -> None:
        self.byte: list[int] = []
        self.first_token: list[int] = []
        self.last_token: list[int] = []
        self.first_child: list[int] = []
        self.character: list[int] = []

    def level(self, children: Level | None) -> Level:
        byte = np.array(self.byte, dtype=np.uint8)
        first = np.array(self.first_child, dtype=np.int32)
        last = np.append(first[1:], np.int32(len(children.byte) if children else 0))
        below, others, count = _below(children, first, last)
        return Level(
            byte=byte,
            first_token=np.array(self.first_token, dtype=np.int32),
            last_token=np.array(self.last_token, dtype=np.int32),
            first_child=first,
            last_child=last,
            character=np.array(self.character, dtype=np.int16),
            below=below,
            others_below=others,
            count_below=count,
        )


def _below(
    children: Level | None, first: Ints, last: Ints
) -> tuple[NDArray[np.uint64], NDArray[np.bool_], Ints]:
    """The bytes below each of some nodes, whose children are ranges of the next level, and their number."""
    below = np.zeros((len(first), 2), dtype=np.uint64)
    others = np.zeros(len(first), dtype=np.bool_)
    count = np.zeros(len(first), dtype=np.int32)
    if children:
        is_ascii = children.byte < 128
        own = np.zeros_like(children.below)
        bits = np.uint64(1) << (children.byte % 64).astype(np.uint64)
        own[np.arange(len(own)), children.byte // 64 % 2] = np.where(is_ascii, bits, 0)
        inner = np.flatnonzero(last > first)
        below[inner] = np.bitwise_or.reduceat(own | children.below, first[inner])
        others[inner] = np.logical_or.reduceat(~is_ascii | children.others_below, first[inner])
        count[inner] = np.add.reduceat(1 + children.count_below, first[inner])
    return below, others, count


def _levels(tokens: list[bytes]) -> list[Level]:
    """Build the levels from texts in ascending order."""
    rows = [_LevelRows() for _ in range(max(map(len, tokens), default=0) + 1)]
    previous = b""
    for position, token in enumerate([*tokens, b""]):
        shared = _shared(previous, token)
        for depth in range(shared, len(previous)):
            rows[depth].last_token.append(position)
        for depth in range(shared, len(token)):
            row = rows[depth]
            above = rows[depth - 1].character[-1] if depth else -1
            row.byte.append(token[depth])
            row.first_token.append(position)
            row.first_child.append(len(rows[depth + 1].byte))
            row.character.append(max(0, above) if token[depth] & 0xC0 == 0x80 else above + 1)
        previous = token
    levels: list[Level] = []
    for row in reversed(rows[:-1]):
        levels.append(row.level(levels[-1] if levels else None))
    return levels[::-1]


def _shared(one: bytes, other: bytes) -> int:
    """How many bytes two texts begin with alike."""
    return next(
        (i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )
