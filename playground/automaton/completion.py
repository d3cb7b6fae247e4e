"""The shortest text that completes what has begun."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from playground.automaton.automaton import Automaton
from playground.automaton.costs import Costs, characters_from, lowest, needs, reads_nothing
from playground.automaton.program import Loop, Match, MatchToken, Program
from playground.automaton.stacks import BOTTOM, Item
from playground.grammar.model import TokenSet
from playground.grammar.print_gbnf import print_node

MAX_CHARACTERS = 2000
"""The longest completion that is written out."""

Part = bytes | TokenSet
_PREFERRED = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


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

    def to_dict(self) -> dict[str, Any]:
        return {"characters": self.characters, "text": self.text}


def shortest_completion(automaton: Automaton, state: int, limit: int = MAX_CHARACTERS) -> Completion | None:
    """A shortest completion from a state; None when no text completes it.

    Of several equally short ones it is always the same. More than `limit` characters are counted only.
    """
    if automaton.may_end(state):
        return Completion(0, ())
    costs = automaton.costs
    items = automaton.items(state)
    ways = ((_item_cost(automaton, costs, item), number) for number, item in enumerate(items))
    possible = [(cost, number) for cost, number in ways if cost is not None]
    if not possible:
        return None
    characters, number = min(possible)
    if characters > limit:
        return Completion(characters, None)
    return Completion(characters, _joined(_item_parts(automaton, costs, items[number])))


def _item_cost(automaton: Automaton, costs: Costs, item: Item) -> int | None:
    rest = costs.of((1, item.terminal.then), *_below(automaton, item.stack))
    return (
        None
        if rest is None or reads_nothing(item.terminal)
        else rest + _item_characters(automaton.program, item)
    )


def _item_characters(program: Program, item: Item) -> int:
    return 1 if isinstance(item.terminal, MatchToken) else characters_from(program, item.node)


def _below(automaton: Automaton, stack: int) -> Iterator[tuple[int, int]]:
    """The places to go through once the rule or round on top of a stack has ended."""
    while stack != BOTTOM:
        frame = automaton.stacks.frame(stack)
        if isinstance(frame.move, Loop):
            yield max(0, frame.move.minimum - frame.rounds - 1), frame.move.body
        yield 1, frame.move.then
        stack = frame.parent


def _item_parts(automaton: Automaton, costs: Costs, item: Item) -> Iterator[Part]:
    terminal = item.terminal
    if isinstance(terminal, MatchToken):
        yield terminal.tokens
    else:
        yield _bytes(automaton.program, item.node)
    yield from _place_parts(costs, [(1, terminal.then), *_below(automaton, item.stack)])


def _place_parts(costs: Costs, steps: list[tuple[int, int]]) -> Iterator[Part]:
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
        waiting.extend(reversed(needs(program, option)[1]))


def _joined(parts: Iterator[Part]) -> tuple[Part, ...]:
    joined: list[Part] = []
    for part in parts:
        last = joined[-1] if joined else None
        if isinstance(part, bytes) and isinstance(last, bytes):
            joined[-1] = last + part
        else:
            joined.append(part)
    return tuple(joined)


def _bytes(program: Program, node: int) -> bytes:
    """What the node reads: of a class a letter or a digit, else something printable, else the lowest."""
    ranges = program.classes.get(node)
    if ranges is None:
        return lowest(program, node)
    for character in _PREFERRED:
        if any(low <= ord(character) <= high for low, high in ranges):
            return character.encode()
    code_points = (code for low, high in ranges for code in range(low, min(high, low + 0x80) + 1))
    return chr(next((code for code in code_points if chr(code).isprintable()), ranges[0][0])).encode()
