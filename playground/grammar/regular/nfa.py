"""From the parts of a pattern to an automaton, by Thompson's construction and subsets of states."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from playground.grammar.characters import Ranges
from playground.grammar.regular.dfa import Dfa, TooLarge, build, minimal, split
from playground.grammar.regular.syntax import (
    ANYTHING,
    Anchor,
    Chars,
    Concat,
    Either,
    Look,
    Loop,
    Syntax,
    parts,
)

MAX_SIZE = 6_000
"""States before the construction of subsets, repetitions written out."""

_States = tuple[frozenset[int], bool]
"""States of the nondeterministic automaton, and whether nothing has been read yet."""


def search_automaton(syntax: Syntax) -> Dfa:
    """All texts in which the syntax is found somewhere. It must hold no lookahead. Raises TooLarge."""
    if _size(syntax) > MAX_SIZE:
        raise TooLarge(f"more than {MAX_SIZE:,} parts")
    nfa = _Nfa()
    start, end = nfa.state(), nfa.state()
    before = nfa.state()
    nfa.free[start].append(before)
    nfa.read(before, ANYTHING, before)
    after = nfa.add(syntax, before)
    nfa.free[after].append(end)
    nfa.read(end, ANYTHING, end)
    return minimal(nfa.determined(start, end))


@dataclass(slots=True)
class _Nfa:
    free: list[list[int]] = field(default_factory=list)
    at_start: list[list[int]] = field(default_factory=list)
    at_end: list[list[int]] = field(default_factory=list)
    reads: list[list[tuple[int, int]]] = field(default_factory=list)
    sets: dict[Ranges, int] = field(default_factory=dict)

    def state(self) -> int:
        for moves in (self.free, self.at_start, self.at_end):
            moves.append([])
        self.reads.append([])
        return len(self.reads) - 1

    def read(self, state: int, ranges: Ranges, target: int) -> None:
        self.reads[state].append((self.sets.setdefault(ranges, len(self.sets)), target))

    def add(self, syntax: Syntax, state: int) -> int:
        """Add the syntax after `state`; returns the state after it."""
        match syntax:
            case Chars(ranges=ranges):
                after = self.state()
                self.read(state, ranges, after)
            case Concat(items=items):
                after = state
                for item in items:
                    after = self.add(item, after)
            case Either(options=options):
                after = self.state()
                for option in options:
                    self.free[self.add(option, state)].append(after)
            case Loop(item=item, minimum=minimum, maximum=maximum):
                after = self._loop(item, minimum, maximum, state)
            case Anchor(at_end=at_end):
                after = self.state()
                (self.at_end if at_end else self.at_start)[state].append(after)
            case Look():
                raise AssertionError(syntax)
        return after

    def _loop(self, item: Syntax, minimum: int, maximum: int | None, state: int) -> int:
        for _ in range(minimum):
            state = self.add(item, state)
        after = self.state()
        if maximum is None:
            # A state of its own, so that coming back does not re-enter what was read before.
            again = self.state()
            self.free[state].append(again)
            self.free[self.add(item, again)].append(again)
            self.free[again].append(after)
            return after
        for _ in range(maximum - minimum):
            self.free[state].append(after)
            inner = self.state()
            self.free[state].append(inner)
            state = self.add(item, inner)
        self.free[state].append(after)
        return after

    def determined(self, start: int, end: int) -> Dfa:
        alphabet, members = split(list(self.sets))
        columns: list[list[int]] = [[] for _ in range(alphabet.size)]
        for number, inside in enumerate(members):
            for column in inside:
                columns[column].append(number)
        sets_of = [frozenset(numbers) for numbers in columns]

        def follow(states: _States) -> Iterable[_States]:
            moves = [move for state in states[0] for move in self.reads[state]]
            known: dict[frozenset[int], _States] = {}
            for numbers in sets_of:
                reached = frozenset(target for number, target in moves if number in numbers)
                if reached not in known:
                    known[reached] = (self._closure(reached, False, False), False)
                yield known[reached]

        def ends(states: _States) -> bool:
            return end in self._closure(states[0], states[1], True)

        first = (self._closure(frozenset((start,)), True, False), True)
        return build(alphabet, first, follow, ends, (frozenset(), False))

    def _closure(self, states: frozenset[int], at_start: bool, at_end: bool) -> frozenset[int]:
        found, waiting = set(states), list(states)
        while waiting:
            state = waiting.pop()
            targets = self.free[state] + (self.at_start[state] if at_start else [])
            for target in targets + (self.at_end[state] if at_end else []):
                if target not in found:
                    found.add(target)
                    waiting.append(target)
        return frozenset(found)


def _size(syntax: Syntax) -> int:
    inner = sum(map(_size, parts(syntax)))
    if isinstance(syntax, Loop):
        times = syntax.minimum + 1 if syntax.maximum is None else syntax.maximum
        return 1 + (inner + 2) * times
    return 1 + inner
