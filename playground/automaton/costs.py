"""The fewest characters to the end of a rule, from every place in it.

What it costs to end a rule does not depend on the stack below, so one table of costs serves every stack.
It is filled cheapest place first, as Knuth generalised Dijkstra's algorithm to grammars (1977).
"""

from __future__ import annotations

import heapq
from itertools import count

from playground.automaton.byte_graph import ACCEPT
from playground.automaton.program import Call, End, Loop, Match, MatchToken, Move, Program

Option = Move | int
"""What a place does on the shortest way: its own move, or another place to go on from."""


class Costs:
    """For each place, the fewest characters to the end of its rule or round, and how they are reached."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.cost: dict[int, int] = {}
        self.option: dict[int, Option] = {}
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
        waiting: list[tuple[int, int, int, Option]] = []
        order = count()  # equal costs: first come, first served; moves do not compare
        users: dict[int, list[tuple[int, Option]]] = {}

        def offer(place: int, option: Option) -> None:
            own, steps = needs(self.program, option)
            cost = self.of(*steps)
            if cost is not None and place not in self.cost and not reads_nothing(option):
                heapq.heappush(waiting, (own + cost, next(order), place, option))

        for place in range(self.program.place_count):
            move, ways = self.program.direct(place)
            for option in ways if move is None else (move, *ways):
                for _, needed in needs(self.program, option)[1]:
                    users.setdefault(needed, []).append((place, option))
                offer(place, option)
        while waiting:
            cost, _, place, option = heapq.heappop(waiting)
            if place not in self.cost:
                self.cost[place], self.option[place] = cost, option
                for user, through in users.get(place, ()):
                    offer(user, through)


def needs(program: Program, option: Option) -> tuple[int, list[tuple[int, int]]]:
    """The characters an option reads itself, and the places it then goes through, each so many times."""
    match option:
        case int():
            return 0, [(1, option)]
        case End():
            return 0, []
        case Match():
            return characters_from(program, option.node), [(1, option.then)]
        case MatchToken():
            return 1, [(1, option.then)]
        case Call():
            return 0, [(1, program.starts[option.callee]), (1, option.then)]
        case Loop():
            return 0, [(option.minimum, option.body), (1, option.then)]


def reads_nothing(option: Option) -> bool:
    """Whether it waits for a token out of none."""
    return isinstance(option, MatchToken) and not option.tokens.ids and not option.tokens.negated


def characters_from(program: Program, node: int) -> int:
    """How many characters a node of the byte graph still reads; every way from it reads as many."""
    data = lowest(program, node)
    begins = sum(byte & 0xC0 != 0x80 for byte in data)
    return begins + (data[0] & 0xC0 == 0x80)


def lowest(program: Program, node: int) -> bytes:
    """The lowest bytes that a node of the byte graph still reads."""
    data = bytearray()
    while node != ACCEPT:
        byte, _, node = program.bytes.edges[node][0]
        data.append(byte)
    return bytes(data)
