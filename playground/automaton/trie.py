"""The vocabulary as a prefix tree: tokens that begin alike are judged together.

A walk goes down level by level, all living nodes of a level at once, and leaves out what lies below a
rejected node. Tokens are sorted by their bytes, so that all tokens below a node are one range.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
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


class Rejections(NamedTuple):
    """Where a walk stopped: ranges of sorted tokens, ascending, with the state before the rejected byte."""

    first_token: Ints
    last_token: Ints
    character: Ints
    state: Ints
    length: Ints
    """Bytes of the token up to and including the rejected one."""


class Walk(NamedTuple):
    """What one walk found, the bytes it read, and the seconds it took."""

    rejections: Rejections
    bytes_read: int
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
            if depth + 1 < len(self.levels):
                nodes, parents = _children(level, nodes[alive], reached[alive])
        return Walk(_sorted(found), bytes_read, perf_counter() - began)


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

    def level(self, children: int) -> Level:
        return Level(
            byte=np.array(self.byte, dtype=np.uint8),
            first_token=np.array(self.first_token, dtype=np.int32),
            last_token=np.array(self.last_token, dtype=np.int32),
            first_child=np.array(self.first_child, dtype=np.int32),
            last_child=np.array([*self.first_child[1:], children], dtype=np.int32),
            character=np.array(self.character, dtype=np.int16),
        )


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
    return [row.level(len(below.byte)) for row, below in pairwise(rows)]


def _shared(one: bytes, other: bytes) -> int:
    """How many bytes two texts begin with alike."""
    return next(
        (i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )
