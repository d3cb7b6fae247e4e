"""The shortest text that completes what has begun.

What it costs to end a rule does not depend on the stack below, so one table of costs serves every stack.
It is filled cheapest place first, as Knuth generalised Dijkstra's algorithm to grammars (1977).
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

from playground.automaton.automaton import Automaton
from playground.automaton.byte_graph import ACCEPT
from playground.automaton.program import Call, End, Loop, Match, MatchToken, Move, Program
from playground.automaton.stacks import BOTTOM, Item
from playground.grammar.model import TokenSet
from playground.grammar.print_gbnf import print_node

MAX_CHARACTERS = 2000
"""The longest completion that is written out."""

Part = bytes | TokenSet
_PREFERRED = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_Option = Move | int
"""What a place does on the shortest way: its own move, or another place to go on from."""


@dataclass(frozen=True, slots=True)
class Completion:
    """A shortest way to complete a text. `parts` is None when it is longer than is written out."""

    characters: int
    """How many characters must follow at least: a begun character and a token named by id count one each."""
    parts: tuple[Part, ...] | None

    @property
    def text(self) -> str | None:
        """The parts as text, tokens as GBNF writes them: `<[1000]>`. None when there are no parts.

        The bytes that are missing from a begun character are shown as U+FFFD.
        """
        if self.parts is None:
            return None
        shown = (p.decode("utf-8", "replace") if isinstance(p, bytes) else print_node(p) for p in self.parts)
        return "".join(shown)


def shortest_completion(automaton: Automaton, state: int, limit: int = MAX_CHARACTERS) -> Completion | None:
    """A shortest completion from a state; None when no text completes it.

    Of several equally short ones it is always the same. More than `limit` characters are counted only.
    """
    if automaton.may_end(state):
        return Completion(0, ())
    costs = _Costs(automaton.program)
    items = automaton.items(state)
    ways = ((_item_cost(automaton, costs, item), number) for number, item in enumerate(items))
    possible = [(cost, number) for cost, number in ways if cost is not None]
    if not possible:
        return None
    characters, number = min(possible)
    if characters > limit:
        return Completion(characters, None)
    return Completion(characters, _joined(_item_parts(automaton, costs, items[number])))


class _Costs:
    """For each place, the fewest characters to the end of its rule or round, and how they are reached."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.cost: dict[int, int] = {}
        self.option: dict[int, _Option] = {}
        self._fill()

    def of(self, *steps: tuple[int, int]) -> int | None:
        """The cost of places, each taken so many times; None when one of them has no end."""
        total = 0
        for times, place in steps:
            if times:
                if place not in self.cost:
                    return None
                total += times * self.cost[place]
        return total

    def _fill(self) -> None:
        waiting: list[tuple[int, int, int, _Option]] = []
        order = count()  # equal costs: first come, first served; moves do not compare
        users: dict[int, list[tuple[int, _Option]]] = {}

        def offer(place: int, option: _Option) -> None:
            own, steps = _needs(self.program, option)
            cost = self.of(*steps)
            if cost is not None and place not in self.cost and not _reads_nothing(option):
                heapq.heappush(waiting, (own + cost, next(order), place, option))

        for place in range(self.program.place_count):
            move, ways = self.program.direct(place)
            for option in ways if move is None else (move, *ways):
                for _, needed in _needs(self.program, option)[1]:
                    users.setdefault(needed, []).append((place, option))
                offer(place, option)
        while waiting:
            cost, _, place, option = heapq.heappop(waiting)
            if place not in self.cost:
                self.cost[place], self.option[place] = cost, option
                for user, through in users.get(place, ()):
                    offer(user, through)


def _needs(program: Program, option: _Option) -> tuple[int, list[tuple[int, int]]]:
    """The characters an option reads itself, and the places it then goes through, each so many times."""
    match option:
        case int():
            return 0, [(1, option)]
        case End():
            return 0, []
        case Match():
            return _characters(program, option.node), [(1, option.then)]
        case MatchToken():
            return 1, [(1, option.then)]
        case Call():
            return 0, [(1, program.starts[option.callee]), (1, option.then)]
        case Loop():
            return 0, [(option.minimum, option.body), (1, option.then)]


def _reads_nothing(option: _Option) -> bool:
    """Whether it waits for a token out of none."""
    return isinstance(option, MatchToken) and not option.tokens.ids and not option.tokens.negated


def _item_cost(automaton: Automaton, costs: _Costs, item: Item) -> int | None:
    rest = costs.of((1, item.terminal.then), *_below(automaton, item.stack))
    return (
        None
        if rest is None or _reads_nothing(item.terminal)
        else rest + _item_characters(automaton.program, item)
    )


def _item_characters(program: Program, item: Item) -> int:
    return 1 if isinstance(item.terminal, MatchToken) else _characters(program, item.node)


def _below(automaton: Automaton, stack: int) -> Iterator[tuple[int, int]]:
    """The places to go through once the rule or round on top of a stack has ended."""
    while stack != BOTTOM:
        frame = automaton.stacks.frame(stack)
        if isinstance(frame.move, Loop):
            yield max(0, frame.move.minimum - frame.rounds - 1), frame.move.body
        yield 1, frame.move.then
        stack = frame.parent


def _item_parts(automaton: Automaton, costs: _Costs, item: Item) -> Iterator[Part]:
    terminal = item.terminal
    if isinstance(terminal, MatchToken):
        yield terminal.tokens
    else:
        yield _bytes(automaton.program, item.node)
    yield from _place_parts(costs, [(1, terminal.then), *_below(automaton, item.stack)])


def _place_parts(costs: _Costs, steps: list[tuple[int, int]]) -> Iterator[Part]:
    """The text of the cheapest way through places. What costs nothing writes nothing and is skipped."""
    program = costs.program
    waiting = list(reversed(steps))
    while waiting:
        times, place = waiting.pop()
        if not times or not costs.cost[place]:
            continue
        if times > 1:
            waiting.append((times - 1, place))
        option = costs.option[place]
        match option:
            case Match():
                yield _bytes(program, option.node)
            case MatchToken():
                yield option.tokens
        waiting.extend(reversed(_needs(program, option)[1]))


def _joined(parts: Iterator[Part]) -> tuple[Part, ...]:
    joined: list[Part] = []
    for part in parts:
        last = joined[-1] if joined else None
        if isinstance(part, bytes) and isinstance(last, bytes):
            joined[-1] = last + part
        else:
            joined.append(part)
    return tuple(joined)


def _characters(program: Program, node: int) -> int:
    """How many characters a node of the byte graph still reads; every way from it reads as many."""
    data = _lowest(program, node)
    begins = sum(byte & 0xC0 != 0x80 for byte in data)
    return begins + (data[0] & 0xC0 == 0x80)


def _bytes(program: Program, node: int) -> bytes:
    """What the node reads: of a class a letter or a digit, else something printable, else the lowest."""
    ranges = program.classes.get(node)
    if ranges is None:
        return _lowest(program, node)
    for character in _PREFERRED:
        if any(low <= ord(character) <= high for low, high in ranges):
            return character.encode()
    code_points = (code for low, high in ranges for code in range(low, min(high, low + 0x80) + 1))
    return chr(next((code for code in code_points if chr(code).isprintable()), ranges[0][0])).encode()


def _lowest(program: Program, node: int) -> bytes:
    data = bytearray()
    while node != ACCEPT:
        byte, _, node = program.bytes.edges[node][0]
        data.append(byte)
    return bytes(data)
