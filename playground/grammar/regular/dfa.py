"""Deterministic finite automata over Unicode characters.

Characters that no pattern tells apart share one column of the table. A missing transition is `DEAD`.
Everything here stops with TooLarge before it gets slow.
"""

from __future__ import annotations

import bisect
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from playground.grammar.characters import Ranges
from playground.grammar.regular.meter import count_states
from playground.grammar.regular.syntax import ANYTHING

State = TypeVar("State")

DEAD = -1
MAX_STATES = 2_000


class TooLarge(ValueError):  # noqa: N818 - it is an answer, not a fault
    """An automaton would have more states than are worth having."""


@dataclass(frozen=True)
class Alphabet:
    """A split of all characters: interval `i` begins at `starts[i]` and belongs to column `columns[i]`.

    Surrogates belong to no column: `DEAD`.
    """

    starts: tuple[int, ...]
    columns: tuple[int, ...]

    @cached_property
    def size(self) -> int:
        return max(self.columns) + 1

    def column(self, character: str) -> int:
        return self.columns[bisect.bisect_right(self.starts, ord(character)) - 1]

    @cached_property
    def ranges(self) -> tuple[Ranges, ...]:
        """The characters of each column."""
        found: list[list[tuple[int, int]]] = [[] for _ in range(self.size)]
        ends = (*self.starts[1:], 0x110000)
        for start, end, column in zip(self.starts, ends, self.columns, strict=True):
            if column != DEAD:
                found[column].append((start, end - 1))
        return tuple(tuple(ranges) for ranges in found)


@dataclass(frozen=True)
class Dfa:
    """State 0 is the start; `table[state][column]` is the next state or DEAD."""

    alphabet: Alphabet
    table: tuple[tuple[int, ...], ...]
    accepting: frozenset[int]

    def accepts(self, text: str) -> bool:
        state = 0
        for character in text:
            column = self.alphabet.column(character)
            state = DEAD if column == DEAD else self.table[state][column]
            if state == DEAD:
                return False
        return state in self.accepting

    @cached_property
    def useful(self) -> frozenset[int]:
        """The states from which a text can be completed."""
        before: list[list[int]] = [[] for _ in self.table]
        for state, row in enumerate(self.table):
            for target in set(row):
                if target != DEAD:
                    before[target].append(state)
        found, waiting = set(self.accepting), list(self.accepting)
        while waiting:
            for state in before[waiting.pop()]:
                if state not in found:
                    found.add(state)
                    waiting.append(state)
        return frozenset(found)

    @property
    def is_empty(self) -> bool:
        """Whether no text matches."""
        return 0 not in self.useful

    def steps(self, state: int) -> list[tuple[int, Ranges]]:
        """Where to go from a state: each next state once, with the characters that lead there."""
        columns: dict[int, list[tuple[int, int]]] = {}
        for column, target in enumerate(self.table[state]):
            if target in self.useful:
                columns.setdefault(target, []).extend(self.alphabet.ranges[column])
        joined = [(target, _joined(ranges)) for target, ranges in columns.items()]
        return sorted(joined, key=lambda step: step[1])


def split(sets: Sequence[Ranges]) -> tuple[Alphabet, list[list[int]]]:
    """The coarsest alphabet that tells the sets apart, and the columns of each set."""
    events: dict[int, list[tuple[int, bool]]] = {}
    for number, ranges in enumerate((*sets, ANYTHING)):
        for low, high in ranges:
            events.setdefault(low, []).append((number, True))
            events.setdefault(high + 1, []).append((number, False))
    events.setdefault(0, [])
    active: set[int] = set()
    known: dict[frozenset[int], int] = {}
    starts, columns = [], []
    for start in sorted(point for point in events if point < 0x110000):
        for number, begins in events[start]:
            (active.add if begins else active.discard)(number)
        key = frozenset(active)
        starts.append(start)
        columns.append(known.setdefault(key, len(known)) if key else DEAD)
    members = [[column for key, column in known.items() if number in key] for number in range(len(sets))]
    return Alphabet(tuple(starts), tuple(columns)), members


def combine(left: Dfa, right: Dfa, keep: Callable[[bool, bool], bool]) -> Dfa:
    """The texts that `keep` keeps, told whether left and right match them; `keep(False, False)` is False."""
    alphabet, pairs = _merge(left.alphabet, right.alphabet)

    def follow(state: tuple[int, int]) -> Iterable[tuple[int, int]]:
        first = left.table[state[0]] if state[0] != DEAD else ()
        second = right.table[state[1]] if state[1] != DEAD else ()
        return ((first[a] if first else DEAD, second[b] if second else DEAD) for a, b in pairs)

    def ends(state: tuple[int, int]) -> bool:
        return keep(state[0] in left.accepting, state[1] in right.accepting)

    return minimal(build(alphabet, (0, 0), follow, ends, (DEAD, DEAD)))


def intersection(left: Dfa, right: Dfa) -> Dfa:
    return combine(left, right, lambda a, b: a and b)


def complement(dfa: Dfa) -> Dfa:
    """The texts that do not match."""
    sink = len(dfa.table)
    rows = [tuple(sink if target == DEAD else target for target in row) for row in dfa.table]
    rows.append((sink,) * dfa.alphabet.size)
    return Dfa(dfa.alphabet, tuple(rows), frozenset(range(sink + 1)) - dfa.accepting)


def prefixed(character: str, dfa: Dfa) -> Dfa:
    """The texts with one more character in front."""
    single, members = split([((ord(character), ord(character)),)])
    alphabet, pairs = _merge(single, dfa.alphabet)
    rows = [tuple(1 if a == members[0][0] else DEAD for a, _ in pairs)]
    rows += [tuple(DEAD if row[b] == DEAD else row[b] + 1 for _, b in pairs) for row in dfa.table]
    return Dfa(alphabet, tuple(rows), frozenset(state + 1 for state in dfa.accepting))


def of_lengths(minimum: int, maximum: int | None) -> Dfa:
    """All texts of so many characters. Raises TooLarge."""
    size = minimum if maximum is None else maximum
    if size >= MAX_STATES:
        raise TooLarge(f"a length of {size:,}")
    rows = [(state + 1,) for state in range(size)] + [(size,) if maximum is None else (DEAD,)]
    alphabet, _ = split(())
    return Dfa(alphabet, tuple(rows), frozenset(range(minimum, size + 1)))


def of_words(words: Iterable[str]) -> Dfa:
    """Exactly these texts. Raises TooLarge."""
    listed = list(words)
    characters = sorted({character for word in listed for character in word})
    alphabet, members = split([((ord(c), ord(c)),) for c in characters])
    columns = {character: members[i][0] for i, character in enumerate(characters) if members[i]}
    rows: list[list[int]] = [[DEAD] * alphabet.size]
    accepting = set()
    for word in listed:
        if any(character not in columns for character in word):
            continue  # a surrogate, which no text holds
        state = 0
        for character in word:
            if rows[state][columns[character]] == DEAD:
                if len(rows) >= MAX_STATES:
                    raise TooLarge("so many words")
                rows[state][columns[character]] = len(rows)
                rows.append([DEAD] * alphabet.size)
            state = rows[state][columns[character]]
        accepting.add(state)
    return minimal(Dfa(alphabet, tuple(map(tuple, rows)), frozenset(accepting)))


def build(
    alphabet: Alphabet,
    start: State,
    follow: Callable[[State], Iterable[State]],
    ends: Callable[[State], bool],
    dead: State,
) -> Dfa:
    """The automaton whose states are found by following `start`, column by column. Raises TooLarge."""
    numbers = {start: 0}
    order = [start]
    rows = []
    for state in order:
        row = []
        for target in follow(state):
            if target == dead:
                row.append(DEAD)
                continue
            if target not in numbers:
                if len(order) >= MAX_STATES:
                    count_states(len(order))
                    raise TooLarge(f"more than {MAX_STATES:,} states")
                numbers[target] = len(order)
                order.append(target)
            row.append(numbers[target])
        rows.append(tuple(row))
    count_states(len(order))
    return Dfa(alphabet, tuple(rows), frozenset(numbers[state] for state in order if ends(state)))


def minimal(dfa: Dfa) -> Dfa:
    """The same texts in the fewest states, by Hopcroft's refinement of a partition."""
    live = [state for state in range(len(dfa.table)) if state in dfa.useful]
    if 0 not in dfa.useful:
        return Dfa(dfa.alphabet, ((DEAD,) * dfa.alphabet.size,), frozenset())
    before: list[dict[int, list[int]]] = [{} for _ in range(dfa.alphabet.size)]
    for state in live:
        for column, target in enumerate(dfa.table[state]):
            if target in dfa.useful:
                before[column].setdefault(target, []).append(state)
    accepting = {state for state in live if state in dfa.accepting}
    blocks = [block for block in (accepting, set(live) - accepting) if block]
    block_of = {state: number for number, block in enumerate(blocks) for state in block}
    # A missing transition is a difference too: both blocks must split the others.
    waiting = deque(range(len(blocks)))
    listed = set(waiting)
    while waiting:
        current = waiting.popleft()
        listed.discard(current)
        splitter = list(blocks[current])
        for sources in before:
            hit: dict[int, set[int]] = {}
            for target in splitter:
                for state in sources.get(target, ()):
                    hit.setdefault(block_of[state], set()).add(state)
            for number, inside in hit.items():
                if len(inside) == len(blocks[number]):
                    continue
                blocks[number] -= inside
                blocks.append(inside)
                for state in inside:
                    block_of[state] = len(blocks) - 1
                new = len(blocks) - 1
                smaller = new if number in listed or len(inside) <= len(blocks[number]) else number
                waiting.append(smaller)
                listed.add(smaller)
    return _quotient(dfa, block_of)


def _quotient(dfa: Dfa, block_of: dict[int, int]) -> Dfa:
    example = {block: state for state, block in reversed(block_of.items())}

    def follow(block: int) -> Iterable[int]:
        return (block_of.get(target, DEAD) for target in dfa.table[example[block]])

    return build(dfa.alphabet, block_of[0], follow, lambda block: example[block] in dfa.accepting, DEAD)


def _merge(left: Alphabet, right: Alphabet) -> tuple[Alphabet, list[tuple[int, int]]]:
    """One alphabet for both, and for each of its columns the columns it came from."""
    starts = sorted({*left.starts, *right.starts})
    known: dict[tuple[int, int], int] = {}
    columns = []
    for start in starts:
        a = left.columns[bisect.bisect_right(left.starts, start) - 1]
        b = right.columns[bisect.bisect_right(right.starts, start) - 1]
        columns.append(known.setdefault((a, b), len(known)) if a != DEAD else DEAD)
    return Alphabet(tuple(starts), tuple(columns)), list(known)


def _joined(ranges: Iterable[tuple[int, int]]) -> Ranges:
    joined: list[tuple[int, int]] = []
    for low, high in sorted(ranges):
        if joined and joined[-1][1] + 1 == low:
            joined[-1] = (joined[-1][0], high)
        else:
            joined.append((low, high))
    return tuple(joined)
