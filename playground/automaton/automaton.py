"""The pushdown automaton: states (sets of stacks) and their transitions over bytes and tokens.

States are interned as small numbers and every transition is computed once, so that a whole vocabulary
can be judged with a few array look-ups (playground.automaton.trie).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from threading import RLock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playground.automaton.byte_graph import ACCEPT
from playground.automaton.costs import Costs
from playground.automaton.program import MatchToken, Program
from playground.automaton.stacks import BOTTOM, COMPLETE, Budget, Item, Stacks, TooAmbiguous
from playground.grammar.model import Grammar, TokenSet

DEAD = 0
"""The state of a text that no continuation can complete."""

State = tuple[int, ...]
"""The numbers of all items that may be read next, ascending; COMPLETE is the first when the text is."""

MOVES = 100_000
SECONDS = 2.0
MAX_STATES = 100_000


class Automaton:
    """One grammar made executable. States are numbers; `start` is the state of the empty text.

    Safe to use from several threads. `moves` and `seconds` bound the work on one byte of text, or on one
    walk over a vocabulary; what would cost more raises TooAmbiguous, and the automaton stays usable.
    Raises ValueError when a rule of the grammar is not defined or one of its tokens has not been looked up.
    """

    def __init__(self, grammar: Grammar, moves: int = MOVES, seconds: float = SECONDS) -> None:
        self.program = Program(grammar)
        self.lock = RLock()
        self.walks: dict[Any, Any] = {}
        """The last walks over a vocabulary, kept by the vocabulary's prefix tree."""
        self._budget = Budget(moves, seconds)
        self.stacks = Stacks(self.program, self._budget)
        self._states: list[State] = [()]
        self._ids: dict[State, int] = {self._states[DEAD]: DEAD}
        self._table = np.zeros((64, self.program.class_count), dtype=np.int32)
        self._filled = np.zeros(64, dtype=bool)
        self._filled[DEAD] = True
        self._loops = np.zeros((64, 2), dtype=np.uint64)
        self._byte_class: list[int] = self.program.byte_class.tolist()
        with self.lock:
            self._budget.renew()
            self.start = self._intern(self.stacks.after(self.program.starts[self.program.root], BOTTOM))

    @cached_property
    def costs(self) -> Costs:
        """What it costs to end what has begun, found once: it is the same in every state."""
        return Costs(self.program)

    def feed(self, state: int, data: bytes) -> int:
        """The state after more bytes of text. Raises TooAmbiguous."""
        with self.lock:
            for byte in data:
                if state == DEAD:
                    break
                if not self._filled[state]:
                    self._budget.renew()
                    self._fill(state)
                state = int(self._table[state, self._byte_class[byte]])
        return state

    def feed_token(self, state: int, token_id: int | None, data: bytes | None) -> int:
        """The state after one token: by its bytes, by its id, or both.

        A token whose id is None is some token that the grammar does not name. Raises TooAmbiguous.
        """
        by_text = self.feed(state, data) if data else DEAD
        with self.lock:
            self._budget.renew()
            items = set(self._states[by_text])
            for item in self.items(state):
                if isinstance(item.terminal, MatchToken) and item.terminal.accepts(token_id):
                    items.update(self.stacks.after(item.terminal.then, item.stack))
            return self._intern(items)

    def may_end(self, state: int) -> bool:
        """Whether the text is complete."""
        return COMPLETE in self._states[state][:1]

    def items(self, state: int) -> tuple[Item, ...]:
        """What may be read next, without the end."""
        return tuple(self.stacks.item(number) for number in self._states[state] if number != COMPLETE)

    def named_tokens(self, state: int) -> tuple[TokenSet, ...]:
        """The tokens that may be read next by their ids."""
        return tuple(i.terminal.tokens for i in self.items(state) if isinstance(i.terminal, MatchToken))

    def transitions(self, states: NDArray[np.int32]) -> NDArray[np.int32]:
        """The table of all states over byte classes, the rows of `states` filled.

        Shape (rows, classes). Call it with `lock` held; raises TooAmbiguous.
        """
        missing = states[~self._filled[states]]
        if len(missing):
            for state in np.unique(missing).tolist():
                self._fill(state)
        return self._table

    def loops(self, states: NDArray[np.int32]) -> NDArray[np.uint64]:
        """The ASCII bytes that lead from each of some states back to it, a bit a byte.

        Shape (len(states), 2). Call it with `lock` held; raises TooAmbiguous.
        """
        self.transitions(states)
        return self._loops[states]

    def renew_budget(self) -> None:
        """Begin a question of several calls of `transitions`, with `lock` held."""
        self._budget.renew()

    def _fill(self, state: int) -> None:
        targets: list[list[tuple[Item, int]]] = [[] for _ in range(self.program.class_count)]
        for item in self.items(state):
            for low, high, target in self.program.bytes.edges[item.node]:
                for byte_class in range(self._byte_class[low], self._byte_class[high] + 1):
                    targets[byte_class].append((item, target))
        known: dict[tuple[tuple[Item, int], ...], int] = {}
        row = []
        for moved in map(tuple, targets):
            if moved not in known:
                known[moved] = self._advance(moved)
            row.append(known[moved])
        self._table[state] = row
        self._filled[state] = True
        leads_back = self._table[state, self.program.byte_class[:128]] == state
        self._loops[state] = np.packbits(leads_back, bitorder="little").view(np.uint64)

    def _advance(self, moved: Iterable[tuple[Item, int]]) -> int:
        items: set[int] = set()
        for item, node in moved:
            if node == ACCEPT:
                items.update(self.stacks.after(item.terminal.then, item.stack))
            else:
                items.add(self.stacks.number(Item(node, item.terminal, item.stack)))
        self._budget.spend(len(items))
        return self._intern(items)

    def _intern(self, items: Iterable[int]) -> int:
        state = tuple(sorted(items))
        known = self._ids.get(state)
        if known is not None:
            return known
        number = len(self._states)
        if number >= MAX_STATES:
            raise TooAmbiguous("this text has led to more states than are kept")
        if number == len(self._table):
            self._table = np.vstack([self._table, np.zeros_like(self._table)])
            self._filled = np.concatenate([self._filled, np.zeros_like(self._filled)])
            self._loops = np.vstack([self._loops, np.zeros_like(self._loops)])
        self._states.append(state)
        self._ids[state] = number
        return number
