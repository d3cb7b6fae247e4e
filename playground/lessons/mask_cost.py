"""Lesson 6: what one mask costs, by trying every token and by a walk over their prefix tree."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from playground.automaton import Automaton, Trie, judge
from playground.decoding.position import Plain
from playground.engines.costs import MaskBuffer, mask_buffer
from playground.lessons.examples import example
from playground.lessons.recogniser import GRAMMAR, spelled

PREFIX = '{"name": "Ada", "age": '
SIZE = 20_000
SEED = 11
ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789 "{}[]:,-_.\n'
REAL_SIZE = 151_936
"""Tokens of Qwen 2."""
TOKENS_PER_SECOND = 50


@dataclass(frozen=True, slots=True)
class MaskCost(Plain):
    prefix: str
    size: int
    """Tokens of the vocabulary."""
    allowed: int
    naive: int
    """Characters read by trying each token alone, up to its first rejected one."""
    walked: int
    """Characters read by the walk over the prefix tree."""
    nodes: int
    """Of that tree."""
    row: MaskBuffer
    """One bitmask over `REAL_SIZE` tokens."""
    real_size: int
    tokens_per_second: int
    """Written by one sequence."""

    @property
    def checks_per_second(self) -> int:
        """Tokens of a real vocabulary that trying each would look at."""
        return self.real_size * self.tokens_per_second


@cache
def mask_cost() -> MaskCost:
    automaton = Automaton(example(GRAMMAR).constraint.grammar)
    trie = Trie(spelled(random_tokens()))
    verdicts = judge(automaton, trie, automaton.feed(automaton.start, PREFIX.encode()))
    return MaskCost(
        prefix=PREFIX,
        size=SIZE,
        allowed=int(verdicts.allowed.sum()),
        naive=verdicts.bytes_naive,
        walked=verdicts.bytes_read,
        nodes=trie.node_count,
        row=mask_buffer(1, 0, REAL_SIZE),
        real_size=REAL_SIZE,
        tokens_per_second=TOKENS_PER_SECOND,
    )


def random_tokens() -> tuple[str, ...]:
    """All characters of `ALPHABET`, and texts of two to eight of them, `SIZE` in all."""
    random = JavaRandom(SEED)
    tokens = dict.fromkeys(ALPHABET)
    while len(tokens) < SIZE:
        length = 2 + random.below(7)
        tokens["".join(ALPHABET[random.below(len(ALPHABET))] for _ in range(length))] = None
    return tuple(tokens)


class JavaRandom:
    """The numbers of `java.util.Random`, whose documentation gives the recurrence: 48 bits, linear.

    With them the tokens are those of a Java program with the same seed.
    """

    def __init__(self, seed: int) -> None:
        self._state = (seed ^ 0x5DEECE66D) & (1 << 48) - 1

    def below(self, bound: int) -> int:
        """A number from 0 to `bound` - 1."""
        while True:
            self._state = (self._state * 0x5DEECE66D + 0xB) & (1 << 48) - 1
            bits = self._state >> 17
            if bound & (bound - 1) == 0:
                return bound * bits >> 31
            # The last, incomplete stretch of numbers would favour the small ones.
            if bits - bits % bound + bound - 1 < 1 << 31:
                return bits % bound
