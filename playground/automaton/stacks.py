"""Stacks, and what can be read next from a place on one.

A stack is a chain of interned frames, so that equal stacks are one number and a long one costs one
frame more than its parent. A frame says where to go on when the rule above it ends, or how many rounds
a counted repetition has behind it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from time import thread_time
from typing import Any, NamedTuple, TypeVar

from playground.automaton.byte_graph import ACCEPT
from playground.automaton.program import Call, End, Loop, Match, MatchToken, Move, Program, Terminal

T = TypeVar("T")

BOTTOM = 0
"""The empty stack: below it the text is complete."""


class TooAmbiguous(RuntimeError):  # noqa: N818 - it is an answer, not a fault
    """The grammar allows so many readings of the text that following all of them was given up."""


class Frame(NamedTuple):
    """One entry of a stack, resting on `parent`.

    `move` is the call or the loop that pushed it, `rounds` what a loop has behind it.
    """

    parent: int
    move: Call | Loop
    rounds: int


class Item(NamedTuple):
    """One way on: a node inside a terminal (ACCEPT before a token), the terminal, the stack below."""

    node: int
    terminal: Terminal
    stack: int


@dataclass(frozen=True, slots=True)
class Opened:
    rule: int


CLOSED = "closed"
Events = Any
"""Rules opened and closed without reading: None, Opened, CLOSED, or a pair of such, in order."""

Ways = dict[int, Events]
"""The numbers of items with the events that lead to them, best first."""

COMPLETE = 0
"""In place of an item's number: the text is complete."""
_RULE_ENDS = -1
"""In place of an item's number while exploring: the rule ends, and what comes then is not known yet."""


@dataclass(slots=True)
class Budget:
    """How much one question may cost: moves followed, and seconds of this thread's own computing."""

    moves: int
    seconds: float
    _left: int = 0
    _deadline: float = 0.0

    def renew(self) -> None:
        self._left = self.moves
        self._deadline = thread_time() + self.seconds

    def spend(self, moves: int) -> None:
        """Raises TooAmbiguous when the budget is gone."""
        self._left -= moves
        if self._left < 0 or thread_time() > self._deadline:
            raise TooAmbiguous("too ambiguous to show the stack")


class Stacks:
    """Interned frames and items of one program, and the items that a place on a stack leads to.

    `traced` keeps the rules that are opened and closed on the way. `reverse` prefers the last
    alternative and the fewest rounds instead of the first and the most.
    """

    def __init__(self, program: Program, budget: Budget, traced: bool = False, reverse: bool = False) -> None:
        self.program = program
        self._budget = budget
        self._traced = traced
        self._reverse = reverse
        self._frames: list[Frame] = []
        self._frame_ids: dict[Frame, int] = {}
        self._items: list[Item] = []
        self._item_ids: dict[Item, int] = {}
        self._after: dict[tuple[int, int], Ways] = {}
        self._resumed: dict[int, Ways] = {BOTTOM: {COMPLETE: None}}

    def after(self, place: int, stack: int) -> Ways:
        """What can be read next from a place whose rule rests on `stack`."""
        known = self._after.get((place, stack))
        if known is None:
            known = self._after[place, stack] = self._splice(self._explore([(place, stack)], stack), stack)
        return known

    def _resume(self, stack: int) -> Ways:
        """What can be read next once the rule or round on top of `stack` has ended, having read something."""
        chain: list[tuple[int, Ways]] = []
        current = stack
        while current not in self._resumed:
            frame = self.frame(current)
            closed = CLOSED if self._traced and isinstance(frame.move, Call) else None
            ways = self._explore(self._go_on(frame), frame.parent, closed)
            chain.append((current, ways))
            if _RULE_ENDS not in ways:
                break
            current = frame.parent
        for current, ways in reversed(chain):
            self._resumed[current] = self._splice(ways, self.frame(current).parent)
        return self._resumed[stack]

    def _go_on(self, frame: Frame) -> list[tuple[int, int]]:
        move = frame.move
        if isinstance(move, Call):
            return [(move.then, frame.parent)]
        rounds = frame.rounds + 1
        ways = []
        if move.maximum is None or rounds < move.maximum:
            kept = rounds if move.maximum is not None else min(rounds, move.minimum)
            ways.append((move.body, self._push(Frame(frame.parent, move, kept))))
        if rounds >= move.minimum:
            ways.append((move.then, frame.parent))
        return ways

    def _splice(self, ways: Ways, stack: int) -> Ways:
        """Put what comes after the end of the rule in the place where that end was found."""
        if _RULE_ENDS not in ways:
            return ways
        below = self._resume(stack)
        self._budget.spend(len(below))
        joined: Ways = {}
        for item, events in ways.items():
            if item == _RULE_ENDS:
                for further, more in below.items():
                    joined.setdefault(further, _join(events, more))
            else:
                joined.setdefault(item, events)
        return joined

    def _explore(self, begin: list[tuple[int, int]], base: int, first: Events = None) -> Ways:
        """Follow all moves that read nothing, depth first, down to the end of the rule on `base`."""
        program = self.program
        ways: Ways = {}
        seen: set[tuple[int, int]] = set()
        waiting: list[tuple[Move, int, Events]] = []

        def visit(place: int, stack: int, events: Events) -> None:
            if (place, stack) not in seen:
                seen.add((place, stack))
                moves = program.moves(place)
                self._budget.spend(len(moves) + 1)
                waiting.extend((move, stack, events) for move in self._last_first(moves))

        for place, stack in self._last_first(begin):
            visit(place, stack, first)
        while waiting:
            move, stack, events = waiting.pop()
            match move:
                case Match():
                    ways.setdefault(self.number(Item(move.node, move, stack)), events)
                case MatchToken():
                    ways.setdefault(self.number(Item(ACCEPT, move, stack)), events)
                case Call():
                    pushed = self._push(Frame(stack, move, 0))
                    opened = Opened(move.callee) if self._traced else None
                    visit(program.starts[move.callee], pushed, _join(events, opened))
                case Loop():
                    visit(move.body, self._push(Frame(stack, move, 0)), events)
                case End() if stack == base:
                    ways.setdefault(_RULE_ENDS, events)
                case End():
                    frame = self.frame(stack)
                    # A round of a loop that read nothing adds nothing.
                    if isinstance(frame.move, Call):
                        closed = CLOSED if self._traced else None
                        visit(frame.move.then, frame.parent, _join(events, closed))
        return ways

    def _last_first(self, ordered: Sequence[T]) -> Iterable[T]:
        """For a pile: what is preferred goes on top."""
        return ordered if self._reverse else reversed(ordered)

    def frame(self, stack: int) -> Frame:
        """The top frame of a stack that is not the empty one."""
        return self._frames[stack - 1]

    def item(self, number: int) -> Item:
        """The item of a number other than COMPLETE."""
        return self._items[number - 1]

    def number(self, item: Item) -> int:
        """The number of an item, the same for equal ones."""
        known = self._item_ids.get(item)
        if known is None:
            self._items.append(item)
            known = self._item_ids[item] = len(self._items)
        return known

    def _push(self, frame: Frame) -> int:
        known = self._frame_ids.get(frame)
        if known is None:
            self._frames.append(frame)
            known = self._frame_ids[frame] = len(self._frames)
        return known


def _join(first: Events, second: Events) -> Events:
    if first is None or second is None:
        return second if first is None else first
    return (first, second)


def in_order(events: Events) -> Iterator[Opened | str]:
    """The single events of a nested pair, in order."""
    waiting = [events]
    while waiting:
        current = waiting.pop()
        if isinstance(current, tuple):
            waiting.extend(reversed(current))
        elif current is not None:
            yield current
